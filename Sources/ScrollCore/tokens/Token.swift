/// A small picture before a label. It has its place before it is there, so that nothing moves when it comes.
public struct LabelPicture: Hashable, Sendable {
  /// Of its file; nil where it is still to come.
  public var path: String?

  /// The picture in that file; nil where it is still to come.
  public init(path: String? = nil) { self.path = path }
}

/// How what a chip stands for is switched.
public enum TokenState: Equatable, Sendable {
  /// It is there.
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
  /// How what it stands for is switched.
  public let state: TokenState
  /// What there is to be said of that; nil for nothing.
  public let mark: TokenMark?
  /// Equal for labels that are duplicates of each other.
  let key: String

  /// A chip's content, which has its identity once it is in a field.
  ///
  /// - Parameters:
  ///   - label: Trimmed, and brought into one line.
  ///   - isEditable: Whether the user can remove it.
  ///   - dot: The colour of a dot before the label.
  ///   - picture: In the dot's place.
  ///   - tag: Whatever its owner knows it by.
  ///   - state: How what it stands for is switched.
  ///   - mark: What there is to be said of that.
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
