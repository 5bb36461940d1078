import Glibc
import Testing

@testable import Base
@testable import Newswire

@Suite("Line buffer") struct LineBufferTests {
  /// Cuts `text` into lines, feeding it `step` bytes at a time.
  private func lines(_ text: String, step: Int) -> [String] {
    var buffer = LineBuffer(capacity: 16)
    var found: [String] = []
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      _ = buffer.fill { room in
        let count = min(step, room.count, bytes.count - position)
        for index in 0..<count { room[index] = bytes[position + index] }
        position += count
        return .bytes(count)
      }
      while let line = buffer.next() { found.append(String(decoding: line, as: UTF8.self)) }
    }
    if let line = buffer.rest() { found.append(String(decoding: line, as: UTF8.self)) }
    return found
  }

  @Test(
    "Cuts at line ends",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n\n", ["", ""]),
      ("a\rb\n", ["a", "b"]), ("1 %\r2 %\r", ["1 %", "2 %"]),
      ("\ra\r\rb\r\n\r\nc\r\r", ["a", "b", "", "c", ""]), ("a\r\n\nb", ["a", "", "b"]),
      ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("naïve\n日本語\n", ["naïve", "日本語"]),
      ("a\0b\n", ["a\0b"]), ("\r\n", [""]), ("a\r", ["a"]),
      (
        "long enough to make the storage grow twice\nx",
        [
          "long enough to make the storage grow twice", "x",
        ]
      ),
    ] as [(String, [String])])
  func cutsAtLineEnds(text: String, expected: [String]) {
    for step in [1, 2, 3, 7, 1000] { #expect(lines(text, step: step) == expected, "step \(step)") }
  }

  @Test("A line that is overwritten is there with its carriage return, and its line feed belongs to it")
  func returned() {
    var buffer = LineBuffer(capacity: 16)
    func lines(_ text: String) -> [String] {
      let bytes = Array(text.utf8)
      _ = buffer.fill { room in
        for index in bytes.indices { room[index] = bytes[index] }
        return .bytes(bytes.count)
      }
      var lines: [String] = []
      while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      return lines
    }
    #expect(lines("10\r") == ["10"] && lines("20") == [] && lines("\r") == ["20"] && lines("\n") == [])
    #expect(lines("30\n\r") == ["30"] && lines("40\r") == ["40"] && lines("\n\n") == [""])
  }

  @Test("Cuts a line that is too long at a character and skips the rest")
  func cutsALineThatIsTooLongAtACharacterAndSkipsTheRest() {
    let long = String(repeating: "ж", count: LineBuffer.longestLine)  // 2 bytes each
    let found = lines("x" + long + "\nnext\n", step: 50_000)
    #expect(found.count == 2)
    #expect(found.last == "next")
    #expect(found[0].utf8.count <= LineBuffer.longestLine && found[0].utf8.count >= LineBuffer.longestLine - 4)
    #expect(!found[0].unicodeScalars.contains("\u{FFFD}"))
  }
}

@Suite("Descriptors as sources") struct LineSourceTests {
  @Test("Parts are the bytes as they came") func partsAreTheBytesAsTheyCame() throws {
    let (pipe, record, set) = (try Pipe(), Record(), RunLoop())
    set.add(
      LineSource(descriptor: pipe.reading, name: "standard input", delivery: .parts, handler: record.handler))
    pipe.write("one\ntw")
    #expect(run(set) { record.parts == Array("one\ntw".utf8) })
    pipe.write("o\r\n")
    pipe.finishWriting()
    #expect(run(set) { record.hasEnded })
    #expect(record.parts == Array("one\ntwo\r\n".utf8))
    #expect(record.lines.isEmpty && record.errors.isEmpty)
  }

  @Test("Reads a pipe as it is written") func readsAPipeAsItIsWritten() throws {
    let (pipe, record, set) = (try Pipe(), Record(), RunLoop())
    set.add(LineSource(descriptor: pipe.reading, name: "standard input", handler: record.handler))
    pipe.write("one\ntw")
    #expect(run(set) { record.lines == ["one"] })
    pipe.write("o\nlast")
    #expect(run(set) { record.lines == ["one", "two"] })
    pipe.finishWriting()
    #expect(run(set) { record.hasEnded })
    #expect(record.lines == ["one", "two", "last"])
    #expect(set.isEmpty)
  }

