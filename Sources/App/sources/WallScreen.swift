internal import Base
internal import Newswire
package import ScrollCore

/// A screen of a wall: which part of its crawl it shows, and whether it conducts it.
package struct WallScreen: ContentSource {
  /// The screen's number and how many there are: 2/5.
  struct Place: Equatable, Sendable {
    /// From 1 on.
    var number: Int
    var count: Int

    init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1], 1...Place.most ~= count, 1...count ~= number
      else { return nil }
      (self.number, self.count) = (number, count)
    }

    var text: String { "\(number)/\(count)" }

    private static let most = 1000
  }

  /// The wall's name; nil for no wall.
  var name: String?
  var place: Place?
  /// The place of the left edge on the wall, in pixels; nil for the one of the number.
  var offset: Double?
  /// The length of the wall, in pixels; nil for that of all screens, as wide as the conductor's.
  var length: Double?
  var conducts = false

  package init() {}

  static let audience = SourceAudience.walls
  static let contents = ["wall"]
  var isEmpty: Bool { name == nil }
  var isStream: Bool { false }

  package static let properties: [Property<WallScreen>] = [
    .optional(
      "wall", \.name, unit: "name",
      "Shows a part of a crawl that runs over several screens, also of several machines: the name of the wall, with --mqtt and "
        + "--screen; see doc/fleet.md"
    ) { (name) throws(ValueError) in
      guard BrokerAddress.isName(name) else {
        throw ValueError("'\(name)' is not a name: it has letters, digits, '-', '_' and '.', and at most 64 of them")
      }
      return name
    },
    .optional(
      "screen", \.place, unit: "n/count",
      "With --wall: which screen it is, from the left, and of how many, as in 2/5; screens are as wide as this one without "
        + "--wall-offset", { .text($0.text) },
      { (value) throws(ValueError) in
        guard let place = Place(value.text) else { throw ValueError("'\(value.text)' is not a screen; write 2/5") }
        return place
      }),
    .optional(
      "wallOffset", \.offset, range: 0...WallPlan.lengths.upperBound, unit: "px",
      "With --wall: the place of the left edge on the wall, for bezels and for screens of different widths"),
    .optional(
      "wallLength", \.length, range: WallPlan.lengths, unit: "px",
      "With --conduct: the length of the wall, bezels included; as many screens as wide as this one without it"),
    .flag(
      "conduct", \.conducts,
      "With --wall: conducts it; the other screens show the headlines of this one. One window of a wall does"),
  ]

  func check() throws(ValueError) {
    guard name != nil else {
      if self == Self() { return }
      throw ValueError(name: "wall", reason: "no wall is named; give it a name, the same for all of its screens")
    }
    if place == nil {
      throw ValueError(name: "screen", reason: "which screen is it? Write --screen 1/3 for the left one of three")
    }
    if length != nil, !conducts {
      let reason = "the wall's conductor says how long it is; leave it out, or add --conduct"
      throw ValueError(name: "wallLength", reason: reason)
    }
  }

  /// Checks it together with the other sources.
  func check(beside options: SourceOptions) throws(ValueError) {
    guard let name else { return }
    let broker = options[BrokerMessages.self]
    if broker.address == nil {
      throw ValueError(name: "wall", reason: "a wall needs a broker; name it, as in --mqtt mqtt://host")
    }
    if options.hasValues {
      throw ValueError(name: "wall", reason: "headlines on a wall have no live numbers; leave --value and --values out")
    }
    if options.isEditable {
      throw ValueError(name: "wall", reason: "headlines on a wall are not edited; leave --editable out")
    }
    guard !conducts else { return }
    let others = options.all.contains { source in
      !source.isEmpty && !type(of: source).contents.isEmpty && !(source is WallScreen) && !(source is BrokerMessages)
    }
    let reads = options.readsInput || broker.address?.channel != nil || !broker.options.lines.isEmpty
    if others || reads || !options.texts.isEmpty {
      throw ValueError(
        name: "wall",
        reason: "\(name) shows the headlines of its conductor; leave the sources out, or add --conduct to this screen")
    }
  }

  /// The broker is opened by `BrokerMessages`.
  func open(in sources: LineSources) throws(Failure) {}
}
