import Glibc
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import Base
@testable import Scene
@testable import Windows

@Suite("The data file", .tags(.x11)) struct DataFileTests {
  @Test("What is written is read; blank lines and line ends of any sort are no chips") func lines() throws {
    let folder = try TemporaryFolder()
    let file = DataFile(folder.path + "/list")
    #expect(try file.read() == [])
    try file.write(["a", "é 日本"])
    #expect(try Project.text(of: folder.path + "/list") == "a\né 日本\n")
    try folder.write("one\r\n\n  \ntwo", to: "list")
    #expect(try file.read() == ["one", "two"])
    try file.write([])
    #expect(try file.read() == [])
  }

  @Test(
    "Only what is edited changes in the file",
    arguments: [
      ("a\n\n  b\r\nc", ["a", "b", "c", "d"], "a\n\n  b\r\nc\nd\n"), ("# x\n\n a \n\nb\n\n", ["b"], "\n\nb\n\n"),
      ("a\r\nb\r\n", ["b", "a", "c"], "b\r\na\r\nc\r\n"), ("a\na\nb", ["a", "b"], "a\nb"), ("a\n\tb\n", [], ""),
    ])
  func edits(_ text: String, _ labels: [String], _ expected: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "list")
    let file = DataFile(path) { line in Token(line).label }
    try file.write(try file.read())
    #expect(try Project.text(of: path) == text)
    try file.write(labels)
    #expect(try Project.text(of: path) == expected)
  }

  @Test("What the list does not take over stays in the file") func notTaken() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a\na\nb\n", to: "list")
    let file = DataFile(path)
    _ = try file.read()
    file.adopt(["a", "b"])
    try file.write(["a"])
    #expect(try Project.text(of: path) == "a\na\n")
  }

  @Test("Two programs that edit one file lose nothing of each other's") func two() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a\nb\n", to: "list")
    let (one, other) = (DataFile(path), DataFile(path))
    #expect(try one.read() == other.read())
    try one.write(["a", "b", "c"])
    #expect(try other.write(["b", "d"]) == ["b", "c", "d"])
    #expect(try one.write(["b", "c"]) == ["b", "c", "d"])
    #expect(try Project.text(of: path) == "b\nc\nd\n")
  }

  @Test("What is no text is refused, and left as it is", arguments: [[0x61, 0x00, 0x62], [0x61, 0xFF]] as [[UInt8]])
  func binary(_ bytes: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "list")
    for flag in ["--data-file", "--suggest-file"] {
      let result = try await Program.run(["tokens", flag, path])
      #expect(result.ending == .exited(1))
      #expect(result.errors == "newsreel: \(path): is not text in UTF-8 (byte 2); it is left as it is\n")
    }
    #expect(try Files.bytes(of: path) == bytes)
    let endless = try await Program.run(["tokens", "--suggest-file", "/dev/zero"])
    #expect(endless.errors == "newsreel: /dev/zero: is larger than 4 MB\n")
  }

  @Test("A link stays a link, and the file keeps its mode") func link() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old\n", to: "real")
    _ = try await run("chmod", ["640", path])
    _ = try await run("ln", ["-s", path, folder.path + "/link"])
    let file = DataFile(folder.path + "/link")
    #expect(try file.read() == ["old"])
    try file.write(["new"])
    #expect(try Project.text(of: path) == "new\n")
    #expect(
      try await run("stat", ["-c", "%a %F", path, folder.path + "/link"]).output
        == "640 regular file\n777 symbolic link\n")
    #expect(try await run("ls", ["-A", folder.path]).output == "link\nreal\n")
  }

  @Test("What a program that was killed has left is removed, what a running one writes is not") func remains()
    async throws
  {
    let folder = try TemporaryFolder()
    // Process 1 runs; no process has a number as high as this.
    try folder.write("half", to: ".list.newsreel-4194999")
    try folder.write("half", to: ".list.newsreel-1")
    try folder.write("half", to: ".other.newsreel-4194999")
    _ = DataFile(folder.path + "/list")
    #expect(try await run("ls", ["-A", folder.path]).output == ".list.newsreel-1\n.other.newsreel-4194999\n")
  }

  @Test("A file or folder that is of no use is refused at the start", arguments: ["/dev/null/x", "/dev"])
  func refused(_ path: String) async throws {
    let result = try await Program.run(["tokens", "--data-file", path])
    #expect(result.ending == .exited(1))
    #expect(result.errors.hasPrefix("newsreel: \(path): cannot "))
  }

  @Test("A full disk leaves the old file, and says so once") func fullDisk() async throws {
    let server = try await XServer(width: 640, height: 480)
    let folder = try TemporaryFolder()
    let path = try folder.write("old\n", to: "list")
    // No file may grow: as good as a full disk.
    let program = try Child(
      "sh", ["-c", "ulimit -f 0; exec \"$@\"", "sh", Program.path, "tokens", "--data-file", path],
      environment: ["DISPLAY": server.display, "LC_ALL": "C.UTF-8"])
    let window = try await server.window(named: "Newsreel")
    try await server.waitForFocus(of: window)
    for label in ["a", "b"] {
      try await server.type(label)
      try await server.key("Return")
      #expect(try await program.line().contains(#""token":"\#(label)""#))
    }
    try await waitUntil("the complaint") { !program.errors.isEmpty }
    #expect(program.errors == "newsreel: \(path): cannot write it, the old one stays: File too large\n")
    #expect(try Project.text(of: path) == "old\n")
    #expect(try await run("ls", ["-A", folder.path]).output == "list\n")
  }

  @Test("A full disk that does not take the chips of the first start is told of") func fullAtStart() async throws {
    let server = try await XServer(width: 640, height: 480)
    let folder = try TemporaryFolder()
    let path = folder.path + "/list"
    let program = try Child(
      "sh", ["-c", "ulimit -f 0; trap '' XFSZ; exec \"$@\"", "sh", Program.path, "tokens", "--data-file", path, "A"],
      environment: ["DISPLAY": server.display, "LC_ALL": "C.UTF-8"])
    let complaint = "newsreel: \(path): cannot write it: File too large\n"
    try await waitUntil("the complaint") { program.errors == complaint }
    // What is lost in the end is told of once more.
    program.signal(SIGTERM)
    _ = try await program.ending()
    #expect(program.errors == complaint + complaint)
  }

  @Test("What a full disk did not take is saved once there is room, and in the end") func room() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/list"
    var saved: String { (try? Project.text(of: path)) ?? "" }
    let system = VirtualSystem()
    try system.run {
      var request = ViewRequest<TokensKind>()
      request.sources = try Settings<SourceOptions>(
        [PropertyChange("data-file", to: .text(path))], arguments: ["a"], isInputPiped: false)
      let controller = try TokensController(request)
      let (loop, context) = (RunLoop(), ViewContext())
      // The second change of the disk is what is written.
      system.disk.fail(.full, after: 1)
      try controller.load()
      try controller.open(SourceConnection(loop: loop, context: context))
      #expect(
        context.takeActions() == [.window(.failed("\(path): cannot write it: No space left on device"))] && saved == "")
      system.now += 60
      loop.serveWhatIsDue()
      #expect(saved == "a\n" && context.takeActions().isEmpty)
      system.disk.fail(.full, after: 1)
      _ = controller.chips.add(["b"], at: 60)
      controller.update(at: 60)
      #expect(
        context.takeActions().contains { if case .window(.failed) = $0 { true } else { false } } && saved == "a\n")
      controller.close()
      #expect(saved == "a\nb\n")
    }
  }

  @Test(
    "Window and file have one order after foreign edits, whatever is done and undone",
    arguments: 0..<8 as Range<UInt64>)
  func order(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let path = try folder.write("a\nb\nc\nd\ne\n", to: "list")
    try VirtualSystem().run {
      var request = ViewRequest<TokensKind>()
      request.sources = try Settings<SourceOptions>(
        [PropertyChange("data-file", to: .text(path))], arguments: [], isInputPiped: false)
      let controller = try TokensController(request)
      try controller.load()
      try controller.open(SourceConnection(loop: RunLoop(), context: ViewContext()))
      let chips = controller.chips
      var shown: [String] { chips.field.tokens.map(\.label) }
      for step in 0..<60 {
        if Int.random(in: 0..<3, using: &random) == 0 {
          let lines = Array((shown + ["x\(step)", "y\(step)"]).shuffled(using: &random).dropFirst(2))
          try folder.write(lines.map { $0 + "\n" }.joined(), to: "list")
        }
        let before = shown
        let count = shown.count
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: chips.key(.undo, at: Double(step))
        case 2: chips.key(.redo, at: Double(step))
        case 3: chips.add(["n\(step)"], at: Double(step))
        case 4: chips.change(at: Double(step)) { $0.remove(at: [count / 2]) }
        default: chips.change(at: Double(step)) { $0.move(from: 0, to: count - 1) }
        }
        if shown == before { continue }
        controller.update(at: Double(step))
        #expect(try Project.text(of: path) == shown.map { $0 + "\n" }.joined(), "step \(step)")
      }
    }
  }

  @Test("Killed in the middle of many edits, it is whole and at most one edit behind", arguments: [90, 170, 260])
  func killed(_ after: Int) async throws {
    let desk = try await TokensDesk()
    let typing = try Child(
      "xdotool", ["type", "--delay", "0", (0..<300).map { "k\($0)\n" }.joined()],
      environment: ["DISPLAY": desk.server.display])
    var told = 0
    while told < after {
      _ = try await desk.program.line()
      told += 1
    }
    desk.program.signal(9)
    _ = try await desk.program.ending()
    typing.end()
    while (try? await desk.program.line()) != nil { told += 1 }
    let lines = desk.saved.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "", "it ends in the middle of a line")
    #expect(lines.dropLast().enumerated().allSatisfy { $1 == "k\($0)" })
    #expect(lines.count - 1 == told || lines.count == told || lines.count - 2 == told, "\(lines.count - 1) of \(told)")
  }
}
