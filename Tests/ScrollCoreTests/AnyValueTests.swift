import ScrollCore
import Testing

/// What a program may ask this library with: whatever the numbers are, it answers, soon and in little room.
@Suite("Any value") struct AnyValueTests {
  static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, 1e-300, -1e-300, 1e-9, 0.5, -1, 3, 1e9, 1e15, -1e15, 9.3e18, 1e300, -1e300,
    .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ]
  static let integers: [Int] = [.min, .min + 1, -1_000_001, -1, 0, 1, 5, 1_000_000_000, .max - 1, .max]

  // MARK: - Crawls

  static func crawls() -> [Crawl] {
    var crawls: [Crawl] = []
    for (i, value) in numbers.enumerated() {
      for path in [\Crawl.scrollTime, \.scrollSpeed, \.repeatSpacing, \.delayAtStart, \.delayAtEnd, \.inset] {
        var crawl = Crawl()
        crawl.repeatWhenOutOfBounds = path != \.repeatSpacing && i % 2 == 0
        if path == \.scrollSpeed { crawl.scrollTime = 0 }
        crawl[keyPath: path] = value
        crawls.append(crawl)
      }
    }
    for value in integers {
      for (isTrain, outside) in [(false, false), (true, false), (true, true)] {
        var crawl = Crawl()
        (crawl.scrollRepeat, crawl.repeatWhenOutOfBounds, crawl.startOutOfBounds) = (value, !isTrain, outside)
        if isTrain, outside { crawl.repeatSpacing = 0 }
        crawls.append(crawl)
      }
    }
    return crawls
  }

  @Test("Crawls are somewhere", arguments: numbers) func crawls(value: Double) {
    for crawl in Self.crawls() {
      for (width, view, t) in [(500, 300, value), (value, 300, 7), (500, value, 7), (value, value, value)] {
        #expect(!crawl.position(of: width, in: view, at: t).isNaN, "\(crawl) \(width) \(view) \(t)")
        let places = crawl.positions(of: width, in: view, at: t)
        #expect(places.count <= 32_768 && places.allSatisfy { !$0.isNaN })
        #expect(!crawl.finishTime(of: width, in: view).isNaN)
        #expect(!crawl.speed(textWidth: width, viewWidth: view).isNaN)
        _ = crawl.fits(width, in: view)
      }
    }
  }

  @Test("Copies of any number are somewhere", arguments: integers) func copies(copy: Int) {
    for crawl in Self.crawls() where !crawl.repeatWhenOutOfBounds {
      #expect(!crawl.position(of: 1e300, copy: copy, in: 300, at: 3).isNaN)
      #expect(!crawl.position(of: 50, copy: copy, in: 300, at: 3).isNaN)
    }
  }

  @Test("What scrolls by itself is somewhere, whatever happens to it", arguments: numbers) func scrolls(value: Double) {
    for other in Self.numbers {
      for (first, second) in [
        (AutoScroll.Pace.speed(value), AutoScroll.Pace.duration(other)), (.duration(value), .speed(other)),
      ] {
        var options = AutoScroll.Options()
        (options.delayAtStart, options.delayAtEnd, options.scrollRepeat) = (value, other, -1)
        var scroll = AutoScroll(options, contentHeight: 600, viewHeight: 200)
        try? scroll.start(.speed(other), at: value)
        try? scroll.start(first, at: other)
        for t in [value, other, 3, value] {
          scroll.update(to: t)
          scroll.scroll(by: other, at: t)
          scroll.pause(at: t)
          scroll.resume(at: value)
          scroll.set(second, at: t)
          scroll.resize(contentHeight: value, viewHeight: other, at: t)
          #expect(!scroll.offset(at: t).isNaN && !scroll.offset(at: value).isNaN, "\(value) \(other) \(t)")
          scroll.refine(contentHeight: 600, at: t)
          scroll.set(options, at: t)
          _ = (scroll.nextChange(at: t), scroll.finishTime, scroll.state)
        }
        scroll.resize(contentHeight: 600, viewHeight: 200, at: 4)
        #expect((0...600).contains(scroll.offset(at: 5)), "\(value) \(other): \(scroll.offset(at: 5))")
      }
    }
  }

  @Test("A pass that is done a billion billion times is done") func passes() throws {
    var options = AutoScroll.Options()
    options.scrollRepeat = -1
    var scroll = AutoScroll(options, contentHeight: 600, viewHeight: 200)
    try scroll.start(.speed(1e12), at: 0)
    for event in 1...20_000 { scroll.scroll(by: 0, at: Double(event) * 1e15) }
    #expect((0...400).contains(scroll.offset(at: 1e20)))
  }

  @Test("A timeline answers, whenever what happened", arguments: numbers) func timelines(value: Double) {
    var line = Timeline(0)
    line.change(at: 1) { $0 = 1 }
    line.change(at: value) { $0 = 2 }
    line.change(at: 5) { $0 = 3 }
    #expect(line[.infinity] == 3 && line[-.infinity] <= 2)
    _ = line[value]
    line.forget(before: value)
    #expect(line[.infinity] == 3)
  }

  // MARK: - Numbers

  @Test("A decimal number has digits, whatever bytes it is made of") func digits() {
    for byte in [10, 48, 255] as [UInt8] {
      let number = DecimalNumber(integer: [byte, 0, byte], fraction: [byte])
      #expect(number.description.allSatisfy { $0.isNumber || $0 == "." } && number == number)
      #expect(number.integer.allSatisfy { $0 <= 9 } && number.fraction.allSatisfy { $0 <= 9 })
      var odometer = Odometer()
      odometer.show(DecimalNumber(5), at: 0)
      odometer.show(number, at: 1)
      odometer.show(DecimalNumber(7), at: 1.2)
      #expect(odometer.text(at: 9) == "7")
    }
  }

  @Test("Decimals are counted within bounds", arguments: integers) func decimals(count: Int) throws {
    let number = DecimalNumber("-12.345")
    #expect(number.padded(toDecimals: count).fraction.count <= 1003)
    #expect(number.padded(toDecimals: count) == number)
    #expect(number.rounded(toDecimals: count).fraction.count <= 3)
    for other in Self.integers {
      var format = NumberFormat()
      (format.minDecimals, format.maxDecimals, format.minLength) = (count, other, count)
      for style in PadStyle.allCases {
        format.padStyle = style
        #expect(format.text(of: number).count < 4000)
      }
    }
    #expect(DigitScript.thai.text(of: count).count <= 1)
    var properties = OdometerProperties()
    (properties.density, properties.format.minLength, properties.format.minDecimals) = (count, count, count)
    var odometer = Odometer(properties)
    odometer.show(number, at: 0)
    odometer.start(at: 1)
    #expect(odometer.columns.count < 4000 && odometer.text(at: 9) == odometer.text)
    _ = properties.duration(columnsToRight: count, of: count)
  }

  @Test("A number of many digits keeps every digit") func manyDigits() throws {
    for count in [1024, 1025, 5000, 60_000] {
      let text = "1" + String(repeating: "7", count: count - 1)
      let number = try #require(DecimalNumber(text), "\(count)")
      #expect(number.description == text && NumberFormat().text(of: number) == text)
      #expect(DecimalNumber(bytes: Array(text.utf8).span) == number && DecimalNumber.isNumber(Array(text.utf8).span))
    }
    var odometer = Odometer()
    odometer.show(DecimalNumber("1" + String(repeating: "7", count: 1999)), at: 0)
    odometer.show(DecimalNumber("2" + String(repeating: "8", count: 1999)), at: 1)
    #expect(odometer.text(at: 9) == "2" + String(repeating: "8", count: 1999))
  }

  @Test("A counter comes to its number, whenever that came", arguments: numbers) func counters(value: Double) {
    for other in Self.numbers {
      for roll in RollStyle.allCases {
        var properties = OdometerProperties()
        properties.roll = roll
        var odometer = Odometer(properties)
        odometer.show(DecimalNumber(1), at: other)
        odometer.show(DecimalNumber(98), at: value)
        odometer.properties.duration = other
        odometer.show(DecimalNumber(1234), at: value)
        odometer.properties.durationOffset = value
        odometer.start(at: other)
        odometer.show(DecimalNumber(77), at: value)
        odometer.show(nil, at: value)
        odometer.show(DecimalNumber(5), at: other)
        odometer.properties = OdometerProperties()
        for t in [value, other, 0] { _ = (odometer.text(at: t), odometer.flash(at: t), odometer.nextChange(at: t)) }
        for column in odometer.columns { _ = (column.cells(at: value), column.presence(at: other)) }
        odometer.stop()
        #expect(odometer.text(at: 0) == "5")
      }
    }
  }

  // MARK: - Places and colours

  @Test("Places and colours follow from any numbers", arguments: numbers) func places(value: Double) {
    for other in Self.numbers {
      let rect = Rect(x: value, y: other, width: other, height: value)
      for placement in Placement.allCases { _ = placement.place(rect, at: rect, dx: value, dy: other) }
      _ = (rect.intersection(rect), rect.union(.zero), rect.insetBy(dx: value, dy: other), rect.contains(rect.origin))
      let size = Size(width: value, height: other)
      _ = BadgeLayout(image: size, labelSize: size, in: size, spacing: value, dx: other, dy: value)
      _ = size.fitted(in: Size(width: other, height: value))
      var border = Border(width: value, radius: other)
      (border.topWidth, border.leftWidth) = (other, value)
      for side in Border.Side.allCases { #expect((0...32767).contains(border.width(of: side))) }
      _ = (border.gradientColor(at: value), Color.white.mixed(with: .clear, share: other))
    }
    _ = Color.white.darkened(toContrast: value, against: .white)
    _ = Color(red: 9, green: 200, blue: 3, alpha: 5).darkened(toContrast: value, against: .clear)
    for text in ["\(value)", "#\(value)", "rgb(\(value), \(value), \(value))", "hsl(\(value) \(value)% 50%)"] {
      _ = try? Color(parsing: text)
      _ = try? Placement(parsing: text)
    }
  }

  @Test("Chips have places, whatever their widths are", arguments: numbers) func chips(value: Double) {
    for overflow in TokenOverflow.allCases {
      for rows in Self.integers {
        var properties = TokenFieldProperties()
        (properties.overflow, properties.maxRows, properties.margins, properties.tokenHeight) = (
          overflow, rows, value, value
        )
        (properties.tokenXMargin, properties.tokenYMargin, properties.marginLeft) = (value, value, value)
        for width in [value, 335] {
          let layout = TokenLayout(
            chipWidths: [100, value, 100, 200, value], width: width, properties: properties,
            moreWidth: { _ in value })
          #expect(!layout.height.isNaN && layout.places.allSatisfy { !$0.minX.isNaN && !$0.maxX.isNaN })
          #expect(layout.more.map { !$0.maxX.isNaN } ?? true && layout.field.map { !$0.maxX.isNaN } ?? true)
          let rect = Rect(x: value, y: value, width: value, height: value)
          _ = (layout.row(of: rect), layout.indices(touching: rect), layout.neighbour(of: rows, above: true))
          _ = layout.dropIndex(of: rows, at: rect.origin)
        }
      }
    }
  }
}
