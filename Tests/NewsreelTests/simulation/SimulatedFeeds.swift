import Formats
import Glibc
import TestKit

@testable import App
@testable import Base
@testable import Newswire
@testable import Windows

/// Reads feeds in the program's loop, by the same lines in both directions as in a process of its own.
final class FeedsInLoop: LoopSource {
  private var crawler: FeedCrawler
  private let requests: () -> FeedProcess.Requests
  private let makeCrawler: () -> FeedCrawler

  init(
    _ requests: @escaping () -> FeedProcess.Requests, planting defect: PlantedDefect?,
    handler: @escaping (FeedEvent) -> Void
  ) {
    makeCrawler = {
      FeedCrawler(feeds: [], settings: .own) { event in
        for line in event.jsonLines {
          guard let event = Array(line.utf8).withUnsafeBytes({ FeedEvent(jsonLine: $0) }) else { continue }
          for event in defect?.change(event) ?? [event] { handler(event) }
        }
      }
    }
    self.requests = requests
    crawler = makeCrawler()
    for line in requests().lines { follow(line) }
  }

  /// The process ends, with all that it knows, and another one begins.
  func restart() {
    crawler.close()
    crawler = makeCrawler()
    for line in requests().lines { follow(line) }
  }

  /// As the program takes it for another process.
  var process: FeedProcess { FeedProcess(source: self) { [unowned self] in follow($0.jsonLine) } }
  var deadline: Double { crawler.deadline }
  func appendDescriptors(to descriptors: inout [pollfd]) { crawler.appendDescriptors(to: &descriptors) }
  func service(now: Double) -> ServiceResult { crawler.service(now: now) }
  func close() { crawler.close() }

  private func follow(_ line: String) {
    switch Array(line.utf8).withUnsafeBytes({ FeedOrder(jsonLine: $0) }) {
    case .read(let feed): crawler.add(feed, asksAgain: false)
    case .add(let feed): crawler.add(feed)
    case .look(let url): crawler.look(at: url)
    case .remove(let url): crawler.remove(url)
    default: break
    }
  }
}

/// A feed as its server has it: a file, with the newest item first.
struct SimulatedFeed {
  struct Item {
    let number: Int
    var title: String
    let date: Int
  }

  let path: String
  var items: [Item] = []
  /// The items of the last whole document that the program has certainly read.
  var lastRead: [Item] = []
  /// Those that were taken out from among the others.
  var withdrawn: Set<Int> = []
  /// Whether the document is as it was meant.
  private(set) var isWhole = true

  static let most = 20

  /// Puts an item in front.
  mutating func post(_ item: Item) {
    items.insert(item, at: 0)
    if items.count > Self.most { items.removeLast(items.count - Self.most) }
  }

  /// Those that were taken out since the last certain reading and are older than all by now: a reader cannot tell them from
  /// what has dropped off the end.
  mutating func forgetWithdrawn() -> Set<Int> {
    let (oldest, read) = (items.map(\.number).min() ?? .max, lastRead.map(\.number))
    let forgotten = withdrawn.filter { $0 < oldest && (read.contains($0) || $0 > read.max() ?? 0) }
    withdrawn.subtract(forgotten)
    return forgotten
  }

  /// Writes the document, or a part of it, into the folder in which it is.
  mutating func publish(in folder: TemporaryFolder, part: Double = 1) throws {
    var text = path.hasSuffix("json") ? json : atom
    if part < 1 { text = String(text.unicodeScalars.prefix(Int(Double(text.unicodeScalars.count) * part))) }
    // No half number of an item: that would be another one.
    if let start = text.ranges(of: "<title>").last?.lowerBound, !text[start...].contains("</title>") {
      text = String(text[..<start])
    }
    isWhole = part == 1
    try folder.replace(String(AtomicFile.name(of: path)), with: text)
  }

  private var json: String {
    let all = items.map { item in
      JSON.object([
        ("id", .string("f\(item.number)")), ("title", .string(item.title)),
        ("url", .string("https://example.org/\(item.number)")), ("date_published", .string(Self.date(item.date))),
      ])
    }
    return JSON.object([
      ("version", .string("https://jsonfeed.org/version/1.1")), ("title", .string("Paper")), ("items", .array(all)),
    ]).line
  }

  private var atom: String {
    let all = items.map { item in
      "<entry><id>f\(item.number)</id><title>\(Self.escaped(item.title))</title><updated>\(Self.date(item.date))</updated>"
        + "<link href=\"https://example.org/\(item.number)\"/></entry>\n"
    }
    return "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Wire</title>\n\(all.joined())</feed>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  private static func date(_ time: Int) -> String {
    var (seconds, parts) = (time_t(time), tm())
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (day, clock) = ([parts.tm_mon + 1, parts.tm_mday], [parts.tm_hour, parts.tm_min, parts.tm_sec])
    return "\(parts.tm_year + 1900)-\(day.map(two).joined(separator: "-"))T"
      + "\(clock.map(two).joined(separator: ":"))Z"
  }
}
