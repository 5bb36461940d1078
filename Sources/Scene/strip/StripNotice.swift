/// The message of a strip without headlines: the reason, and a remedy.
package struct StripNotice: Equatable, Sendable {
  package var text: String
  /// The button for the remedy; nil for none.
  package var button: String?

  package init(_ text: String, button: String? = nil) { (self.text, self.button) = (text, button) }
}
