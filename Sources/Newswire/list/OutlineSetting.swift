internal import ScrollCore

/// A setting of a feed besides address, label and site, as an attribute of its outline.
struct OutlineSetting: Sendable {
  let name: String
  /// The attribute's value; nil for no attribute.
  let text: @Sendable (FeedSpec) -> String?
  let set: @Sendable (String, inout FeedSpec) -> Void

  static let all =
    [
      OutlineSetting(name: "newsreelColor", text: \.color, set: { $1.color = TextCleaner.line($0, limit: 40) }),
      OutlineSetting(
        name: "newsreelInterval", text: { $0.interval.map(shortest) }, set: { $1.interval = seconds($0) }),
      OutlineSetting(name: "newsreelOnly", text: \.only, set: { $1.only = TextCleaner.line($0, limit: 4000) }),
      OutlineSetting(name: "newsreelWithout", text: \.without, set: { $1.without = TextCleaner.line($0, limit: 4000) }),
      OutlineSetting(
        name: "newsreelMaxAge", text: { $0.maximumAge.map(shortest) }, set: { $1.maximumAge = seconds($0) }),
      OutlineSetting(
        name: "newsreelMaxItems", text: { $0.maximumCount.map(String.init) },
        set: { $1.maximumCount = Int($0).flatMap { (1...10_000).contains($0) ? $0 : nil } }),
      OutlineSetting(
        name: "newsreelSummaries", text: { $0.showsSummaries.map { $0 ? "on" : "off" } },
        set: { $1.showsSummaries = $0 == "on" ? true : $0 == "off" ? false : nil }),
      OutlineSetting(name: "newsreelRow", text: \.row, set: { $1.row = TextCleaner.line($0, limit: 4000) }),
    ] + airings + [
      // In this order: the others are parts of the first.
      OutlineSetting(
        name: account, text: \.account?.account,
        set: { $1.account = accountAddress($0).map { AccountFeed(account: $0, stream: "") } }),
      OutlineSetting(
        name: "newsreelStream", text: \.account?.stream,
        set: { $1.account?.stream = TextCleaner.line($0, limit: 2000) }),
      OutlineSetting(
        name: "newsreelOwn", text: { $0.account?.isOwn == true ? "yes" : nil },
        set: { $1.account?.isOwn = $0 == "yes" }),
    ]

  /// newsreelPriority, newsreelNotBefore and so on.
  private static let airings = Airing.ofSources.map { property in
    OutlineSetting(
      name: "newsreel" + property.name.prefix(1).uppercased() + property.name.dropFirst(),
      text: {
        let text = property.value(of: $0.airing).text
        return text.isEmpty ? nil : text
      },
      // A wrong value in a list that others have written is ignored.
      set: { try? property.set(text: TextCleaner.line($0, limit: 1000), of: &$1.airing) })
  }

  private static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// The attribute that marks the folder of an account, and each of its feeds.
  static let account = "newsreelAccount"

  static func accountAddress(_ text: String) -> String? {
    guard let address = WebAddress(text)?.description else { return nil }
    return address.hasSuffix("/") ? String(address.dropLast()) : address
  }
}
