/// Something that happened in a token field.
public enum TokenEvent: Equatable, Sendable {
  /// Why a token was not added.
  public enum Refusal: String, Sendable {
    /// It is a duplicate.
    case duplicate
    /// It is not a suggestion, and the field accepts nothing else.
    case notSuggested
    /// The delegate, or a script, has denied it.
    case denied
    /// It came with more than ten thousand others, and is left out.
    case tooMany
  }

  /// A chip was added at `index`.
  case added(index: Int, label: String)
  /// Precedes `removed` for the same chips; indices are those before any is removed.
  case willDelete(index: Int, label: String)
  /// A chip was removed at `index`. Of several the last is reported first, so that the indices stay valid one after the
  /// other.
  case removed(index: Int, label: String)
  /// A chip was moved: removed at `from`, then inserted at `to`.
  case moved(from: Int, to: Int, label: String)
  /// Typed, pasted or added text did not become a chip.
  case refused(label: String, reason: Refusal)
  /// The indices of all selected chips.
  case selected([Int])
  /// A chip was clicked.
  case didTap(index: Int, label: String)
  /// The chip "+N" was clicked.
  case didTapMore(count: Int)
  /// The field has got the keyboard; with its text.
  case didBeginEditing(String)
  /// The field has lost the keyboard.
  case didEndEditing
  /// Return was pressed; the typed text is about to become a chip.
  case shouldReturn(String)
  /// The typed text has changed.
  case changedText(String)
  /// The field's height, including margins, has changed to this many pixels.
  case heightUpdated(Double)
  /// A chip was redrawn.
  case didDraw(index: Int, label: String)

  /// The changes from `old` to `new`: first removals, from the last chip on, then moves, then additions.
  static func changes(from old: [Token], to new: [Token]) -> [TokenEvent] {
    let same = zip(old, new).prefix { $0.id == $1.id }.count
    let most = min(old.count, new.count) - same
    let sameEnd = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0.id == $1.id }.count
    let before = old[same..<old.count - sameEnd]
    let after = new[same..<new.count - sameEnd]

    let stays = Set(after.map(\.id))
    let gone = before.indices.filter { !stays.contains(before[$0].id) }
    let stood = Set(before.map(\.id))
    let come = after.indices.filter { !stood.contains(after[$0].id) }

    var events = gone.map { TokenEvent.willDelete(index: $0, label: old[$0].label) }
    events += gone.reversed().map { .removed(index: $0, label: old[$0].label) }
    events += moves(
      from: before.filter { stays.contains($0.id) }, to: after.filter { stood.contains($0.id) }, offset: same)
    events += come.map { .added(index: $0, label: new[$0].label) }
    return events
  }

  /// Moves that reorder the same tokens; a single one if that is enough.
  private static func moves(from old: [Token], to new: [Token], offset: Int) -> [TokenEvent] {
    var order = old
    var events: [TokenEvent] = []
    for index in new.indices where order[index].id != new[index].id {
      // Moving this one away may restore the order of the rest; otherwise the right one moves here.
      let present = order[index].id
      let isInTheWay = order[index + 1].id == new[index].id
      let from = isInTheWay ? index : order.firstIndex { $0.id == new[index].id } ?? index
      let to = isInTheWay ? new.firstIndex { $0.id == present } ?? index : index
      events.append(.moved(from: from + offset, to: to + offset, label: order[from].label))
      order.move(from: from, to: to)
    }
    return events
  }
}
