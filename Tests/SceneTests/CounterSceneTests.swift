import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Counters") struct CounterSceneTests {
  // MARK: Frames

  @Test("A spin is as the specification draws it") func theSpinOfTheSpecification() {
    let stage = ViewHarness.counter("1234") { $0.alignment = .fill }
    #expect(stage.picture(at: 0) == ["0..<80 1@0", "80..<160 2@0", "160..<240 3@0", "240..<320 4@0"])
    stage.view.start(at: 0)
    #expect(
      stage.picture(at: 0) == [
        "0..<80 1@0 fade 16", "80..<160 2@0 fade 16", "160..<240 3@0 fade 16", "240..<320 4@0 fade 16",
      ])
    // Offsets -151.37, -200.77, -237.78, -266.31: the strip of 1 is 1 6 5 4 3 2 1 from its top.
    #expect(
      stage.picture(at: 0.45) == [
        "0..<80 6@-71.37 5@8.63 fade 16", "80..<160 6@-40.77 5@39.23 fade 16", "160..<240 7@-77.78 6@2.22 fade 16",
        "240..<320 7@-26.31 6@53.69 fade 16",
      ])
    #expect(stage.picture(at: 0.9)[0] == "0..<80 1@0")
    #expect(stage.picture(at: 1.5) == ["0..<80 1@0", "80..<160 2@0", "160..<240 3@0", "240..<320 4@0"])
    #expect(stage.frame(at: 1.49).nextChange == 1.49)
    #expect(stage.frame(at: 1.5).nextChange == .infinity)
  }

  /// Eased by 1 - (1 - s)³(1 + 3s): after a third of the time 80·11/27 = 32.59 px.
  @Test("Nine rolls on to ten") func nineGoesToTen() {
    let stage = ViewHarness.counter("9")
    stage.view.show(text: "10", at: 1)
    #expect(stage.picture(at: 1) == ["280..<320 9@0"])
    #expect(
      stage.picture(at: 1.1) == [
        "279..<280 0@-2.56 1@77.44 3% fade 16", "280..<320 9@-1.95 0@78.05 fade 15",
      ])
    #expect(
      stage.picture(at: 1.5) == [
        "260..<280 0@-39.84 1@40.16 50% fade 16", "280..<320 9@-32.59 0@47.41 fade 16",
      ])
    #expect(stage.picture(at: 2.3) == ["240..<280 1@0", "280..<320 9@-79.32 0@0.68 fade 4"])
    #expect(stage.picture(at: 2.5) == ["240..<280 1@0", "280..<320 0@0"])
  }

  @Test("A number can be set without motion, read, and shown afresh") func setReadAndReload() {
    let stage = ViewHarness.counter("9")
    stage.view.show(DecimalNumber(10), rolling: false, at: 1)
    #expect(stage.picture(at: 1) == ["240..<280 1@0", "280..<320 0@0"] && stage.view.number == DecimalNumber(10))
    stage.view.show(DecimalNumber(11), at: 2)
    #expect(stage.frame(at: 2.1).nextChange == 2.1)
    stage.view.reload()
    #expect(stage.picture(at: 2.1) == ["240..<280 1@0", "280..<320 1@0"] && stage.frame.nextChange == .infinity)
  }

  @Test("The point stays and the new column grows in") func thePointStaysAndTheNewColumnGrowsIn() {
    let stage = ViewHarness.counter("999.99", height: 20) { $0.odometer.format.grouping = .threes }
    let point = { (t: Seconds) in stage.picture(at: t).first { $0.contains(" .@") } }
    let before = point(0)
    #expect(before == "290..<300 .@0")
    stage.view.show(text: "1000.00", at: 1)
    var left = 260.0
    for i in 0...100 {
      let t = 1 + Double(i) * 0.015
      #expect(point(t) == before)
      let edge = stage.frame(at: t).layers[0].clip.minX
      #expect(edge <= left)
      left = edge
    }
    #expect(left == 240)
    #expect(
      stage.picture(at: 2.5) == [
        "240..<250 1@0", "250..<260 ,@0", "260..<270 0@0", "270..<280 0@0", "280..<290 0@0", "290..<300 .@0",
        "300..<310 0@0", "310..<320 0@0",
      ])
  }

  @Test("Symbols never roll") func symbolsNeverRoll() {
    let stage = ViewHarness.counter("-5") {
      $0.odometer.format.prefix = "$"
      $0.odometer.format.suffix = "%"
    }
    stage.view.start(at: 0)
    let symbols = stage.picture(at: 0.3).filter { $0.contains("−@") || $0.contains("$@") || $0.contains("%@") }
    #expect(symbols == ["160..<200 −@0", "200..<240 $@0", "280..<320 %@0"])
  }

  @Test("What is not a number is shown as a dash") func whatIsNoNumberIsADash() {
    #expect(ViewHarness.counter(nil).picture(at: 0) == ["280..<320 —@0"])
    #expect(ViewHarness.counter("nan").picture(at: 0) == ["280..<320 —@0"])
  }

  // MARK: Layout

  @Test(
    "The number stands where the alignment says",
    arguments: [(.left, 0), (.center, 120), (.right, 240), (.fill, 0)] as [(Alignment?, Double)])
  func aligns(alignment: Alignment?, x: Double) {
    #expect(ViewHarness.counter("12") { $0.alignment = alignment }.frame(at: 0).layers[0].clip.minX == x)
  }

  @Test("A number that is too wide is shrunk") func tooWideANumberIsShrunk() {
    let stage = ViewHarness.counter("12345", width: 100)
    let layers = stage.frame(at: 0).layers
    #expect(layers.map(\.clip.width) == [20, 20, 20, 20, 20] && layers.last?.clip.maxX == 100)
    #expect(layers[0].clip.height == 40 && layers[0].clip.minY == 22)
    // It grows again with what has to fit, once the last digit has left.
    stage.view.show(text: "12", at: 1)
    #expect(stage.frame(at: 1.1).layers.map(\.clip.height).max() == 40)
    #expect(
      stage.frame(at: 9).layers.map(\.clip) == [
        Rect(x: 20, y: 0, width: 40, height: 80), Rect(x: 60, y: 0, width: 40, height: 80),
      ])
  }

  @Test("No number is cut", arguments: [57.0, 100, 319.5])
  func noNumberIsCut(width: Double) {
    for text in ["-1,234.5", "88888888888", "-0.000001", "7"] {
      let stage = ViewHarness.counter(text, width: width) {
        $0.margin = 3
        $0.showsTrendMark = true
        $0.odometer.format.grouping = .threes
      }
      stage.view.show(text: text + "9", at: 0)
      let layers = stage.frame(at: 9).layers
      #expect(layers.map(\.clip.minX).min() ?? 0 >= 3 && layers.map(\.clip.maxX).max() ?? 0 <= width - 2)
      #expect(layers.count == stage.view.odometer.text.count)
    }
  }

  @Test("The inset is left free") func theInsetIsLeftFree() {
    let right = ViewHarness.counter("12") { $0.margin = 12 }
    #expect(right.frame(at: 0).layers.map(\.clip.minX) == [228, 268])
    #expect(
      ViewHarness.counter("12") { ($0.margin, $0.alignment) = (12, .left) }.frame(at: 0).layers.map(\.clip.minX) == [
        12, 52,
      ])
    #expect(
      ViewHarness.counter("12") { ($0.margin, $0.alignment) = (12, .fill) }.frame(at: 0).layers.map(\.clip.minX) == [
        0, 160,
      ])
  }

  @Test("A fixed size is centred by its capitals") func aFixedSizeIsCentredByItsCapitals() {
    let stage = ViewHarness.counter("7", height: 36) { $0.fontSizeAsView = false }
    // 20 px: capitals from 2 to 16 in the line, whose middle goes to 18.
    #expect(stage.picture(at: 0) == ["310..<320 7@9"])
    #expect(stage.frame(at: 0).layers[0].clip == Rect(x: 310, y: 9, width: 10, height: 20))
  }

  @Test("The text fits the height", arguments: [1.0, 7, 24, 36, 79.5, 500])
  func fitsTheHeight(height: Double) {
    var sizes: [Double] = []
    for layer in ViewHarness.counter("7", height: height).frame(at: 0).layers {
      for case .text(let run) in layer.content.primitives.map(\.element) { sizes.append(run.font.size) }
    }
    #expect(!sizes.isEmpty)
    #expect(sizes.allSatisfy { $0 <= height && $0 > height - 1 })
  }

  @Test("Digits are tabular and in whole cells") func digitsAreTabularAndInWholeCells() {
    let layer = ViewHarness.counter("7", height: 25).frame(at: 0).layers[0]
    #expect(layer.clip.width == 13)
    #expect(layer.content.axis == .vertical)
    #expect(layer.content.background == Color(rgb: 0x12161c))
    for case .text(let run) in layer.content.primitives.map(\.element) { #expect(run.font.tabularDigits) }
  }

  @Test("The caption stands beside the number and gives way") func theCaptionStandsBesideTheNumberAndGivesWay() {
    let wide = ViewHarness.counter("128", width: 120, height: 36) {
      $0.fontSizeAsView = false
      $0.caption = "NEWS"
    }
    let captions = wide.frame(at: 0).layers.filter { $0.content.primitives.count == 1 }
    #expect(captions.map(\.clip) == [Rect(x: 98, y: 0, width: 22, height: 36)])
    // Where the columns share the width it keeps as far from the end as from them.
    wide.view.properties.alignment = .fill
    wide.layOut()
    let filled = wide.frame(at: 0).layers.filter { $0.content.primitives.count == 1 }
    #expect(filled.map(\.clip) == [Rect(x: 90, y: 0, width: 22, height: 36)])
    wide.view.properties.alignment = .right
    wide.layOut()
    #expect(wide.frame(at: 0).layers[2].clip.maxX == 90)
    let narrow = ViewHarness.counter("128", width: 59, height: 36) {
      $0.fontSizeAsView = false
      $0.caption = "NEWS"
    }
    #expect(narrow.picture(at: 0) == ["29..<39 1@9", "39..<49 2@9", "49..<59 8@9"])
  }

  @Test("Its natural width never shakes") func itsNaturalWidthNeverShakes() {
    let stage = ViewHarness.counter("99") {
      $0.fontSizeAsView = false
      $0.caption = "NEWS"
      $0.showsTrendMark = true
    }
    let size = { stage.view.naturalSize(height: 36, with: stage.typesetter) }
    // 2 digits, a mark of 10 px and its gap of 5, a caption of 22 and its gap of 8.
    #expect(size() == Size(width: 65, height: 20))
    stage.view.show(text: "100", at: 1)
    #expect(size().width == 75)
    stage.view.show(text: "99", at: 1.5)
    #expect(size().width == 75)
    stage.view.properties.caption = ""
    #expect(size().width == 35)
  }

  @Test("A caption follows the counter's height, where its own size is not set")
  func captionFollowsTheHeight() throws {
    let stage = ViewHarness.counter("99") { $0.caption = "NEWS" }
    func captionSize(_ height: Double) throws -> Double {
      stage.layOut(in: Rect(x: 0, y: 0, width: 1600, height: height))
      let runs = stage.frame(at: 0).layers.flatMap(\.content.primitives).compactMap { primitive -> TextRun? in
        if case .text(let run) = primitive.element, run.text == "NEWS" { return run }
        return nil
      }
      return try #require(runs.first).font.size
    }
    #expect(try captionSize(80) == 11 && captionSize(160) == 11)
    stage.view.captionFollowsHeight = true
    #expect(try captionSize(160) == 22 && captionSize(80) == 11 && captionSize(240) == 33)
    // It stays legible in a low window.
    #expect(try captionSize(36) == 11)
  }

  @Test("Shown afresh, it gives back the room of wider numbers, and of nothing else") func reloadGivesWidthBack() {
    let stage = ViewHarness.counter("1000000") { $0.fontSizeAsView = false }
    let width = { stage.view.naturalSize(height: 36, with: stage.typesetter).width }
    let widest = width()
    stage.view.show(text: "99", at: 1)
    stage.view.stop()
    #expect(width() == widest)
    stage.view.reload()
    let fresh = ViewHarness.counter("99") { $0.fontSizeAsView = false }
    #expect(width() == fresh.view.naturalSize(height: 36, with: fresh.typesetter).width && width() < widest)
    // Again, from there on.
    stage.view.show(text: "100", at: 2)
    let wider = width()
    stage.view.show(text: "9", at: 3)
    #expect(width() == wider && wider < widest)
  }

  // MARK: Changes

  @Test("Colours and fonts show at once, while rolls go on") func coloursAndFontsShowAtOnceWhileRollsGoOn() {
    let stage = ViewHarness.counter("1")
    stage.view.show(text: "2", at: 0)
    let before = stage.frame(at: 0.5).layers[0]
    stage.view.properties.textColor = .white
    stage.layOut()
    let after = stage.frame(at: 0.5).layers[0]
    #expect(after.origin == before.origin)
    #expect(after.content.id == before.content.id)
    #expect(after.content.revision != before.content.revision)
    for case .text(let run) in after.content.primitives.map(\.element) { #expect(run.color == .white) }
  }

  @Test("Moving the view draws nothing again") func movingTheViewDrawsNothingAnew() {
    let stage = ViewHarness.counter("1") { $0.caption = "a" }
    let before = stage.frame(at: 0).layers.map(\.content.revision)
    stage.layOut(in: Rect(x: 50, y: 10, width: 400, height: 80))
    #expect(stage.frame(at: 0).layers.map(\.content.revision) == before)
    #expect(stage.frame(at: 0).layers[0].clip.minY == 10)
  }

  @Test("A format redraws only what it changes") func aFormatRedrawsOnlyWhatItChanges() {
    let stage = ViewHarness.counter("-1")
    let before = stage.frame(at: 0).layers.map(\.content.revision)
    stage.view.properties.odometer.format.maxDecimals = 3
    stage.layOut()
    #expect(stage.frame(at: 0).layers.map(\.content.revision) == before)
    stage.view.properties.odometer.format.prefix = "$"
    stage.layOut()
    let after = stage.frame(at: 0).layers.map(\.content.revision)
    #expect(after.count == 3)
    #expect(after.last == before.last)
    #expect(after.first != before.first)
  }

  @Test("All columns share one strip") func allColumnsShareOneStrip() {
    let layers = ViewHarness.counter("987654321", height: 10).frame(at: 0).layers
    #expect(Set(layers.map(\.content.id)).count == 1)
  }

  @Test("It flashes and is marked for six tenths of a second") func flashesAndMarksForSixTenths() {
    let stage = ViewHarness.counter("1", height: 20) {
      $0.showsTrendColor = true
      $0.showsTrendMark = true
    }
    stage.view.show(text: "0", at: 1)
    #expect(stage.picture(at: 1.3).count == 3)
    #expect(stage.picture(at: 1.3)[1].contains("50%"))
    #expect(stage.picture(at: 1.3)[2] == "295..<305 down@4 50%")
    let colors = stage.frame(at: 1.3).layers.prefix(2).map(\.content.primitives[0].element)
    #expect(colors[0] != colors[1])
    #expect(stage.picture(at: 1.6).count == 1)
    stage.view.stop()
    stage.view.show(text: "3", at: 5)
    #expect(stage.picture(at: 5.3)[2] == "295..<305 up@4 50%")
    stage.view.properties.odometer.duration = 0
    stage.view.show(text: "4", at: 9)
    #expect(stage.frame(at: 9.5).nextChange == 9.5)
    #expect(stage.frame(at: 9.61).nextChange == .infinity)
  }

  // MARK: Always

  @Test("The strip holds every pair") func theStripHoldsEveryPair() {
    let strip = DigitSequence.shared
    for upper in 0...9 {
      for lower in 0...9 {
        let place = strip.place(of: upper, above: lower)
        #expect(strip.cells[place] == upper)
        #expect(strip.cells[place + 1] == lower)
      }
    }
    #expect((0...9).map { strip.place(of: $0, above: ($0 + 1) % 10) } == Array(0...9))
    #expect(strip.cells.count < 130)
  }

  /// Windows are in whole pixels, inside the view, beside each other; what is seen moves by less than a pixel in
  /// a ten-thousandth of a second.
  @Test("Storms stay inside their windows", arguments: [.left, .center, .right, .fill] as [Alignment?])
  func stormsStayInsideTheirWindows(alignment: Alignment?) {
    let stage = ViewHarness.counter("0", width: 200, height: 30) {
      $0.alignment = alignment
      $0.odometer.format.grouping = .threes
    }
    var number = 1
    for step in 1...300 {
      let t = Double(step) * 0.02
      number = (number * 7919 + step) % 1_000_003
      stage.view.show(DecimalNumber(number % (step % 3 == 0 ? 1_000_000 : 100)), at: t)
      let layers = stage.frame(at: t + 0.01).layers
      var edge = 0.0
      for layer in layers {
        #expect(
          layer.clip
            == Rect(
              x: layer.clip.minX.rounded(), y: layer.clip.minY.rounded(), width: layer.clip.width.rounded(),
              height: layer.clip.height.rounded()))
        #expect(layer.clip.minX >= edge && layer.clip.maxX <= 200 && layer.clip.minY >= 0 && layer.clip.maxY <= 30)
        #expect(layer.origin.x == layer.origin.x.rounded())
        #expect((0...1).contains(layer.opacity))
        edge = layer.clip.maxX
      }
    }
    let atRest = stage.frame(at: 20)
    #expect(atRest.layers.allSatisfy { $0.fade.length == 0 && $0.opacity == 1 && $0.origin.y == $0.origin.y.rounded() })
  }

  @Test("Each property is declared once") func propertiesAreEachDeclaredOnce() {
    let names = CounterProperties.properties.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(CounterProperties.property(named: "font-size-as-view")?.value(of: CounterProperties()) == .flag(true))
    #expect(CounterProperties.property(named: "text-color")?.value(of: CounterProperties()).text == "#e8ecf1")
  }
}
