import Formats
import ScrollCore
import TestKit
import ViewKit

@testable import App
@testable import Base
@testable import Newswire
@testable import Scene
@testable import Windows

/// The whole program in virtual time, from feeds in files and a broker's channel to what is drawn, with its user, its files and
/// what may fail. One script is one run; see `SimulatedStep`.
final class Simulation: StripSoak {
  let system: VirtualSystem
  let home: TemporaryFolder
  var loop = RunLoop()
  /// What is wrong.
  var found: String?
  /// How often the loop has had to do something.
  var wakeups = 0
  /// What a defect was planted in.
  let defect: PlantedDefect?

  // What the sources have sent, by the numbers that begin texts.
  var feedFiles: [SimulatedFeed] = []
  var alerts: SimulatedAlerts
  /// What reads the feeds.
  private(set) var reading: FeedsInLoop?
  /// Those of lines that have to be there.
  var sent: Set<Int> = []
  /// Those that may have ended or have been replaced.
  var loose: Set<Int> = []
  /// Those that were taken away.
  var gone: Set<Int> = []
  var channel = SimulatedChannel()
  /// The topics of lines and of the channel's items.
  var topicNames: [Int: String] = [:]
  /// Whether a style was set that is not of the settings.
  var isRestyled = false
  /// What is on disk as read.
  var read: Set<NewsItem.ID> = []
  /// Until when sources may still have something on the way.
  var busyUntil = 0.0
  /// How often the program has been started again.
  private(set) var runs = 0
  /// Whether a change of the disk has failed, or was cut.
  var hasFaults = false
  /// What the items of feeds were known by at the last look, also before a restart.
  var remembered: [NewsItem.ID: NewsItem] = [:]
  /// The files that have lost their ends with the power.
  var cut: Set<String> = []
  /// How the run differs from that of the script alone; see `Relation`.
  let relation: Relation?
  /// Whether what is said and seen after each step is compared.
  var isTraced = false
  /// Whether it is compared with a run beside another strip.
  var isBesideAnother = false
  /// For what the relation adds, so that the script's own choices stay.
  var chance: SeededRandom
  /// The events that were reported.
  var told: [String] = []
  /// When the present picture was drawn.
  var drawnTime = -Seconds.infinity
  /// The path of the log of what is shown, if there is one.
  private(set) var log: String?
  /// What else runs in the program's loop.
  var neighbour: Neighbour?

  /// Runs a script. Returns what was wrong, or nil.
  static func problem(
    of script: [SimulatedStep], seed: UInt64, planting defect: PlantedDefect? = nil
  ) throws -> SimulatedProblem? {
    try run(seed, in: try TemporaryFolder(), defect) { $0.run(script) }
  }

  static func run<Result>(
    _ seed: UInt64, in home: TemporaryFolder, _ defect: PlantedDefect?, under relation: Relation? = nil,
    isLogged: Bool = false, _ body: (Simulation) throws -> Result
  ) throws -> Result {
    let system = VirtualSystem(wallTime: firstWallTime)
    return try system.run {
      let simulation = try Simulation(seed: seed, system, home, defect, relation, isLogged: isLogged)
      defer { simulation.loop.removeAll() }
      return try body(simulation)
    }
  }

  init(
    seed: UInt64, _ system: VirtualSystem, _ home: TemporaryFolder, _ defect: PlantedDefect?, _ relation: Relation?,
    isLogged: Bool
  ) throws {
    (self.system, self.home, self.defect, self.relation) = (system, home, defect, relation)
    chance = SeededRandom(seed: seed ^ 0x6d6f_7265)
    system.random = SeededRandom(seed: ~seed)
    system.utcOffset = { Self.offsets[0]($0) }
    for (variable, name) in [("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache"), ("XDG_STATE_HOME", "state")] {
      system.folders[variable] = "\(home.path)/\(name)"
    }
    let files = ["a.xml", "b.json", "c.xml"].map { SimulatedFeed(path: "\(home.path)/\($0)") }
    feedFiles = files
    alerts = SimulatedAlerts(in: home.path)
    if isLogged {
      log = "\(home.path)/log/shown"
      AtomicFile.makeDirectories(above: "\(home.path)/log/shown")
    }
    try alerts.publish(in: home)
    try FeedList.change(UserPaths.feedList) { (list) throws(Failure) in
      for feed in files.prefix(2) { list.add(try FeedSpec(url: feed.path)) }
    }
    try super.init(seed: seed, controller: StripController(alerts.request(log: log)), typesetter: FixedTypesetter())
    for place in feedFiles.indices { try publish(place, posting: 3) }
  }

