import ScrollCore
import Testing
import ViewKit

@testable import Scene

extension ViewHarness where Content == CrawlScene {
  /// A crawl with live numbers, 400 px wide; a character is 10 px wide.
  fileprivate static func values(
    _ items: [String], leftwards: Bool = true, typesetter: FixedTypesetter = FixedTypesetter(),
    _ change: (inout CrawlScene.Style) -> Void = { _ in }
  ) -> ViewHarness<CrawlScene> {
    var style = CrawlScene.Style()
    style.crawl.fontSize = 20
    (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, 100, 0)
    (style.crawl.scrollLeft, style.crawl.repeatWhenOutOfBounds) = (leftwards, false)
    change(&style)
    let view = CrawlScene(style)
    view.enableValues()
    view.append(contentsOf: items.map { Headline($0) }, at: 0)
    let harness = ViewHarness(view, in: Rect(x: 0, y: 0, width: 400, height: 40), typesetter: typesetter)
    harness.layOut()
    view.start(at: 0)
    return harness
  }

  fileprivate func set(_ name: String, _ text: String) { view.setValue(name, to: Array(text.utf8).span) }

  /// All text that is seen at `t`: from which place on, and what.
  fileprivate func seen(at t: Seconds) -> [(x: Double, text: String)] {
    let whole = sights(at: t).filter { $0.bounds.minX + 1 < $0.clip.maxX && $0.bounds.maxX - 1 > $0.clip.minX }
    var result = whole.compactMap { sight in sight.element.run.map { (x: sight.bounds.minX, text: $0.text) } }
    for layer in frame.layers {
      guard case .sprites(let batch) = layer.kind else { continue }
      for sprite in frame.sprites[batch.sprites] { result += texts(of: layer, batch.grid, at: sprite) }
    }
    return result.sorted { $0.x < $1.x }
  }

  private func texts(of layer: Layer, _ grid: Atlas.Grid, at sprite: Sprite) -> [(x: Double, text: String)] {
    let start = Double(sprite.fraction < 0.5 ? sprite.cell : sprite.next) * grid.pitch
    return layer.content.primitives.compactMap { primitive in
      guard primitive.anchor.x >= start, primitive.anchor.x < start + grid.pitch, let run = primitive.element.run else {
        return nil
      }
      let x = sprite.origin.x - grid.lead + primitive.anchor.x - start
      return x < layer.clip.maxX && x + 10 > layer.clip.minX ? (x, run.text) : nil
    }
  }

  fileprivate func line(at t: Seconds) -> String { seen(at: t).map(\.text).joined() }

  fileprivate func x(of text: String, at t: Seconds) -> Double? { seen(at: t).first { $0.text == text }?.x }
}

@Suite("Live numbers in a crawl") struct CrawlValuesTests {
  @Test("Grouping, and how digits roll, are the crawl's, also when they change later") func rolling() throws {
    let harness = ViewHarness.values(["n {a}"]) {
      ($0.separatorSize, $0.crawl.scrollSpeed, $0.grouping, $0.roll) = (0, 0.001, .threes, .spin)
    }
    harness.set("a", "1234567")
    #expect(harness.line(at: 1).hasPrefix("n 1,234,567n "))
    try harness.restyle(at: 2) { $0.grouping = .threesAndTwos }
    #expect(harness.line(at: 2).hasPrefix("n 12,34,567n "))
    try harness.restyle(at: 3) { $0.grouping = .none }
    #expect(harness.line(at: 3).hasPrefix("n 1234567n "))
    // A spin takes all columns along, as many cells as it is told to.
    func rolls(_ number: String, at t: Seconds) -> Set<Int> {
      harness.set("a", number)
      _ = harness.line(at: t)
      return Set((0..<40).map { harness.line(at: t + 0.02 * Double($0)) }.map(\.hashValue))
    }
    let few = rolls("1234568", at: 10).count
    try harness.restyle(at: 20) { ($0.density, $0.isAscending) = (40, true) }
    #expect(few > 3 && rolls("1234569", at: 30).count > few)
  }

