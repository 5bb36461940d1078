internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore

/// A crawl's part in a wall: it hands the conductor's messages to the view, keeps its clock, and conducts on request.
final class WallLink: LoopSource {
  let name: String
  private let screen: WallScreen
  private let crawl: CrawlScene
  private let wall: CrawlWall
  private let readClock: () -> ClockReading
  private var clock: ClockReading
  /// Nil for a follower.
  private(set) var baton: WallBaton?
  private var connection: SourceConnection?
  private var nextLook = 0.0
  private var errors = OnceReported()

  /// Seconds between two checks of the clock and of the headlines to conduct.
  private static let pause = 0.25
  /// Seconds by which the clock may differ without being set: too small to see, larger than an error of reading.
  private static let leastStep = 0.000_1
  /// Seconds after which a missing operation is reported.
  private static let patience = 5.0

  init(
    _ screen: WallScreen, for crawl: CrawlScene, color: @escaping (Int) -> Color,
    readClock: @escaping () -> ClockReading = ClockReading.now
  ) {
    (self.screen, self.crawl, self.readClock, name) = (screen, crawl, readClock, screen.name ?? "")
    clock = readClock()
    wall = CrawlWall(crawl, number: (screen.place?.number ?? 1) - 1, offset: screen.offset, color: color)
    wall.follower = WallFollower(origin: clock.origin)
    crawl.join(wall)
    if screen.conducts { baton = WallBaton(screen, crawl, wall) }
    wall.nextNeighbour = { [unowned self] in baton?.nextNeighbour }
  }

  /// Follows what happens in the loop from now on.
  func open(_ connection: SourceConnection) {
    self.connection = connection
    connection.loop.add(self)
  }

  /// Sends the conductor's messages by these lines; see `BrokerRelay.line`.
  func conduct(by send: @escaping (String) -> Void) { baton?.send = send }

  func recolor(_ color: @escaping (Int) -> Color) { wall.color = color }

  // MARK: - Receiving

  func receive(_ event: BrokerEvent) {
    guard let connection else { return }
    let t = connection.now()
    switch event {
    case .welcome: baton?.welcome(at: t)
    case .wall(.plan(let plan)):
      if let baton, baton.takes(plan, at: t) { break }
      if baton?.hasBegun == true, plan.name != baton?.planName { yield() }
      if baton == nil { wall.follower.receive(plan, at: t) }
    case .wall(.operation(let operation)):
      if let baton { baton.hear(operation, at: t) } else { follow(operation, at: t) }
    case .feed, .value, .token, .line: return
    }
    connection.context.setNeedsDisplay()
  }

  private func follow(_ operation: WallOperation, at t: Seconds) {
    guard !wall.follower.receive(operation, at: t) else { return }
    report("operations come, and one before them is missing; they are not used until the next plan")
  }

  /// Leaves the wall to a later conductor.
  private func yield() {
    baton = nil
    report("another window conducts it now, which this one follows; give --conduct to one window only")
  }

  private func report(_ reason: String) { errors.report("wall \(name): \(reason)") }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  var deadline: Double { nextLook }

  func service(now: Double) -> ServiceResult {
    guard now >= nextLook, let connection else { return .idle }
    nextLook = now + Self.pause
    let t = connection.now()
    checkClock(at: t)
    if let since = wall.follower.missingSince, t > since + Self.patience {
      report("an operation of its conductor has not come; the next plan brings it")
    }
    if baton?.look(at: t) == true { connection.context.setNeedsDisplay() }
    return .idle
  }

  private func checkClock(at t: Seconds) {
    clock = readClock()
    if clock.error == nil {
      report("nothing keeps this machine's clock, so it may be out of step with the others; chrony does")
    }
    if abs(clock.origin - wall.follower.origin) > Self.leastStep { wall.follower.set(origin: clock.origin, at: t) }
  }

  func close() { baton = nil }

  // MARK: - Commands

  /// Executes a command about motion, which the conductor passes on to the whole wall. Returns false for any other.
  ///
  /// - Throws: for what this screen cannot show, as its conductor says what runs.
  func perform(_ command: ControlCommand) throws(Failure) -> Bool {
    switch command {
    case .pause, .stop, .resume, .start:
      guard let baton else { throw Failure.usage("\(command.rawValue): \(askConductor)") }
      baton.isPaused = command == .pause || command == .stop
      nextLook = 0
      return true
    case .scrollTo, .next, .previous: throw Failure.usage("\(command.rawValue): \(asConducted)")
    case .add, .urgent, .replace, .remove, .acknowledge, .read, .unread, .rundown:
      if baton == nil { throw Failure.usage("\(command.rawValue): \(askConductor)") }
    default: break
    }
    return false
  }

  /// Checks changes of the view's properties.
  ///
  /// - Throws: for what the conductor says: the text, and how it runs.
  func check(_ changes: [PropertyChange]) throws(ValueError) {
    guard baton == nil else { return }
    for change in changes where Self.conducted.contains(kebabCase(change.name)) {
      throw ValueError(name: change.name, reason: askConductor)
    }
  }

  private static let conducted = Set(
    ["text"] + Crawl.properties.map(\.flag).filter { !$0.hasSuffix("font-size") && !$0.hasPrefix("font-size") })

  private var asConducted: String { "the wall \(name) runs as its conductor says" }
  private var askConductor: String { "\(asConducted); ask the window with --conduct" }

  var isPaused: Bool { baton?.isPaused ?? false }

  /// The state for the socket.
  func state(at t: Seconds) -> JSON {
    let plan = wall.follower.plan
    return .object([
      ("name", .string(name)), ("screen", .string(screen.place?.text ?? "")), ("offset", .number(wall.offset)),
      ("conducts", .bool(baton != nil)), ("plan", plan.map { .string($0.name) } ?? .null),
      ("operation", .integer(plan?.number ?? 0)), ("late", .integer(wall.follower.lateCount)),
      ("deviation", .number(wall.follower.deviation(at: t))),
      (
        "clock",
        .object([("kept", .bool(clock.error != nil)), ("error", clock.error.map(JSON.number) ?? .null)])
      ),
      (
        "items",
        .array((plan?.belt ?? []).prefix(1000).map { .string($0.item.text) })
      ),
    ])
  }
}
