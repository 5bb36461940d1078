internal import Panels
internal import Scene

/// The line at the bottom of a window of controls: the last message, which a screen reader reads out, or else the window's
/// own text.
final class StatusLine {
  let view: TextView
  /// The text without a message: a hint, or a lasting problem.
  var rest = Message(text: "") { didSet { if rest.text != oldValue.text { show() } } }
  private(set) var message: Message?

  struct Message {
    var text: String
    var isWarning = false
    /// Ends with the message.
    var offer: Offer?
  }

  /// What can be done about a message, by a button beside it.
  struct Offer {
    var title: String
    var perform: () -> Void
  }

  init(_ style: PanelStyle) {
    view = TextView("", .faint, style: style)
  }

  /// Whether it shows an error.
  var isWarning: Bool { (message ?? rest).isWarning }

  /// - Parameter text: Nil returns to the window's own text.
  func say(_ text: String?, isWarning: Bool = false, offering offer: Offer? = nil) {
    message = text.map { Message(text: $0, isWarning: isWarning, offer: offer) }
    show()
  }

  /// Has a text read out, without showing it, until there is another message.
  func announce(_ text: String) { view.heard = text }

  private func show() {
    view.heard = nil
    view.text = (message ?? rest).text
    view.role = isWarning ? .warning : message == nil ? .faint : .body
  }
}
