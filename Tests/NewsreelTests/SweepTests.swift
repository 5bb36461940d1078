import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

/// Values of every numeric property, and texts through every door, by the program itself: it ends by its own decision. What
/// is asked for comes from the property tables. All of it is tried where NEWSREEL_SWEEP is set to `full`,
/// else every third of the numbers.
@Suite("Nothing from outside ends it", .tags(.x11, .slow)) struct SweepTests {
  private static let numbers = [
    "0", "-1", "1e-300", "1e10", "1e300", "nan", "inf", "2147483648", "9223372036854775808",
  ]
  private static let isFull = Program.isSweepFull
  /// A view with something to show.
  private static let views = [
    ["strip", "A headline"], ["crawl", "A headline"], ["counter", "1234.5"], ["tokens", "one", "two"], ["credits"],
  ]

  /// What the property takes of the numbers, and the ends of its range. Rejected ones are kept apart
  /// without a run.
  private static func taken(_ row: PropertyInfo) -> [String] {
    guard ["number", "whole number"].contains(row.kind.typeName) else { return [] }
    let ends = row.kind.rangeText.split(separator: " ").map(String.init).filter { Double($0) != nil }
    return ends + (isFull ? numbers : [])
  }

  private static func flags(of view: String) -> [[String]] {
    let rows = PropertyInfo.all.filter { $0.view == view } + (view == "crawl" || isFull ? PropertyInfo.window : [])
    let all = rows.flatMap { row in taken(row).map { ["--\(row.name)", $0] } }
    return isFull ? all : all.indices.filter { $0 % 3 == 0 }.map { all[$0] }
  }

  private static let places: [[String]] = [
    ["--offset", "32767,-32767"], ["--offset", "1e10,0"], ["--geometry", "32767x32767"], ["--geometry", "1x1"],
    ["--geometry", "100%x100%+32767-32767"], ["--font", "Sans 1500"], ["--font", "Sans 30000"],
    ["--border-style", "gradient", "--border-width", "32767", "--corner-radius", "32767"],
    ["--border-style", "dashed", "--border-width", "32767"], ["--at", "1000000"],
    ["--film", "3", "--film-step", "1e308"],
  ]

  private static var commands: [[String]] {
    views.flatMap { view -> [[String]] in
      let start = ["preview", view[0], "--size", "300x30", "--out", "/dev/null"]
      return (flags(of: view[0]) + (view[0] == "crawl" ? places : [])).map { start + $0 + view.dropFirst() }
    }
  }

  @Test("A number that a property does not take is refused before anything is done") func refusals() {
    for row in PropertyInfo.all where ["number", "whole number"].contains(row.kind.typeName) {
      let range = row.kind.rangeText
      #expect(!range.isEmpty && !range.hasPrefix("from") || row.name == "max-decimals", "\(row.view) \(row.name)")
    }
  }

  @Test("Whatever number a property is given, a picture or a message comes of it") func numericFlags() async throws {
    let server = try await XServer(width: 640, height: 480)
    try await expectEnds(Self.commands, on: server)
  }

  @Test("Whatever text comes, by whatever door, a picture or a message comes of it") func texts() async throws {
    let server = try await XServer(width: 640, height: 480)
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: 9)
    let size = Self.isFull ? 10_000_000 : 1_100_000
    let texts: [(String, [UInt8])] = [
      ("empty", []), ("nul", [UInt8](repeating: 0, count: 1000)),
      ("binary", (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }),
      ("line", [UInt8](repeating: 0x78, count: size)),
      ("marks", Array(("a" + String(repeating: "\u{301}", count: 100_000)).utf8)),
      ("bidi", Array(String(repeating: "\u{202E}\u{2067}\u{202B}", count: 30_000).utf8)),
      ("lines", [UInt8](repeating: 0x0A, count: size / 5)),
    ]
    var commands: [[String]] = []
    for (name, bytes) in texts {
      let path = try folder.write(bytes, to: name)
      let out = ["--size", "300x30", "--out", "/dev/null"]
      for view in Self.views where Self.isFull || view[0] != "strip" {
        commands.append(["preview", view[0]] + out + (view[0] == "credits" ? [path] : ["--file", path]))
      }
      for flags in [
        ["crawl", "--replace", "--file", path], ["crawl", "--json-lines", "--file", path],
        ["crawl", "--values", path, "A {a}"],
        ["tokens", "--data-file", path], ["tokens", "--suggest-file", path], ["--theme", path],
        ["--label-image", path],
        ["counter", "--match", "(x+x+)+y|([0-9]+)", "--file", path],
      ] { commands.append(["preview"] + flags + out) }
    }
    try await expectEnds(commands, on: server)
  }

  /// Runs them two at a time.
  private func expectEnds(_ commands: [[String]], on server: XServer) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for start in [0, 1] {
        group.addTask {
          for command in commands[start...].enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
            try await expectEnd(command, on: server)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func expectEnd(_ command: [String], on server: XServer) async throws {
    let program = try Program.start(command, on: server)
    let ending = try await program.ending()
    let (words, errors) = (command.joined(separator: " ").prefix(200), program.errors)
    switch ending {
    case .exited(0): break
    case .exited(1), .exited(2): #expect(errors.hasPrefix("newsreel: "), "\(words): \(errors.prefix(300))")
    default: Issue.record("\(words): \(ending) \(errors.suffix(500))")
    }
  }
}
