import Base
import TestKit

/// A crawl that nobody touches: where its block is on the glass, and by its state, against v·t.
struct RunningBlock {
  static let speed = 60.0
  static let box = WindowPlace(x: 0, y: 0, width: 1200, height: 40)
  static let words = [
    "crawl", "█████████", "--name", "block", "--font", "DejaVu Sans Mono 20px", "--delay-at-start", "0",
    "--scroll-time", "0", "--scroll-speed", "\(speed)", "--repeat-spacing", "400", "--separator-size", "0",
    "--no-repeat-when-out-of-bounds", "--geometry", "1200x40+0+0",
  ]
  /// Where nothing fades.
  private static let inner = 150..<1050

  private let framebuffer: Framebuffer
  private let line: SoakLine
  /// From one block to the next.
  private let lap: Double
  private var first: (seen: Double, told: Double)?

  /// Once two blocks are in sight.
  init(_ framebuffer: Framebuffer, _ line: SoakLine) async throws {
    (self.framebuffer, self.line) = (framebuffer, line)
    lap = try await waitFor("two blocks", within: .seconds(60)) {
      let places = try Self.told(line).places
      return places.count > 1 ? places[1] - places[0] : nil
    }
  }

  /// It answers with where the blocks are at that moment. Of several answers the quickest one says best when that was.
  private static func told(_ line: SoakLine) throws -> (time: Double, places: [Double]) {
    var quickest = Double.infinity
    var result = (time: 0.0, places: [Double]())
    for _ in 0..<5 {
      let start = monotonicNow()
      let state = try line.ask("state")["data"]
      let end = monotonicNow()
      guard end - start < quickest else { continue }
      quickest = end - start
      result = ((start + end) / 2, (state?["shown"]?.array ?? []).compactMap { $0["x"]?.number })
    }
    return result
  }

  /// How far it is from where it has to be since the first call, in pixels: on the glass and by its state. Nil if the
  /// machine was too busy to tell.
  mutating func drift() throws -> (seen: Double, told: Double)? {
    var (time, places) = try Self.told(line)
    // Where the machine was too busy to run on, it may take a frame.
    for _ in 0..<10 where places.isEmpty {
      try rest(0.5)
      (time, places) = try Self.told(line)
    }
    guard let place = places.first else { throw HarnessError("no block is told of") }
    guard let seen = try seenPhase() else { return nil }
    let now = (seen: seen, told: phase(place, at: time))
    let start = first ?? now
    first = start
    return (turned(now.seen - start.seen), turned(now.told - start.told))
  }

  /// What a place would have been at time 0, within a lap.
  private func phase(_ place: Double, at time: Double) -> Double {
    (place + Self.speed * time).truncatingRemainder(dividingBy: lap)
  }

  /// The shortest way around the lap.
  private func turned(_ way: Double) -> Double {
    let rest = way.truncatingRemainder(dividingBy: lap)
    return rest > lap / 2 ? rest - lap : rest < -lap / 2 ? rest + lap : rest
  }

  /// From many pictures, each at the moment when it first shows. A late one is behind, so that those count that are least so.
  private func seenPhase() throws -> Double? {
    var phases: [Double] = []
    var last: [UInt32] = []
    let end = monotonicNow() + 1.5
    while monotonicNow() < end {
      let row = framebuffer.row(Self.box.height / 2)
      let pixels = Array(UnsafeBufferPointer(start: row, count: Self.box.width))
      let time = monotonicNow()
      if pixels != last {
        if !last.isEmpty { phases += Self.middles(of: pixels).map { phase($0, at: time) } }
        last = pixels
      }
      try rest(0.001)
    }
    guard let any = phases.first, phases.count > 20 else { return nil }
    let ways = phases.map { turned($0 - any) }.sorted()
    return any + ways[ways.count / 10]
  }

  /// The middles of whole blocks, by how light their columns are.
  private static func middles(of row: [UInt32]) -> [Double] {
    let ground = Double(row[3] >> 8 & 255)
    var (result, sum, weight, start): ([Double], Double, Double, Int) = ([], 0, 0, 0)
    for x in row.indices {
      let light = Double(row[x] >> 8 & 255) - ground
      if light > 4 {
        if weight == 0 { start = x }
        (sum, weight) = (sum + light * (Double(x) + 0.5), weight + light)
      } else if weight > 0 {
        if inner.contains(start), inner.contains(x) { result.append(sum / weight) }
        (sum, weight) = (0, 0)
      }
    }
    return result
  }
}
