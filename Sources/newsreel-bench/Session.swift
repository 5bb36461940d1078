import CX11
import Glibc

/// What a session needs: this executable, the temporary folder and the keeper.
struct Workbench {
  let program: String
  let folder: TemporaryFolder
  let keeper: Keeper

  init() throws(BenchError) {
    var buffer = [CChar](repeating: 0, count: 4096)
    guard readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0 else { throw .system("/proc/self/exe") }
    program = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    folder = try TemporaryFolder()
    keeper = try Keeper(program: program)
  }

  /// A file of the temporary folder.
  func file(_ name: String, with text: String) throws(BenchError) -> String {
    let path = "\(folder.path)/\(name)"
    try save(text, to: path)
    return path
  }
}

/// A program on a virtual server of its own.
final class Session {
  private let server: VirtualServer
  private let client: Child
  private let proxy: Proxy?
  let probe: Probe
  let window: UInt
  let box: Box
  /// Seconds from before the program was started to its window.
  let windowDelay: Double
  /// The same to the first of its text.
  let textDelay: Double
  /// What the server uses without the program, in ms per second.
  private let idleLoad: Double

  private static let patience = 20.0
  /// A session that takes longer hangs in a call of the X server's: the benchmark ends then, by SIGALRM.
  private static let longestLife: UInt32 = 180
  /// As many pixels off the background are text.
  private static let enoughInk = 60

  /// Starts a program, and waits for its window, and for text in it.
  ///
  /// - Parameters:
  ///   - calibration: for as long the server is watched alone; the shorter, the coarser its cost.
  ///   - counting: whether its requests go through the counting proxy.
  init(
    _ words: [String], on bench: Workbench, calibration: Double = 0, counting: Bool = false
  ) throws(BenchError) {
    alarm(Self.longestLife)
    server = try VirtualServer(folder: bench.folder, keeper: bench.keeper)
    probe = try Probe(display: server.display)
    proxy = counting ? try Proxy(program: bench.program, server: server, keeper: bench.keeper) : nil
    idleLoad = try Self.idleLoad(of: server.process, seconds: calibration)
    let log = "\(bench.folder.path)/client.log"
    let places = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"].map { ($0, bench.folder.path) }
    let start = now()
    client = try Child(
      words, environment: [("DISPLAY", proxy?.display ?? server.display)] + places, log: log, keeper: bench.keeper)
    let client = client
    func wait<Result>(for what: String, _ look: () -> Result?) throws(BenchError) -> Result {
      while true {
        if let result = look() { return result }
        if client.hasEnded { throw BenchError("it ended: \(contents(of: log)?.suffix(300) ?? "")") }
        guard now() - start < Self.patience else { throw BenchError("no \(what) within \(Self.patience) s") }
        try rest(0.000_5)
      }
    }
    window = try wait(for: "window") { [probe] in probe.mappedWindow() }
    windowDelay = now() - start
    guard let box = probe.box(of: window) else { throw BenchError("its window has gone") }
    let screen = server.framebuffer
    self.box = box.clipped(width: screen.width, height: screen.height)
    let visible = self.box
    _ = try wait(for: "text") { screen.inkedPixels(in: visible) >= Self.enoughInk ? true : nil }
    textDelay = now() - start
  }

  /// Ends everything; the server last.
  func end() {
    client.end()
    proxy?.process.end()
    server.process.end()
  }

  // MARK: - Measuring

  private static func idleLoad(of process: Child, seconds: Double) throws(BenchError) -> Double {
    guard seconds > 0 else { return 0 }
    try rest(0.3)
    let start = Counters(process)
    try rest(seconds)
    return Counters(process).load(since: start)
  }

  /// Watches client and server, and nothing else.
  func cost(seconds: Double) throws(BenchError) -> Sample {
    let (clientStart, serverStart) = (Counters(client), Counters(server.process))
    try rest(seconds)
    let (clientEnd, serverEnd) = (Counters(client), Counters(server.process))
    guard !client.hasEnded else { throw BenchError("it ended while it was measured") }
    return [
      .client: clientEnd.load(since: clientStart), .server: serverEnd.load(since: serverStart) - idleLoad,
      .switches: clientEnd.switchRate(since: clientStart),
    ]
  }

  /// The client's memory.
  var footprint: Sample {
    let footprint = Footprint(client)
    return [.memory: footprint.proportional / 1e6, .resident: footprint.resident / 1e6]
  }

  func motion(seconds: Double) throws(BenchError) -> Motion? {
    Motion(try Capture(server.framebuffer, box: box, seconds: seconds))
  }

  /// What goes to the server in that time.
  func traffic(seconds: Double) throws(BenchError) -> Traffic {
    guard let proxy else { throw BenchError("nobody counts requests here") }
    let start = try proxy.traffic()
    try rest(seconds)
    guard !client.hasEnded else { throw BenchError("it ended while it was measured") }
    return try proxy.traffic().since(start)
  }

  /// What must not change while nothing happens.
  func restState() throws(BenchError) -> RestState {
    guard let proxy, !client.hasEnded else { throw BenchError("it ended at rest") }
    let picture = Capture.profile(server.framebuffer, box)
    return RestState(switches: Counters(client).switches, requests: try proxy.traffic().requests, picture: picture)
  }
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
