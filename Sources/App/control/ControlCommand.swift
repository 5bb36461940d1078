/// What can be asked of a running window over its socket, and by `newsreel msg`. The raw value is its word.
package enum ControlCommand: String, CaseIterable, Sendable {
  case get, set, reset, properties, state, add, remove, replace, urgent, value, counter, token, pause, resume, start,
    stop
  case scrollTo = "scroll-to"
  case subscribe, quit

  /// What follows the word.
  package var arguments: String {
    switch self {
    case .get: "[NAME …]"
    case .set: "NAME VALUE …"
    case .reset: "NAME …"
    case .properties, .state, .pause, .resume, .start, .stop, .quit: ""
    case .add, .replace, .urgent: "TEXT …"
    case .remove: "TEXT|NUMBER …"
    case .value: "NAME=NUMBER …"
    case .counter: "NUMBER"
    case .token: "add|remove|on|off LABEL …"
    case .scrollTo: "PIXELS"
    case .subscribe: "[EVENT …]"
    }
  }

  /// What it does, in a few words and without a full stop.
  package var meaning: String {
    switch self {
    case .get: "tells the values of properties, of all where none is named"
    case .set: "sets properties, all of them or, where one is refused, none"
    case .reset: "brings properties back to what they are where nobody sets them"
    case .properties: "tells all that is known of every property: type, range, default, value"
    case .state: "tells what the window shows and does"
    case .add:
      "adds headlines, chips or lines; a headline may be an object as --json-lines takes them, and add and remove "
        + "tell and take the number of each"
    case .remove: "removes headlines or chips by their text, or headlines by their number"
    case .replace: "shows these in place of all that there is"
    case .urgent: "adds headlines that come next"
    case .value: "sets the numbers that stand for placeholders in headlines; nothing behind the sign shows a dash"
    case .counter: "rolls the counter to a number"
    case .token: "adds and removes chips, or switches topics on and off"
    case .pause: "holds the motion"
    case .resume: "goes on"
    case .start: "starts the motion; with a counter, lets its number spin"
    case .stop: "stops the motion, until start"
    case .scrollTo: "moves to a place: so many pixels from the beginning"
    case .subscribe: "tells of events as they happen, a line of JSON for each, until it is ended"
    case .quit: "ends the program"
    }
  }

  /// Whether it is for all views of a window that can do it, and not for the first of them.
  var isForAll: Bool { [.pause, .resume, .start, .stop, .value].contains(self) }

  /// How many arguments it takes.
  var counts: ClosedRange<Int> {
    switch self {
    case .get, .subscribe: 0...Int.max
    case .properties, .state, .pause, .resume, .start, .stop, .quit: 0...0
    case .token: 2...Int.max
    case .set, .reset, .add, .remove, .replace, .urgent, .value: 1...Int.max
    case .counter, .scrollTo: 1...1
    }
  }
}
