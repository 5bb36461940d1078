/// The owner of a token field's data: the field asks it, and keeps nothing that it could not ask for again.
public protocol TokenFieldDataSource: AnyObject {
  /// How many chips there are.
  func numberOfTokens() -> Int
  /// The label of one, counted from 0.
  func token(at index: Int) -> String
  /// Whether the user may remove it; by default true.
  func isTokenEditable(at index: Int) -> Bool
  /// The colour of the dot before the label; by default none.
  func dotOfToken(at index: Int) -> Color?
}

extension TokenFieldDataSource {
  public func isTokenEditable(at index: Int) -> Bool { true }
  public func dotOfToken(at index: Int) -> Color? { nil }
}

/// Something that wants to hear what happens in a token field. Every method is optional.
public protocol TokenFieldDelegate: AnyObject {
  /// The height that all chips take, margins included, has changed to so many pixels.
  func heightUpdated(_ height: Double)
  /// Asked for how a chip looks, before it is laid out and drawn, and again when settings change; what is changed in
  /// `look` is shown. The view may not be used meanwhile.
  func willDraw(at index: Int, _ look: inout TokenAppearance)
  /// A chip was drawn again.
  func didDraw(at index: Int, label: String)
  /// Told the text that stands in the field.
  func didBeginEditing(_ text: String)
  /// The field has lost the keyboard.
  func didEndEditing()
  /// Asked before what is typed becomes a chip, or each part of a list that is typed or pasted; false keeps what is typed as
  /// text, and leaves the pasted part out.
  func shouldReturn(_ text: String) -> Bool
  /// What is typed reads like this now.
  func changedText(_ text: String)
  /// Asked before the user removes a chip; false keeps it.
  func shouldDelete(at index: Int, label: String) -> Bool
  /// A chip is about to go; told of all that go together before any of them goes.
  func willDelete(at index: Int, label: String)
  /// A chip has gone from there; of several the last is told first.
  func didDelete(at index: Int, label: String)
  /// A chip has come, and stands there.
  func didAdd(at index: Int, label: String)
  /// A chip was taken away at `source` and put in so that it stands at `destination`.
  func didMove(from source: Int, to destination: Int)
  /// What was typed, pasted or added has become no chip.
  func didRefuse(_ label: String, reason: TokenEvent.Refusal)
  /// These chips are selected now, and no others.
  func didSelect(_ indices: [Int])
  /// A chip was clicked.
  func didTap(at index: Int)
  /// The chip "+N", which stands for so many, was clicked.
  func didTapMore(count: Int)
}

extension TokenFieldDelegate {
  public func heightUpdated(_ height: Double) {}
  public func willDraw(at index: Int, _ look: inout TokenAppearance) {}
  public func didDraw(at index: Int, label: String) {}
  public func didBeginEditing(_ text: String) {}
  public func didEndEditing() {}
  public func shouldReturn(_ text: String) -> Bool { true }
  public func changedText(_ text: String) {}
  public func shouldDelete(at index: Int, label: String) -> Bool { true }
  public func willDelete(at index: Int, label: String) {}
  public func didDelete(at index: Int, label: String) {}
  public func didAdd(at index: Int, label: String) {}
  public func didMove(from source: Int, to destination: Int) {}
  public func didRefuse(_ label: String, reason: TokenEvent.Refusal) {}
  public func didSelect(_ indices: [Int]) {}
  public func didTap(at index: Int) {}
  public func didTapMore(count: Int) {}

  /// Calls the method for the event. `shouldReturn`, `shouldDelete` and `willDraw` are questions and
  /// are left to whoever asks them.
  public func hear(_ event: TokenEvent) {
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
