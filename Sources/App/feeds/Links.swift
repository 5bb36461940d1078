internal import Scene

/// Which links may be opened: a feed must not be able to start programs.
enum Links {
  /// Why a link is refused; nil for http, https and mailto.
  static func refusal(of link: String) -> NewsWord? {
    let link = link.lowercased()
    if link.hasPrefix("https://") || link.hasPrefix("http://") { return nil }
    guard link.hasPrefix("mailto:") else { return .linkOfOtherKind }
    // Some mail programs attach the user's files for these fields.
    let asks = link.split(separator: "?").dropFirst().joined().split { $0 == "&" || $0 == ";" }
    return asks.contains { $0.hasPrefix("attach") } ? .linkAttaches : nil
  }
}
