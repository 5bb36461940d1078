public import ScrollCore

/// The owner of a token field's data.
nonisolated public protocol TokenFieldDataSource: AnyObject {
  /// The number of chips.
  func numberOfTokens(in field: TokenFieldView) -> Int
  /// The label of a chip.
  func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String
}

/// The closures by which a token field notifies and asks its owner; each receives the field.
///
///     tags.delegate.shouldDelete = { field, index, label in label != "swift" }
///     tags.delegate.didAdd = { field, index, label in print("added", label) }
///
/// A misspelt name does not compile. An unset question counts as allowed, an unset notification is ignored. A closure that
/// changes the field hears of that, too, up to eight deep. The field keeps the closures: capture an object that keeps the field as `[weak self]` or `[unowned self]`.
public struct TokenFieldDelegate {
  // MARK: - Questions

  /// Whether chips can be typed, pasted, removed and put in order: `canEdit`. Asked when it is set, and by
  /// `reloadData()`.
  public var canEdit: ((_ field: TokenFieldView) -> Bool)?
  /// Whether the user may remove a chip of the data source. Asked by `reloadData()`.
  public var canEditToken: ((_ field: TokenFieldView, _ index: Int) -> Bool)?
  /// Asked before typed text becomes a chip, or each part of a typed or pasted list. False keeps typed text as text, and
  /// leaves a pasted part out; then comes `didRefuse`. To decide later return false, and call
  /// ``TokenFieldView/append(_:)`` once it is clear.
  public var shouldReturn: ((_ field: TokenFieldView, _ text: String) -> Bool)?
  /// Asked before the user removes a chip; false keeps it. Of several, it is asked for each before the first one goes. To decide later return false, and call `remove` once it is clear.
  public var shouldDelete: ((_ field: TokenFieldView, _ index: Int, _ label: String) -> Bool)?

  // MARK: - Chips

  /// A chip is about to be removed. Called for all chips that go together before the first one goes.
  public var willDelete: ((_ field: TokenFieldView, _ index: Int, _ label: String) -> Void)?
  /// A chip was removed; of several the last is reported first.
  public var didDelete: ((_ field: TokenFieldView, _ index: Int, _ label: String) -> Void)?
  /// A chip was added.
  public var didAdd: ((_ field: TokenFieldView, _ index: Int, _ label: String) -> Void)?
  /// A chip was moved.
  public var didMove: ((_ field: TokenFieldView, _ source: Int, _ destination: Int) -> Void)?
  /// Typed, pasted or added text did not become a chip.
  public var didRefuse: ((_ field: TokenFieldView, _ label: String, _ reason: TokenEvent.Refusal) -> Void)?
  /// The user has added, removed or moved chips: these are left. Called once for all that go or come together.
  public var didChangeItems: ((_ field: TokenFieldView, _ items: [String]) -> Void)?
  /// Exactly these chips are selected now.
  public var didSelect: ((_ field: TokenFieldView, _ indices: [Int]) -> Void)?
  /// A chip was clicked. ``didSelect`` comes after it, if the selection changes.
  public var didTap: ((_ field: TokenFieldView, _ index: Int) -> Void)?
  /// The chip "+N", which stands for `count` chips, was clicked. The field shows them.
  public var didTapMore: ((_ field: TokenFieldView, _ count: Int) -> Void)?

  // MARK: - Text

  /// The field has got the keyboard; `text` is its text.
  public var didBeginEditing: ((_ field: TokenFieldView, _ text: String) -> Void)?
  /// The typed text has changed.
  public var didChangeText: ((_ field: TokenFieldView, _ text: String) -> Void)?
  /// The field has lost the keyboard.
  public var didEndEditing: ((_ field: TokenFieldView) -> Void)?

  // MARK: - Looks

  /// The height of all chips, including margins, has changed to this many pixels.
  public var didChangeHeight: ((_ field: TokenFieldView, _ height: Double) -> Void)?
  /// Returns a chip's appearance, before it is laid out and again when settings change. A change of the chips in it
  /// has no effect, and is an invalid value.
  public var willDraw: ((_ field: TokenFieldView, _ index: Int, _ look: TokenAppearance) -> TokenAppearance)?
  /// Draws over a chip whenever it is redrawn, clipped to the chip. The picture is still and flat: velocity and opacity of layers,
  /// and ``Canvas/redraw(after:)``, have no effect; nor has a change of the chips.
  public var draw: ((_ field: TokenFieldView, _ index: Int, _ label: String, _ canvas: inout Canvas) -> Void)?
  /// A chip was redrawn.
  public var didDraw: ((_ field: TokenFieldView, _ index: Int, _ label: String) -> Void)?

  /// One that allows all and hears nothing.
  public init() {}
}

/// Passes a field's events and questions to its data source and delegate.
final class TokenFieldMessenger: TokenFieldListener, TokenFieldSource {
  private unowned let field: TokenFieldView

  init(of field: TokenFieldView) { self.field = field }

  private var delegate: TokenFieldDelegate { field.delegate }

  func numberOfTokens() -> Int { max(0, field.dataSource?.numberOfTokens(in: field) ?? 0) }
  func token(at index: Int) -> String { field.dataSource?.tokenField(field, tokenAt: index) ?? "" }
  func isTokenEditable(at index: Int) -> Bool { delegate.canEditToken?(field, index) ?? true }

  func willDraw(at index: Int, _ appearance: inout TokenAppearance) {
    if let willDraw = delegate.willDraw { appearance = willDraw(field, index, appearance) }
  }

  func shouldReturn(_ text: String) -> Bool {
    let isAllowed = delegate.shouldReturn?(field, text) ?? true
    guard field.dataSourceOwnsItems else { return isAllowed }
    field.wishes.texts += isAllowed ? [text] : []
    return false
  }

  func shouldDelete(at index: Int, label: String) -> Bool {
    let isAllowed = delegate.shouldDelete?(field, index, label) ?? true
    guard field.dataSourceOwnsItems else { return isAllowed }
    field.wishes.removals += isAllowed ? [(index, label)] : []
    return false
  }

  func happened(_ event: TokenEvent) { field.call { tell(event) } }

  private func tell(_ event: TokenEvent) {
    switch event {
    case .added(let index, let label): delegate.didAdd?(field, index, label)
    case .willDelete(let index, let label): delegate.willDelete?(field, index, label)
    case .removed(let index, let label): delegate.didDelete?(field, index, label)
    case .moved(let source, let destination, _): delegate.didMove?(field, source, destination)
    case .refused(let label, let reason): delegate.didRefuse?(field, label, reason)
    case .selected(let indices): delegate.didSelect?(field, indices)
    case .didTap(let index, _): delegate.didTap?(field, index)
    case .didTapMore(let count): delegate.didTapMore?(field, count)
    case .didBeginEditing(let text): delegate.didBeginEditing?(field, text)
    case .didEndEditing: delegate.didEndEditing?(field)
    // The view asks `shouldReturn` directly.
    case .shouldReturn: break
    case .changedText(let text): delegate.didChangeText?(field, text)
    case .heightUpdated(let height): delegate.didChangeHeight?(field, height)
    case .didDraw(let index, let label): delegate.didDraw?(field, index, label)
    }
  }
}
