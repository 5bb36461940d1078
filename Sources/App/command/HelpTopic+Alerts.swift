extension HelpTopic {
  /// Alerts of the Common Alerting Protocol.
  static let alerts = HelpTopic(
    name: "alerts", title: "Alerts",
    introduction: """
      --alerts shows the alerts of authorities, in the Common Alerting Protocol (CAP 1.2 of OASIS). A source is an address or a file: a \
      single alert, or an Atom or RSS feed that contains alerts or links to them. Alerts stand before the other headlines, and stay until \
      they expire, are cancelled, or leave their source; then they are off the screen within a second. An update replaces what it \
      updates. An address is read each minute, with the alerts that it links to, and a file after each change; a document without its end counts as a failure, after which the \
      last known alerts stay. In a configuration the key is alerts, as in alerts = \
      ["https://example.org/cap.xml"].
      """,
    rows: [
      ("Which of them are shown", ""),
      ("Messages", "alerts and updates; cancellations end them; acknowledgements and errors say nothing to the public"),
      ("Status", "actual ones; tests and exercises only with --alert-tests, and marked as such; never drafts"),
      ("Scope", "public ones; --alert-scope restricted or private shows those, too"),
      (
        "Places",
        "with --alert-area, those whose polygons, circles or codes contain the place, and those without any"
      ),
      (
        "Languages",
        "the information in the language of --alert-language or of the system; else in English; else the first in the alert"
      ),
      ("Text", "the headline, or the event and its areas; with --summaries the instruction, or the description, too"),
      ("Priorities", ""),
      ("extreme, severe", "900 and 700"),
      ("moderate, minor", "500 and 300"),
      ("unknown", "200; 0 for what is past"),
      (
        "Urgency and certainty",
        "immediate or expected, and observed or likely: 50 more; if also severe or extreme, it breaks in"
      ),
      ("Limits", ""),
      ("A source", "500 alerts, of which 200 items are shown, the most severe; 200 links; 16 MB"),
      ("An alert", "100 blocks of information, 500 areas each; 500,000 points of polygons in a document"),
    ])

  /// The log of shown headlines.
  static let asRun = HelpTopic(
    name: "as-run", title: "As-run log",
    introduction: """
      --as-run FILE writes what strip or crawl has shown: a line of JSON for each passage of a headline through the view. The times are \
      those of its first and last pixel, computed from the motion. While nothing can be seen (the window is covered or away, the screen \
      is off) nothing counts. Lines of what is in the view are at the end of the file and are written over each second, so that a \
      program that is killed loses at most a second; the next one ends them. A file of --as-run-size bytes becomes FILE.1, that one \
      FILE.2, up to FILE.4. --resume goes on with the headline that was first in the view, at its place.
      """,
    rows: [
      ("Members of a line", ""),
      ("id, feed, text", "the headline: the ID from its source, or its text; the feed's address; its text"),
      (
        "first, last",
        "when its first and last pixels were seen, in UTC to a millisecond; null for a headline that comes next"
      ),
      (
        "placing", "of what came over the others: break-in or takeover; its band counts, and is whole between its wipes"
      ),
      ("whole", "for how many seconds all of it was in the view"),
      ("cycles", "how many times it has been shown since the start, this time included"),
      (
        "ended",
        "why the passage ended: left, for the end of the view or of its hold; withdrawn, expired, replaced or acknowledged; "
          + "stopped by a higher priority; quit, for the end of the program; cut off, if that was killed; null while it goes on"
      ),
      ("behind", "of the first in the view: how far it is from the view's far edge, in pixels; --resume goes on there"),
    ])
}
