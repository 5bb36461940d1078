/// A small picture before a label. Its place is reserved before it is loaded, so that nothing moves then.
public struct LabelPicture: Hashable, Sendable {
  /// The path of its file; nil while it is loading.
  public var path: String?

  /// The picture in a file; nil while it is loading.
  public init(path: String? = nil) { self.path = path }
}

/// The state of the thing that a chip represents.
public enum TokenState: Equatable, Sendable {
  /// Switched on.
  case on
  /// Switched off: the chip stays, dimmed.
  case off
  /// Switched off just now: the chip says "Undo", and a click switches it on again.
  case undo
}

/// A mark in place of a chip's dot.
public enum TokenMark: Equatable, Sendable {
  /// Still waiting for a first result.
  case waiting
  /// Failing.
  case failing
}

/// A chip's content.
public struct Token: Equatable, Sendable, Identifiable {
  /// Unique in its field for the field's lifetime; 0 until it belongs to one.
  public internal(set) var id = 0
  /// Trimmed, on one line.
  public let label: String
  /// Whether the user can remove it.
  public let isEditable: Bool
  /// A dot before the label.
  public let dot: Color?
  /// In the dot's place.
  public let picture: LabelPicture?
  /// The owner's identifier. While it stays the same, so does the chip, even if its label changes.
  public let tag: Int?
  /// The state of the thing that the chip represents.
  public let state: TokenState
  /// A mark for its state; nil for none.
  public let mark: TokenMark?
  /// Equal for duplicate labels.
  let key: String

  /// A chip's content. It gets its identity in a field.
  ///
  /// - Parameters:
  ///   - label: Trimmed and made a single line.
  ///   - isEditable: Whether the user can remove it.
  ///   - dot: The colour of a dot before the label.
  ///   - picture: A picture in the dot's place.
  ///   - tag: The owner's identifier.
  ///   - state: The state of the thing that it represents.
  ///   - mark: A mark for that state.
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

/// The customisable parts of a single chip: see `TokenFieldDelegate.willDraw` of the library.
public struct TokenAppearance: Equatable, Sendable {
  /// The chip's text; the token keeps its own label.
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

  /// Its state, and its mark.
  package let state: TokenState
  package let mark: TokenMark?
  /// Whether it has a tag.
  package let isTagged: Bool

  /// The field's default appearance of a token.
  public init(_ token: Token) {
    (label, dot, picture) = (token.label, token.dot, token.picture)
    (state, mark, isTagged) = (token.state, token.mark, token.tag != nil)
  }
}

/// The chip that flashes because the user tried to add a duplicate.
package struct TokenFlash: Equatable, Sendable {
  /// The duration of the flash.
  package static let duration: Seconds = 0.6
  package let id: Int
  package let start: Seconds

  /// Fades from 1 to 0.
  package func strength(at t: Seconds) -> Double {
    guard t < start + Self.duration else { return 0 }
    let left = min(1, 1 - (t - start) / Self.duration)
    return left * left
  }
}

/// The text with its case folded as in Unicode, so that "STRASSE" and "Straße" are equal. Strings compare by canonical
/// equivalence, so they need not be normalised.
func folded(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
  var result = ""
  for scalar in text.unicodeScalars {
    // The one letter that shares its capital with another letter.
    if scalar == "ı" {
      result.unicodeScalars.append(scalar)
    } else {
      // Lowercases first: the capital ẞ is its own capital, but that of ß is SS.
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
  /// The chip to which it was extended last, which has the keyboard.
  package internal(set) var lead: Int?

  package var isEmpty: Bool { ids.isEmpty }
}

/// The state that editing changes and undo restores.
struct TokenFieldState: Equatable, Sendable {
  var tokens: [Token] = []
  var selection = TokenSelection()
  var input = EditLine()
}

// Either chips or text are selected.
extension TokenFieldState {
  mutating func select(_ index: Int) {
    input.deselect()
    let id = tokens[index].id
    selection = TokenSelection(ids: [id], anchor: id, lead: id)
  }

  /// Toggles a chip's selection.
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

  /// Selects from the anchor, or from the first chip, to the chip at `index`.
  mutating func extendSelection(to index: Int) {
    input.deselect()
    let start = selection.anchor.flatMap { anchor in tokens.firstIndex { $0.id == anchor } } ?? index
    let ids = tokens[min(start, index)...max(start, index)].map(\.id)
    selection = TokenSelection(ids: Set(ids), anchor: tokens[start].id, lead: tokens[index].id)
  }
}

extension Array {
  /// Moves the element at `source` to `destination`.
  mutating func move(from source: Int, to destination: Int) {
    let element = remove(at: source)
    insert(element, at: Swift.max(0, Swift.min(destination, count)))
  }
}
