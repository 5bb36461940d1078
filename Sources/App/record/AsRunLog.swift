internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore

/// Logs when a crawl's headlines are visible, once a second, and continues where the last run ended.
final class AsRunLog: LoopSource {
  /// The log's access to the headlines.
  struct Headlines {
    /// A headline's identity, by its ID in the crawl; nil if it is gone.
    var item: (Int) -> AsRunItem?
    /// The ID in the crawl of a headline.
    var id: (AsRunItem) -> Int?
    /// Why a headline has ended; nil if it just left.
    var ending: (Int) -> String?
    /// The break-ins over them: passages that have ended since the last call, and open ones.
    var breakIns: (Seconds) -> Passages = { _ in Passages() }
  }

  /// A passage and its headline.
  struct Passage {
    let showing: Showing
    let item: AsRunItem
    let placing: Airing.Placing?
    /// Why it ended, if it has.
    let ending: String

    init(_ showing: Showing, of item: AsRunItem, placing: Airing.Placing? = nil, ending: String) {
      (self.showing, self.item, self.placing, self.ending) = (showing, item, placing, ending)
    }
  }

  struct Passages {
    var ended: [Passage] = []
    var open: [Passage] = []
  }

  private let file: AsRunFile
  private let crawl: CrawlScene
  private let headlines: Headlines
  private let now: () -> Seconds
  private var items: [Int: AsRunItem] = [:]
  private var counts: [AsRunItem: Int] = [:]
  /// The number of each passage, in the order of their coming.
  private var numbers: [PassageKey: Int] = [:]
  /// Passages that could not be written yet.
  private var unwritten: [AsRunLine] = []
  private var problem: Failure?
  private var resume: (item: AsRunItem, behind: Double)?
  /// When headlines have come without that one, and it is waited for no longer.
  private var resumeEnd = Seconds.infinity
  /// Called once the headline is there to go on with, or does not come: the crawl has to be started.
  var onStart: () -> Void = {}
  private var isClosed = false
  private(set) var deadline = 0.0

  /// The time between two writings, in seconds: so much is lost at most if the program is killed.
  private static let pause = 0.9
  /// How long a headline may take to come back after the first ones have come, in seconds.
  private static let patience = 3.0
  private static let most = 10_000

  /// - Parameter now: Returns the view's time.
  /// - Throws: if the log cannot be written.
  init(
    _ options: AsRunOptions, path: String, of crawl: CrawlScene, _ headlines: Headlines, now: @escaping () -> Seconds
  )
    throws(Failure)
  {
    file = try AsRunFile(path: path, limit: options.size)
    (self.crawl, self.headlines, self.now) = (crawl, headlines, now)
    let start = now()
    if options.resumes, let last = file.former.last(where: { $0.behind != nil }), let behind = last.behind {
      resume = (last.item, behind)
    }
    crawl.recordShowings(since: start)
  }

  // MARK: - Events

  /// Notes the identity of a headline that has come into view, while it is known.
  func note(_ headline: ShownHeadline) {
    if items[headline.id] == nil {
      items[headline.id] = headlines.item(headline.id) ?? AsRunItem(id: headline.text, text: headline.text)
    }
  }

  /// Whether the crawl has not been started, because it is to go on with a headline that is not there yet.
  var awaitsHeadline: Bool { resume != nil }

  /// Goes on with the headline of the last run, once it is there. Until then nothing is shown, so that nothing jumps.
  func update(at t: Seconds) {
    guard let resume, crawl.isPlaced, crawl.count > 0 else { return }
    if resumeEnd == .infinity { resumeEnd = t + Self.patience }
    let id = headlines.id(resume.item)
    guard id != nil || t >= resumeEnd else { return }
    self.resume = nil
    crawl.start(at: t)
    if let id { _ = crawl.goOn(with: id, behind: resume.behind, at: t) }
    onStart()
  }

