import Glibc
import Testing

@testable import Base
@testable import Newswire

@Suite("Files as sources") struct FileSourceTests {
  private let directory: TemporaryDirectory
  private let record = Record()
  private let set = RunLoop()

  init() throws { directory = try TemporaryDirectory() }

  private func watch(_ path: String) throws {
    set.add(try FileSource(path: path, isWatched: true, handler: record.handler))
    run(set) { record.log.last == "pause" }
  }

  @Test("Reads once to the end") func readsOnceToTheEnd() throws {
    let path = directory.write("f", "one\ntwo")
    set.add(try FileSource(path: path, isWatched: false, handler: record.handler))
    #expect(run(set) { set.isEmpty })
    #expect(record.log == ["line one", "line two", "end"])
  }

  @Test("A file that cannot be read is a clear error", arguments: ["missing", "a-directory"])
  func aFileThatCannotBeReadIsAClearError(name: String) throws {
    mkdir(directory.file("a-directory"), 0o700)
    let path = directory.file(name)
    let reason = name == "missing" ? "cannot be opened: No such file or directory" : "is a directory, not a file"
    let error = #expect(throws: Failure.self) { try FileSource(path: path, isWatched: true) { _ in } }
    #expect(error?.description == "\(path): \(reason)")
  }

  @Test("Appended lines follow") func appendedLinesFollow() throws {
    let path = directory.write("f", "one\n")
    try watch(path)
    directory.write("f", "two\nth", append: true)
    #expect(run(set) { record.lines.count == 2 })
    directory.write("f", "ree\n", append: true)
    #expect(run(set) { record.lines.count >= 3 })
    #expect(record.lines == ["one", "two", "three"])
    #expect(!record.log.contains("restart"))
  }

  @Test("A last line without end counts and may get its end later") func aLastLineWithoutEndCountsAndMayGetItsEndLater()
    throws
  {
    let path = directory.write("f", "one")
    try watch(path)
    #expect(record.lines == ["one"])
    directory.write("f", "\ntwo\n", append: true)
    #expect(run(set) { record.lines == ["one", "two"] })
    #expect(!record.log.contains("restart"))
  }

  @Test("A last line that grows is delivered again") func aLastLineThatGrowsIsDeliveredAnew() throws {
    let path = directory.write("f", "zero\none")
    try watch(path)
    directory.write("f", " and more\n", append: true)
    #expect(run(set) { record.lines.last == "one and more" })
    #expect(record.log.drop { $0 != "restart" }.starts(with: ["restart", "line zero", "line one and more"]))
  }

  @Test(
    "Rewriting in place restarts",
    arguments: ["x\n", "quite a lot longer than it was before\nand more\n", "eno\nowt\n"])
  func rewritingInPlaceRestarts(content: String) throws {
    let path = directory.write("f", "one\ntwo\n")
    try watch(path)
    usleep(20_000)  // a time of change has the grain of a clock tick
    directory.write("f", content)
    #expect(run(set) { record.log.last == "pause" && record.log.contains("restart") })
    let last = record.log.suffix(from: (record.log.lastIndex(of: "restart") ?? 0) + 1).dropLast()
    #expect(last.map { String($0.dropFirst(5)) } == content.split(separator: "\n").map(String.init))
  }

  @Test("A long file that is rewritten in place, of the same size and in the same second, restarts")
  func rewrittenInTheSameSecond() throws {
    let rest = String(repeating: "the same as ever\n", count: 40)
    let path = directory.write("f", "one\n" + rest)
    try watch(path)
    try waitForEarlySecond()
    for word in ["two", "six"] {
      usleep(20_000)  // a time of change has the grain of a clock tick
      let file = open(path, O_WRONLY)
      defer { close(file) }
      #expect(pwrite(file, word, 3, 0) == 3)
      #expect(run(set) { record.log.last == "pause" && record.lines.contains(word) })
    }
    let starts = record.log.indices.filter { record.log[$0] == "restart" }
    #expect(starts.map { record.log[$0 + 1] } == ["line two", "line six"])
    #expect(record.lines.count == 3 * 41)
  }

  @Test("Replacement by rename restarts") func replacementByRenameRestarts() throws {
    let path = directory.write("f", "one\n")
    try watch(path)
    for round in 0..<3 {
      directory.write("f.new", "new \(round)\n")
      rename(directory.file("f.new"), path)
      #expect(run(set) { record.lines.last == "new \(round)" })
    }
    #expect(record.log.filter { $0 == "restart" }.count == 3)
  }

  @Test("Rotation goes on with the new file") func rotationGoesOnWithTheNewFile() throws {
    let path = directory.write("f", "one\n")
    try watch(path)
    directory.write("f", "late\n", append: true)
    rename(path, directory.file("f.1"))
    directory.write("f", "two\n")
    #expect(run(set) { record.lines.last == "two" })
    #expect(record.lines == ["one", "late", "two"])
    #expect(!record.log.contains("restart"))
  }

  @Test("A file that is gone is waited for") func aFileThatIsGoneIsWaitedFor() throws {
    let path = directory.write("f", "one\n")
    try watch(path)
    unlink(path)
    run(set, limit: 0.3) { false }
    #expect(record.errors.isEmpty)
    directory.write("f", "back\n")
    #expect(run(set) { record.lines.last == "back" })
  }

  @Test("Nothing happens while nothing changes") func nothingHappensWhileNothingChanges() throws {
    let path = directory.write("f", "one\n")
    try watch(path)
    run(set) { record.log.count >= 2 }
    run(set, limit: 0.2) { false }
    #expect(record.log == ["line one", "pause"])
    #expect(set.deadline == .infinity)
  }
}
