import Testing

@testable import App
@testable import Newswire
@testable import Windows

@Suite("Lines that wait") struct WaitingLinesTests {
  @Test("Of a flood the newest wait, from a whole line on") func flood() {
    var lines = WaitingLines()
    for number in 0..<40_000 {
      Array("line \(number) \(String(repeating: "x", count: 100))\n".utf8).withUnsafeBytes { lines.append($0) }
      #expect(lines.bytes.count <= 2 << 20)
    }
    let text = String(decoding: lines.bytes, as: UTF8.self)
    #expect(text.hasPrefix("line ") && text.hasSuffix("x\n") && text.contains("line 39999 "))
    #expect(lines.count > 8000)
  }

  @Test("One line without an end is given up, and what follows is a line again") func endless() {
    var lines = WaitingLines()
    [UInt8](repeating: 0x78, count: 3 << 20).withUnsafeBytes { lines.append($0) }
    #expect(lines.bytes.isEmpty)
    Array("next".utf8).withUnsafeBytes { lines.append($0) }
    lines.endLine()
    lines.endLine()
    #expect(String(decoding: lines.bytes, as: UTF8.self) == "next\n" && lines.count == 1)
  }

  @Test("Of a flood of lines that are followed the newest wait") func followedFlood() {
    var lines = WaitingLines()
    for start in stride(from: 0, to: 12_000, by: 3000) {
      _ = lines.apply(LineDiff.Change(gone: [], new: (start..<start + 3000).map { "line \($0)" }))
    }
    #expect(lines.followed == (2000..<12_000).map { "line \($0)" } && lines.count == 10_000)
  }

  @Test("Of lines that are followed only those are left that are still there") func followed() {
    var lines = WaitingLines()
    #expect(lines.apply(LineDiff.Change(gone: ["old"], new: ["a", "b"])) == ["old"])
    #expect(lines.apply(LineDiff.Change(gone: ["a", "other"], new: ["c"])) == ["other"])
    #expect(lines.followed == ["b", "c"] && lines.count == 2)
  }
}