  @Test("Where glyphs reach beyond their advances, texts stay out of the windows of numbers, and digits in theirs")
  func overhang() {
    let typesetter = FixedTypesetter(overhang: 0.2)
    let harness = ViewHarness.values(["ab{a}cd{b}"], typesetter: typesetter) { $0.separatorSize = 0 }
    harness.set("a", "12.5")
    let texts = harness.sights(at: 2).filter {
      $0.element.run != nil && $0.bounds.minX + 1 < $0.clip.maxX && $0.bounds.maxX - 1 > $0.clip.minX
    }.map { $0.bounds.insetBy(dx: -4, dy: 0) }
    let windows = harness.frame.layers.flatMap { layer -> [Rect] in
      guard case .sprites(let batch) = layer.kind else { return [] }
      return harness.frame.instances[batch.windows].map(\.clip)
    }
    #expect(texts.count >= 2 && windows.count >= 2)
    for window in windows { #expect(!texts.contains { $0.intersects(window) }) }
    let face = DigitFace(DigitFace.Style(FontSpec(size: 20), NumberFormat()), with: typesetter)
    #expect(face.cell.width == 18 && face.overhang(with: typesetter) == 4)
  }

  @Test("Placeholders show dashes, and then numbers") func placeholdersShowDashesAndThenNumbers() {
    let harness = ViewHarness.values(["A {a} b", "C {c}"]) { $0.separatorSize = 0 }
    #expect(harness.line(at: 0).hasPrefix("A — bC —"))
    harness.set("a", "12.50")
    #expect(harness.line(at: 0).hasPrefix("A 12.50 bC —"))
    #expect(abs((harness.x(of: " b", at: 0) ?? 0) - 75) < 1e-6)
  }

  @Test("A number that has changed out of sight is the new one from the moment it comes in", arguments: [true, false])
  func outOfSight(leftwards: Bool) {
    for length in stride(from: 60, to: 160, by: 7) {
      let harness = ViewHarness.values([String(repeating: "x", count: length), "C{c}"], leftwards: leftwards)
      harness.set("c", "1")
      _ = harness.line(at: 0)
      harness.set("c", "2")
      var count = 0
      for t in stride(from: 0.1, to: 30, by: 0.1) {
        let texts = harness.seen(at: t).map(\.text)
        guard texts.contains(where: { $0 == "1" || $0 == "2" || $0 == "—" }) else { continue }
        count += 1
        #expect(texts.contains("2") && !texts.contains("1"), "\(length) at \(t)")
      }
      #expect(count > 10)
    }
  }

  @Test("Without values braces are text") func withoutValuesBracesAreText() {
    let harness = ViewHarness.crawl([Headline("A {a}")])
    #expect(harness.picture(at: 0).contains("'A {a}'"))
  }

  @Test("Markup and other braces stay text") func markupAndOtherBracesStayText() {
    #expect(ViewHarness.values(["x {y z}"]).line(at: 0).contains("x {y z}"))
    #expect(ViewHarness.values(["x {y}"]) { $0.markup.kind = .pango }.line(at: 0).contains("x {y}"))
  }

  @Test("A growing number moves only what runs behind it", arguments: [true, false])
  func aGrowingNumberMovesOnlyWhatRunsBehindIt(leftwards: Bool) {
    let harness = ViewHarness.values(["first {a} second"], leftwards: leftwards) {
      ($0.crawl.repeatWhenOutOfBounds, $0.crawl.scrollSpeed) = (true, 20)
    }
    harness.set("a", "9")
    _ = harness.line(at: 0.1)
    // A roll takes at most half of the time that the number before it stood.
    let start = 2.0
    let before = (harness.x(of: "first ", at: start), harness.x(of: " second", at: start))
    harness.set("a", "1000")
    var last = before
    // Frame by frame: the part in front keeps its pace, the one behind gives way and never jumps.
    for frame in 1...90 {
      let t = start + Double(frame) * 0.01
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

  @Test("Numbers that have left move nothing") func numbersThatHaveLeftMoveNothing() {
    let harness = ViewHarness.values(["{a} is the number of it", "next"])
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

  /// Without a change of widths the text is never redrawn; with one, not before all have come to rest, and then at
  /// most every two seconds.
  @Test("The text is drawn seldom, whatever rolls") func theTextIsDrawnSeldomWhateverRolls() {
    let harness = ViewHarness.values(["A {a} and {b}", "C {a}"]) { $0.crawl.scrollSpeed = 1 }
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

  @Test("Numbers out of sight show at once when they come in") func numbersOutOfSightShowAtOnceWhenTheyComeIn() {
    let harness = ViewHarness.values([String(repeating: "x", count: 60), "{far} is far"])
    _ = harness.line(at: 0)
    harness.set("far", "1")
    _ = harness.line(at: 0.1)
    harness.set("far", "77")
    _ = harness.line(at: 0.2)
    #expect(harness.line(at: 5).contains("77 is far"))
    let x = harness.x(of: " is far", at: 5) ?? 0
    #expect(abs(x - (5 + 600 + 50 - 500 + 20)) < 1e-6)
  }

  @Test("Right to left text has its parts the other way round") func rightToLeftTextHasItsPartsTheOtherWayRound() {
    let harness = ViewHarness.values(["אב {a} גד"])
    harness.set("a", "42")
    #expect(harness.seen(at: 0).map(\.text).prefix(4) == [" גד", "4", "2", "אב "])
  }

  /// Every glyph stands where the texts and numbers before it end, at any time and with any values.
  @Test("Nothing overlaps", arguments: [true, false])
  func nothingOverlaps(leftwards: Bool) {
    let harness = ViewHarness.values(["P {a} Q {b} R", "S {b}", "{a}{b} T"], leftwards: leftwards) {
      $0.separatorSize = 0
    }
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

  @Test("A number tells by mark and colour which way it went last, and nothing leaps when it begins to") func trends() {
    let harness = ViewHarness.values(["A {a} b"]) {
      ($0.separatorSize, $0.showsTrendMarks, $0.crawl.scrollSpeed) = (0, true, 0.001)
      $0.crawl.scrollOnlyWhenTooLong = true
    }
    func colors(at t: Double) -> [Color] {
      harness.draw(at: t)
      return harness.frame.layers.compactMap { layer in
        if case .sprites(let batch) = layer.kind { batch.style.color } else { nil }
      }
    }
    func marks(at t: Double) -> [Double] {
      harness.draw(at: t)
      return harness.frame.layers.flatMap { layer -> [Double] in
        guard case .sprites(let batch) = layer.kind else { return [] }
        return harness.frame.sprites[batch.sprites].filter { $0.cell >= 10 + NumberSymbol.allCases.count }
          .map(\.origin.x)
      }
    }
    let style = harness.view.style
    harness.set("a", "12")
    #expect(colors(at: 0) == [style.textColor] && marks(at: 0).isEmpty)
    let end = harness.x(of: " b", at: 2)
    harness.set("a", "13")
    _ = colors(at: 2)
    #expect(colors(at: 2) == [style.riseColor] && marks(at: 2).count == 1)
    #expect(harness.x(of: " b", at: 2) == end)
    harness.set("a", "13")
    #expect(colors(at: 4) == [style.riseColor])
    harness.set("a", "9")
    #expect(colors(at: 6).contains(style.fallColor) && marks(at: 8).count == 1)
    // The mark stands where the number's place begins, before its digits.
    #expect(marks(at: 8).allSatisfy { mark in (harness.seen(at: 8).first { $0.text == "9" }?.x ?? 0) > mark })
  }

  @Test("Where numbers roll every refresh shows another picture, and at rest only the run does") func rollsAndRuns() {
    let harness = ViewHarness<CrawlScene>.values(["price {a} end"]) { $0.crawl.scrollSpeed = 10 }
    harness.set("a", "1")
    harness.draw(at: 3)
    #expect(harness.frame.nextChange == 3 && harness.frame.nextTurn == .infinity)
    harness.set("a", "9")
    harness.draw(at: 4)
    harness.draw(at: 4.1)
    #expect(harness.frame.nextTurn <= 4.1)
  }
}
