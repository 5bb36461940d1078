/// What to do with chips that do not fit.
public enum TokenOverflow: String, CaseIterable, Sendable {
  /// To further rows; beyond `maxRows` the rows scroll.
  case wrap
  /// All stay in a single row, which scrolls.
  case scroll
  /// A chip "+N" represents the chips that do not fit into `maxRows` rows (0 means one row). A click on it shows them, and
  /// so does a selection that reaches them: the rows scroll until the keyboard leaves.
  case count
}

/// The settings of a token field.
public struct TokenFieldProperties: Equatable, Sendable, HasProperties {
  /// Space around the chips, in pixels.
  public var margins = 0.0
  /// -1: as `margins`.
  public var marginTop = -1.0
  /// Free space on the right of the chips, in pixels; -1: as `margins`.
  public var marginRight = -1.0
  /// Free space below the chips, in pixels; -1: as `margins`.
  public var marginBottom = -1.0
  /// Free space on the left of the chips, in pixels; -1: as `margins`.
  public var marginLeft = -1.0
  /// Space on each side of a chip's text, in pixels.
  public var textMargin = 16.0
  /// Height of a chip, in pixels.
  public var tokenHeight = 30.0
  /// Space between the chips of a row, in pixels.
  public var tokenXMargin = 4.0
  /// Space between rows, in pixels.
  public var tokenYMargin = 4.0
  /// Whether chips end in half circles, else in slightly rounded corners.
  public var isRound = true
  /// Font of chips and typed text; empty is the view's.
  public var font = ""
  /// Colour of caret, selection and focus.
  public var tintColor = Palette.accent
  /// Colour of the text.
  public var textColor = Palette.text
  /// Colour of a selected chip's text.
  public var textColorSelected = Palette.background
  /// Colour of a chip.
  public var tokenBackground = Palette.chip
  /// Colour of a selected chip.
  public var tokenBackgroundSelected = Palette.accent
  /// Colour of a chip's border.
  public var tokenBorder = Palette.chipBorder
  /// Colour of a chip's × and of the placeholder.
  public var removeColor = Palette.chipClose
  /// Colour of the × under the pointer.
  public var removeColorHovered = Color.white
  /// Whether the field takes the keyboard when it appears.
  public var firstResponderAtStart = true
  /// Whether chips can be selected.
  public var canSelectTokens = true
  /// Whether chips can be typed, pasted, removed and put in another order.
  public var canEdit = true
  /// Whether chips have an × that removes them.
  public var showsRemove = true
  /// Whether a click anywhere on a chip removes it.
  public var clickRemoves = false
  /// Whether only suggestions are accepted.
  public var onlySuggestions = false
  /// The text of an empty field.
  public var placeholder = ""
  /// The most rows shown; 0 means no limit and, with the overflow `count`, one row. A scrolling row is one row.
  public var maxRows = 0
  /// What to do with chips that do not fit: further rows, a scrolling row, a chip +N.
  public var overflow = TokenOverflow.wrap
  /// Whether chips are switches: a click on a chip, or on the × under the pointer, changes nothing by itself and is
  /// reported to the owner. This and the following are not user settings.
  package var areSwitches = false
  /// The colour of the mark of a failure.
  package var markColor = Palette.failure
  /// Text of a switch that is off.
  package var offTextColor = Palette.text.faint(on: Palette.chip, and: Palette.background, share: 0.4)

  /// Whether typed text becomes chips. In the strip, chips can be removed but not typed. Not a user setting.
  package var isTyped = true

  /// The defaults.
  public init() {}

  /// The defaults of BMTokenView's settings, whose font and colours are others.
  public static var original: TokenFieldProperties {
    var properties = TokenFieldProperties()
    properties.font = "Sans 12px"
    properties.tintColor = .black
    (properties.textColor, properties.textColorSelected) = (.white, Color(rgb: 0x222222))
    (properties.tokenBackground, properties.tokenBackgroundSelected) = (Color(rgb: 0x222222), .white)
    return properties
  }

