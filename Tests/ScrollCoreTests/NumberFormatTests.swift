import ScrollCore
import TestKit
import TestTags
import Testing

@Suite("Formats of numbers", .tags(.slow)) struct NumberFormatTests {
  private func text(_ number: String, _ change: (inout NumberFormat) -> Void = { _ in }) -> String {
    var format = NumberFormat()
    change(&format)
    return format.text(of: DecimalNumber(number))
  }

  @Test("The exact decimal that was given is shown") func showsTheExactDecimalThatWasGiven() {
    #expect(text("16.40") == "16.40")
    #expect(text("-12345678901234567890.09") == "-12345678901234567890.09")
    #expect(text("NaN") == "—")
    #expect(text("") == "—")
    #expect(text("inf") { $0.prefix = "$" } == "—")
  }

  @Test("Padding may count all of the number's characters") func padsTheWholeText() {
    for (number, padded) in [("-12", "-012"), ("12.5", "0012.5"), ("-1.5", "-001.5"), ("123.456", "123.456")] {
      let shown = text(number) {
        $0.minLength = number == "-12" ? 4 : 6
        $0.padStyle = .text
      }
      #expect(shown == padded)
    }
  }

  @Test(
    "A decimal point counts with all of its characters",
    arguments: [
      ("::", "001::5"), (" . ", "01 . 5"), ("", "000015"), ("·", "0001·5"), ("🇩🇪", "0001🇩🇪5"), ("::::::", "1::::::5"),
    ])
  func padsBesideAnyPoint(point: String, shown: String) {
    for (number, sign) in [("1.5", SignStyle.negative), ("-1.5", .negative), ("1.5", .always)] {
      let sign = (text: number.hasPrefix("-") ? "-" : sign == .always ? "+" : "", style: sign)
      let padded = text(number) {
        ($0.padStyle, $0.minLength, $0.decimalPoint, $0.sign) = (.text, 6 + sign.text.count, point, sign.style)
      }
      #expect(padded == sign.text + shown)
    }
  }

  @Test("Zeros are padded after the sign") func padsAfterTheSign() {
    #expect(text("-12") { $0.minLength = 4 } == "-0012")
    #expect(text("12.5") { $0.minLength = 4 } == "0012.5")
    #expect(text("0.5") { $0.minLength = 0 } == "0.5")
    #expect(text("12345") { $0.minLength = 4 } == "12345")
    #expect(
      text("-12") {
        $0.minLength = 4
        $0.grouping = .threes
        $0.prefix = "$"
      } == "-$0,012")
  }

  @Test("Digits are grouped") func groups() {
    #expect(text("1234567.1234") { $0.grouping = .threes } == "1,234,567.1234")
    #expect(text("1234567") { $0.grouping = .threesAndTwos } == "12,34,567")
    #expect(text("123456789") { $0.grouping = .threesAndTwos } == "12,34,56,789")
    #expect(text("999") { $0.grouping = .threes } == "999")
    #expect(
      text("1234.5") {
        $0.grouping = .threes
        $0.groupSeparator = "."
        $0.decimalPoint = ","
      } == "1.234,5")
  }

  @Test("Signs are shown as asked for") func signs() {
    #expect(text("5") { $0.sign = .always } == "+5")
    #expect(text("-5") { $0.sign = .always } == "-5")
    #expect(text("0.00") { $0.sign = .always } == "0.00")
    #expect(text("-5") { $0.sign = .accounting } == "(5)")
    #expect(
      text("-5") {
        $0.sign = .accounting
        $0.prefix = "$"
        $0.suffix = " M"
      } == "($5 M)")
    #expect(text("-0.004") { $0.maxDecimals = 2 } == "0.00")
  }

  @Test("Decimals are rounded and padded") func decimals() {
    #expect(text("1.005") { $0.maxDecimals = 2 } == "1.01")
    #expect(text("1") { $0.minDecimals = 2 } == "1.00")
    #expect(text("1.5") { $0.maxDecimals = 0 } == "2")
    #expect(
      text("1.25") {
        $0.minDecimals = 3
        $0.maxDecimals = 1
      } == "1.250")
  }

  @Test("Digits of every script are its own", arguments: DigitScript.allCases)
  func digitsOfEveryScriptAreItsOwn(script: DigitScript) {
    for digit in 0...9 {
      let character = Character(script.text(of: digit))
      #expect(character.wholeNumberValue == digit)
    }
  }

  @Test("Parts stand from left to right") func partsStandFromLeftToRight() {
    var format = NumberFormat()
    format.grouping = .threesAndTwos
    format.sign = .accounting
    format.prefix = "a"
    format.suffix = "b"
    let slots = format.parts(of: DecimalNumber("-1234567.89")).map(\.slot)
    #expect(slots == slots.sorted())
    #expect(Set(slots).count == slots.count)
  }

  @Test("Properties are declared") func propertiesAreDeclared() throws {
    var format = NumberFormat()
    try NumberFormat.property(named: "grouping")?.set(text: "3-2", of: &format)
    try NumberFormat.property(named: "min-decimals")?.set(text: "2", of: &format)
    #expect(format.grouping == .threesAndTwos)
    #expect(format.text(of: DecimalNumber(1_234_567)) == "12,34,567.00")
    #expect(throws: ValueError.self) { try NumberFormat.property(named: "sign")?.set(text: "plus", of: &format) }
  }

  @Test("A million numbers end on exactly the text that was asked for")
  func aMillionNumbersEndOnExactlyTheTextThatWasAskedFor() async {
    // In four parts, for as many processors; in the daily round of the tests the first fifth of each.
    let count = Program.isSweepFull ? 250_000 : 50_000
    let wrong = await withTaskGroup { group in
      for seed in 1...4 { group.addTask { Self.wrongTexts(among: count, seed: UInt64(seed)) } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(wrong.isEmpty)
  }

  /// What an odometer should have shown for one of so many numbers, and did not.
  private static func wrongTexts(among count: Int, seed: UInt64) -> [String] {
    var random = SeededRandom(seed: seed)
    var odometer = Odometer()
    odometer.show(DecimalNumber(0), at: 0)
    var wrong: [String] = []
    for i in 0..<count {
      let sample = Sample(&random)
      if i % 16 == 0 { odometer.properties.format = sample.format(&random) }
      let expected = sample.text(in: odometer.properties.format)
      let t = Double(i) * 0.02
      odometer.show(DecimalNumber(sample.plain), at: t)
      if odometer.text(at: t + odometer.properties.duration) != expected { wrong.append(expected) }
    }
    return wrong
  }

  @Test("Two hundred thousand random numbers read as asked for")
  func twoHundredThousandRandomNumbersReadAsAskedFor() {
    var random = SeededRandom(seed: 5)
    var wrong: [String] = []
    var format = NumberFormat()
    for i in 0..<200_000 {
      let sample = Sample(&random)
      if i % 16 == 0 { format = sample.format(&random) }
      let expected = sample.text(in: format)
      if format.text(of: DecimalNumber(sample.plain)) != expected { wrong.append(expected) }
    }
    #expect(wrong.isEmpty)
  }
}

/// A number as a whole and a count of decimals, and its text by the plainest means: the independent reference.
private struct Sample {
  let value: Int128
  let decimals: Int

  init(_ random: inout SeededRandom) {
    decimals = Int(random.next() % 10)
    let wide = Int128(random.next()) * Int128(random.next() % 1_000_000_007 + 1)
    let magnitude = wide % power(Int(random.next() % 27) + 1)
    value = random.next() % 2 == 0 ? magnitude : -magnitude
  }

  func format(_ random: inout SeededRandom) -> NumberFormat {
    var format = NumberFormat()
    func one<T>(of choices: [T]) -> T { choices[Int(random.next() % UInt64(choices.count))] }
    format.minLength = one(of: [0, 0, 1, 4, 9])
    format.grouping = one(of: NumberGrouping.allCases)
    format.groupSeparator = one(of: [",", " ", "."])
    format.decimalPoint = one(of: [".", ","])
    format.minDecimals = one(of: [0, 0, 2, 5])
    format.maxDecimals = one(of: [.max, 0, 2, 6])
    format.prefix = one(of: ["", "$", "CHF "])
    format.suffix = one(of: ["", "%", " km"])
    format.sign = one(of: SignStyle.allCases)
    format.digits = one(of: [.latin, .latin, .thai])
    return format
  }

  /// "-12.50": what is read.
  var plain: String { (value < 0 ? "-" : "") + digits(of: value.magnitude, decimals: decimals).joined(separator: ".") }

  func text(in format: NumberFormat) -> String {
    var (magnitude, decimals) = (value.magnitude, decimals)
    let most = max(format.maxDecimals, format.minDecimals)
    if decimals > most {
      let unit = UInt128(power(decimals - most))
      magnitude = (magnitude + unit / 2) / unit
      decimals = most
    }
    while decimals < format.minDecimals {
      magnitude *= 10
      decimals += 1
    }
    var parts = digits(of: magnitude, decimals: decimals)
    while parts[0].count < format.minLength { parts[0] = "0" + parts[0] }
    parts[0] = grouped(parts[0], format)
    let body = format.prefix + parts.joined(separator: format.decimalPoint) + format.suffix
    let isNegative = value < 0 && magnitude != 0
    let signed: String
    switch format.sign {
    case .negative: signed = (isNegative ? "-" : "") + body
    case .always: signed = (isNegative ? "-" : magnitude == 0 ? "" : "+") + body
    case .accounting: signed = isNegative ? "(" + body + ")" : body
    }
    guard format.digits == .thai else { return signed }
    let thai: [Character] = ["๐", "๑", "๒", "๓", "๔", "๕", "๖", "๗", "๘", "๙"]
    return String(signed.map { $0.isASCII ? $0.wholeNumberValue.map { thai[$0] } ?? $0 : $0 })
  }

  private func grouped(_ digits: String, _ format: NumberFormat) -> String {
    var sizes: [Int]
    switch format.grouping {
    case .none: return digits
    case .threes: sizes = [3]
    case .threesAndTwos: sizes = [3, 2]
    }
    var groups: [String] = []
    var rest = Substring(digits)
    while rest.count > sizes[0] {
      groups.insert(String(rest.suffix(sizes[0])), at: 0)
      rest = rest.dropLast(sizes[0])
      if sizes.count > 1 { sizes.removeFirst() }
    }
    return ([String(rest)] + groups).joined(separator: format.groupSeparator)
  }
}

private func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { product, _ in product * 10 } }

/// Integer part and, where there are decimals, those.
private func digits(of magnitude: UInt128, decimals: Int) -> [String] {
  let unit = UInt128(power(decimals))
  if decimals == 0 { return ["\(magnitude)"] }
  let fraction = "\(magnitude % unit)"
  return ["\(magnitude / unit)", String(repeating: "0", count: decimals - fraction.count) + fraction]
}
