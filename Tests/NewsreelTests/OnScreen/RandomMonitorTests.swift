import Glibc
import TestKit
import Testing

extension OnScreen {
  /// Monitors that change at random: what must hold after each change.
  @Suite("Random monitors") struct RandomMonitorTests {
    private static let (width, height, thickness) = (1600, 1000, 36)
    /// 200 of them where NEWSREEL_SWEEP is set to `full`.
    private static let changes = getenv("NEWSREEL_SWEEP").map { String(cString: $0) } == "full" ? 200 : 8

    /// The same places as monitors of a desk: beside and above each other, upright, mirrored, smaller than the screen, apart.
    private static func arrangement(_ random: inout SeededRandom) -> [WindowPlace] {
      let (left, low) = (Int.random(in: 500...1000, using: &random), Int.random(in: 400...600, using: &random))
      func place(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> WindowPlace {
        WindowPlace(x: x, y: y, width: width, height: height)
      }
      let first = place(0, 0, left, Int.random(in: 300...height, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: return [place(0, 0, width, height)]
      case 1: return [first]
      case 2: return [first, place(left, Int.random(in: 0...300, using: &random), width - left, 600)]
      case 3: return [place(0, 0, width, low), place(Int.random(in: 0...400, using: &random), low, 900, height - low)]
      case 4: return [first, place(width - 450, 0, 450, 900)]
      case 5: return [first, first]
      default: return [place(0, 0, 700, low), place(700, 0, 900, low), place(200, low, 1000, height - low)]
      }
    }

    @Test(
      "After each change there is one strip a monitor, whole, at its edge, with the right space reserved",
      arguments: [1] as [UInt64])
    func changes(_ seed: UInt64) async throws {
      let server = try await XServer(width: Self.width, height: Self.height)
      let strip = try Program.start(["--delay-at-start", "10000", "--monitor", "all"], on: server)
      var (random, count) = (SeededRandom(seed: seed), 0)
      for change in 1...Self.changes {
        let monitors = Self.arrangement(&random)
        try await arrange(monitors, after: count, on: server)
        count = monitors.count
        let wanted = Self.sorted(Set(monitors.map { Self.strip(on: $0, among: monitors) }))
        var found: [Strip] = []
        do {
          try await waitUntil("the strips") {
            found = try await strips(of: strip, on: server)
            return found == wanted
          }
        } catch { throw HarnessError("change \(change) of seed \(seed), \(monitors): \(found), not \(wanted)") }
        try await server.rest(with: strip)
        #expect(try await strips(of: strip, on: server) == wanted)
      }
      #expect(strip.isRunning && strip.errors.isEmpty, "\(strip.errors)")
    }

    /// A strip with the twelve numbers that it reserves, or none.
    private struct Strip: Hashable {
      let place: [Int]
      let strut: [Int]
    }

    private static func sorted(_ strips: some Sequence<Strip>) -> [Strip] {
      strips.sorted { $0.place.lexicographicallyPrecedes($1.place) }
    }

    /// What is right, by another reckoning than the program's: pixel columns below the monitor that another one shows cannot be
    /// reserved.
    private static func strip(on monitor: WindowPlace, among all: [WindowPlace]) -> Strip {
      let y = monitor.y + monitor.height - thickness
      let isBlocked = all.contains { other in
        other != monitor
          && (monitor.x..<monitor.x + monitor.width).overlaps(other.x..<other.x + other.width)
          && other.y + other.height > monitor.y + monitor.height
      }
      let strut = isBlocked ? [] : [0, 0, 0, height - y, 0, 0, 0, 0, 0, 0, monitor.x, monitor.x + monitor.width - 1]
      return Strip(place: [monitor.x, y, monitor.width, thickness], strut: strut)
    }

    private func arrange(_ monitors: [WindowPlace], after former: Int, on server: XServer) async throws {
      for number in 0..<former {
        _ = try await server.run("xrandr", ["--delmonitor", "M\(number)"])
      }
      for (number, place) in monitors.enumerated() {
        let geometry = "\(place.width)/100x\(place.height)/100+\(place.x)+\(place.y)"
        let result = try await server.run(
          "xrandr", ["--setmonitor", "M\(number)", geometry, number == 0 ? "screen" : "none"])
        guard result.ending == .exited(0) else { throw HarnessError("xrandr: \(result.errors)") }
      }
    }

    private func strips(of program: Child, on server: XServer) async throws -> [Strip] {
      let found = try await server.run("xdotool", ["search", "--onlyvisible", "--pid", "\(program.id)"]).output
      var strips: [Strip] = []
      for window in found.split(separator: "\n") {
        // One that has gone meanwhile is looked for again.
        guard let place = try? await server.place(of: String(window)) else { continue }
        let strut = try await server.run("xprop", ["-id", String(window), "-notype", "_NET_WM_STRUT_PARTIAL"]).output
        let numbers = strut.split(separator: "=").dropFirst().first?.split(separator: ",")
          .compactMap { Int($0.trimmingPrefix(while: \.isWhitespace).prefix { $0.isNumber }) }
        strips.append(Strip(place: [place.x, place.y, place.width, place.height], strut: numbers ?? []))
      }
      return Self.sorted(strips)
    }
  }
}
