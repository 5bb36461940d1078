extension HelpTopic {
  /// What of the markup of bars is read, and where it means something else than in the bar.
  static let markup = HelpTopic(
    name: "markup", title: "Markup",
    introduction: """
      With --markup lemonbar or dzen2, strip and crawl read the lines that scripts write for these bars: pipe the script into \
      newsreel crawl --markup lemonbar --replace - where it was piped into lemonbar. A line that has room stands still, with its \
      parts at the ends and in the middle; one that is longer runs, its parts one after the other, and where the next line takes \
      its place, only what differs changes. What feeds say is never read as markup. A line may have 32,768 bytes, 4,096 parts and \
      256 areas; what is wrong, or left aside, is told once on standard error.
      """,
    rows: lemonbar + dzen2 + [
      ("Clicks", ""),
      (
        "by themselves",
        "the command of the area is printed on standard output, for each of the buttons 1 to 9 (4 and 5 are the wheel); of "
          + "areas within each other the innermost counts, and what was dragged was not clicked"
      ),
      (
        "--markup-run",
        "runs it, its words split as --command's are; there is no shell: write sh -c '…' in the line where one is needed"
      ),
    ])

  private static let lemonbar = [
    ("lemonbar", ""),
    ("%{l} %{c} %{r}", "what follows stands at the left, in the middle, at the right"),
    (
      "%{F…} %{B…} %{U…}",
      "colour of the text, behind it, of its lines: #rgb, #rrggbb, #aarrggbb, or - for the standard one"
    ),
    ("%{R}", "swaps the colours of the text and behind it"),
    ("%{+u} %{-u} %{!u}", "a line under the text: on, off, the other way; o for a line over it"),
    ("%{T2}", "font number 2: 1 is --font, 2 and on are those of --markup-font; - seeks each character in all of them"),
    ("%{O20}", "20 pixels of room"),
    ("%{A1:command:}…%{A}", "an area to click with button 1, which may be left out; \\: is a colon in the command"),
    ("%%", "a percent sign"),
    ("%{S…}", "left aside: which monitor it is is the window's to say, by --monitor"),
  ]

  private static let dzen2 = [
    ("dzen2", ""),
    ("^fg(red) ^bg(#222)", "colour of the text, behind it; without a colour the standard one"),
    ("^fn(Sans:size=9)", "a font, as X11, fontconfig or Pango write it; ^fn(dfnt0) is the first of --markup-font"),
    ("^i(FILE)", "a picture: an X bitmap in the colour of the text, or any other, as XPM and PNG"),
    ("^r(20x8+0-2) ^ro(…)", "a rectangle, filled or its outline, moved from the middle"),
    ("^c(10) ^co(10)", "a circle of that width; a part of one is drawn whole"),
    (
      "^p(10;-2) ^pa(100)",
      "moves by so much, or to there; _LEFT, _CENTER, _RIGHT, _TOP, _BOTTOM, _LOCK_X, _UNLOCK_X; ^p() back to the middle height"
    ),
    ("^ib(1)", "nothing is laid behind what is drawn; ^ib(0) ends that"),
    ("^ba(100,_RIGHT)", "the next text has 100 pixels, at one of their sides"),
    ("^ca(1, command)…^ca()", "an area to click with button 1"),
    ("^^", "a caret"),
    ("^tw() ^cs()", "what comes before ^tw() is left out; tags that hide, raise or end dzen2's windows are left aside"),
    ("-ta c", "the bar's flag is --markup-align center here"),
  ]
}
