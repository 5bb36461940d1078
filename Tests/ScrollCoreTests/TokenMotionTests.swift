import ScrollCore
import TestKit
import Testing

/// Chips of 100 pixels in a row of any length.
private struct Row {
  var field = TokenField()
  var motion = TokenMotion()

  init(_ labels: [String]) {
    field.setTokens(labels.map { Token($0) })
    motion.settle(field.tokens, at: places)
  }

  var places: [Rect] {
    var properties = TokenFieldProperties()
    properties.overflow = .scroll
    let widths = field.tokens.map { _ in 100.0 }
    return TokenLayout(chipWidths: widths, width: 1000, properties: properties).places
  }

  mutating func change(at t: Seconds, _ body: (inout TokenField) -> Void) {
    body(&field)
    motion.arrange(field.tokens, at: places, time: t)
  }

  func x(of label: String, at t: Seconds) -> Double? {
    field.tokens.firstIndex { $0.label == label }.map { motion.shown($0, at: t).place.minX }
  }

  func presence(of label: String, at t: Seconds) -> Double {
    if let index = field.tokens.firstIndex(where: { $0.label == label }) {
      return motion.shown(index, at: t).presence
    }
    return motion.ghosts.first { $0.token.label == label }.map { motion.shown($0, at: t).presence } ?? 0
  }
}

@Suite("Token motion")
struct TokenMotionTests {
  @Test("Chips glide in 200 ms; what went fades where it was")
  func glide() throws {
    var row = Row(["a", "b", "c"])
    #expect(!row.motion.isMoving(at: 0))
    row.change(at: 10) { $0.remove(at: [0]) }
    #expect(row.field.tokens.map(\.label) == ["b", "c"])
    #expect(row.x(of: "b", at: 10) == 104)
    let halfway = try #require(row.x(of: "b", at: 10.1))
    #expect(abs(halfway - 13) < 1e-9)
    #expect(row.x(of: "b", at: 10.2) == 0)
    #expect(row.x(of: "c", at: 10.2) == 104)
    #expect(row.presence(of: "a", at: 10) == 1)
    #expect(abs(row.presence(of: "a", at: 10.1) - 0.125) < 1e-9)
    #expect(row.presence(of: "a", at: 10.2) == 0)
    #expect(row.motion.nextChange(at: 10.1) == 10.1)
    #expect(row.motion.nextChange(at: 10.2) == .infinity)
  }

  @Test("New chips appear at their places")
  func appear() {
    var row = Row(["a"])
    row.change(at: 1) { $0.add([Token("b")], at: 0, time: 1) }
    #expect(row.x(of: "b", at: 1) == 0)
    #expect(row.presence(of: "b", at: 1) == 0)
    #expect(row.presence(of: "b", at: 1.2) == 1)
    #expect(row.x(of: "a", at: 1) == 0)
    #expect(row.x(of: "a", at: 1.2) == 104)
  }

  @Test("Undo in mid-flight turns everything back from where it is")
  func interrupted() throws {
    var row = Row(["a", "b", "c"])
    row.change(at: 0) { $0.tapRemove(0) }
    let before = try #require(row.x(of: "c", at: 0.07))
    let fading = row.presence(of: "a", at: 0.07)
    row.change(at: 0.07) { $0.perform(.undo, at: 0.07) }
    #expect(row.x(of: "c", at: 0.07) == before)
    #expect(row.presence(of: "a", at: 0.07) == fading)
    #expect(row.motion.ghosts.isEmpty)
    #expect(row.x(of: "c", at: 0.27) == 208)
    #expect(row.presence(of: "a", at: 0.27) == 1)
  }

  @Test("A change elsewhere does not disturb what is under way")
  func undisturbed() {
    var row = Row(["a", "b", "c", "d"])
    row.change(at: 0) { $0.remove(at: [0]) }
    let alone = row
    row.change(at: 0.05) { $0.remove(at: [2]) }
    for t in [0.05, 0.1, 0.15, 0.2] {
      #expect(row.x(of: "b", at: t) == alone.x(of: "b", at: t))
      #expect(row.x(of: "c", at: t) == alone.x(of: "c", at: t))
    }
  }

  @Test("A dropped chip glides from the pointer")
  func release() {
    var row = Row(["a", "b"])
    row.motion.release(1, from: Point(x: 300, y: 7), at: 5)
    #expect(row.motion.shown(1, at: 5).place.origin == Point(x: 300, y: 7))
    #expect(row.motion.shown(1, at: 5.2).place.origin == Point(x: 104, y: 0))
    #expect(row.x(of: "a", at: 5) == 0)
  }

  @Test("Whatever happens and whenever, nothing jumps", arguments: 0..<10 as Range<UInt64>)
  func property(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var row = Row(["a", "b", "c", "d", "e", "f"])
    var t = 0.0
    for step in 0..<60 {
      t += Double.random(in: 0...0.25, using: &random)
      let old = row
      row.change(at: t) { field in
        let index = Int.random(in: 0..<max(1, field.tokens.count), using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: field.add([Token("n\(step)")], at: index, time: t)
        case 1: field.remove(at: [index])
        case 2: field.move(from: index, to: Int.random(in: 0...6, using: &random))
        case 3: field.perform(.undo, at: t)
        default: field.perform(.redo, at: t)
        }
      }
      for token in row.field.tokens {
        if let before = old.x(of: token.label, at: t) { #expect(row.x(of: token.label, at: t) == before) }
      }
      for token in old.field.tokens + row.field.tokens {
        #expect(abs(row.presence(of: token.label, at: t) - old.presence(of: token.label, at: t)) < 1e-9)
      }
      for (index, place) in row.places.enumerated() {
        let rest = row.motion.shown(index, at: t + 0.2)
        #expect(rest.place == place)
        #expect(rest.presence == 1)
      }
    }
  }
}
