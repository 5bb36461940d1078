internal import Scene

/// What of links may be opened: what a feed says must not start programs.
enum Links {
  /// Why a link is not opened; nil for one that is: http, https or mailto.
  static func refusal(of link: String) -> Word? {
    let link = link.lowercased()
    if link.hasPrefix("https://") || link.hasPrefix("http://") { return nil }
    guard link.hasPrefix("mailto:") else { return .linkOfOtherKind }
    // Mail programs take files from the user's disk by such words.
    let asks = link.split(separator: "?").dropFirst().joined().split { $0 == "&" || $0 == ";" }
    return asks.contains { $0.hasPrefix("attach") } ? .linkAttaches : nil
  }
}
