/// Something that happened in a token field.
public enum TokenEvent: Equatable, Sendable {
  /// Why a token was not added.
  public enum Refusal: String, Sendable {
    /// One like it is there.
    case duplicate
    /// It is not on the list of suggestions, and nothing else may be.
    case notSuggested
    /// Somebody who was asked has denied it.
    case denied
    /// It came with more than ten thousand others: it and those behind it are left out.
    case tooMany
  }

  /// A chip has come, and stands there.
  case added(index: Int, label: String)
  /// Comes before the `removed` of the same chips; indices are those before any of them goes.
  case willDelete(index: Int, label: String)
  /// A chip has gone from there. Of several the last is told first, so that the indices hold one after the other.
  case removed(index: Int, label: String)
  /// A chip has another place: first it is taken away, then it is put in at `to`.
  case moved(from: Int, to: Int, label: String)
  /// What was typed, pasted or added has become no chip.
  case refused(label: String, reason: Refusal)
  /// The indices of all chips that are selected now.
  case selected([Int])
  /// A chip was clicked.
  case didTap(index: Int, label: String)
  /// The chip "+N" was clicked.
  case didTapMore(count: Int)
  /// The field has the keyboard; with what stands in it.
  case didBeginEditing(String)
  /// The field has lost the keyboard.
  case didEndEditing
  /// Return was pressed; what is typed is about to become a chip.
  case shouldReturn(String)
  /// What is typed reads like this now.
  case changedText(String)
  /// The height that the field takes, margins included, has changed to this many pixels.
  case heightUpdated(Double)
  /// A chip was drawn again.
  case didDraw(index: Int, label: String)

  /// What makes `new` out of `old`, step by step: first chips go, from the last; then they move; then they come.
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

  /// Moves that bring the same tokens into another order; a single one where that is enough.
  private static func moves(from old: [Token], to new: [Token], offset: Int) -> [TokenEvent] {
    var order = old
    var events: [TokenEvent] = []
    for index in new.indices where order[index].id != new[index].id {
      // Taking one away may set right all that follows it; else the one that belongs here comes.
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