  /// The margins of the four sides, in pixels.
  public var insets: Insets {
    func own(_ margin: Double) -> Double { margin < 0 ? margins : margin }
    return Insets(top: own(marginTop), right: own(marginRight), bottom: own(marginBottom), left: own(marginLeft))
  }

  /// Whether chips can be typed, pasted and put in another order.
  package var takesText: Bool { canEdit && isTyped }

  /// Small chips for the strip: close together, not typed, removed by a click, "+N" if space is short.
  package static var strip: TokenFieldProperties {
    var properties = TokenFieldProperties()
    properties.textMargin = 10
    properties.tokenHeight = 24
    properties.tokenXMargin = 6
    properties.isTyped = false
    properties.clickRemoves = true
    properties.overflow = .count
    return properties
  }

  /// The strip's chips, each of them a switch.
  package static var switches: TokenFieldProperties {
    var properties = strip
    properties.clickRemoves = false
    properties.canSelectTokens = false
    properties.areSwitches = true
    return properties
  }

  /// All properties, in the order of the help.
  public static let properties: [Property<TokenFieldProperties>] = [
    .number("margins", \.margins, range: 0...10_000, unit: "px", "Free space around the chips"),
    margin("marginTop", \.marginTop, "above"), margin("marginRight", \.marginRight, "on the right of"),
    margin("marginBottom", \.marginBottom, "below"), margin("marginLeft", \.marginLeft, "on the left of"),
    .number("textMargin", \.textMargin, range: 0...10_000, unit: "px", "Space on each side of a chip's text"),
    .number("tokenHeight", \.tokenHeight, range: 1...10_000, unit: "px", "Height of a chip"),
    .number("tokenXMargin", \.tokenXMargin, range: 0...10_000, unit: "px", "Space between the chips of a row"),
    .number("tokenYMargin", \.tokenYMargin, range: 0...10_000, unit: "px", "Space between rows"),
    .flag("isRound", \.isRound, "Whether chips end in half circles, else in slightly rounded corners"),
    .text("font", \.font, kind: .font, "Font of chips and typed text; empty is the view's"),
    .color("tintColor", \.tintColor, "Colour of caret, selection and focus"),
    .color("textColor", \.textColor, "Colour of the text"),
    .color("textColorSelected", \.textColorSelected, "Colour of a selected chip's text"),
    .color("tokenBackground", \.tokenBackground, "Colour of a chip"),
    .color("tokenBackgroundSelected", \.tokenBackgroundSelected, "Colour of a selected chip"),
    .color("tokenBorder", \.tokenBorder, "Colour of a chip's border"),
    .color("removeColor", \.removeColor, "Colour of a chip's × and of the placeholder"),
    .color("removeColorHovered", \.removeColorHovered, "Colour of the × under the pointer"),
    .flag("firstResponderAtStart", \.firstResponderAtStart, "Whether the field takes the keyboard when it appears"),
    .flag("canSelectTokens", \.canSelectTokens, "Chips can be selected"),
    .flag("canEdit", \.canEdit, "Chips can be typed, pasted, removed and put in another order"),
    .flag("showsRemove", \.showsRemove, "Chips have an × that removes them"),
    .flag("clickRemoves", \.clickRemoves, "A click anywhere on a chip removes it"),
    .flag("onlySuggestions", \.onlySuggestions, "Refuse what is not on the list of suggestions"),
    .text("placeholder", \.placeholder, "What an empty field shows"),
    .integer(
      "maxRows", \.maxRows, range: 0...10_000,
      "Most rows that are shown; 0 means no limit, with overflow count one row"),
    .choice("overflow", \.overflow, "Where chips go that have no room: further rows, a scrolling row, a chip +N"),
  ]

  private static func margin(
    _ name: String, _ path: WritableKeyPath<TokenFieldProperties, Double> & Sendable, _ side: String
  ) -> Property<TokenFieldProperties> {
    .number(name, path, range: -1...10_000, unit: "px", "Free space \(side) the chips; -1: as margins")
  }
}
