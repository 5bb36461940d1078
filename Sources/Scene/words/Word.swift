/// A word of the table of words for people: in menus, hints, notices and windows. The command line, its help and the control
/// socket are not in it; they are English.
///
/// Its raw value is the English text, and the key in the catalogues (`po`). Names in braces are placeholders. If English has one
/// word for two, a context precedes it, with U+0004 between (`msgctxt`). A new word is a case of an enumeration and an entry in
/// each catalogue; `scripts/words` writes `po/newsreel.pot`.
package protocol TableWord: RawRepresentable<String>, CaseIterable, Sendable {}

/// The words that views and their windows say by themselves.
package enum Word: String, TableWord {
  /// "default:RTL" in a language that is written from right to left.
  case direction = "default:LTR"

  // MARK: The menu

  /// Lets in urgent headlines alone.
  case doNotDisturb = "Do not disturb"

  // MARK: On the strip

  /// Before a headline that interrupts, in capitals where the script has them.
  case urgent = "URGENT"
  /// Behind a topic's name, where its headline has just come.
  case new = "new"
  /// On the chip of a topic that has just been switched off: as short as can be.
  case undoChip = "chip\u{4}Undo"
  /// All topics in one chip.
  case topics = "Topics {count}"

  // MARK: Read out by screen readers alone

  /// The list of all headlines.
  case headlineList = "Headlines"
  /// The group of all topics.
  case topicGroup = "Topics"
  /// The list of completions for what is typed.
  case suggestions = "Suggestions"

  // MARK: Keys, as keyboards of the language have them

  case menuKey = "Menu"

  // MARK: Where there are no headlines

  case waiting = "Waiting for headlines"
  case allOff = "All topics are off"
  case showAll = "Show all"
  /// A topic's source.
  case loading = "Loading {name} …"

  // MARK: Of topics

  case isOff = "{topic} is off; a click shows its headlines"
  case cannotRead = "Cannot read {name}"

  // MARK: Of links

  case linkRefused = "The link '{link}' is not opened: {reason}"
  case linkOfOtherKind = "it is neither http, https nor mailto"
  case linkAttaches = "it would attach a file to a mail"
  case noOpener = "No browser: xdg-open is not installed"
  case noBrowser = "No browser: {reason}"
  case browserNotFound = "No browser: xdg-open finds none (status 3)"
  case linkFailed = "The link was not opened: xdg-open failed with status {status}"
}

extension TableWord {
  /// In English, without a context.
  package var english: Substring { rawValue.split(separator: "\u{4}").last ?? "" }
}

/// A text with a number: in English for one and, behind " | ", for several, if they differ. It is an entry with plural forms in
/// the catalogues.
package protocol CountedTableWord: RawRepresentable<String>, CaseIterable, Sendable {}

/// The texts with a number that views say by themselves.
package enum CountedWord: String, CountedTableWord {
  /// Beside the number of headlines, in capitals where the script has them.
  case caption = "HEADLINE | HEADLINES"
  /// Sources that cannot be read, in one chip.
  case failing = "{count} failing"
  /// Headlines that wait until do not disturb ends, on the strip beside a sign for that.
  case waiting = "{count} waiting"
}

extension CountedTableWord {
  /// In English, of one.
  package var one: String { String(rawValue.split(separator: " | ", maxSplits: 1)[0]) }
  /// In English, of any other number.
  package var several: String { String(rawValue.split(separator: " | ", maxSplits: 1).last ?? "") }
}
