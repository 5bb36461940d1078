internal import Scene
internal import ScrollCore

/// What `newsreel help` says about something that is no command: the keyboard, the mouse, themes. The manual has the same.
package struct HelpTopic: Sendable {
  /// "keys", as it is asked for.
  package let name: String
  /// "Keys", as a heading.
  let title: String
  let introduction: String
  /// What is pressed, said or set, and what comes of it; a heading where the meaning is empty.
  let rows: [(term: String, meaning: String)]

  package static let all = [keys, mouse, themes, strip, markup, control, inspector]

  package static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

  /// The topic as it is printed in so many columns.
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
      Keys go to the window that has the focus; without a window manager, to the one under the pointer. A docked strip is \
      never given the focus: newsreel focus, bound to a key of the desktop's, puts the keyboard on it, and Escape gives it \
      back. What keys and \
      buttons do is changed by --bind KEY=ACTION, as in --bind button2=pause; the action none takes a key's meaning away. \
      Keys are letters, signs, F1 to F12 and the names below, with ctrl+, alt+ or shift+ before them; buttons are button1 \
      to button9, of which 4 to 7 are the wheel.
      """,
    rows: [("Actions of strip, crawl and credits, and their keys", "")] + actions + [
      ("In the menu", ""),
      ("Up, Down, Home, End", "selects; a letter goes to what begins with it"),
      ("Return, Right", "chooses, or opens a list"),
      ("Escape, Left", "closes the list, or the menu"),
      ("Tokens", ""),
      ("Return", "makes a chip of what is typed"),
      ("Tab, Right", "completes what is typed"),
      ("Up, Down", "goes through what it can be completed to"),
      ("Backspace", "in an empty field selects the last chip, and pressed again removes it"),
      ("Left, Right, Home, End", "goes from chip to chip; with Shift it selects"),
      ("Ctrl-A", "selects all chips"),
      ("Delete", "removes what is selected"),
      (
        "Ctrl-C, Ctrl-X, Ctrl-V", "copies, cuts and pastes; what is pasted is split at commas, semicolons and line ends"
      ),
      ("Ctrl-Z, Shift-Ctrl-Z", "takes back what was done, and does it again"),
      ("Crawl that can be edited", ""),
      ("Return, Escape", "takes the new text, or brings the old one back"),
    ])

  /// The actions that can be bound, with what they are bound to where nobody asks for anything else.
  private static let actions: [(term: String, meaning: String)] = UserCommand.allCases.map { command in
    let keys = Bindings.standard.filter { $0.command == command }.map(\.trigger.name).joined(separator: ", ")
    return (command.rawValue, command.meaning + (keys.isEmpty ? "" : ": \(keys)"))
  }

  static let mouse = HelpTopic(
    name: "mouse", title: "Mouse",
    introduction: "What the pointer rests on says more after a moment.",
    rows: [
      ("Headlines", ""),
      ("Resting on them", "pauses them; leaving lets them go on"),
      ("Wheel", "moves them"),
      ("Dragging", "moves them with the hand, and lets them run on when it lets go"),
      ("Click", "opens the headline's link, which is underlined under a hand"),
      ("Middle button", "hides the window until the next headline comes, ten minutes at most"),
      ("Right button", "opens the menu"),
      ("Topics on the strip", ""),
      ("Click", "switches a topic off, and on again"),
      ("Click on ×", "removes it; for ten seconds Undo stands in its place"),
      ("Click on N failing", "lists the feeds that cannot be read, with what is wrong, to read them now"),
      (
        "Right button",
        "opens the chip's menu: hide it or show it alone, remove it, read its feed now, copy the feed's address"
      ),
      (
        "Click on +N or Topics N",
        "shows all topics, with hidden ones, which a click brings back; a click beside them closes the list"
      ),
      ("Chips of tokens", ""),
      ("Click", "removes a chip; with --no-click-removes it selects it, and its × removes it"),
      ("Dragging", "puts it elsewhere"),
      ("Middle button", "pastes"),
      ("Right button", "opens a menu: undo, cut, copy, paste, remove"),
    ])

  /// What each part looks like in each of its states.
  static let widgets = HelpTopic(
    name: "widgets", title: "Widgets",
    introduction: """
      What the parts look like: at rest, under the pointer (hover), with the keyboard (focus), pressed, off, and failing. \
      What a part has no state for leaves it as it is.
      """,
    rows: [
      ("Chip", ""),
      ("rest", "a pill with a dot or an icon, and its name; on the strip, where not one name has room, the dot alone"),
      (
        "hover",
        "lighter; on the strip an × appears at its right end, which brightens under the pointer, and after a moment its "
          + "headlines are counted, or what is wrong is told"
      ),
      ("focus", "an outline twice as wide in the colour of selections; of the text, where the chip is selected"),
      ("pressed", "filled with the colour of its outline; dragged in tokens, it is lifted, with a shadow under it"),
      ("off", "its outline alone, a ring for its dot, and its name in a fainter colour"),
      ("removed", "Undo in the colour of selections, for ten seconds; the chip keeps its width"),
      (
        "failing",
        "a triangle in the place of its dot, in a colour of its own, at the end of the row; several stand in one chip; resting "
          + "on it says why; a small dot where nothing has come yet"
      ),
      ("Headline", ""),
      ("rest", "its topic before it, behind it where its script runs from right to left"),
      (
        "hover",
        "the headlines stand still; one with a link is underlined, under a hand, and after a moment beside the pointer a "
          + "card opens with its summary, who says so, how old it is and its host"
      ),
      ("focus", "an outline around it, in the colour of the text; the headlines stand still"),
      ("pressed", "it can be dragged, and thrown"),
      ("off", "with its topic it fades within 0.12 s, and the gap closes within 0.25 s; so does one that is removed"),
      ("failing", "where no feed can be read, which one, why, and the time of the next try stand in its place"),
      ("urgent", "the label's colour wipes over the others, and it stands in the middle until it can have been read"),
      ("Label", ""),
      ("rest", "a block of its own colour, whose width nothing changes; it shrinks before it takes more than a fifth"),
      ("hover, focus, pressed", "as at rest: it is no control"),
      ("off", "with an empty --label there is none"),
      ("failing", "as at rest: the chips say what fails"),
      ("Counter", ""),
      ("rest", "digits, in groups of three"),
      ("hover, focus, pressed", "as at rest: it is no control"),
      ("changing", "columns that change roll; a new one slides in"),
      ("off", "with --no-counter there is none; where motion is reduced, digits change without rolling"),
      ("failing", "it keeps the last number where a line has none; a live value in a headline that has none is a dash"),
      ("Field", ""),
      ("rest", "its placeholder where it is empty"),
      ("hover", "the pointer is a bar"),
      ("focus", "a caret that blinks for ten seconds after each key"),
      ("pressed", "the caret goes there; dragging selects, a double click a word"),
      ("typing", "the rest of what it can be completed to, in a fainter colour, and a list of it below"),
      ("off", "with --no-can-edit there is none"),
      ("failing", "where what is typed is there already, that chip flashes, and what was typed stays"),
    ])

  static let themes = HelpTopic(
    name: "themes", title: "Themes",
    introduction: """
      --theme takes one of these names, or a file of your own, which is followed: what is saved is shown at once. Every \
      view takes it, as far as it has such parts; the strip has auto by itself, other views have colours of their own. \
      Colours that are set by themselves, as --background navy, go before it.
      """,
    rows: [
      (
        Theme.automatic,
        "dark or light as the desktop's settings ask (color-scheme of the settings portal, else the theme of XSETTINGS), "
          + "high-contrast where they ask for that; live"
      )
    ] + Theme.shipped.map { ($0.name, Theme.about($0.bytes)) } + [
      ("FILE.toml", "a file with any of the properties that newsreel properties strip lists, as label-color = \"#fff\"")
    ])

  static let strip = HelpTopic(
    name: "strip", title: "The strip",
    introduction: """
      newsreel without a command shows the strip: a label, headlines, their number, and a chip for each topic. newsreel \
      --help lists its options.
      """,
    rows: [
      ("Where headlines come from", ""),
      ("newsreel feeds add URL", "takes a feed up for good; the strip that runs shows it at once"),
      ("newsreel --feed URL", "shows a feed this time"),
      ("newsreel \"One\" \"Two\"", "shows these"),
      ("command | newsreel -", "shows the lines that a command prints"),
      ("What chips say", ""),
      ("A dot, or an icon", "the topic is on; its label has the same colour"),
      ("A ring, dimmed", "it is off; a click brings its headlines back"),
      ("A small dot", "nothing has come of it yet"),
      ("A triangle", "its feed cannot be read; resting on it says why, and when it is tried again"),
      ("Undo", "it has been removed; a click brings it back"),
      ("A dot without a name", "there is no room for its name: resting on it says it, and a click switches it as ever"),
      ("Topics 13", "not even the dots have room; a click shows all of them"),
      ("+7", "so many more are hidden; a click shows them, too"),
    ])
}

/// Text in columns of a terminal.
package enum TextColumns {
  /// The text broken at blanks so that no line is longer; `first` stands before it, and further lines are indented.
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
