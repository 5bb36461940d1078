/// What a key or a button of the pointer can be made to do. The raw value is how users write it.
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
  case hideTopic = "hide-topic"
  case bringBack = "bring-back"
  case undo, hide, quit, none

  /// What it does, in a few words and without a full stop.
  package var meaning: String {
    switch self {
    case .menu: "opens the menu"
    case .open: "opens the headline's link, switches the chip, or opens the list behind +N"
    case .copy: "copies the headline and its link"
    case .previous: "brings the headline before the first one back, or the page before"
    case .next: "goes on to the next headline, or the next page"
    case .pause: "pauses, and goes on"
    case .faster: "lets the headlines run a quarter faster"
    case .slower: "lets the headlines run a fifth slower"
    case .scrollLeft: "moves the headlines to the left, or the mark to what is left of it; as the wheel, credits down"
    case .scrollRight: "moves the headlines to the right, or the mark to what is right of it; as the wheel, credits up"
    case .scrollUp: "shows what is above in credits"
    case .scrollDown: "shows what is below in credits"
    case .toStart: "goes to the beginning of credits"
    case .toEnd: "goes to the end of credits"
    case .focusNext: "marks the next headline or chip, for the keyboard"
    case .focusPrevious: "marks the one before"
    case .leave: "takes the mark away, closes a list, and gives the keyboard back that newsreel focus has taken"
    case .recent: "lists the last headlines, also those that have been read, to open one"
    case .markUnread: "marks the headline as one that has not been read"
    case .hideTopic: "hides the topic of the headline or the chip"
    case .bringBack: "lists what is hidden, to bring it back"
    case .undo: "takes back what was switched off or removed last"
    case .hide: "hides the window until the next headline comes, ten minutes at most"
    case .quit: "ends the program"
    case .none: "does nothing"
    }
  }
}
