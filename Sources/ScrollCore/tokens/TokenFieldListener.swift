/// The source of a token field's data, from which it can reload everything.
package protocol TokenFieldSource: AnyObject {
  /// The number of chips.
  func numberOfTokens() -> Int
  /// The label of a chip.
  func token(at index: Int) -> String
  /// Whether the user may remove a chip; by default true.
  func isTokenEditable(at index: Int) -> Bool
  /// The colour of the dot before a chip's label; by default nil.
  func dotOfToken(at index: Int) -> Color?
}

extension TokenFieldSource {
  package func isTokenEditable(at index: Int) -> Bool { true }
  package func dotOfToken(at index: Int) -> Color? { nil }
}

/// Receives a token field's events and answers its questions, as the library's delegate does. Every method is optional.
package protocol TokenFieldListener: AnyObject {
  /// Receives an event. May change the field.
  func happened(_ event: TokenEvent)
  /// Customises a chip before it is laid out and drawn, and again when settings change: changes to `appearance` are shown.
  /// Must not use the view.
  func willDraw(at index: Int, _ appearance: inout TokenAppearance)
  /// Asked before typed text becomes a chip, or each part of a typed or pasted list. False keeps typed text as text,
  /// and leaves a pasted part out.
  func shouldReturn(_ text: String) -> Bool
  /// Asked before the user removes a chip; false keeps it.
  func shouldDelete(at index: Int, label: String) -> Bool
}

extension TokenFieldListener {
  package func happened(_ event: TokenEvent) {}
  package func willDraw(at index: Int, _ appearance: inout TokenAppearance) {}
  package func shouldReturn(_ text: String) -> Bool { true }
  package func shouldDelete(at index: Int, label: String) -> Bool { true }
}
