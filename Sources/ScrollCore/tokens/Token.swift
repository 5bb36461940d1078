/// A small picture before a label. It has its place before it is there, so that nothing moves when it comes.
public struct LabelPicture: Hashable, Sendable {
  /// Of its file; nil where it is still to come.
  public var path: String?

  public init(path: String? = nil) { self.path = path }
}

/// How what a chip stands for is switched.
public enum TokenState: Equatable, Sendable {
  case on
  /// It is switched off: the chip stays, dimmed.
  case off
  /// It has been removed, and a click on the chip, which says "Undo", brings it back.
  case removed
}

/// What there is to be said of what a chip stands for, in the place of its dot.
public enum TokenMark: Equatable, Sendable {
  /// Nothing has come of it yet.
  case waiting
  /// Something is wrong with it.
  case failing
}

/// A chip's content.
public struct Token: Equatable, Sendable, Identifiable {
  /// Unique in its field, for as long as the field lives; 0 until it belongs to one.
  public internal(set) var id = 0
  /// Trimmed, on one line.
  public let label: String
  /// False: the user cannot remove it.
  public let isEditable: Bool
  /// A dot before the label.
  public let dot: Color?
  /// In the dot's place.
  public let picture: LabelPicture?
  /// Whatever its owner knows it by; the chip stays the same one while that does, whatever it says.
  public let tag: Int?
  public let state: TokenState
  public let mark: TokenMark?
  /// Equal for labels that are duplicates of each other.
  let key: String

  public init(
    _ label: String, isEditable: Bool = true, dot: Color? = nil, picture: LabelPicture? = nil, tag: Int? = nil,
    state: TokenState = .on, mark: TokenMark? = nil
  ) {
    self.label = singleLine(label).trimmed
    self.isEditable = isEditable
    self.dot = dot
    self.picture = picture
    self.tag = tag
    self.state = state
    self.mark = mark
    key = folded(self.label)
  }
}

/// What can be made different about one chip: see `TokenFieldDelegate.willDraw`.
public struct TokenAppearance: Equatable, Sendable {
  /// What the chip says; the token keeps its own label.
  public var label: String
  /// A dot before the label.
  public var dot: Color?
  /// In the dot's place.
  public var picture: LabelPicture?
  /// Nil: the field's.
  public var textColor: Color?
  /// Nil: the field's.
  public var background: Color?
  /// Nil: the field's.
  public var border: Color?

  /// Whether what it stands for is on, off or removed, and what is to be said of it.
  package let state: TokenState
  package let mark: TokenMark?
  /// It stands for something of its owner's.
  package let isTagged: Bool

  /// As the field shows it by itself.
  public init(_ token: Token) {
    (label, dot, picture) = (token.label, token.dot, token.picture)
    (state, mark, isTagged) = (token.state, token.mark, token.tag != nil)
  }
}

/// The chip that flashes, because somebody tried to add its like.
package struct TokenFlash: Equatable, Sendable {
  /// How long it lasts.
  package static let duration: Seconds = 0.6
  package let id: Int
  package let start: Seconds

  /// 1 at the start, 0 at the end.
  package func strength(at t: Seconds) -> Double {
    guard t < start + Self.duration else { return 0 }
    let left = min(1, 1 - (t - start) / Self.duration)
    return left * left
  }
}

/// The text with its case folded as Unicode says, so that "STRASSE" and "Straße" are equal. Strings compare by
/// canonical equivalence, so nothing has to be normalised.
func folded(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
  var result = ""
  for scalar in text.unicodeScalars {
    // The one letter whose capital is another letter's too.
    if scalar == "ı" {
      result.unicodeScalars.append(scalar)
    } else {
      // Small letters first: the capital ẞ is its own capital, but that of ß is SS.
      result += scalar.properties.lowercaseMapping.uppercased().lowercased()
    }
  }
  return result
}

/// Which chips are selected.
package struct TokenSelection: Equatable, Sendable {
  package internal(set) var ids: Set<Int> = []
  /// The chip from which the selection is extended.
  package internal(set) var anchor: Int?
  /// The chip to which it was extended last: the one that has the keyboard.
  package internal(set) var lead: Int?

  package var isEmpty: Bool { ids.isEmpty }
}

/// What editing changes and undo restores.
struct TokenFieldState: Equatable, Sendable {
  var tokens: [Token] = []
  var selection = TokenSelection()
  var input = EditLine()
}

// Either chips are selected or text is.
extension TokenFieldState {
  mutating func select(_ index: Int) {
    input.deselect()
    let id = tokens[index].id
    selection = TokenSelection(ids: [id], anchor: id, lead: id)
  }

  /// Adds a chip to the selection, or takes it out.
  mutating func toggle(_ index: Int) {
    input.deselect()
    let id = tokens[index].id
    if selection.ids.remove(id) == nil {
      selection = TokenSelection(ids: selection.ids.union([id]), anchor: id, lead: id)
    } else if let left = tokens.last(where: { selection.ids.contains($0.id) })?.id {
      selection.anchor = left
      selection.lead = left
    } else {
      selection = TokenSelection()
    }
  }

  /// Selects all from the anchor, or the first chip where there is none, to the chip at `index`.
  mutating func extendSelection(to index: Int) {
    input.deselect()
    let start = selection.anchor.flatMap { anchor in tokens.firstIndex { $0.id == anchor } } ?? index
    let ids = tokens[min(start, index)...max(start, index)].map(\.id)
    selection = TokenSelection(ids: Set(ids), anchor: tokens[start].id, lead: tokens[index].id)
  }
}

extension Array {
  /// Takes the element at `source` out and puts it back so that it stands at `destination`.
  mutating func move(from source: Int, to destination: Int) {
    let element = remove(at: source)
    insert(element, at: Swift.max(0, Swift.min(destination, count)))
  }
}

/// Something that happened in a token field.
public enum TokenEvent: Equatable, Sendable {
  /// Why a token was not added.
  public enum Refusal: String, Sendable {
    case duplicate, notSuggested, denied
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
  /// The field has the keyboard; with what stands in it.
  case didBeginEditing(String)
  case didEndEditing
  /// Return was pressed; what is typed is about to become a chip.
  case shouldReturn(String)
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

/// The owner of a token field's data: the field asks it, and keeps nothing that it could not ask for again.
public protocol TokenFieldDataSource: AnyObject {
  func numberOfTokens() -> Int
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
  func heightUpdated(_ height: Double)
  /// Asked for how a chip looks, before it is laid out and drawn, and again when settings change; what is changed in
  /// `look` is shown. The view may not be used meanwhile.
  func willDraw(at index: Int, _ look: inout TokenAppearance)
  func didDraw(at index: Int, label: String)
  /// Told the text that stands in the field.
  func didBeginEditing(_ text: String)
  func didEndEditing()
  /// Asked before what is typed becomes a chip, or each part of what is pasted; false keeps what is typed as text, and
  /// leaves the pasted part out.
  func shouldReturn(_ text: String) -> Bool
  func changedText(_ text: String)
  /// Asked before the user removes a chip; false keeps it.
  func shouldDelete(at index: Int, label: String) -> Bool
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
