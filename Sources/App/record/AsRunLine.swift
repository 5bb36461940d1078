internal import Base
internal import Glibc
internal import Newswire
internal import ScrollCore

/// The identity of a headline in the log, also in another run of the program.
struct AsRunItem: Hashable {
  /// A feed's or sender's ID; for a line its text.
  var id: String
  /// The feed's address; nil for lines.
  var feed: String?
  var text: String

  /// In characters.
  private static let longest = 500

  init(id: String, feed: String? = nil, text: String) {
    (self.id, self.feed, self.text) = (String(id.prefix(Self.longest)), feed, String(text.prefix(Self.longest)))
  }

  static func == (a: AsRunItem, b: AsRunItem) -> Bool { a.id == b.id && a.feed == b.feed }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(feed)
  }
}

/// A line of the log: a passage of a headline.
struct AsRunLine: Equatable {
  var item: AsRunItem
  /// Set for one that came over the others.
  var placing: Airing.Placing?
  /// When its first and last pixels were seen; nil for a headline that comes next.
  var first: UnixTime?
  var last: UnixTime?
  /// For how many seconds all of it was seen.
  var whole = 0.0
  /// How many times it has been shown, this time included.
  var cycles = 0
  /// Why it ended; nil while it is open.
  var ended: String?
  /// For the leading one: the distance of its leading edge from the view's far edge, in pixels.
  var behind: Double?

  var json: JSON {
    var members: [(String, JSON)] = [("id", .string(item.id))]
    if let feed = item.feed { members.append(("feed", .string(feed))) }
    if item.text != item.id { members.append(("text", .string(item.text))) }
    if let placing { members.append(("placing", .string(placing.rawValue))) }
    members += [
      ("first", Self.date(first)), ("last", Self.date(last)), ("whole", Self.rounded(whole)),
      ("cycles", .integer(cycles)), ("ended", ended.map(JSON.string) ?? .null),
    ]
    if let behind { members.append(("behind", Self.rounded(behind))) }
    return .object(members)
  }

  /// Reads the format of `json`; nil for anything else.
  init?(json: JSON) {
    guard let id = json["id"]?.string, let cycles = json["cycles"]?.number.flatMap({ Int(exactly: $0) }) else {
      return nil
    }
    item = AsRunItem(id: id, feed: json["feed"]?.string, text: json["text"]?.string ?? id)
    placing = json["placing"]?.string.flatMap(Airing.Placing.init)
    (first, last) = (json["first"]?.string.flatMap(feedDate), json["last"]?.string.flatMap(feedDate))
    (whole, self.cycles) = (json["whole"]?.number ?? 0, cycles)
    (ended, behind) = (json["ended"]?.string, json["behind"]?.number)
  }

  init(
    _ item: AsRunItem, first: UnixTime? = nil, last: UnixTime? = nil, whole: Double = 0, cycles: Int,
    ended: String? = nil
  ) {
    (self.item, self.first, self.last, self.whole) = (item, first, last, whole)
    (self.cycles, self.ended) = (cycles, ended)
  }

  /// To a thousandth.
  private static func rounded(_ number: Double) -> JSON { .number((number * 1000).rounded() / 1000) }

  /// RFC 3339 in UTC, to a millisecond: "2026-11-25T17:49:10.123Z".
  private static func date(_ time: UnixTime?) -> JSON {
    guard let seconds = time?.seconds, abs(seconds) < 1e11 else { return .null }
    let thousandths = Int((seconds * 1000).rounded())
    let rest = ((thousandths % 1000) + 1000) % 1000
    var (time, parts) = (time_t((thousandths - rest) / 1000), tm())
    gmtime_r(&time, &parts)
    func digits(_ number: Int, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = [digits(Int(parts.tm_year) + 1900, 4), digits(Int(parts.tm_mon) + 1, 2), digits(Int(parts.tm_mday), 2)]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int($0), 2) }
    return .string("\(day.joined(separator: "-"))T\(clock.joined(separator: ":")).\(digits(rest, 3))Z")
  }
}
