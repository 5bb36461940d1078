import Formats
import Glibc
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Windows

/// The file of an as-run log, whatever becomes of the program that writes it.
@Suite("Files of as-run logs") struct AsRunFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/as-run.jsonl"
  }

  private func line(_ id: String, at t: Seconds, ended: String? = "left", behind: Double? = nil) -> AsRunLine {
    var line = AsRunLine(
      AsRunItem(id: id, text: id), first: 1_800_000_000 + t, last: 1_800_000_004 + t, whole: 2, cycles: 1, ended: ended)
    line.behind = behind
    return line
  }

  private func lines(_ path: String? = nil) throws -> [AsRunLine] {
    try String(decoding: Files.bytes(of: path ?? self.path), as: UTF8.self).split(separator: "\n").map { text in
      try #require(AsRunLine(json: try JSON(parsing: String(text))), "\(text)")
    }
  }

  @Test("A line reads back, with its times to a millisecond") func line() throws {
    var line = AsRunLine(
      AsRunItem(id: "a\"\u{e9}", feed: "https://example.org/", text: "A text"), first: 1_795_628_950.1239,
      last: 1_795_628_960, whole: 3.25, cycles: 17, ended: "left")
    line.behind = -12.5
    #expect(
      line.json.line
        == #"{"id":"a\"é","feed":"https://example.org/","text":"A text","first":"2026-11-25T17:49:10.124Z","#
        + #""last":"2026-11-25T17:49:20.000Z","whole":3.25,"cycles":17,"ended":"left","behind":-12.5}"#)
    var read = try #require(AsRunLine(json: line.json))
    #expect(read.item.text == "A text" && abs((read.first ?? .epoch) - (line.first ?? .epoch)) < 0.001)
    read.first = line.first
    #expect(read == line)
  }

  @Test("What goes on is at the end, and is written over") func tail() throws {
    let file = try AsRunFile(path: path, limit: 1_000_000)
    try file.write(ended: [], open: [line("a", at: 0, ended: nil), line("b", at: 1, ended: nil)])
    #expect(try lines().map(\.item.id) == ["a", "b"])
    try file.write(ended: [line("a", at: 0)], open: [line("b", at: 1, ended: nil), line("c", at: 2, ended: nil)])
    #expect(try lines().map(\.ended) == ["left", nil, nil])
    // Shorter than what it replaces: what is over stays whole, and nothing is left of what was there.
    try file.write(ended: [line("b", at: 1)], open: [])
    #expect(try lines().map(\.item.id) == ["a", "b"])
    try file.write(ended: [], open: [line("c", at: 2, ended: nil)])
    try file.write(ended: [line("c", at: 2)], open: [line("a long name", at: 3, ended: nil)])
    #expect(try lines().map(\.item.id) == ["a", "b", "c", "a long name"])
  }

  @Test("What a run could not end is ended by the next one, and not lost") func cutOff() throws {
    try AsRunFile(path: path, limit: 1_000_000).write(
      ended: [line("a", at: 0)],
      open: [line("b", at: 1, ended: nil, behind: -7), AsRunLine(AsRunItem(id: "c", text: "c"), cycles: 0)])
    let next = try AsRunFile(path: path, limit: 1_000_000)
    #expect(next.former.last { $0.behind != nil }?.item.id == "b")
    #expect(try lines().map(\.item.id) == ["a", "b"])
    #expect(try lines().map(\.ended) == ["left", "cut off"])
    try next.write(ended: [], open: [line("d", at: 9, ended: nil)])
    #expect(try lines().map(\.item.id) == ["a", "b", "d"])
  }

  @Test("The end of the last run is known from the last lines of its log", arguments: [0, 1, 99, 100, 101, 250, 3000])
  func lastLines(count: Int) throws {
    for run in 0..<2 {
      let file = try AsRunFile(path: path, limit: 100_000_000)
      try file.write(ended: (0..<count).map { line("\(run) \($0)", at: Double($0)) }, open: [])
      try file.write(ended: [line("end \(run)", at: 4000, behind: -5)], open: [line("open", at: 4001, ended: nil)])
    }
    let file = try AsRunFile(path: path, limit: 100_000_000)
    #expect(file.former.last { $0.behind != nil }?.item.id == "end 1")
    #expect(file.former.last?.item.id == "open" && file.former.count >= min(99, 2 * count + 4))
  }

  @Test("At its limit the log goes on in a new file, and four are kept") func rotation() throws {
    let file = try AsRunFile(path: path, limit: 2000)
    var expected: [String] = []
    for number in 0..<200 {
      expected.append("item \(number)")
      try file.write(ended: [line("item \(number)", at: Double(number))], open: [line("next", at: 0, ended: nil)])
      #expect(try lines().last?.item.id == "next")
    }
    let names = Files.names(in: folder.path).sorted()
    #expect(names == ["as-run.jsonl"] + (1...4).map { "as-run.jsonl.\($0)" })
    let kept = try (["", ".1", ".2", ".3", ".4"]).reversed().flatMap { try lines(path + $0) }.map(\.item.id)
    #expect(kept.dropLast() == expected.suffix(kept.count - 1)[...] && kept.count > 40)
    for name in names { #expect(try Files.bytes(of: folder.path + "/" + name).count <= 2400) }
  }

  @Test("It began a new file when it was killed: that one goes on") func betweenFiles() throws {
    let text = line("b", at: 1, ended: nil).json.line + "\n"
    try folder.write(line("a", at: 0).json.line + "\n", to: "as-run.jsonl.1")
    try folder.write(text, to: "as-run.jsonl.new")
    _ = try AsRunFile(path: path, limit: 1_000_000)
    #expect(try lines().map(\.ended) == ["cut off"])
  }

  @Test(
    "What is in the file already stays, whatever it is",
    arguments: [
      "", "\n", "no JSON\n", "{\"id\":1}\n", "cut off in the midd", "\u{0}\u{1}\n\n\n", "[[[[",
      "{\"id\":\"a\",\"cycles\":1e99}",
    ])
  func garbage(_ text: String) throws {
    try folder.write(text, to: "as-run.jsonl")
    let file = try AsRunFile(path: path, limit: 1_000_000)
    try file.write(ended: [line("a", at: 0)], open: [line("b", at: 0, ended: nil)])
    let found = String(decoding: try Files.bytes(of: path), as: UTF8.self)
    #expect(found.hasPrefix(text))
    let last = found.split(separator: "\n").suffix(2).compactMap { try? AsRunLine(json: JSON(parsing: String($0))) }
    #expect(last.map(\.item.id) == ["a", "b"])
  }

  @Test("What is no plain file, and another window's log, are refused") func refused() throws {
    #expect(throws: Failure.self) { try AsRunFile(path: folder.path, limit: 1_000_000) }
    mkfifo(path, 0o600)
    #expect(throws: Failure.self) { try AsRunFile(path: path, limit: 1_000_000) }
    unlink(path)
    let first = try AsRunFile(path: path, limit: 1_000_000)
    #expect(throws: Failure.self) { try AsRunFile(path: path, limit: 1_000_000) }
    try first.write(ended: [], open: [])
  }

  @Test("On a full disk nothing is lost that was written, and it goes on later") func full() throws {
    guard access("/dev/full", W_OK) == 0 else { return }
    #expect(throws: Failure.self) { try AsRunFile(path: "/dev/full", limit: 1_000_000) }
  }
}
