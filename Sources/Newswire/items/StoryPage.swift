internal import Base

/// What is the same in all addresses of a story's page, whoever asks for it, and from where.
struct StoryPage: Hashable {
  /// Without the scheme, and without what tracks readers or names a session.
  let page: String
  /// Without any query, too.
  let path: String
  /// Whether it is the front page of a site.
  let isFront: Bool

  /// Nil for what is no address.
  init?(_ link: String) {
    guard let address = WebAddress(link) else { return nil }
    let place = address.host + (address.port == 80 || address.port == 443 ? "" : ":\(address.port)")
    let parameters = address.query.dropFirst().split { $0 == "&" || $0 == ";" }.filter { !Self.isTracking($0) }
    let segments = address.path.split(separator: "/", omittingEmptySubsequences: false)
    let (named, bare) = (segments.map(Self.withoutSession), segments.map { $0.prefix { $0 != ";" } })
    let isTracked = Self.isTracking(address.fragment.dropFirst())
    page =
      "\(place)\(named.joined(separator: "/"))?\(parameters.joined(separator: "&"))\(isTracked ? "" : address.fragment)"
    path = "\(place)\(bare.joined(separator: "/"))"
    isFront = named.allSatisfy(\.isEmpty) && parameters.isEmpty && (isTracked || address.fragment.isEmpty)
  }

  static func == (a: StoryPage, b: StoryPage) -> Bool { a.page == b.page }
  func hash(into hasher: inout Hasher) { hasher.combine(page) }

  /// What is the same in all spellings of a feed's own ID, which may be an address.
  static func name(of guid: String) -> String {
    // With a blank it is a link and a title.
    guid.utf8.contains(0x20) ? guid : StoryPage(guid)?.page ?? guid
  }

  /// Without parameters of a session, as in "story;jsessionid=1".
  private static func withoutSession(_ segment: Substring) -> String {
    let parts = segment.split(separator: ";", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0 == 0 || !isTracking($1) }.map(\.element).joined(separator: ";")
  }

  /// Whether a parameter, `name=value`, says who reads a page instead of which page it is.
  private static func isTracking(_ parameter: some StringProtocol) -> Bool {
    let name = parameter.prefix { $0 != "=" }.lowercased()
    return names.contains(name) || beginnings.contains { name.hasPrefix($0) }
  }

  private static let names: Set = [
    "fbclid", "gclid", "dclid", "yclid", "msclkid", "twclid", "igshid", "mc_cid", "mc_eid", "_ga", "_gl", "xtor",
    "cmpid",
    "wt.mc_id", "wt_mc", "ns_source", "jsessionid", "phpsessid", "sessionid", "session_id", "sessid", "cfid", "cftoken",
  ]
  private static let beginnings = ["utm_", "at_", "ns_", "pk_", "mtm_", "hsa_", "aspsessionid"]
}
