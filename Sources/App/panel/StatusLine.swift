internal import Scene

/// The line at the bottom of a window of controls: the last message, which a screen reader reads out, or else the window's
/// own text.
final class StatusLine {
  let view: TextView
  /// The text without a message: a hint, or a lasting problem.
  var rest = Message(text: "") { didSet { show() } }
  private(set) var message: Message?

  struct Message: Equatable {
    var text: String
    var isWarning = false
  }

  init(_ style: PanelStyle) {
    view = TextView("", .faint, style: style)
  }

  /// Whether it shows an error.
  var isWarning: Bool { (message ?? rest).isWarning }

  /// - Parameter text: Nil returns to the window's own text.
  func say(_ text: String?, isWarning: Bool = false) {
    message = text.map { Message(text: $0, isWarning: isWarning) }
    show()
  }

  private func show() {
    view.text = (message ?? rest).text
    view.role = isWarning ? .warning : message == nil ? .faint : .body
  }
}
