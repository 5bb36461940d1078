public import ScrollCore

/// How the lines of a view are read.
public struct MarkupStyle: HasProperties, Equatable, Sendable {
  /// The markup in them. What feeds say is always plain text.
  public var kind = TextMarkup.none
  /// Further fonts of bars' markup, as Pango or fontconfig write them, with `|` between them: those that `%{T2}`, `%{T3}` …
  /// or `^fn(dfnt0)`, `^fn(dfnt1)` … name, and those in which characters are sought that the view's font lacks.
  public var fonts = ""
  /// Where a line of a bar's markup stands that has room and does not say so itself.
  public var side = TextSide.left

  /// Every character stands for itself.
  public init() {}

  /// All of them, in the order in which help lists them.
  public static let properties: [Property<MarkupStyle>] = [
    .choice(
      "markup", \.kind,
      "How lines are read: as they are, as Pango markup, or as those that scripts write for the bars lemonbar and dzen2; "
        + "what feeds say is always as it is", ifNone: "what --markup alone was is --markup pango"),
    .text(
      "markupFont", \.fonts,
      "Further fonts of lemonbar's and dzen2's markup, with | between them: %{T1} is the view's own font, %{T2} and "
        + "^fn(dfnt0) the first of these"),
    .choice("markupAlign", \.side, "Where a line of lemonbar's or dzen2's markup stands that does not say so itself"),
  ]
}
