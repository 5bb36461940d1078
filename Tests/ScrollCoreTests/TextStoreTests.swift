import TestTags
import Testing

@testable import ScrollCore

@Suite(.tags(.slow)) struct TextStoreTests {
  func clean(_ bytes: [UInt8]) -> String {
    var store = TextStore()
    guard store.append(bytes.span) != nil else { return "" }
    return (0..<store.chunkCount).map(store.text(ofChunk:)).joined()
  }

  static let texts: [(String, String)] = [
    ("plain", "plain"),
    ("  trimmed \n", "trimmed"),
    ("a\tb\nc\r\nd", "a b c  d"),
    ("red \u{1b}[1;31mtext\u{1b}[0m", "red text"),
    ("title\u{1b}]0;evil\u{7}!", "title!"),
    ("link\u{1b}]8;;http://x\u{1b}\\y", "linky"),
    ("charset\u{1b}(B!", "charset!"),
    ("c1 \u{9b}31mred \u{9d}x\u{7}done\u{85}end", "c1 red done end"),
    ("nul\0bell\u{7}del\u{7f}.", "nulbelldel."),
    ("one\u{2028}two\u{2029}three", "one two three"),
    ("\u{202e}evil\u{202c}", "evil"),
    ("a\u{2067}b", "a\u{2067}b\u{2069}"),
    ("a\u{2069}b", "ab"),
    ("שלום עולם", "שלום עולם"),
    ("👩‍👩‍👧‍👦 🇩🇪 é", "👩‍👩‍👧‍👦 🇩🇪 é"),
    ("\u{feff}bom", "bom"),
    ("\u{1b}", ""), ("   ", ""), ("", ""),
  ]

  @Test(arguments: texts) func cleans(given: String, expected: String) {
    #expect(clean(Array(given.utf8)) == expected)
  }

  static let broken: [([UInt8], String)] = [
    ([0x61, 0xff, 0x62], "a\u{fffd}b"),
    ([0xc3], "\u{fffd}"),
    ([0xe2, 0x82, 0x41], "\u{fffd}A"),
    ([0xc0, 0xaf], "\u{fffd}\u{fffd}"),
    ([0xed, 0xa0, 0x80], "\u{fffd}\u{fffd}\u{fffd}"),
    ([0xf4, 0x90, 0x80, 0x80], "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
    ([0xe2, 0xe2, 0x82, 0xac], "\u{fffd}€"),
  ]

  @Test(arguments: broken) func repairs(given: [UInt8], expected: String) {
    #expect(clean(given) == expected)
  }

  @Test func cleaningHoldsForAnyBytes() {
    var random = TrainLiveTests.Generator(state: 42)
    for _ in 0..<200 {
      let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = clean(bytes)
      for scalar in text.unicodeScalars {
        #expect(scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value))
        #expect(!(0x202a...0x202e).contains(scalar.value))
      }
    }
  }

  @Test func linesMayBeCutAnywhere() {
    let text = "first\nsécond 👩‍👩‍👧\n\nfourth \u{1b}[31mred\nlast"
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var store = TextStore()
      for start in stride(from: 0, to: bytes.count, by: size) {
        store.append(lines: bytes.span.extracting(start..<min(start + size, bytes.count)))
      }
      store.finishLine()
      #expect((0..<store.chunkCount).map(store.text(ofChunk:)) == ["first", "sécond 👩‍👩‍👧", "fourth red", "last"])
      #expect(store.itemCount == 4)
    }
  }

  @Test("A carriage return ends a line too, and with a line feed one line") func carriageReturns() {
    let bytes = Array("one\rtwo\r\nthrée\r\n\r\nfour\r".utf8)
    for size in 1...bytes.count {
      var store = TextStore()
      for start in stride(from: 0, to: bytes.count, by: size) {
        store.append(lines: bytes.span.extracting(start..<min(start + size, bytes.count)))
      }
      store.finishLine()
      #expect((0..<store.chunkCount).map(store.text(ofChunk:)) == ["one", "two", "thrée", "four"])
    }
  }

  @Test("A text takes the id and the place of an earlier one that is gone") func takesPlace() {
    var store = TextStore()
    for text in ["a", "b", "c", "d"] { store.append(text) }
    store.removeItems { id, _ in id == 1 || id == 3 }
    store.append("again", topic: 5, link: "l")
    let refused = [(4, 2), (4, 5), (4, -1), (9, 3), (0, 3)].map { store.move($0, to: $1) }
    #expect(refused == [false, false, false, false, false])
    func texts(_ store: TextStore) -> [String] { (0..<store.chunkCount).map(store.text(ofChunk:)) }
    let hasMoved = store.move(4, to: 1)
    #expect(hasMoved && texts(store) == ["a", "again", "c"] && store.itemCount == 3)
    #expect(store.find(1) == 1 && store.find(2) == 2 && store.find(4) == nil)
    #expect(store.link(ofChunk: 1) == "l" && store.topic(ofChunk: 1) == 5)
    let long = store.append(String(repeating: "x", count: 600))
    let isCut = store.move(long ?? 0, to: 3)
    #expect(!isCut && store.chunkCount == 5)
    store.removeItems { id, _ in id == long || id == 0 }
    let z = store.append("z") ?? 0
    let isFirst = store.move(z, to: 0)
    #expect(isFirst && texts(store) == ["z", "again", "c"] && store.find(0) == 0)
    // Not the last one.
    let end = store.append("end") ?? 0
    store.append("y")
    let isLast = store.move(end, to: 3)
    let next = store.append("next")
    #expect(isLast && texts(store) == ["z", "again", "c", "end", "y", "next"] && store.find(3) == 3 && next == 10)
  }

  @Test("A text without an end is kept from its beginning, where that is asked for, and takes no more room")
  func keepsTheBeginning() {
    var store = TextStore(limits: .init(chunks: 3, bytes: .max))
    (store.keepsOldest, store.keepsBlankLines) = (true, true)
    store.append(lines: Array("a\n\n".utf8).span)
    #expect(!store.hasLeftOut)
    for _ in 0..<1000 { store.append(lines: Array("b\n\nc".utf8).span) }
    store.finishLine()
    #expect((0..<store.chunkCount).map(store.text(ofChunk:)) == ["a", "", "b"] && store.hasLeftOut)
    store.removeAll()
    #expect(!store.hasLeftOut && store.append("new") != nil && store.itemCount == 1)
  }

  @Test func blankLinesAreKeptOnRequest() {
    var store = TextStore()
    store.keepsBlankLines = true
    store.append(lines: Array("a\n\n  b\n\r\nc".utf8).span)
    store.finishLine()
    #expect((0..<store.chunkCount).map(store.text(ofChunk:)) == ["a", "", "  b", "", "c"])
  }

  @Test func longTextsAreCutAtWordsOrCharacters() {
    let words = (0..<2000).map { "word\($0)" }.joined(separator: " ")
    let thai = String(repeating: "ทดสอบ", count: 500)
    let family = String(repeating: "👩‍👩‍👧‍👦", count: 100)
    for text in [words, thai, family] {
      var store = TextStore()
      store.append(text)
      let pieces = (0..<store.chunkCount).map(store.text(ofChunk:))
      #expect(pieces.joined() == text)
      #expect(pieces.allSatisfy { $0.utf8.count <= TextStore.longestChunk + 4 && !$0.isEmpty })
      #expect(pieces.map(\.count).reduce(0, +) == text.count, "no character is cut in two")
      #expect(store.itemCount == 1)
      #expect(store.item(ofChunk: 1) == 0..<store.chunkCount)
    }
  }

  @Test func anEndlessLineDoesNotWait() {
    var store = TextStore()
    store.append(lines: [UInt8](repeating: 0x61, count: 100_000).span)
    #expect(store.itemCount == 1)
    #expect(store.chunkCount > 190)
  }

  @Test func oldestGoFirstAndIdsStay() {
    var store = TextStore(limits: .init(chunks: 10, bytes: 1 << 20))
    let ids = (0..<25).compactMap { store.append("item \($0)", topic: $0 % 3, link: "l\($0)") }
    #expect(ids.count == 25)
    #expect(store.chunkCount == 10 && store.itemCount == 10)
    #expect(store.text(ofChunk: 0) == "item 15" && store.id(ofChunk: 0) == ids[15])
    #expect(store.find(ids[14]) == nil && store.number(of: ids[14]) == 0)
    #expect(store.link(ofChunk: 3) == "l18")
    store.removeItems { $1 == 1 }
    #expect((0..<store.chunkCount).allSatisfy { store.topic(ofChunk: $0) != 1 })
    for id in ids[15...] where id % 3 != 1 { #expect(store.find(id).map(store.id(ofChunk:)) == id) }
    #expect(store.find(ids[16]) == nil && store.number(of: ids[16]) == 1)
    let next = store.append("later")
    #expect(next == ids[24] + 1)
    #expect(store.find(ids[24] + 1) == store.chunkCount - 1)
  }

  @Test func aPieceCostsSixteenBytes() {
    #expect(MemoryLayout<TextStore.Record>.stride == 16)
  }

  @Test func bytesAreBounded() {
    var store = TextStore(limits: .init(chunks: .max, bytes: 1 << 20))
    let line = Array((String(repeating: "x", count: 400) + "\n").utf8)
    for _ in 0..<20_000 { store.append(lines: line.span) }
    #expect(store.byteCount <= 1 << 20)
    #expect(store.chunkCount > 2000)
    #expect(store.text(ofChunk: 0).count == 400)
    store.removeItems { id, _ in id % 2 == 0 }
    for _ in 0..<20_000 { store.append(lines: line.span) }
    #expect(store.byteCount <= 1 << 20)
    store.removeAll()
    #expect(store.isEmpty && store.byteCount == 0)
  }

  @Test("A text that stays does not keep the room of all those around it that are gone")
  func roomOfTextsThatAreGone() {
    var store = TextStore(limits: .init(chunks: .max, bytes: 1 << 20))
    var stay: [Int: String] = [:]
    for round in 0..<100 {
      for number in 0..<200 {
        let text = "\(round) \(number) " + String(repeating: "x", count: 400)
        guard let id = store.append(text, topic: round, link: "link \(round)") else { continue }
        if number == 100 { stay[id] = text }
      }
      store.removeItems { id, _ in stay[id] == nil }
      #expect(store.byteCount <= 4 << 16)
    }
    #expect(store.itemCount == 100)
    for (round, id) in stay.keys.sorted().enumerated() {
      guard let number = store.find(id) else {
        Issue.record("text \(round) is gone")
        continue
      }
      #expect(store.text(ofChunk: number) == stay[id] && store.topic(ofChunk: number) == round)
      #expect(store.link(ofChunk: number) == "link \(round)")
    }
  }

  @Test func randomRemovalsAgreeWithAList() {
    var random = TrainLiveTests.Generator(state: 7)
    var store = TextStore(limits: .init(chunks: 300, bytes: .max))
    var list: [(id: Int, text: String)] = []
    for round in 0..<400 {
      if round % 10 == 9 {
        let kept = Int.random(in: 2...7, using: &random)
        store.removeItems { id, _ in id % kept == 0 }
        list.removeAll { $0.id % kept == 0 }
      } else {
        for _ in 0..<Int.random(in: 0...20, using: &random) {
          let text = String(repeating: "t", count: .random(in: 1...300, using: &random))
          if let id = store.append(text) { list.append((id, text)) }
        }
        if list.count > 300 { list.removeFirst(list.count - 300) }
      }
      #expect(store.itemCount == list.count)
      if let probe = list.randomElement(using: &random) {
        #expect(store.find(probe.id).map(store.text(ofChunk:)) == probe.text)
      }
    }
  }
}

/// A spill store in memory, with room for so many bytes.
private final class MemorySpill: SpillStore {
  nonisolated(unsafe) private var kept: [UInt8] = []
  private let room: Int

  init(room: Int) { self.room = room }

  func put(_ bytes: [UInt8]) -> Int? {
    guard kept.count + bytes.count <= room else { return nil }
    kept += bytes
    return kept.count - bytes.count
  }

  func bytes(at place: Int, count: Int) -> [UInt8] { Array(kept[place..<place + count]) }
}

@Suite("Full blocks of text") struct TextBlockTests {
  /// 128 lines of 512 bytes are exactly a block.
  @Test("A blank line where a block is full", arguments: [1, 2, 128]) func aBlankLineWhereABlockIsFull(blocks: Int) {
    var store = TextStore(limits: .none)
    store.keepsBlankLines = true
    let line = String(repeating: "x", count: 512)
    for _ in 0..<128 * blocks { store.append(lines: Array((line + "\n").utf8).span) }
    store.append(lines: Array("\n\nend\n".utf8).span)
    #expect(store.chunkCount == 128 * blocks + 3)
    #expect((0..<store.chunkCount).suffix(4).map(store.text(ofChunk:)) == [line, "", "", "end"])
  }

  @Test("Broken markup that grows as it is cleaned is kept as text") func brokenMarkup() {
    var store = TextStore(limits: .none)
    let noise = [UInt8](repeating: 0xff, count: TextStore.longestMarkup)
    store.readsMarkup = true
    store.append(noise.span)
    let texts = (0..<store.chunkCount).map(store.text(ofChunk:))
    #expect(texts.joined() == String(repeating: "\u{fffd}", count: TextStore.longestMarkup))
    #expect(store.kind(ofChunk: store.chunkCount - 1) == .open)
  }
}

@Suite struct SpillStoreTests {
  /// Text is the same wherever it is kept, in a spill store that gets full, too.
  @Test(arguments: [0, 1 << 20, 1 << 30]) func allOfItIsThere(room: Int) {
    var store = TextStore(limits: .none)
    store.spill = MemorySpill(room: room)
    let lines = (0..<60_000).map {
      "Line \($0) of a text that is too long to be held in memory, é and all of it: \($0 * 7919)"
    }
    store.append(lines: Array((lines.joined(separator: "\n") + "\n").utf8).span)
    #expect(store.chunkCount == lines.count)
    for number in stride(from: 0, to: lines.count, by: 37) { #expect(store.text(ofChunk: number) == lines[number]) }
    #expect(store.text(ofChunk: lines.count - 1) == lines.last)
    store.removeAll()
    #expect(store.isEmpty)
  }

  @Test("A text in the place of another keeps its number, and a new one has a new number", arguments: 0..<4)
  func numbers(kept: Int) {
    var store = TextStore(limits: .none)
    for number in 0..<4 { store.append("text \(number)") }
    store.removeItems { id, _ in id != kept }
    let isReplaced = store.replaceOnly(with: "another", isPlain: false)
    #expect(isReplaced && store.id(ofChunk: 0) == kept && store.text(ofChunk: 0) == "another")
    let next = store.append("next")
    #expect(next == 4)
  }

  @Test("Its settings outlive its text") func settings() {
    let flags: [WritableKeyPath<TextStore, Bool>] = [
      \.keepsBlankLines, \.keepsTabs, \.keepsSpaces, \.keepsOldest, \.readsMarkup,
    ]
    for changed in flags.indices {
      var store = TextStore(limits: TextStore.Limits(chunks: 77, bytes: 7777))
      store[keyPath: flags[changed]].toggle()
      let wanted = flags.map { store[keyPath: $0] }
      for round in 0..<3 {
        if round != 2 { store.append("text \(round)") }
        let isReplaced = round == 1 && store.replaceOnly(with: "another", isPlain: false)
        #expect(isReplaced == (round == 1))
        if round != 1 { store.removeAll() }
        #expect(flags.map { store[keyPath: $0] } == wanted, "\(flags[changed])")
        #expect(store.limits.chunks == 77 && store.limits.bytes == 7777)
      }
    }
  }
}
