import Glibc
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// A followed file through random histories: after each change the lines since the last restart are those of the file.
@Suite("Laws of followed files") struct FileLawTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The lines of a text; one that has no end counts.
  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  @Test("Whatever is added, cut or put in its place, what is shown is what it has", arguments: 1...3)
  func followed(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (record, loop) = (Record(), RunLoop())
    var text = "first\n"
    let path = directory.write("f", text)
    loop.add(try FileSource(path: path, isWatched: true, handler: record.handler))
    defer { loop.removeAll() }
    // The lines since the last restart. A last line that grew comes again.
    func shown() -> [String] {
      let start = record.log.lastIndex(of: "restart").map { $0 + 1 } ?? 0
      return record.log[start...].filter { $0.hasPrefix("line ") }.map { String($0.dropFirst(5)) }
    }
    #expect(run(loop) { shown() == Self.lines(text) })
    for step in 0..<14 {
      let new = (0..<Int.random(in: 1...3, using: &random)).map { "line \(step) \($0)\n" }.joined()
      switch Int.random(in: 0..<6, using: &random) {
      case 0...2:
        text += new
        directory.write("f", new, append: true)
      case 3:
        text = new
        directory.write("g", text)
        rename(directory.file("g"), path)
      case 4:
        text = ""
        directory.write("f", text)
      default:
        // Gone, and back.
        unlink(path)
        run(loop, limit: 0.02) { false }
        text = new
        directory.write("f", text)
      }
      #expect(
        run(loop, limit: 20) { shown() == Self.lines(text) }, "seed \(seed), step \(step): \(shown()), not \(text)")
    }
    #expect(record.errors.isEmpty && !record.hasEnded)
  }

  @Test("However the bytes of a stream come, its lines are the same", arguments: 1...20)
  func parts(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "bc", "ü", "日本", "\n", "\n", "\r\n", "\r", "\u{1B}[1m", "long text without an end"]
    let text = (0..<200).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
    func lines(_ cut: (inout SeededRandom) -> Int) throws -> [String] {
      let (record, loop, pipe) = (Record(), RunLoop(), try Pipe())
      loop.add(LineSource(descriptor: pipe.reading, name: "pipe", handler: record.handler))
      let bytes = Array(text.utf8)
      var place = 0
      while place < bytes.count {
        let end = min(bytes.count, place + cut(&random))
        _ = bytes[place..<end].withUnsafeBytes { Glibc.write(pipe.writing, $0.baseAddress, $0.count) }
        loop.serveWhatIsDue()
        place = end
      }
      pipe.finishWriting()
      #expect(run(loop) { record.hasEnded })
      return record.lines
    }
    let whole = try lines { _ in 1 << 20 }
    let (some, single) = (try lines { Int.random(in: 1...9, using: &$0) }, try lines { _ in 1 })
    #expect(some == whole && single == whole)
    #expect(whole.count > 20)
  }
}