  override func open() throws {
    loop = RunLoop()
    feeds?.reader.begin = { [weak self] in
      let reading = FeedsInLoop($0, planting: self?.defect, handler: $1)
      self?.reading = reading
      return reading.process
    }
    context.awaitedEvents = ["urgent", "alert"]
    alerts.sounds = SimulatedAlerts.Sounds()
    try controller.open(SourceConnection(loop: loop, context: context))
    controller.headlines.join(channel.address)
    channel.contents = ChannelContents(of: SimulatedChannel.name, at: channel.address.description)
    rejoin()
    if relation == .beside { neighbour = try Neighbour(in: self) }
  }

  /// The clock on the wall at the beginning.
  static let firstWallTime: UnixTime = 1_790_000_000

  // MARK: - Time

  override func look(after seconds: Seconds) {
    advance(to: t + seconds)
    // The last frame was long ago: what has left the view since goes before this one, as it would have.
    update(at: t)
    advance(to: t)
    if defect == .unasked { shiftDrawing(isAsked: false) }
    checkPicture { draw() }
  }

  override func draw() {
    super.draw()
    drawnTime = t
  }

  /// Lets the program do what is due until then.
  func advance(to end: Seconds) {
    for time in relation == .wakeups ? extraTimes(until: end) : [] {
      serve(until: time)
      wakeAll()
    }
    serve(until: end)
  }

  private func serve(until end: Seconds) {
    var turns = 0
    // In seconds.
    let delay = defect == .sleepy ? 5.0 : 0
    while loop.deadline + delay <= end, found == nil {
      setTime(max(system.now, loop.deadline + delay))
      loop.serveWhatIsDue()
      (turns, wakeups) = (turns + 1, wakeups + 1)
      update(at: t)
      if turns > 3000 { found = "busy: the loop has been served \(turns) times until \(end)" }
      revive()
    }
    setTime(end)
  }

  func setTime(_ time: Seconds) {
    (t, system.now) = (time, time)
    context.time = max(context.time, time)
  }

  /// Lets the program see what has just come.
  override func bring() {
    for _ in 0..<3 { loop.serveWhatIsDue() }
    update(at: t)
    revive()
  }

  /// Lines come by the socket: a strip of the user's list reads none.
  override func send(_ line: String) { addLine(line) }

  override func take(back items: [NewsItem]) { removeByName(items) }

  override func hear(_ event: String, _ line: String) {
    if isTraced {
      told.append("\(event) \(line)")
      if told.count > 100 { told.removeFirst(50) }
    }
    guard let number = (try? JSON(parsing: line))?["text"]?.string.flatMap(Self.number) else { return }
    if event == "alert" { alerts.sounds.alerts[number, default: 0] += 1 }
    if event == "urgent" { alerts.sounds.urgent[number, default: 0] += 1 }
  }

  override var difference: String? { super.difference ?? wrongState }

  // MARK: - Running

  func run(_ script: [SimulatedStep]) -> SimulatedProblem? {
    look(after: 1)
    for (place, step) in script.enumerated() {
      perform(step)
      defect?.plant(in: self, at: place)
      check()
      if let found { return report(found, place) }
    }
    finish()
    return found.map { report($0, script.count) }
  }

  private func report(_ problem: String, _ place: Int) -> SimulatedProblem {
    let days = Int(t / 86_400)
    return SimulatedProblem(
      description: "\(problem)\nat step \(place), \(t) s (day \(days)), after\n"
        + history.suffix(14).joined(separator: "\n"), steps: place + 1)
  }

  // MARK: - A new run of the program

  /// The program is killed where the disk was when it stopped.
  func revive() {
    guard system.disk.isDead else { return }
    note("killed")
    system.disk = VirtualSystem.Disk()
    start()
  }

  /// It starts again, after its end or after that of the machine.
  func restart(closing: Bool = true) {
    if closing { controller.close() }
    start()
  }

  private func start() {
    runs += 1
    loop.removeAll()
    context = ViewContext()
    context.time = t
    do {
      controller = try StripController(alerts.request(log: log))
      try open()
    } catch { found = found ?? "start: \(error)" }
    // Lines are not kept.
    gone.formUnion(sent)
    sent = []
    lastSeen = 0
    busyUntil = t + 2
    resized()
    layOut()
    look(after: 0)
    checkFiles()
  }

  /// Local time: without and with summer time, and far from UTC.
  static let offsets: [@Sendable (Int) -> Int] = [
    { time in (time / 86_400 + 80) % 365 < 210 ? 7200 : 3600 }, { _ in 0 }, { _ in 45_900 }, { _ in -36_000 },
  ]
}

/// What is wrong with a run.
struct SimulatedProblem: CustomStringConvertible {
  let description: String
  /// After how many steps it was found.
  let steps: Int

  /// What has to be wrong with a shorter script, too.
  var kind: Substring { description.prefix { $0 != ":" } }
}
