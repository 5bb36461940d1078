import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

@Suite("Any line of a bar") struct BarFuzzTests {
  @Test("Any line is drawn", arguments: [TextMarkup.lemonbar, .dzen2]) func fuzz(markup: TextMarkup) {
    BarFuzz(markup: markup, seed: 17).run(lines: 3000)
  }
}

/// Throws lines at a crawl that are made of tags, of pieces of them, and of anything.
struct BarFuzz {
  let markup: TextMarkup
  let seed: UInt64

  private static let pieces: [TextMarkup: [String]] = [
    .lemonbar: [
      "%{", "}", "%%", "%", "%{A:", ":}", "%{A}", "%{A3:x\\:y:}", "%{F#f00}", "%{F#", "%{B#80123456}", "%{U-}", "%{+u}",
      "%{!o}", "%{R}", "%{l}", "%{c}", "%{r}", "%{O", "%{O-99999999999}", "%{O40}", "%{T", "%{T2}", "%{T99999999999}",
      "%{S+}", "%{Snx}", "%{-}", "%{ F- B- }",
    ],
    .dzen2: [
      "^", "^^", "(", ")", "^fg(", "^fg(red)", "^bg(#", "^bg()", "^i(", "^i(x.xbm)", "^r(", "^r(9999999999x99999999)",
      "^ro(3x3+2-2)", "^c(", "^co(-5)", "^c(10-180)", "^p(", "^p(;", "^p(-99999;99999)", "^pa(99999;-9)", "^p(_LOCK_X)",
      "^p(_RIGHT)", "^p(_BOTTOM)", "^p()", "^ib(1)", "^ca(1,", "^ca(1, x)", "^ca()", "^ca(99999999999999,x)", "^fn(",
      "^fn(Sans:size=99999)", "^fn(dfnt0)", "^ba(", "^ba(100,_RIGHT)", "^tw()", "^cs()", "^exit()",
    ],
  ]
  private static let words = [" ", "vol 62%", "ä", "日本", "\u{202e}", "\u{1b}[31m", "\u{0}", "🏳️‍🌈", "é́́", "x", "123"]

  func line(_ random: inout SeededRandom) -> String {
    let pieces = Self.pieces[markup] ?? []
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let isPiece = Int.random(in: 0..<3, using: &random) > 0
      bytes += ((isPiece ? pieces : Self.words).randomElement(using: &random) ?? "").utf8
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
      let place = bytes.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      default: bytes.insert(contentsOf: bytes.suffix(from: place).prefix(9), at: 0)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter isOver: asked after each line.
  func run(lines count: Int, until isOver: () -> Bool = { false }) {
    var random = SeededRandom(seed: seed)
    let harness = ViewHarness.bar("", markup) { $0.markup.fonts = "Mono|Icons 14" }
    var t = 0.0
    for number in 0..<count where !isOver() {
      let line = line(&random)
      t += Double.random(in: 0...0.5, using: &random)
      harness.view.show(Headline(line), at: t)
      harness.draw(at: t)
      if number % 16 == 0 {
        harness.press(Int.random(in: 1...5, using: &random), x: Double.random(in: 0..<400, using: &random), at: t)
        _ = harness.commands()
      }
      for look in harness.view.headlines.layouts.values {
        guard let bar = look.bar else { continue }
        #expect(bar.width >= 0 && bar.width < 1e7, "\(line)")
        #expect(bar.areas.allSatisfy { $0.left >= 0 && $0.left < $0.right }, "\(line)")
        #expect(bar.primitives.allSatisfy { $0.bounds.minX.isFinite && $0.bounds.maxY.isFinite }, "\(line)")
      }
    }
  }
}
