import ScrollCore
import Testing

@testable import Scene

/// A crawl with live numbers, 400 px wide; a character is 10 px wide.
private final class ValuesHarness {
  let view: CrawlView
  let typesetter = FixedTypesetter()

  init(_ items: [String], leftwards: Bool = true, _ change: (inout CrawlView.Style) -> Void = { _ in }) {
    var style = CrawlView.Style()
    style.crawl.fontSize = 20
    (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, 100, 0)
    (style.crawl.scrollLeft, style.crawl.repeatWhenOutOfBounds) = (leftwards, false)
    change(&style)
    var ids = ContentIDs()
    view = CrawlView(style, ids: &ids)
    view.enableValues(ids: &ids)
    view.append(contentsOf: items.map { Headline($0) }, at: 0)
    view.layout(in: Rect(x: 0, y: 0, width: 400, height: 40), with: typesetter)
    view.start(at: 0)
  }

  func set(_ name: String, _ text: String) { view.setValue(name, to: Array(text.utf8).span) }

  /// All text that is seen at `t`: from which place on, and what.
  func seen(at t: Seconds) -> [(x: Double, text: String)] {
    var frame = Frame(size: Size(width: 400, height: 40), background: .black)
    view.draw(into: &frame, at: t)
    var result: [(x: Double, text: String)] = []
    for layer in frame.layers {
      switch layer.kind {
      case .copy(let copy):
        result += texts(of: layer.content, at: Instance(clip: layer.clip, origin: copy.origin))
      case .instances(let range):
        for instance in frame.instances[range] { result += texts(of: layer.content, at: instance) }
      case .sprites(let batch):
        for sprite in frame.sprites[batch.sprites] { result += texts(of: layer, batch.grid, at: sprite) }
      }
    }
    return result.sorted { $0.x < $1.x }
  }

  private func texts(of content: Content, at instance: Instance) -> [(x: Double, text: String)] {
    content.primitives.compactMap { primitive in
      guard case .text(let run) = primitive.element else { return nil }
      let place = primitive.bounds.offsetBy(dx: instance.origin.x, dy: instance.origin.y)
      let clip = instance.clip
      let isSeen = place.minX + 1 < clip.maxX && place.maxX - 1 > clip.minX && place.intersects(clip)
      return isSeen ? (place.minX, run.text) : nil
    }
  }

  private func texts(of layer: Layer, _ grid: Atlas.Grid, at sprite: Sprite) -> [(x: Double, text: String)] {
    let start = Double(sprite.fraction < 0.5 ? sprite.cell : sprite.next) * grid.pitch
    return layer.content.primitives.compactMap { primitive in
      guard primitive.anchor.x >= start, primitive.anchor.x < start + grid.pitch,
        case .text(let run) = primitive.element
      else { return nil }
      let x = sprite.origin.x - grid.lead + primitive.anchor.x - start
      return x < layer.clip.maxX && x + 10 > layer.clip.minX ? (x, run.text) : nil
    }
  }

  func line(at t: Seconds) -> String { seen(at: t).map(\.text).joined() }

  func x(of text: String, at t: Seconds) -> Double? { seen(at: t).first { $0.text == text }?.x }
}

struct CrawlValuesTests {
  @Test func placeholdersShowDashesAndThenNumbers() {
    let harness = ValuesHarness(["A {a} b", "C {c}"]) { $0.separatorSize = 0 }
    #expect(harness.line(at: 0).hasPrefix("A — bC —"))
    harness.set("a", "12.50")
    #expect(harness.line(at: 0).hasPrefix("A 12.50 bC —"))
    #expect(abs((harness.x(of: " b", at: 0) ?? 0) - 75) < 1e-6)
  }

  @Test func withoutValuesBracesAreText() {
    let harness = CrawlHarness([Headline("A {a}")])
    #expect(harness.picture(at: 0).contains("'A {a}'"))
  }

  @Test func markupAndOtherBracesStayText() {
    #expect(ValuesHarness(["x {y z}"]).line(at: 0).contains("x {y z}"))
    #expect(ValuesHarness(["x {y}"]) { $0.markup = true }.line(at: 0).contains("x {y}"))
  }