  @Test("Leaves the flags of the descriptor alone") func leavesTheFlagsOfTheDescriptorAlone() throws {
    let (pipe, record, set) = (try Pipe(), Record(), RunLoop())
    let before = fcntl(pipe.reading, F_GETFL)
    set.add(LineSource(descriptor: pipe.reading, name: "p", handler: record.handler))
    pipe.write("x\n")
    run(set) { !record.lines.isEmpty }
    #expect(fcntl(pipe.reading, F_GETFL) == before)
  }

  @Test("Reads a socket which cannot be reopened") func readsASocketWhichCannotBeReopened() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[0]) }
    let (record, set) = (Record(), RunLoop())
    set.add(LineSource(descriptor: ends[0], name: "s", handler: record.handler))
    #expect(run(set, limit: 0.05) { false } == false)
    _ = Glibc.write(ends[1], "a\nb\n", 4)
    close(ends[1])
    #expect(run(set) { record.hasEnded })
    #expect(record.lines == ["a", "b"])
  }

  @Test("Reads a plain file from where its descriptor stands") func readsAPlainFileFromWhereItsDescriptorStands() throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.write("lines", "skipped\none\ntwo\n")
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    lseek(descriptor, 8, SEEK_SET)
    let (record, set) = (Record(), RunLoop())
    set.add(LineSource(descriptor: descriptor, name: "f", handler: record.handler))
    #expect(run(set) { record.hasEnded })
    #expect(record.lines == ["one", "two"])
  }

  @Test("A pause inside a delivery loses nothing") func aPauseInsideADeliveryLosesNothing() throws {
    let (pipe, set) = (try Pipe(), RunLoop())
    var lines: [String] = []
    var hasEnded = false
    var source: LineSource?
    let made = LineSource(descriptor: pipe.reading, name: "p") { event in
      if case .line(let bytes) = event {
        lines.append(String(decoding: bytes, as: UTF8.self))
        if lines.count == 2 { source?.isPaused = true }
      }
      if case .end = event { hasEnded = true }
    }
    source = made
    set.add(made)
    pipe.write("1\n2\n3\n4")
    pipe.finishWriting()
    run(set) { lines.count >= 2 }
    run(set, limit: 0.1) { false }
    #expect(lines == ["1", "2"])
    #expect(set.deadline == .infinity)
    made.isPaused = false
    #expect(run(set) { hasEnded })
    #expect(lines == ["1", "2", "3", "4"])
  }

  @Test("Closing inside a delivery stops it") func closingInsideADeliveryStopsIt() throws {
    let (pipe, set) = (try Pipe(), RunLoop())
    var count = 0
    var source: LineSource?
    let made = LineSource(descriptor: pipe.reading, name: "p") { _ in
      count += 1
      source?.close()
    }
    source = made
    set.add(made)
    pipe.write("1\n2\n3\n")
    #expect(run(set) { set.isEmpty })
    #expect(count == 1)
  }

  @Test("A directory is a clear error") func aDirectoryIsAClearError() throws {
    let descriptor = open("/tmp", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let (record, set) = (Record(), RunLoop())
    set.add(LineSource(descriptor: descriptor, name: "standard input", handler: record.handler))
    #expect(run(set) { record.hasEnded })
    #expect(record.errors == ["standard input: cannot read: Is a directory"])
  }

  @Test("Many lines arrive in order in bounded pieces") func manyLinesArriveInOrderInBoundedPieces() throws {
    let directory = try TemporaryDirectory()
    let count = 500_000
    let path = directory.write("many", (0..<count).map { "\($0)\n" }.joined())
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var next = 0
    var isInOrder = true
    var hasEnded = false
    var (inOneCall, mostInOneCall) = (0, 0)
    let source = LineSource(descriptor: descriptor, name: "f") { event in
      switch event {
      case .line(let bytes):
        inOneCall += bytes.count + 1
        if next & 1023 == 0, String(decoding: bytes, as: UTF8.self) != "\(next)" { isInOrder = false }
        next += 1
      case .end: hasEnded = true
      default: break
      }
    }
    while !hasEnded {
      inOneCall = 0
      _ = source.service(now: monotonicNow())
      mostInOneCall = max(mostInOneCall, inOneCall)
    }
    #expect(next == count && isInOrder)
    #expect(mostInOneCall <= Budget.bytes * 2)
  }
}
