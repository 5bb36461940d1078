internal import Scene
public import ScrollCore

/// A view whose text can be edited in place: a crawl or a badge. Return accepts the text, Escape restores the old one.
///
/// While it is edited, the view's `text` or `label` is the visible text. Setting it, as `onEdit` may do to write all in
/// capitals, changes the edited text; Escape still restores the text from before editing.
nonisolated public class EditableView<Style: HasProperties & Equatable & Sendable>: StyledView<Style> {
  /// Whether a click edits the text. A crawl stops for it and opens no links then; a badge stays centred as its label
  /// grows.
  public final var isEditable = false { didSet { editabilityChanged() } }

  /// Called when editing begins, with the text.
  public final var onBeginEditing: ((String) -> Void)?
  /// Called at every change of the edited text.
  public final var onEdit: ((String) -> Void)?
  /// Called when Return has accepted the text.
  public final var onReturn: ((String) -> Void)?
  /// Called when editing ends, with the final text, after `onReturn`'s changes.
  public final var onEndEditing: ((String) -> Void)?

  // MARK: - For the library

  override var takesText: Bool { isEditable }

  func editabilityChanged() {}
  /// The text that was edited last, as shown now.
  var finishedText: String { "" }

  override func happened(_ event: ViewEvent) {
    switch event {
    case .beganEditing(let text): call { onBeginEditing?(text) }
    case .textEdited(let text): call { onEdit?(text) }
    case .returned(let text): call { onReturn?(text) }
    case .endedEditing: call { onEndEditing?(finishedText) }
    case .finished, .itemShown, .itemHidden, .itemRecorded, .cycled, .itemClicked, .areaClicked: super.happened(event)
    }
  }
}
