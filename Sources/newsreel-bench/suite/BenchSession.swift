import Base
internal import Formats
import Glibc
import TestKit

/// A program on a virtual server of its own.
final class BenchSession {
  private let server: XServer
  private let client: Child
  private let proxy: CountingProxy?
  let probe: Probe
  let window: UInt
  let box: WindowPlace
  /// Seconds from before the program was started to its window.
  let windowDelay: Double
  /// The same to the first of its text.
  let textDelay: Double
  /// What the server uses without the program, in ms per second.
  private let idleLoad: Double
  private let environment: [String: String?]
  private var isEnded = false

  private static let patience = 20.0
  /// A session that takes longer hangs in a call of the X server's: the benchmark ends then, by SIGALRM.
  private static let longestLife: UInt32 = 180
  /// Seconds between two looks at a picture that moves.
  private static let longestLook = 0.004
  /// As many pixels off the background are text.
  private static let enoughInk = 60

  /// Starts a program, and waits for its window, and for text in it.
  ///
  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - folder: where it finds its user's files.
  ///   - calibration: for as long the server is watched alone; the shorter, the coarser its cost.
  ///   - counting: whether its requests go through the counting proxy.
  init(_ words: [String], in folder: TemporaryFolder, calibration: Double, counting: Bool) async throws {
    alarm(Self.longestLife)
    let server = try await XServer(hasSchedulingTimer: true)
    let probe = try Probe(display: server.display)
    let proxy = counting ? try CountingProxy(for: server) : nil
    idleLoad = try Self.idleLoad(of: server.process, seconds: calibration)
    // No desktop of the user's own: neither its settings nor its language.
    var environment: [String: String?] = [
      "DISPLAY": proxy?.display ?? server.display, "DBUS_SESSION_BUS_ADDRESS": nil, "LC_ALL": "C.UTF-8",
    ]
    for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] { environment[name] = folder.path }
    let client = try Child(words[0], Array(words.dropFirst()), environment: environment)
    func wait<Result>(for what: String, _ look: () -> Result?) throws -> Result {
      while true {
        if let result = look() { return result }
        guard client.isRunning else { throw HarnessError("it ended: \((client.output + client.errors).suffix(300))") }
        guard monotonicNow() - client.start < Self.patience else {
          throw HarnessError("no \(what) within \(Self.patience) s")
        }
        try rest(0.000_5)
      }
    }
    let window = try wait(for: "window") { probe.mappedWindow() }
    windowDelay = monotonicNow() - client.start
    guard let place = probe.box(of: window) else { throw HarnessError("its window has gone") }
    let visible = place.clipped(width: server.width, height: server.height)
    try wait(for: "text") { server.framebuffer.inkedPixels(in: visible) >= Self.enoughInk ? () : nil }
    textDelay = monotonicNow() - client.start
    (self.server, self.probe, self.proxy, self.client) = (server, probe, proxy, client)
    (self.window, box, self.environment) = (window, visible, environment)
  }

  /// Has the program stand still (SIGSTOP), until it is resumed.
  func pause() { client.signal(SIGSTOP) }
  func resume() { client.signal(SIGCONT) }

  /// Ends everything, once; the server last.
  func end() {
    if isEnded { return }
    isEnded = true
    resume()
    client.endGently()
    server.end()
  }

  // MARK: - Measuring

  /// What the server uses by itself, in ms per second.
  private static func idleLoad(of server: Child, seconds: Double) throws -> Double {
    guard seconds > 0 else { return 0 }
    try rest(0.3)
    let start = try Reading(server)
    try rest(seconds)
    return try Reading(server).load(since: start)
  }

  /// Watches client and server, and nothing else.
  func cost(seconds: Double) throws -> Sample {
    let (clientStart, serverStart) = (try Reading(client), try Reading(server.process))
    try rest(seconds)
    try expectClient()
    let (clientEnd, serverEnd) = (try Reading(client), try Reading(server.process))
    return [
      .client: clientEnd.load(since: clientStart), .server: serverEnd.load(since: serverStart) - idleLoad,
      .switches: clientEnd.switchRate(since: clientStart),
    ]
  }

  /// The client's memory. Its share of what others use as well is larger than usual here: the benchmark's own processes
  /// use the same libraries.
  var footprint: Sample {
    get throws {
      [.memory: Double(try client.proportionalSize()) / 1e6, .resident: Double(try client.residentSize()) / 1e6]
    }
  }

  /// What is seen of text that stands still now, and moves after a while, and where it is in each picture.
  /// - Parameter settling: after which it has long been moving.
  func capture(seconds: Double, settling: Double) throws -> (Capture, [Sighting]) {
    // The first text may be a part of what the window will show.
    try rest(0.15)
    let still = Capture.profile(server.framebuffer, box)
    try rest(settling)
    var capture = try Capture(server.framebuffer, box: box, seconds: seconds)
    // What was not looked at for long is no measurement: one more is made, and taken as it is.
    if capture.longestGap > Self.longestLook { capture = try Capture(server.framebuffer, box: box, seconds: seconds) }
    capture.still = still
    try expectClient()
    return (capture, Tracker.track(capture))
  }

  /// How often it has gone to sleep so far.
  func wakeUps() throws -> Int {
    try expectClient()
    return try client.voluntarySwitches()
  }

  /// What has gone to the server so far.
  var traffic: Traffic {
    get throws {
      guard let proxy else { throw HarnessError("nobody counts requests here") }
      try expectClient()
      return proxy.traffic
    }
  }

  /// What the program itself says of its frames.
  func ownReport(of program: String) async throws -> Sample {
    let answer = try await run(program, ["msg", "state"], environment: environment)
    let frames = try JSON(parsing: answer.output)["frames"]
    var sample: Sample = [:]
    for (metric, name) in [(Metric.missedRefreshes, "missed"), (.lateFrames, "late")] {
      sample[metric] = frames?[name]?.number
    }
    return sample
  }

  private func expectClient() throws {
    guard client.isRunning else { throw HarnessError("it ended while it was measured") }
  }

  /// What must not change while nothing happens.
  func restState() throws -> RestState {
    guard let proxy, client.isRunning else { throw HarnessError("it ended at rest") }
    let picture = Capture.profile(server.framebuffer, box)
    return RestState(switches: try client.switches(), requests: proxy.traffic.requests, picture: picture)
  }
}

/// What a process has used so far, over all its threads.
private struct Reading {
  private let processor: Double
  private let switches: Int
  private let time = monotonicNow()

  init(_ process: Child) throws { (processor, switches) = (try process.processorTime(), try process.switches()) }

  /// Milliseconds on a processor per second since then.
  func load(since start: Reading) -> Double { (processor - start.processor) / (time - start.time) * 1000 }

  func switchRate(since start: Reading) -> Double { Double(switches - start.switches) / (time - start.time) }
}

/// A program's state while nothing happens.
struct RestState {
  let switches: Int
  let requests: Int
  let picture: [Float]

  /// What has happened since then after all.
  func since(_ start: RestState) -> Sample {
    [
      .restSwitches: Double(switches - start.switches), .restRequests: Double(requests - start.requests),
      .restChanges: picture == start.picture ? 0 : 1,
    ]
  }
}
