/// What becomes of the chips that have no room.
public enum TokenOverflow: String, CaseIterable, Sendable {
  /// They go to further rows; beyond `maxRows` the rows scroll.
  case wrap
  /// All stand in a single row, which scrolls.
  case scroll
  /// A chip "+N" stands for those that do not fit into `maxRows` rows (one, where that is 0).
  case count
}

/// The settings of a token field.
public struct TokenFieldProperties: Equatable, Sendable, HasProperties {
  public var margins = 0.0
  public var textMargin = 16.0
  public var tokenHeight = 30.0
  public var tokenXMargin = 4.0
  public var tokenYMargin = 4.0
  public var isRound = true
  public var font = ""
  public var tintColor = Color(rgb: 0x7cc4ff)
  public var textColor = Color(rgb: 0xe8ecf1)
  public var textColorSelected = Color(rgb: 0x12161c)
  public var tokenBackground = Color(rgb: 0x232c37)
  public var tokenBackgroundSelected = Color(rgb: 0x7cc4ff)
  public var tokenBorder = Color(rgb: 0x364353)
  public var removeColor = Color(rgb: 0x9aa7b6)
  public var removeColorHovered = Color.white
  public var firstResponderAtStart = true
  public var canSelectTokens = true
  public var canEdit = true
  public var showsRemove = true
  public var clickRemoves = false
  public var onlySuggestions = false
  public var placeholder = ""
  public var maxRows = 0
  public var overflow = TokenOverflow.wrap

  public init() {}

  /// The chips of the strip: small, close together, read-only, removed by a click, "+N" where room is short.
  package static var strip: TokenFieldProperties {
    var properties = TokenFieldProperties()
    properties.textMargin = 10
    properties.tokenHeight = 24
    properties.tokenXMargin = 6
    properties.canEdit = false
    properties.clickRemoves = true
    properties.overflow = .count
    return properties
  }

  public static let properties: [Property<TokenFieldProperties>] = [
    .number("margins", \.margins, range: 0...10_000, unit: "px", "Free space around the chips"),
    .number("textMargin", \.textMargin, range: 0...10_000, unit: "px", "Space on each side of a chip's text"),
    .number("tokenHeight", \.tokenHeight, range: 1...10_000, unit: "px", "Height of a chip"),
    .number("tokenXMargin", \.tokenXMargin, range: 0...10_000, unit: "px", "Space between the chips of a row"),
    .number("tokenYMargin", \.tokenYMargin, range: 0...10_000, unit: "px", "Space between rows"),
    .flag("isRound", \.isRound, "Chips end in half circles, else in slightly rounded corners"),
    .text("font", \.font, kind: .font, "Font of chips and typed text; empty is the view's"),
    .color("tintColor", \.tintColor, "Colour of caret, selection and focus"),
    .color("textColor", \.textColor, "Colour of the text"),
    .color("textColorSelected", \.textColorSelected, "Colour of a selected chip's text"),
    .color("tokenBackground", \.tokenBackground, "Colour of a chip"),
    .color("tokenBackgroundSelected", \.tokenBackgroundSelected, "Colour of a selected chip"),
    .color("tokenBorder", \.tokenBorder, "Colour of a chip's border"),
    .color("removeColor", \.removeColor, "Colour of a chip's × and of the placeholder"),
    .color("removeColorHovered", \.removeColorHovered, "Colour of the × under the pointer"),
    .flag("firstResponderAtStart", \.firstResponderAtStart, "The field takes the keyboard when it appears"),
    .flag("canSelectTokens", \.canSelectTokens, "Chips can be selected"),
    .flag("canEdit", \.canEdit, "Chips can be typed, pasted and put in another order"),
    .flag("showsRemove", \.showsRemove, "Chips have an × that removes them"),
    .flag("clickRemoves", \.clickRemoves, "A click anywhere on a chip removes it"),
    .flag("onlySuggestions", \.onlySuggestions, "Refuse what is not on the list of suggestions"),
    .text("placeholder", \.placeholder, "What an empty field shows"),
    .integer("maxRows", \.maxRows, range: 0...10_000, "Most rows that are shown; 0 is no limit"),
    .choice("overflow", \.overflow, "Where chips go that have no room: further rows, a scrolling row, a chip +N"),
  ]
}
