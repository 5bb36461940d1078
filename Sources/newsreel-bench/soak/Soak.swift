import ArgumentParser
import Base
import Glibc
import TestKit

/// Has a strip live through an hour at ten times the rates of an everyday, and holds what it uses to limits.
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "newsreel-bench soak",
    abstract: "Watches a strip for an hour in which as much happens as in ten.",
    discussion: """
      Prints a table: memory and descriptors of each process, what the X server keeps for them, and how far a text that nobody \
      touches is from v·t. The exit status is 1 where a figure exceeds its limit after the first ten minutes.
      """)

  @Argument(help: "The newsreel; by default the one beside this program.") var path: String?
  @Option(help: "How long it lasts.") var minutes = 60.0
  @Option(help: "How many times as often everything happens, to find out what grows.") var haste = 1.0

  func validate() throws {
    if !(minutes > 0 && minutes < 100_000) { throw ValidationError("--minutes takes a time") }
    if !(haste > 0 && haste <= 100) { throw ValidationError("--haste takes a number up to 100") }
  }

  func run() async throws {
    catchEndingSignals()
    let scene = try await SoakScene(path ?? Project.products + "/newsreel")
    defer { scene.end() }
    let start = monotonicNow()
    var watch = try await SoakWatch(scene, from: start, warm: min(600, minutes * 10))
    let hands = SoakHands(scene, haste: haste)
    for step in 1...max(1, Int(minutes * 60 / Self.pace)) {
      for part in 1...Self.looksAtServer {
        try await hands.act(until: start + (Double(step - 1) + Double(part) / Double(Self.looksAtServer)) * Self.pace)
        try watch.lookAtServer()
      }
      try watch.look()
      if step % 30 == 0 { note("\(step / 6) min: \(watch.line)") }
    }
    let passes = watch.passes
    let text = "\(decimal(minutes, digits: 0)) min: \(hands.summary).\n\n\(watch.table)\n"
    _ = writeAll(text + (passes ? "All limits hold.\n" : "**A limit is exceeded.**\n"), to: STDOUT_FILENO)
    if !passes { throw ExitCode.failure }
  }

  /// Seconds between two looks.
  private static let pace = 10.0
  /// How often the server is looked at in that time: what it keeps comes and goes with menus, themes and speeds, and its least
  /// counts.
  private static let looksAtServer = 5
}

/// All figures of a soak.
struct SoakWatch {
  private let scene: SoakScene
  private let start: Double
  private let warm: Double
  private let resources: ServerResources
  private var block: RunningBlock
  private var figures: [String: Growth] = [:]
  private var order: [String] = []
  private var looks = 0
  /// The process that reads feeds, and how often it was another one.
  private var reader: Int32?
  private var restarts = 0

  /// The growth of memory, in MB an hour.
  private static let most = 1.0

  init(_ scene: SoakScene, from start: Double, warm: Double) async throws {
    (self.scene, self.start, self.warm) = (scene, start, warm)
    resources = try ServerResources(display: scene.server.display)
    block = try await RunningBlock(scene.server.framebuffer, scene.blockLine)
  }

  private mutating func add(
    _ name: String, _ unit: String, digits: Int = 0, _ value: Double, _ limit: Growth.Limit
  ) {
    if figures[name] == nil {
      figures[name] = Growth(name, unit, digits: digits, limit, warm: warm)
      order.append(name)
    }
    figures[name]?.add(value, at: monotonicNow() - start)
  }

  mutating func look() throws {
    let found = ProcessUse.child(of: scene.children[0].child.id, "relay")
    if reader != nil, found != reader { restarts += 1 }
    reader = found
    let processes = scene.children.map { ($0.name, $0.child.id) } + (found.map { [("reader of feeds", $0)] } ?? [])
    for (name, child) in scene.children where !child.isRunning {
      throw HarnessError("\(name) has ended: \(child.errors.suffix(500))")
    }
    for (name, id) in processes {
      let use = try ProcessUse(id)
      add("\(name): resident", "MB", digits: 2, use.resident, .perHour(Self.most))
      add("\(name): anonymous", "MB", digits: 2, use.anonymous, .perHour(Self.most))
      add("\(name): descriptors", "", Double(use.descriptors), .stays)
    }
    add("restarts of the reader", "", Double(restarts), .stays)
    if looks % 6 == 0, let drift = try block.drift() {
      add("drift on the glass", "px", digits: 3, drift.seen, .within(0.5))
      add("drift by its state", "px", digits: 3, drift.told, .within(0.5))
    }
    looks += 1
  }

  mutating func lookAtServer() throws {
    let sums = try resources.sums()
    let use = try ProcessUse(scene.server.process.id)
    add("X server: resident", "MB", digits: 2, use.resident, .told)
    add("X server: descriptors", "", Double(use.descriptors), .stays)
    add("X server: clients", "", Double(sums.clients), .stays)
    add("X server: pixmaps", "MB", digits: 2, Double(sums.pixmapBytes) / 1e6, .leastPerHour(Self.most))
    // What is not there now is told of as none, once it has been there.
    let known = Set(order.compactMap { $0.hasPrefix("X: ") ? String($0.dropFirst(3)) : nil })
    for kind in known.union(sums.kinds.keys).sorted() {
      add("X: " + kind, "", Double(sums.kinds[kind] ?? 0), .stays)
    }
  }

  private var all: [Growth] { order.compactMap { figures[$0] } }
  var passes: Bool { all.allSatisfy(\.passes) }
  var table: String { ([Growth.head] + all.map(\.row)).joined(separator: "\n") }

  /// A line for who waits.
  var line: String {
    let told = all.filter { ["MB", "px"].contains($0.unit) || ["X: PICTURE", "X: PIXMAP"].contains($0.name) }
    return told.compactMap { figure in
      figure.values.last.map { "\(figure.name) \(decimal($0.value, digits: figure.digits))" }
    }.joined(separator: ", ")
  }
}
