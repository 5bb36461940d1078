internal import Base
internal import Newswire

/// Opens links in the user's browser.
enum Links {
  /// Starts `xdg-open`, without a shell and without waiting. Other schemes than http, https and mailto are refused: what
  /// a feed says must not start programs.
  static func open(_ link: String) {
    if let refusal = refusal(of: link) {
      return reportError("the link '\(link.prefix(80))' is not opened: \(refusal)")
    }
    do throws(Failure) { try Detached.start(["xdg-open", link]) } catch {
      reportError(error.description)
    }
  }

  /// Why a link is not opened; nil for one that is.
  static func refusal(of link: String) -> String? {
    let link = link.lowercased()
    if link.hasPrefix("https://") || link.hasPrefix("http://") { return nil }
    guard link.hasPrefix("mailto:") else { return "it is neither http, https nor mailto" }
    // Mail programs take files from the user's disk by such words.
    let asks = link.split(separator: "?").dropFirst().joined().split { $0 == "&" || $0 == ";" }
    return asks.contains { $0.hasPrefix("attach") } ? "it would put a file into a mail" : nil
  }
}
