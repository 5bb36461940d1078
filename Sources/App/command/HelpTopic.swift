internal import Scene
internal import ScrollCore

/// A help topic of `newsreel help` that is not a command: the keyboard, the mouse, themes. The manual includes it.
package struct HelpTopic: Sendable {
  /// The name to ask for, such as "keys".
  package let name: String
  /// The heading, such as "Keys".
  let title: String
  let introduction: String
  /// Keys, words or settings, and their meanings; a row with an empty meaning is a heading.
  let rows: [(term: String, meaning: String)]

  package static let all = [
    keys, mouse, themes, strip, rowKinds, markup, control, onAir, alerts, asRun, mqtt, inspector,
  ]

  package static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

  /// The topic formatted to this width.
  package func text(columns: Int) -> String {
    let width = min(24, rows.filter { !$0.meaning.isEmpty }.map(\.term.count).max() ?? 0) + 4
    var text = TextColumns.wrapped(introduction, columns: columns) + "\n"
    for (term, meaning) in rows {
      if meaning.isEmpty {
        text += "\n\(term)\n"
      } else {
        let lead = "  " + term + String(repeating: " ", count: max(2, width - 2 - term.count))
        text += TextColumns.wrapped(meaning, columns: columns, first: lead, indent: width) + "\n"
      }
    }
    return text
  }

  static let keys = HelpTopic(
    name: "keys", title: "Keys",
    introduction: """
      Keys go to the window that has the focus; without a window manager, to the one under the pointer. A docked strip \
      never gets the focus by itself: newsreel focus, bound to a key of the desktop, gives it the keyboard, and Escape \
      returns it. --bind KEY=ACTION changes what a key or button does, as in --bind button2=pause; the action none \
      unbinds it. \
      Keys are letters, signs, F1 to F12 and the names below, with ctrl+, alt+ or shift+ before them; buttons are button1 \
      to button9, of which 4 to 7 are the wheel.
      """,
    rows: [("Actions of strip, crawl and credits, and their keys", "")] + actions + [
      ("In the menu", ""),
      ("Up, Down, Home, End", "selects; a letter goes to the next entry that begins with it"),
      ("Return, Right", "chooses, or opens a list"),
      ("Escape, Left", "closes the list, or the menu"),
      ("In the window of feeds", ""),
      ("Tab, Shift-Tab", "goes from one control to the next, and back"),
      ("Up, Down, Page Up, Page Down, Home, End", "selects a feed"),
      ("F2, Return", "edits its name, then by Tab its filters; Return takes what is typed, Escape does not"),
      ("Space", "switches it off, and on again"),
      ("Alt-Up, Alt-Down", "puts it elsewhere"),
      ("Delete", "removes it"),
      ("Menu, Shift-F10", "opens its menu"),
      ("Ctrl-Z, Ctrl-L, Ctrl-W", "takes back what was done; goes to the field for addresses; closes the window"),
      ("Tokens", ""),
      ("Return", "makes a chip of the typed text"),
      ("Tab, Right", "completes the typed text"),
      ("Up, Down", "goes through the completions"),
      ("Backspace", "in an empty field selects the last chip, and pressed again removes it"),
      ("Left, Right, Home, End", "goes from chip to chip; with Shift it selects"),
      ("Ctrl-A", "selects all chips"),
      ("Delete", "removes the selection"),
      ("Escape", "ends the selection, and shows +N again in place of the chips behind it"),
      (
        "Ctrl-C, Ctrl-X, Ctrl-V", "copies, cuts and pastes; pasted text is split at commas, semicolons and line ends"
      ),
      ("Ctrl-Z, Shift-Ctrl-Z", "undoes and redoes"),
      ("Crawl that can be edited", ""),
      ("Return, Escape", "accepts the new text, or restores the old one"),
    ])

  /// The bindable actions, with their default bindings.
  private static let actions: [(term: String, meaning: String)] = UserCommand.allCases.map { command in
    let keys = Bindings.standard.filter { $0.command == command }.map(\.trigger.name).joined(separator: ", ")
    return (command.rawValue, command.meaning + (keys.isEmpty ? "" : ": \(keys)"))
  }

  static let mouse = HelpTopic(
    name: "mouse", title: "Mouse",
    introduction: "Rest the pointer on a part for details.",
    rows: [
      ("Headlines", ""),
      ("Resting on them", "pauses them until the pointer leaves"),
      ("Wheel", "moves them"),
      ("Dragging", "moves them; they run on after its release"),
      ("Click", "opens the link of an underlined headline"),
      ("Middle button", "hides the window until the next headline comes, ten minutes at most"),
      ("Right button", "opens the menu"),
      ("Topics on the strip", ""),
      ("Click", "switches a topic off, and on again"),
      ("Click on ×", "removes it; Undo takes its place for ten seconds"),
      ("Click on N failing", "lists the failing feeds with their problems, and offers to read them now"),
      (
        "Right button",
        "opens the chip's menu: hide it or show it alone, remove it, read its feed now, copy the feed's address"
      ),
      (
        "Click on +N or Topics N",
        "shows all topics, also hidden ones, which a click restores; a click elsewhere closes the list"
      ),
      ("Dragging", ""),
      (
        "A link, a file or an OPML list, dropped on a strip that shows the list of feeds",
        "is checked once and added to the list; Undo removes it again"
      ),
      ("Chips of tokens", ""),
      ("Click", "removes a chip; with --no-click-removes it selects it, and its × removes it"),
      ("Click on +N", "shows the chips behind it; the wheel goes through them"),
      ("Dragging", "moves it"),
      ("Middle button", "pastes"),
      ("Right button", "opens a menu: undo, cut, copy, paste, remove"),
    ])

  /// The appearance of each part in each of its states.
  static let widgets = HelpTopic(
    name: "widgets", title: "Widgets",
    introduction: """
      The appearance of each part: at rest, under the pointer (hover), with the keyboard (focus), pressed, off, and failing. \
      A part without one of these states stays as it is.
      """,
    rows: [
      ("Chip", ""),
      ("rest", "a pill with a dot or an icon, and its name; on the strip only the dot if there is no room for names"),
      (
        "hover",
        "lighter; on the strip an × appears at its right end, which brightens under the pointer, and after a moment the "
          + "number of its headlines, or its problem"
      ),
      ("focus", "an outline twice as wide in the colour of selections, or in that of the text if the chip is selected"),
      ("pressed", "filled with the colour of its outline; dragged in tokens, it is lifted, with a shadow under it"),
      ("off", "only its outline, a ring instead of its dot, and its name in a fainter colour"),
      ("removed", "Undo in the colour of selections, for ten seconds; the chip keeps its width"),
      (
        "failing",
        "a triangle instead of its dot, in a colour of its own, at the end of the row; several share a chip; the pointer "
          + "resting on it shows why; a small dot before the first headlines"
      ),
      ("Headline", ""),
      ("rest", "its topic precedes it, on the right if its script runs from right to left"),
      (
        "hover",
        "the headlines stand still; one with a link is underlined and the pointer is a hand; after a moment a card shows its "
          + "summary, source, age and host"
      ),
      ("focus", "an outline around it, in the colour of the text; the headlines stand still"),
      ("pressed", "it can be dragged, and thrown"),
      ("off", "it fades with its topic within 0.12 s, and the gap closes within 0.25 s; so does a removed one"),
      ("failing", "if no feed can be read: which one, why, and when it is retried"),
      ("urgent", "the label's colour wipes over the others, and it stays in the middle long enough to read"),
      ("Label", ""),
      ("rest", "a block in its own colour, of constant width; it shrinks to a fifth of the strip at most"),
      ("hover, focus, pressed", "as at rest: it is no control"),
      ("off", "removed by an empty --label"),
      ("failing", "as at rest: the chips show failures"),
      ("Counter", ""),
      ("rest", "digits, in groups of three"),
      ("hover, focus, pressed", "as at rest: it is no control"),
      ("changing", "changing digits roll; a new one slides in"),
      ("off", "removed by --no-counter; with reduced motion, digits change without rolling"),
      ("failing", "it keeps the last number after a line without one; a live value without a number is a dash"),
      ("Field", ""),
      ("rest", "its placeholder if it is empty"),
      ("hover", "the pointer is a bar"),
      ("focus", "a caret that blinks for ten seconds after each key"),
      ("pressed", "the caret goes there; dragging selects, a double click a word"),
      (
        "typing",
        "the rest of the completion in a fainter colour, and a list of completions below: Return takes the highlighted one, "
          + "and Escape hides them"
      ),
      ("off", "removed by --no-can-edit"),
      ("failing", "if a chip has the typed text already, that chip flashes and the text stays"),
    ])

  static let themes = HelpTopic(
    name: "themes", title: "Themes",
    introduction: """
      --theme takes one of these names, or a file of your own; saving it updates the window at once. Every view supports \
      themes for the parts that it has. The default is auto for the strip; other views have colours of their own. \
      Options for single colours, such as --background navy, override it.
      """,
    rows: [
      (
        Theme.automatic,
        "dark, light or high-contrast, following the desktop (color-scheme of the settings portal, else the theme of "
          + "XSETTINGS)"
      )
    ] + Theme.shipped.map { ($0.name, Theme.about($0.bytes)) } + [
      (
        "FILE.toml",
        "a file with any of the properties listed by newsreel properties strip, such as label-color = \"#fff\""
      )
    ])

  static let strip = HelpTopic(
    name: "strip", title: "The strip",
    introduction: """
      newsreel without a command shows the strip: a label, headlines, their number, and a chip for each topic. newsreel \
      --help lists its options.
      """,
    rows: [
      ("Sources of headlines", ""),
      ("newsreel feeds add URL", "adds a feed for good; a running strip shows it at once"),
      ("newsreel feeds account URL", "adds the feeds of a reader's account: FreshRSS, Miniflux"),
      ("newsreel --feed URL", "shows a feed for this run"),
      ("newsreel \"One\" \"Two\"", "shows these headlines"),
      ("command | newsreel -", "shows the output of a command"),
      ("Chips", ""),
      ("A dot, or an icon", "the topic is on; its label has the same colour"),
      ("A ring, dimmed", "it is off; a click restores its headlines"),
      ("A small dot", "it has no headlines yet"),
      ("A triangle", "its feed cannot be read; rest the pointer on it to see why, and when it is retried"),
      ("Undo", "it has been removed; a click restores it"),
      (
        "A dot without a name",
        "there is no room for its name: rest the pointer on it to see it; a click switches it as usual"
      ),
      ("Topics 13", "there is no room even for dots; a click shows all topics"),
      ("+7", "this many more are hidden; a click shows them, too"),
    ])
}

/// Formatting text for a terminal.
package enum TextColumns {
  /// Wraps text at blanks to the width. `first` precedes it, and further lines are indented.
  package static func wrapped(_ text: String, columns: Int, first: String = "", indent: Int = 0) -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
