/// The fields of an item's airing: the members of a line of JSON or of a broker's message, and the settings of feeds and topics.
extension Airing: HasProperties {
  package static let properties: [Property<Airing>] = [
    .optional(
      "priority", \.priority, range: priorities, unit: "number",
      "Higher priorities come first and stop lower ones: -1000 to 1000; 0 by default, 100 for what is urgent"),
    .optional(
      "placing", \.placing, kind: .choice(Placing.allCases.map(\.rawValue)), unit: "word",
      "Where it comes in: queue for the order of priority, next for the edge of the view, break-in over the headlines at "
        + "once, takeover over the whole strip where --takeover allows that",
      { .text($0.rawValue) }, { Placing(rawValue: $0.text) }),
    .optional("key", \.key, unit: "text", "A later item with the same key replaces it in place") {
      TextCleaner.line($0, limit: 200)
    },
    .optional(
      "hold", \.hold, unit: "s|cycles",
      "How long it stays: seconds, as 20; cycles, as '3 cycles'; or acknowledged, until a click or newsreel msg acknowledge",
      { .text($0.text) }, { (value) throws(ValueError) in try Hold(parsing: value.text) }),
    moment(
      "notBefore", \.notBefore,
      "It is not on the air before: 2026-12-24T18:00:00+01:00, or in local time without the offset"),
    moment("notAfter", \.notAfter, "It is not on the air from then on"),
    .written(
      "on", \.hours, { $0.text }, WeekHours.init(parsing:), unit: "hours",
      "The days and hours in which it is on the air, by local time: mon-fri 08:00-18:00, several with commas between"
    ).with(\.isOptional, true),
    .optional(
      "every", \.every, range: 1...mostCycles, unit: "cycles",
      "It is shown in one cycle of the headlines out of this many: 3 for every third"),
    .optional(
      "alert", \.alert, kind: .choice(Severity.allCases.map(\.rawValue)), unit: "severity",
      "It is an alert, extreme, severe, moderate or minor: the event alert reports it",
      { .text($0.rawValue) }, { Severity(rawValue: $0.text) }),
  ]

  private static func moment(
    _ name: String, _ path: WritableKeyPath<Airing, WallTime?> & Sendable, _ meaning: String
  ) -> Property<Airing> {
    .optional(
      name, path, unit: "date", meaning, { .text($0.text) },
      { (value) throws(ValueError) in try WallTime(parsing: value.text) })
  }

  /// The fields that a source or a topic can set for all its items.
  package static let ofSources = properties.filter {
    ["priority", "notBefore", "notAfter", "on", "every"].contains($0.name)
  }
}

extension Airing.Hold {
  private static let remedy = "write seconds, as 20, cycles, as '3 cycles', or acknowledged"

  package init(parsing text: String) throws(ValueError) {
    let words = text.split(separator: " ")
    if text == "acknowledged" {
      self = .acknowledged
    } else if words.count == 2, ["cycle", "cycles"].contains(words[1]) {
      guard let count = Int(words[0]), (1...Airing.mostCycles).contains(count) else {
        throw ValueError("'\(words[0])' is not a number of cycles from 1 to \(Airing.mostCycles); \(Self.remedy)")
      }
      self = .cycles(count)
    } else {
      let isUnit = words.count == 2 && words[1] == "s"
      guard words.count == 1 || isUnit, let seconds = Double(words[0]), seconds > 0, seconds <= Airing.longestHold
      else {
        throw ValueError("'\(text.prefix(40))' is not a time to hold, of at most a day; \(Self.remedy)")
      }
      self = .time(seconds)
    }
  }

  /// The text that `init` reads.
  package var text: String {
    switch self {
    case .time(let seconds): seconds.rounded() == seconds ? "\(Int(seconds))" : "\(seconds)"
    case .cycles(let count): count == 1 ? "1 cycle" : "\(count) cycles"
    case .acknowledged: "acknowledged"
    }
  }
}
