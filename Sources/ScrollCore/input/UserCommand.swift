/// A command that keys and buttons can be bound to. The raw value is the user's spelling.
package enum UserCommand: String, CaseIterable, Sendable {
  case menu, open, copy, previous, next, pause, faster, slower
  case scrollLeft = "scroll-left"
  case scrollRight = "scroll-right"
  case scrollUp = "scroll-up"
  case scrollDown = "scroll-down"
  case toStart = "to-start"
  case toEnd = "to-end"
  case focusNext = "focus-next"
  case focusPrevious = "focus-previous"
  case leave, recent
  case markUnread = "mark-unread"
  case switchOff = "switch-off"
  case bringBack = "bring-back"
  case doNotDisturb = "do-not-disturb"
  case undo, feeds, headlines, settings, hide, quit, none

  /// The command with a name, or with its former one.
  package init?(named name: String) { self.init(rawValue: name == "hide-topic" ? "switch-off" : name) }

  /// Its meaning, in a few words and without a full stop.
  package var meaning: String {
    switch self {
    case .menu: "opens the menu"
    case .open: "opens the headline's link, switches the chip, or opens the list behind +N"
    case .copy: "copies the headline and its link"
    case .previous: "brings back the previous headline, or the previous page"
    case .next: "goes on to the next headline, or the next page"
    case .pause: "pauses, and goes on"
    case .faster: "speeds the headlines up by a quarter"
    case .slower: "slows the headlines down by a fifth"
    case .scrollLeft: "moves the headlines or the mark to the left; credits down, as the wheel does"
    case .scrollRight: "moves the headlines or the mark to the right; credits up, as the wheel does"
    case .scrollUp: "shows what is above in credits"
    case .scrollDown: "shows what is below in credits"
    case .toStart: "goes to the beginning of credits"
    case .toEnd: "goes to the end of credits"
    case .focusNext: "marks the next headline or chip, for the keyboard"
    case .focusPrevious: "marks the previous headline or chip"
    case .leave: "removes the mark, closes a list, and gives back the keyboard that newsreel focus has taken"
    case .recent: "lists the last headlines, read ones too, to open one"
    case .markUnread: "marks the headline as unread"
    case .switchOff: "switches the topic of the headline or the chip off"
    case .bringBack: "lists the topics that are off, to bring them back"
    case .undo: "undoes the last switching of topics"
    case .feeds: "opens the window with the list of feeds"
    case .headlines: "opens the window with the last headlines"
    case .settings: "opens the window with the settings"
    case .hide: "hides the window until the next headline comes, ten minutes at most"
    case .doNotDisturb: "lets only urgent headlines in until it is chosen again; others wait"
    case .quit: "ends the program"
    case .none: "does nothing"
    }
  }
}
