internal import Base
internal import Formats
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

  init(
    _ item: AsRunItem, first: UnixTime? = nil, last: UnixTime? = nil, whole: Double = 0, cycles: Int,
    ended: String? = nil
  ) {
    (self.item, self.first, self.last, self.whole) = (item, first, last, whole)
    (self.cycles, self.ended) = (cycles, ended)
  }
}

extension AsRunLine: Recorded {
  static let record = Record(
    AsRunLine(AsRunItem(id: "", text: ""), cycles: 0),
    [
      .required("id", \.item.id, .text), .optional("feed", \.item.feed, .text), .optional("text", \.otherText, .text),
      .optional("placing", \.placing, .word), .usual("first", \.first, .date), .usual("last", \.last, .date),
      .usual("whole", \.whole, .thousandths), .required("cycles", \.cycles, .integer()),
      .usual("ended", \.ended, Coding.text.optional), .optional("behind", \.behind, .thousandths),
    ],
    finish: { (line) throws(RecordError) in
      let item = line.item
      line.item = AsRunItem(id: item.id, feed: item.feed, text: item.text.isEmpty ? item.id : item.text)
    })

  /// Its text if that is not its ID.
  private var otherText: String? {
    get { item.text == item.id ? nil : item.text }
    set { item.text = newValue ?? "" }
  }
}

extension Coding<Double> {
  /// To a thousandth.
  fileprivate static var thousandths: Coding {
    Coding<Double>.number.map({ ($0 * 1000).rounded() / 1000 }, { (number) throws(RecordError) in number })
  }
}

extension Coding<UnixTime?> {
  fileprivate static var date: Coding {
    Coding(text) { (json) throws(RecordError) in json.string.flatMap(feedDate) }
  }

  /// RFC 3339 in UTC, to a millisecond: "2026-11-25T17:49:10.123Z".
  private static func text(of time: UnixTime?) -> JSON {
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
