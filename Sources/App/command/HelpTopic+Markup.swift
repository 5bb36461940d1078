extension HelpTopic {
  /// The supported markup of bars, and the differences.
  static let markup = HelpTopic(
    name: "markup", title: "Markup",
    introduction: """
      With --markup lemonbar or dzen2, strip and crawl read the output of scripts for these bars: pipe the script into \
      newsreel crawl --markup lemonbar --replace - instead of lemonbar. A line that fits stands still, with its parts at the \
      ends and in the middle. A longer one runs, its parts one after the other. When the next line replaces it, only the \
      differences change. Feeds are never read as markup. A line may have 32,768 bytes, 4,096 parts and 256 areas; errors \
      and ignored tags are reported once on standard error.
      """,
    rows: lemonbar + dzen2 + [
      ("Clicks", ""),
      (
        "by themselves",
        "the command of the area is printed on standard output, for buttons 1 to 9 (4 and 5 are the wheel); of nested "
          + "areas the innermost counts, and a drag is not a click"
      ),
      (
        "--markup-run",
        "runs it, split into words like --command and without a shell: write sh -c '…' in the line if you need one"
      ),
    ])

  private static let lemonbar = [
    ("lemonbar", ""),
    ("%{l} %{c} %{r}", "the following text is at the left, in the middle, at the right"),
    (
      "%{F…} %{B…} %{U…}",
      "colour of the text, its background, its lines: #rgb, #rrggbb, #aarrggbb, or - for the default"
    ),
    ("%{R}", "swaps the colours of text and background"),
    ("%{+u} %{-u} %{!u}", "a line under the text: on, off, the other way; o for a line over it"),
    (
      "%{T2}",
      "font number 2: 1 is --font, 2 and on are those of --markup-font; - searches all of them for each character"
    ),
    ("%{O20}", "20 pixels of space"),
    ("%{A1:command:}…%{A}", "an area to click with button 1, which may be left out; \\: is a colon in the command"),
    ("%%", "a percent sign"),
    ("%{S…}", "ignored: --monitor chooses the monitor of the window"),
  ]

  private static let dzen2 = [
    ("dzen2", ""),
    ("^fg(red) ^bg(#222)", "colour of the text, its background; without a colour the default"),
    ("^fn(Sans:size=9)", "a font, as X11, fontconfig or Pango write it; ^fn(dfnt0) is the first of --markup-font"),
    ("^i(FILE)", "an image: an X bitmap in the colour of the text, or another format, such as XPM and PNG"),
    ("^r(20x8+0-2) ^ro(…)", "a rectangle, filled or its outline, moved from the middle"),
    ("^c(10) ^co(10)", "a circle of that width; a part of one is drawn whole"),
    (
      "^p(10;-2) ^pa(100)",
      "moves by this offset, or to this position; _LEFT, _CENTER, _RIGHT, _TOP, _BOTTOM, _LOCK_X, _UNLOCK_X; ^p() back to the middle height"
    ),
    ("^ib(1)", "draws without a background; ^ib(0) ends that"),
    ("^ba(100,_RIGHT)", "the next text has 100 pixels, at one of their sides"),
    ("^ca(1, command)…^ca()", "an area to click with button 1"),
    ("^^", "a caret"),
    ("^tw() ^cs()", "text before ^tw() is dropped; tags that hide, raise or end dzen2's windows are ignored"),
    ("-ta c", "the bar's flag is --markup-align center here"),
  ]
}
