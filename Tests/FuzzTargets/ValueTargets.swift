import ViewKit

@testable import App
@testable import Scene
@testable import ScrollCore
@testable import Windows

extension FuzzTarget {
  /// What flags and properties take.
  static let values = [
    FuzzTarget("colors", longest: 128, checkColor),
    FuzzTarget("geometry", longest: 128, checkGeometry),
    FuzzTarget("numbers", longest: 1100, checkNumber),
    FuzzTarget("fonts", longest: 256, checkFont),
    FuzzTarget("bindings", longest: 256, checkBindings),
    FuzzTarget("properties", longest: 256, checkProperty),
    FuzzTarget("flags", longest: 512, checkFlags),
  ]

  // MARK: - Colours, places, fonts, keys

  private static func checkColor(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(ValueError) {
      let color = try Color(parsing: text)
      let again = try Color(parsing: color.text)
      try orBroken(again == color, "\(text.debugDescription) is \(color.text), which is read as \(again.text)")
    } catch {
      try hold(error.description.utf8.count < 12 * text.utf8.count + 400, "a long reason: \(error)")
    }
  }

  private static func orBroken(_ condition: Bool, _ reason: String) throws(ValueError) {
    if !condition { throw ValueError(String(repeating: reason, count: 1 + 4000 / max(1, reason.utf8.count))) }
  }

  private static func checkGeometry(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    if let geometry = try? WindowGeometry(parsing: text) {
      let again = try? WindowGeometry(parsing: geometry.text)
      try hold(
        again == geometry, "\(text.debugDescription) is \(geometry.text), which is read as \(again?.text ?? "nothing")")
      let area = Rect(x: 0, y: 0, width: 1920, height: 1080)
      let rect = geometry.rect(in: area, natural: Rect(x: 10, y: 10, width: 300, height: 40))
      for value in [rect.minX, rect.minY, rect.width, rect.height] {
        try hold(abs(value) <= 70_000, "\(text.debugDescription) is at \(rect)")
      }
    }
    if let placement = try? Placement(parsing: text) {
      try hold((try? Placement(parsing: placement.name)) == placement, "\(placement.name) is read as another")
    }
    if let offset = try? Point(written: text) {
      try hold((try? Point(written: offset.written)) == offset, "\(offset) is read as another")
      try hold(abs(offset.x) <= 32767 && abs(offset.y) <= 32767, "\(offset) is beyond X")
    }
  }

  private static func checkFont(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let name = FontName.pango(text)
    try hold(name.utf8.count <= 2 * text.utf8.count + 16, "a font has grown: \(name)")
  }

  private static func checkBindings(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    var bindings = Bindings()
    guard (try? bindings.add(written: text)) != nil else { return }
    var again = Bindings()
    do throws(ValueError) { try again.add(written: bindings.written) } catch {
      throw Broken(description: "\(bindings.written.debugDescription): \(error)")
    }
    try hold(again == bindings, "\(bindings.written.debugDescription) is read as \(again.written.debugDescription)")
  }

  // MARK: - Numbers

  private static func checkNumber(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let number = DecimalNumber(text)
    if String(validating: bytes, as: UTF8.self) != nil {
      try hold(DecimalNumber(bytes: bytes.span)?.description == number?.description, "its bytes are another number")
      try hold(DecimalNumber.isNumber(bytes.span) == (number != nil), "it is and is not a number")
    }
    guard let number else { return }
    let plain = number.description
    try hold(plain.utf8.count <= DecimalNumber.longestText + 2048, "\(plain.utf8.count) digits")
    if plain.utf8.count <= DecimalNumber.longestText {
      try hold(DecimalNumber(plain)?.description == plain, "\(plain) is read as another number")
    }
    let decimals = checksum(bytes) % 20
    let rounded = number.rounded(toDecimals: decimals)
    try hold(rounded.fraction.count <= decimals, "\(plain) is rounded to \(rounded)")
    try hold(rounded.rounded(toDecimals: decimals).description == rounded.description, "\(rounded) is rounded again")
    try hold(number.padded(toDecimals: 30) == number, "\(plain) is padded to another")
    try hold(!(number < number) && number == number, "\(plain) is not itself")
    try checkRoll(number, checksum(bytes))
  }

  /// A counter goes there from somewhere else, in one of its formats, and shows it in the end.
  private static func checkRoll(_ number: DecimalNumber, _ seed: Int) throws {
    var properties = OdometerProperties()
    properties.format.grouping = NumberGrouping.allCases[seed % NumberGrouping.allCases.count]
    properties.format.sign = SignStyle.allCases[seed / 3 % SignStyle.allCases.count]
    properties.format.padStyle = PadStyle.allCases[seed / 9 % PadStyle.allCases.count]
    properties.format.minLength = seed % 13
    properties.format.maxDecimals = seed % 7
    properties.trend = RollTrend.allCases[seed / 5 % RollTrend.allCases.count]
    var odometer = Odometer(properties)
    odometer.show(DecimalNumber(seed - 30_000), at: 0)
    odometer.show(number, at: 1)
    for t in [1, 1.3, 2.1] {
      for column in odometer.columns {
        try hold(column.position(at: t).isFinite, "a digit stands at \(column.position(at: t))")
        try hold((0...1).contains(column.presence(at: t)), "a digit is there by \(column.presence(at: t))")
      }
    }
    try hold(odometer.end < 1e7, "it rolls until \(odometer.end)")
    let end = odometer.text(at: max(2, odometer.end + 1))
    try hold(end == odometer.text, "it ends at \(end), not at \(odometer.text)")
  }

  // MARK: - Properties

  private static func checkProperty(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let (table, row) = (input.byte(), input.byte())
    let text = String(decoding: input.remainder(), as: UTF8.self)
    switch table % 8 {
    case 0: try check(StripStyle.self, row, text)
    case 1: try check(CrawlStyle.self, row, text)
    case 2: try check(CounterProperties.self, row, text)
    case 3: try check(TokensKind.Style.self, row, text)
    case 4: try check(CreditsKind.Style.self, row, text)
    case 5: try check(BadgeKind.Style.self, row, text)
    case 6: try check(StripTheme.self, row, text)
    default: try check(WindowOptions.self, row, text)
    }
  }

  /// What a property says that it is can be set, and makes it what it was.
  private static func check<Owner: HasProperties>(_ owner: Owner.Type, _ row: Int, _ text: String) throws {
    let property = Owner.properties[row % Owner.properties.count]
    var value = Owner()
    guard (try? property.set(text: text, of: &value)) != nil else { return }
    let written = property.value(of: value).text
    var again = Owner()
    do throws(ValueError) { try property.set(text: written, of: &again) } catch {
      // What is nothing by default may have no spelling.
      guard property.value(of: Owner()).text != written else { return }
      throw Broken(
        description: "\(property.flag): \(text.debugDescription), said as \(written.debugDescription): \(error)")
    }
    let read = property.value(of: again).text
    try hold(read == written, "\(property.flag): \(written.debugDescription) is read as \(read.debugDescription)")
    let bounded = property.value(of: value.bounded()).text
    try hold(bounded == written, "\(property.flag): \(written) is bounded to \(bounded)")
  }
}
