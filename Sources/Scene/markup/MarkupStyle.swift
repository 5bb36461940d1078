public import ScrollCore

/// How the lines of a view are read.
public struct MarkupStyle: HasProperties, Equatable, Sendable {
  /// The kind of markup. Feeds are always plain text.
  public var kind = TextMarkup.none
  /// Additional fonts of bar markup, in Pango's or fontconfig's syntax, separated by `|`: those for `%{T2}`, `%{T3}` …
  /// or `^fn(dfnt0)`, `^fn(dfnt1)` …, and fallbacks for characters that the view's font lacks.
  public var fonts = ""
  /// The alignment of a line of bar markup that fits and sets none.
  public var side = Alignment.left

  /// Creates the style of plain text.
  public init() {}

  /// All properties, in the order of help.
  public static let properties: [Property<MarkupStyle>] = [
    .choice(
      "markup", \.kind,
      "How lines are read: as plain text, as Pango markup, or as markup of the bars lemonbar and dzen2; "
        + "feeds are always plain text", ifNone: "--markup without a value is now --markup pango"),
    .text(
      "markupFont", \.fonts,
      "Additional fonts of lemonbar's and dzen2's markup, separated by |: %{T1} is the view's own font, %{T2} and "
        + "^fn(dfnt0) the first of these"),
    .choice("markupAlign", \.side, "Alignment of a line of lemonbar's or dzen2's markup that sets none"),
  ]
}