  // MARK: - Writing

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    guard now >= deadline else { return .idle }
    deadline = now + Self.pause
    update(at: self.now())
    write(at: self.now())
    return .idle
  }

  /// Ends the log with the program.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    write(at: now(), isOver: true)
  }

  private func leading(at t: Seconds) -> (id: Int, behind: Double)? {
    // The place to continue from is kept until the headline exists.
    if let resume { return headlines.id(resume.item).map { ($0, resume.behind) } }
    return crawl.leading(at: t)
  }

  private func write(at t: Seconds, isOver: Bool = false) {
    let origin = wallClockNow() - monotonicNow()
    let leading = leading(at: t)
    var passages = passages(at: t)
    for passage in passages.ended + passages.open { count(passage) }
    passages.ended.sort { $0.showing.last < $1.showing.last }
    var lines = passages.ended.map { line($0, ended: $0.ending, origin: origin) }
    var going = passages.open.map { line($0, ended: isOver ? "quit" : nil, origin: origin) }
    mark(leading, in: &going, isOver: isOver)
    if isOver {
      lines += going
      going = []
    }
    forget(passages.open)
    unwritten += lines
    do throws(Failure) {
      try file.write(ended: unwritten, open: going)
      (unwritten, problem) = ([], nil)
    } catch {
      if problem != error { reportError("the as-run log is not complete: \(error.description)") }
      problem = error
      if unwritten.count > Self.most { unwritten.removeFirst(unwritten.count - Self.most) }
    }
  }

  /// Marks the place to continue from, in the line of its headline, or in one of its own if that headline comes next.
  private func mark(_ leading: (id: Int, behind: Double)?, in going: inout [AsRunLine], isOver: Bool) {
    guard let leading, let item = items[leading.id] ?? headlines.item(leading.id) else { return }
    if let place = going.firstIndex(where: { $0.item == item && $0.placing == nil }) {
      going[place].behind = leading.behind
    } else {
      var next = AsRunLine(item, cycles: counts[item] ?? 0, ended: isOver ? "quit" : nil)
      next.behind = leading.behind
      going.append(next)
    }
  }

  private func passages(at t: Seconds) -> Passages {
    let (ended, open) = crawl.takeShowings(at: t)
    var passages = headlines.breakIns(t)
    passages.ended += ended.map { Passage($0, of: item(of: $0), ending: headlines.ending($0.item) ?? "left") }
    passages.open += open.map { Passage($0, of: item(of: $0), ending: "") }
    return passages
  }

  /// Identifies the headline of a passage in the crawl.
  private func item(of showing: Showing) -> AsRunItem {
    if items[showing.item] == nil { items[showing.item] = headlines.item(showing.item) }
    return items[showing.item] ?? AsRunItem(id: "", text: "")
  }

  private func line(_ passage: Passage, ended: String?, origin: UnixTime) -> AsRunLine {
    let showing = passage.showing
    var line = AsRunLine(
      passage.item, first: origin + showing.first, last: origin + showing.last, whole: showing.whole,
      cycles: numbers[passage.key] ?? 0, ended: ended)
    line.placing = passage.placing
    return line
  }

  private func count(_ passage: Passage) {
    guard numbers[passage.key] == nil, !passage.item.id.isEmpty else { return }
    counts[passage.item, default: 0] += 1
    numbers[passage.key] = counts[passage.item]
  }

  private func forget(_ open: [Passage]) {
    let keys = Set(open.map(\.key))
    numbers = numbers.filter { keys.contains($0.key) }
    let shown = Set(open.filter { $0.placing == nil }.map(\.showing.item))
    if items.count > 100 { items = items.filter { shown.contains($0.key) } }
    if counts.count > Self.most { counts = counts.filter { headlines.id($0.key) != nil } }
  }
}

/// Identifies a passage.
private struct PassageKey: Hashable {
  let item: Int
  let lap: Int
  let first: Seconds
  let isBreakIn: Bool
}

extension AsRunLog.Passage {
  fileprivate var key: PassageKey {
    PassageKey(item: showing.item, lap: showing.lap, first: showing.first, isBreakIn: placing != nil)
  }
}
