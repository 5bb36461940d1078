internal import Scene
public import ScrollCore

/// A view whose text can be typed in its place: a crawl or a badge. Return takes over what was typed, Escape brings the old
/// text back.
///
/// While it is typed the view's `text` or `label` is what is on the screen. Setting it, as `onEdit` may do to write all in capitals,
/// changes what is typed; Escape still brings back what stood there when editing began.
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
  /// Called when editing is over, with the text as it is now: with what `onReturn` has made of it.
  public final var onEndEditing: ((String) -> Void)?

  // MARK: - For the library

  override var takesText: Bool { isEditable }

  func editabilityChanged() {}
  /// The text that was edited last, as it is shown now.
  var finishedText: String { "" }

  override func happened(_ event: ViewEvent) {
    switch event {
    case .beganEditing(let text): onBeginEditing?(text)
    case .textEdited(let text): onEdit?(text)
    case .returned(let text): onReturn?(text)
    case .endedEditing: onEndEditing?(finishedText)
    case .finished, .itemShown, .itemHidden, .cycled, .itemClicked, .areaClicked: super.happened(event)
    }
  }
}
