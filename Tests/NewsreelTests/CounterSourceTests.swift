import Base
import Newswire
import Scene
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

/// Where numbers come from.
@Suite("Sources of numbers", .tags(.x11)) struct CounterSourceTests {
  @Test(
    "A command is split as a shell would",
    arguments: [
      ("nproc", ["nproc"]), ("  nproc   --all ", ["nproc", "--all"]), ("sh -c 'a  b | c'", ["sh", "-c", "a  b | c"]),
      (#"a "b c"d e\ f"#, ["a", "b cd", "e f"]), (#"a "" ''"#, ["a", "", ""]),
      (#"a "x\"y\n" '\'"#, ["a", #"x"y\n"#, "\\"]),
      ("a $HOME *", ["a", "$HOME", "*"]),
    ])
  func splitting(_ text: String, _ words: [String]) throws { #expect(try CommandWords(text).words == words) }

  @Test(
    "A command that cannot be split says where",
    arguments: [
      ("a 'b", "the ' at character 3 is not closed"), ("a \"", "the \" at character 3 is not closed"),
      ("", "no program is named; write it as 'nproc --all'"), ("a \\", "nothing follows the backslash at its end"),
    ])
  func wrong(_ text: String, _ message: String) {
    #expect(throws: Failure.usage(message)) { try CommandWords(text) }
  }

  @Test(
    "A pattern picks the number out",
    arguments: [
      ("[0-9.]+", "load 1.25 now", "1.25"), (#"total: (\d+)"#, "a 3 total: 42", "42"), ("x", "y", nil),
      ("(a)|b", "b", "b"), ("(a)|(b)", "b", "b"),
      ("é(.)", "aé日", "日"), ("(a+)+$", String(repeating: "a", count: 40) + "!", nil),
    ] as [(String, String, String?)])
  func patterns(_ pattern: String, _ line: String, _ part: String?) throws {
    #expect(try LinePattern(pattern).part(of: line).map(String.init) == part)
  }

  @Test("A line of more digits than are read is no number, in a counter and beside headlines", arguments: [1024, 1025])
  func longLine(_ count: Int) throws {
    let (digits, isNumber) = (String(repeating: "7", count: count), count <= 1024)
    let controller = try CounterController(ViewRequest<CounterKind>())
    Array(digits.utf8).withUnsafeBytes { controller.receive(.line($0), at: 0) }
    controller.update(at: 0)
    #expect((controller.counter.number != nil) == isNumber)
    #expect(Array("a=\(digits)".utf8).withUnsafeBytes { (HeadlineReceiver.value(in: $0) != nil) == isNumber })
  }

  @Test(
    "What is wrong with the sources ends with 2, and says what",
    arguments: [
      (
        ["--match", "load ("],
        "newsreel: --match: 'load (' is not a regular expression: missing closing parenthesis (character 7)"
      ),
      (["--every", "5"], "newsreel: --every: there is no command to run; name one with --command"),
      (["--command", "a", "--every", "x"], "newsreel: --every: 'x' is not a number of seconds from 0.1 up"),
      (["--command", "a 'b"], "newsreel: --command: the ' at character 3 is not closed"),
      (["--watch"], "newsreel: --watch: there is no file to watch; name one with --file"),
    ])
  func usage(_ arguments: [String], _ message: String) async throws {
    let result = try await Program.run(["counter"] + arguments)
    #expect(result.ending == .exited(2))
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
  }

  @Test("Wrong lines are reported once each, and numbers are picked out") func wrongLines() async throws {
    let server = try await XServer()
    defer { server.end() }
    let plain = try await Program.run(
      ["counter", "-", "--exit-at-end"], on: server, input: "1\nx\nx\nten\n16.40\n")
    #expect(plain.ending == .exited(0))
    #expect(
      plain.errors == "newsreel: 'x' is not a number; the line is left out\n"
        + "newsreel: 'ten' is not a number; the line is left out\n")
    let picked = try await Program.run(
      ["counter", "-", "--exit-at-end", "--match", "load ([0-9.]+)"], on: server, input: "load 1.5\nnothing\n")
    #expect(picked.errors.contains("'nothing' is not a line with the number that --match looks for"))
  }

  @Test("Numbers come from a watched file and from a command") func sources() async throws {
    let server = try await XServer()
    defer { server.end() }
    let folder = try TemporaryFolder()
    let path = try folder.write("5\n", to: "number")
    for arguments in [
      ["--file", path, "--watch"], ["--command", "cat '\(path)'", "--every", "0.1"],
    ] {
      try await waitUntil("an empty screen") { try Self.ink(server) == nil }
      _ = try folder.write("5\n", to: "number")
      let child = try Child(
        Program.path, ["counter", "--duration", "0.1", "--geometry", "200x60+0+0"] + arguments,
        environment: ["DISPLAY": server.display])
      defer { child.end() }
      let small = try await waitFor("a digit") { try Self.ink(server) }
      _ = try folder.write("88888\n", to: "number")
      try await waitUntil("five digits") { (try Self.ink(server) ?? 0) > small * 3 }
    }
  }

  @Test("Noise in a watched file is reported, keeps nothing busy, and the next number shows")
  func noise() async throws {
    let server = try await XServer()
    defer { server.end() }
    let folder = try TemporaryFolder()
    let path = try folder.write("5\n", to: "number")
    let child = try Child(
      Program.path, ["counter", "--duration", "0.1", "--geometry", "200x60+0+0", "--file", path, "--watch"],
      environment: ["DISPLAY": server.display])
    defer { child.end() }
    let small = try await waitFor("a digit") { try Self.ink(server) }
    var random = SeededRandom(seed: 20)
    _ = try folder.write((0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }, to: "number")
    try await waitUntil("a word about it") { child.errors.contains("is not a number") }
    try await server.rest(with: child)
    #expect(child.errors.utf8.count < 20_000)
    _ = try folder.write("88888\n", to: "number")
    try await waitUntil("five digits") { (try Self.ink(server) ?? 0) > small * 3 }
  }

  @Test("A program of a few lines has a counter") func example() async throws {
    let server = try await XServer()
    defer { server.end() }
    let child = try Child(Project.products + "/CounterExample", [], environment: ["DISPLAY": server.display])
    defer { child.end() }
    try await waitUntil("a number") { (try Self.ink(server) ?? 0) > 500 }
    #expect(child.isRunning)
  }

  @Test("Values roll in the crawl") func values() async throws {
    let server = try await XServer()
    defer { server.end() }
    let child = try Child(
      Program.path,
      ["crawl", "--values", "-", "--scroll-speed", "0", "--scroll-time", "0", "--geometry", "300x36+0+0", "{a}"],
      environment: ["DISPLAY": server.display], input: .pipe)
    defer { child.end() }
    let dash = try await waitFor("a dash") { try Self.ink(server) }
    try child.send("wrong\na=888888\nwrong\n")
    try await waitUntil("digits") { (try Self.ink(server) ?? 0) > dash * 4 }
    #expect(child.errors == "newsreel: 'wrong' is not a value; write name=number; the line is left out\n")
  }

  /// How many pixels are light; nil for none.
  private static func ink(_ server: XServer) throws -> Int? {
    let count = try server.screenshot().pixels.count { $0 & 0xff00 > 0xa000 }
    return count == 0 ? nil : count
  }
}
