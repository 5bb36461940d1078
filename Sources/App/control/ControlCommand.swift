/// The commands of a running window, over its socket and through `newsreel msg`. The raw value is the command's word.
package enum ControlCommand: String, CaseIterable, Sendable {
  case get, set, reset, properties, state, add, remove, replace, urgent, acknowledge, value, counter, token, pause,
    resume, start, stop
  case scrollTo = "scroll-to"
  case next, previous, open, read, unread, rundown, subscribe, show, quit

  /// The arguments, for help.
  package var arguments: String {
    switch self {
    case .get: "[NAME …]"
    case .set: "NAME VALUE …"
    case .reset: "NAME …"
    case .properties, .state, .pause, .resume, .start, .stop, .next, .previous, .open, .show, .quit: ""
    case .add, .replace, .urgent: "TEXT …"
    case .remove: "TEXT|ID …"
    case .acknowledge: "[KEY|ID|TEXT …]"
    case .value: "NAME=NUMBER …"
    case .counter: "NUMBER"
    case .token: "add|remove|on|off LABEL …"
    case .scrollTo: "PIXELS"
    case .read, .unread: "LINK …"
    case .rundown: "[SECONDS]"
    case .subscribe: "[EVENT …]"
    }
  }

  /// Its meaning, in a few words without a full stop.
  package var meaning: String {
    switch self {
    case .get: "prints the values of properties, or of all"
    case .set: "sets properties: all of them, or none if one is refused"
    case .reset: "resets properties to their defaults"
    case .properties: "prints every property with type, range, default and value"
    case .state: "prints what the window shows and does"
    case .add:
      "adds headlines, chips or lines; a headline may be an object as for --json-lines; prints the ID of each "
        + "headline, for remove, or how many chips are new"
    case .remove: "removes headlines or chips by their text, or headlines by their ID; prints how many"
    case .replace: "replaces everything with these"
    case .urgent: "adds headlines that break in over the others on a strip, and come next in a crawl"
    case .acknowledge: "ends headlines that are held until they are acknowledged: all of them, or those named"
    case .value: "sets the numbers of placeholders in headlines; an empty value shows a dash"
    case .counter: "rolls the counter to a number; nan, inf or an empty text shows a dash"
    case .token: "adds and removes chips, and prints how many, or switches topics on and off"
    case .pause: "pauses the motion"
    case .resume: "resumes the motion"
    case .start: "starts the motion; with a counter, lets its number spin"
    case .stop: "stops the motion, until start"
    case .scrollTo: "moves to a position, in pixels from the beginning"
    case .next: "goes on to the next headline"
    case .previous: "goes back to the headline before"
    case .open: "opens the headline that a bar shows, or that the keyboard has marked"
    case .read: "marks the headlines with these links as read"
    case .unread: "marks the headlines with these links as unread"
    case .rundown: "prints what will be shown in the next hour, or in so many seconds, and when"
    case .subscribe: "prints events as they happen, a line of JSON each, until it is stopped"
    case .show: "shows the window again, if it is hidden"
    case .quit: "ends the program"
    }
  }

  /// Whether it goes to every view of a window that supports it, instead of the first one.
  var isForAll: Bool { [.pause, .resume, .start, .stop, .value, .read, .unread].contains(self) }

  /// Whether a broker may pass it to a display: it shows or moves something, and asks for nothing.
  var isRemote: Bool {
    ![.get, .set, .reset, .properties, .state, .open, .rundown, .subscribe, .show, .quit].contains(self)
  }

  /// The number of arguments.
  var counts: ClosedRange<Int> {
    switch self {
    case .get, .acknowledge, .subscribe: 0...Int.max
    case .properties, .state, .pause, .resume, .start, .stop, .next, .previous, .open, .show, .quit: 0...0
    case .token: 2...Int.max
    case .set, .reset, .add, .remove, .replace, .urgent, .value, .read, .unread: 1...Int.max
    case .counter, .scrollTo: 1...1
    case .rundown: 0...1
    }
  }
}
