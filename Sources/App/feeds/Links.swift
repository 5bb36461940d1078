/// What of links may be opened: what a feed says must not start programs.
enum Links {
  /// Why a link is not opened; nil for one that is: http, https or mailto.
  static func refusal(of link: String) -> String? {
    let link = link.lowercased()
    if link.hasPrefix("https://") || link.hasPrefix("http://") { return nil }
    guard link.hasPrefix("mailto:") else { return "it is neither http, https nor mailto" }
    // Mail programs take files from the user's disk by such words.
    let asks = link.split(separator: "?").dropFirst().joined().split { $0 == "&" || $0 == ";" }
    return asks.contains { $0.hasPrefix("attach") } ? "it would put a file into a mail" : nil
  }
}
