internal import Base
internal import Newswire

/// Opens links in the user's browser.
enum Links {
  /// Starts `xdg-open`, without a shell and without waiting. Other schemes than http and https are refused: what
  /// a feed says must not start programs.
  static func open(_ link: String) {
    guard link.hasPrefix("https://") || link.hasPrefix("http://") else {
      reportError("the link '\(link.prefix(80))' is not opened: it is neither http nor https")
      return
    }
    do throws(Failure) { try Detached.start(["xdg-open", link]) } catch {
      reportError(error.description)
    }
  }
}
