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
  /// The height of all chips, including margins, has changed to this many pixels.
  func heightUpdated(_ height: Double)
  /// Customises a chip before it is laid out and drawn, and again when settings change: changes to `appearance` are shown.
  /// Must not use the view.
  func willDraw(at index: Int, _ appearance: inout TokenAppearance)
  /// A chip was redrawn.
  func didDraw(at index: Int, label: String)
  /// The field has got the keyboard; `text` is its text.
  func didBeginEditing(_ text: String)
  /// The field has lost the keyboard.
  func didEndEditing()
  /// Asked before typed text becomes a chip, or each part of a typed or pasted list. False keeps typed text as text,
  /// and leaves a pasted part out.
  func shouldReturn(_ text: String) -> Bool
  /// The typed text has changed.
  func changedText(_ text: String)
  /// Asked before the user removes a chip; false keeps it.
  func shouldDelete(at index: Int, label: String) -> Bool
  /// A chip is about to be removed. Called for all chips that go together before the first one goes.
  func willDelete(at index: Int, label: String)
  /// A chip was removed at `index`; of several the last is reported first.
  func didDelete(at index: Int, label: String)
  /// A chip was added at `index`.
  func didAdd(at index: Int, label: String)
  /// A chip was moved from `source` to `destination`.
  func didMove(from source: Int, to destination: Int)
  /// Typed, pasted or added text did not become a chip.
  func didRefuse(_ label: String, reason: TokenEvent.Refusal)
  /// Exactly these chips are selected now.
  func didSelect(_ indices: [Int])
  /// A chip was clicked.
  func didTap(at index: Int)
  /// The chip "+N", which stands for `count` chips, was clicked.
  func didTapMore(count: Int)
}

extension TokenFieldListener {
  package func heightUpdated(_ height: Double) {}
  package func willDraw(at index: Int, _ appearance: inout TokenAppearance) {}
  package func didDraw(at index: Int, label: String) {}
  package func didBeginEditing(_ text: String) {}
  package func didEndEditing() {}
  package func shouldReturn(_ text: String) -> Bool { true }
  package func changedText(_ text: String) {}
  package func shouldDelete(at index: Int, label: String) -> Bool { true }
  package func willDelete(at index: Int, label: String) {}
  package func didDelete(at index: Int, label: String) {}
  package func didAdd(at index: Int, label: String) {}
  package func didMove(from source: Int, to destination: Int) {}
  package func didRefuse(_ label: String, reason: TokenEvent.Refusal) {}
  package func didSelect(_ indices: [Int]) {}
  package func didTap(at index: Int) {}
  package func didTapMore(count: Int) {}

  /// Calls the method for an event. `shouldReturn`, `shouldDelete` and `willDraw` are questions, which the view asks
  /// directly.
  package func hear(_ event: TokenEvent) {
    switch event {
    case .added(let index, let label): didAdd(at: index, label: label)
    case .willDelete(let index, let label): willDelete(at: index, label: label)
    case .removed(let index, let label): didDelete(at: index, label: label)
    case .moved(let source, let destination, _): didMove(from: source, to: destination)
    case .refused(let label, let reason): didRefuse(label, reason: reason)
    case .selected(let indices): didSelect(indices)
    case .didTap(let index, _): didTap(at: index)
    case .didTapMore(let count): didTapMore(count: count)
    case .didBeginEditing(let text): didBeginEditing(text)
    case .didEndEditing: didEndEditing()
    case .shouldReturn: break
    case .changedText(let text): changedText(text)
    case .heightUpdated(let height): heightUpdated(height)
    case .didDraw(let index, let label): didDraw(at: index, label: label)
    }
  }
}
