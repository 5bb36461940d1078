/// Something that happened in a token field.
public enum TokenEvent: Equatable, Sendable {
  /// Why a token was not added.
  public enum Refusal: String, Sendable {
    case duplicate, notSuggested
  }

  case added(index: Int, label: String)
  /// Comes before the `removed` of the same chips; indices are those before any of them goes.
  case willDelete(index: Int, label: String)
  case removed(index: Int, label: String)
  case moved(from: Int, to: Int, label: String)
  case refused(label: String, reason: Refusal)
  /// The indices of all chips that are selected now.
  case selected([Int])
  case didTap(index: Int, label: String)
  /// The chip "+N" was clicked.
  case didTapMore(count: Int)
  case didBeginEditing
  case didEndEditing
  /// Return was pressed; what is typed is about to become a chip.
  case shouldReturn(String)
  case changedText(String)
  /// The height that the field takes, margins included, has changed to this many pixels.
  case heightUpdated(Double)
  /// A chip was drawn again.
  case didDraw(index: Int, label: String)
}

extension TokenEvent {
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

/// The owner of a token field's data: the field asks it, and keeps nothing that it could not ask for again.
public protocol TokenFieldDataSource: AnyObject {
  func numberOfTokens() -> Int
  func token(at index: Int) -> String
  /// Whether the user may remove it; true when not implemented.
  func isTokenEditable(at index: Int) -> Bool
  /// The colour of the dot before the label; none when not implemented.
  func dotOfToken(at index: Int) -> Color?
}

extension TokenFieldDataSource {
  public func isTokenEditable(at index: Int) -> Bool { true }
  public func dotOfToken(at index: Int) -> Color? { nil }
}

/// Something that wants to hear what happens in a token field. Every method is optional.
public protocol TokenFieldDelegate: AnyObject {
  func heightUpdated(_ height: Double)
  func didDraw(at index: Int, label: String)
  func didBeginEditing()
  func didEndEditing()
  /// Asked before what is typed becomes a chip; false keeps it text.
  func shouldReturn(_ text: String) -> Bool
  func changedText(_ text: String)
  func willDelete(at index: Int, label: String)
  func didDelete(at index: Int, label: String)
  func didAdd(at index: Int, label: String)
  func didMove(from source: Int, to destination: Int)
  func didRefuse(_ label: String, reason: TokenEvent.Refusal)
  func didSelect(_ indices: [Int])
  func didTap(at index: Int)
  func didTapMore(count: Int)
}

extension TokenFieldDelegate {
  public func heightUpdated(_ height: Double) {}
  public func didDraw(at index: Int, label: String) {}
  public func didBeginEditing() {}
  public func didEndEditing() {}
  public func shouldReturn(_ text: String) -> Bool { true }
  public func changedText(_ text: String) {}
  public func willDelete(at index: Int, label: String) {}
  public func didDelete(at index: Int, label: String) {}
  public func didAdd(at index: Int, label: String) {}
  public func didMove(from source: Int, to destination: Int) {}
  public func didRefuse(_ label: String, reason: TokenEvent.Refusal) {}
  public func didSelect(_ indices: [Int]) {}
  public func didTap(at index: Int) {}
  public func didTapMore(count: Int) {}

  /// Calls the method for the event. `shouldReturn` is a question and is left to whoever asks it.
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
    case .didBeginEditing: didBeginEditing()
    case .didEndEditing: didEndEditing()
    case .shouldReturn: break
    case .changedText(let text): changedText(text)
    case .heightUpdated(let height): heightUpdated(height)
    case .didDraw(let index, let label): didDraw(at: index, label: label)
    }
  }
}
