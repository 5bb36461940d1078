internal import Scene
internal import ScrollCore

extension HelpTopic {
  /// Items that are rows instead of text.
  static let rowKinds = HelpTopic(
    name: "rows", title: "Rows",
    introduction: """
      A row is an item that is more than text: the parts that its theme gives its kind, filled from its fields. An item with the \
      same id, or without one a row with the same texts, replaces the row; numbers roll in place, and anything else \
      changes once the row is out of sight. A field is a text, a number or a list of up to 8 numbers. "text" is what is \
      shown, read out and kept where the row itself cannot be shown; without it such a row is reported and left out.
      """,
    rows: [
      ("Kinds of every theme", ""),
      ("score", "home, score, away; logo and note may be missing"),
      ("price", "name, value; change, with a sign and perhaps a %, and logo may be missing"),
      ("picture", "picture; text may be missing"),
      ("Where they come from", ""),
      ("--json-lines", #"{"row":"score","home":"Ajax","away":"PSV","score":[2,1]}"#),
      ("--mqtt", "the same object as an item of a channel; newsreel publish --json-lines sends it"),
      (
        "a feed's row=…",
        "newsreel feeds set NAME --row 'score /^(?<home>.+) (?<score>\\d+)-(?<score>\\d+) (?<away>.+)$/': named groups are "
          + "fields, those of one name a list; a title that does not match stays a text"
      ),
      ("Pictures", ""),
      (
        "a path",
        "PNG, JPEG, WebP, GIF, BMP, ICO or XPM of 4 MB at most; only for your own lines, not for feeds and channels"
      ),
      (
        "http, https",
        "fetched by the process that reads feeds, 256 KB and a million pixels at most, and kept for a week; feeds and "
          + "channels reach private addresses on their own host only"
      ),
      ("In a theme: [rows.NAME] with parts = [{ … }, …]; each part has", ""),
    ] + RowPart.properties.map { ($0.flag, $0.meaning) })
}