  @Test(arguments: [true, false]) func aGrowingNumberMovesOnlyWhatRunsBehindIt(leftwards: Bool) {
    let harness = ValuesHarness(["first {a} second"], leftwards: leftwards) {
      ($0.crawl.repeatWhenOutOfBounds, $0.crawl.scrollSpeed) = (true, 20)
    }
    harness.set("a", "9")
    _ = harness.line(at: 0.1)
    let before = (harness.x(of: "first ", at: 0.2), harness.x(of: " second", at: 0.2))
    harness.set("a", "1000")
    var last = before
    // Frame by frame: the part in front keeps its pace, the one behind gives way and never jumps.
    for frame in 1...90 {
      let t = 0.2 + Double(frame) * 0.01
      let run = Double(frame) * (leftwards ? -0.2 : 0.2)
      let now = (harness.x(of: "first ", at: t), harness.x(of: " second", at: t))
      let (front, rear) = leftwards ? (now.0, now.1) : (now.1, now.0)
      let (frontBefore, rearBefore) = leftwards ? before : (before.1, before.0)
      if let front, let frontBefore { #expect(abs(front - frontBefore - run) < 1e-6) }
      let lastRear = leftwards ? last.1 : last.0
      if let rear, let lastRear { #expect(abs(rear - lastRear) < 4) }
      if frame == 90, let rear, let rearBefore { #expect(abs(abs(rear - rearBefore - run) - 30) < 1e-6) }
      last = now
    }
  }

  @Test func numbersThatHaveLeftMoveNothing() {
    let harness = ValuesHarness(["{a} is the number of it", "next"])
    harness.set("a", "5")
    _ = harness.line(at: 0)
    let before = harness.x(of: " is the number of it", at: 0.6) ?? 0
    harness.set("a", "123456")
    for frame in 1...100 {
      let t = 0.6 + Double(frame) * 0.01
      guard let x = harness.x(of: " is the number of it", at: t) else { continue }
      #expect(abs(x - before + Double(frame)) < 1e-6)
    }
  }

  /// Where no width changes, the text is never drawn anew; where widths do, not before all have come to rest, and then at
  /// most every two seconds.
  @Test func theTextIsDrawnSeldomWhateverRolls() {
    let harness = ValuesHarness(["A {a} and {b}", "C {a}"]) { $0.crawl.scrollSpeed = 1 }
    var frame = Frame(size: Size(width: 400, height: 40), background: .black)
    func revision(at t: Seconds) -> Int {
      frame.clear()
      harness.view.draw(into: &frame, at: t)
      return frame.layers[0].content.revision
    }
    harness.set("a", "1000")
    harness.set("b", "-1.25")
    let first = revision(at: 0)
    for step in 1...200 {
      harness.set("a", "\(1000 + step * 7)")
      harness.set("b", "-\(step % 10).\(10 + step % 90)")
      #expect(revision(at: Double(step) * 0.01) == first)
      #expect(frame.nextChange <= Double(step) * 0.01)
    }
    var (last, changes) = (first, 0)
    for step in 201...1000 {
      if step.isMultiple(of: 10) { harness.set("a", step.isMultiple(of: 20) ? "9" : "123456") }
      let now = revision(at: Double(step) * 0.01)
      if now != last { changes += 1 }
      last = now
    }
    #expect(changes <= 5)
  }

  @Test func numbersOutOfSightShowAtOnceWhenTheyComeIn() {
    let harness = ValuesHarness([String(repeating: "x", count: 60), "{far} is far"])
    _ = harness.line(at: 0)
    harness.set("far", "1")
    _ = harness.line(at: 0.1)
    harness.set("far", "77")
    _ = harness.line(at: 0.2)
    #expect(harness.line(at: 5).contains("77 is far"))
    let x = harness.x(of: " is far", at: 5) ?? 0
    #expect(abs(x - (5 + 600 + 50 - 500 + 20)) < 1e-6)
  }

  @Test func rightToLeftTextHasItsPartsTheOtherWayRound() {
    let harness = ValuesHarness(["אב {a} גד"])
    harness.set("a", "42")
    #expect(harness.seen(at: 0).map(\.text).prefix(4) == [" גד", "4", "2", "אב "])
  }

  /// Every glyph stands where the texts and numbers before it end, at any time and with any values.
  @Test(arguments: [true, false]) func nothingOverlaps(leftwards: Bool) {
    let harness = ValuesHarness(["P {a} Q {b} R", "S {b}", "{a}{b} T"], leftwards: leftwards) { $0.separatorSize = 0 }
    var random = SystemRandomNumberGenerator()
    for step in 0...400 {
      let t = Double(step) * 0.03
      if step.isMultiple(of: 3) { harness.set("a", "\(Int.random(in: -3...20_000, using: &random))") }
      if step.isMultiple(of: 7) { harness.set("b", "\(Int.random(in: 0...9999, using: &random)).5") }
      let texts = harness.seen(at: t).filter { $0.text.contains(where: \.isLetter) }
      for (one, next) in zip(texts, texts.dropFirst()) {
        #expect(next.x >= one.x + Double(one.text.count) * 10 - 1e-6, "\(t): \(texts)")
      }
    }
  }
}
