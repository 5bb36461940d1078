internal import Scene
public import ScrollCore

/// A view whose text can be typed in its place: a crawl or a badge. Return takes over what was typed, Escape brings the old
/// text back.
public class EditableView<Style: HasProperties & Equatable & Sendable>: StyledView<Style> {
  /// Whether a click puts a caret into the text. A crawl stops for it and opens no links then; a badge stays in the middle
  /// as its label grows.
  public final var isEditable = false { didSet { editabilityChanged() } }

  /// Called when editing has begun, with the text that is edited.
  public final var onBeginEditing: ((String) -> Void)?
  /// Called at every change of the text that is being edited.
  public final var onEdit: ((String) -> Void)?
  /// Called when Return has taken over what was typed.
  public final var onReturn: ((String) -> Void)?
  /// Called when editing is over, with the text as it is now.
  public final var onEndEditing: ((String) -> Void)?

  // MARK: - For the library

  override var takesText: Bool { isEditable }

  func editabilityChanged() {}

  override func happened(_ event: ViewEvent) {
    switch event {
    case .beganEditing(let text): onBeginEditing?(text)
    case .textEdited(let text): onEdit?(text)
    case .returned(let text): onReturn?(text)
    case .endedEditing(let text): onEndEditing?(text)
    case .finished, .itemShown, .itemHidden, .cycled, .itemClicked, .areaClicked: super.happened(event)
    }
  }
}
