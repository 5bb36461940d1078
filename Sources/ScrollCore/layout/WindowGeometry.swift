/// A window's size and place in the notation of X (`XParseGeometry`): `800x36+10-0`, or any part of it: `800`, `x36`,
/// `800x36`, `+10-0`. As an extension, a size may be a share of the area: `100%x36`.
package struct WindowGeometry: Equatable, Sendable {
  package enum Length: Equatable, Sendable {
    case pixels(Double)
    /// 0 to 100, of the area's width or height.
    case percent(Double)
  }

  /// A distance in pixels from the area's left or top edge, or of the window's far edge from its right or bottom edge.
  package struct Position: Equatable, Sendable {
    package var distance: Double
    package var isFromFarEdge: Bool
  }

  package var width: Length?
  package var height: Length?
  package var x: Position?
  package var y: Position?

  package init() {}

  /// The largest size and distance that X can express.
  package static let limit = 32767.0

  /// The rectangle in `area`'s coordinate space. Parts left open come from `natural`.
  package func rect(in area: Rect, natural: Rect) -> Rect {
    let size = Size(
      width: width.map { $0.pixels(of: area.width) } ?? natural.width,
      height: height.map { $0.pixels(of: area.height) } ?? natural.height)
    return Rect(
      origin: Point(
        x: x.map { $0.start(of: size.width, from: area.minX, to: area.maxX) } ?? natural.minX,
        y: y.map { $0.start(of: size.height, from: area.minY, to: area.maxY) } ?? natural.minY), size: size)
  }

  /// The geometry as text, which reads back the same.
  package var text: String {
    (width?.text ?? "") + (height.map { "x" + $0.text } ?? "") + (x?.text ?? "") + (y?.text ?? "")
  }
}

extension WindowGeometry.Length {
  func pixels(of whole: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .percent(let percent): whole * percent / 100
    }
  }

  package var text: String {
    switch self {
    case .pixels(let pixels): plainDigits(pixels)
    case .percent(let percent): plainDigits(percent) + "%"
    }
  }
}

extension WindowGeometry.Position {
  func start(of length: Double, from low: Double, to high: Double) -> Double {
    isFromFarEdge ? high - distance - length : low + distance
  }

  var text: String { (isFromFarEdge ? "-" : "+") + plainDigits(distance) }
}

/// Without an exponent, which geometries lack.
private func plainDigits(_ number: Double) -> String { DecimalNumber(number)?.description ?? "0" }

// MARK: - Reading

extension WindowGeometry {
  /// Reads `[=][WIDTH][xHEIGHT][+-X+-Y]`; a size may end in `%`, and `+-5` is 5 px beyond the left or top edge.
  /// Positions in errors count characters from 1.
  package init(parsing text: String) throws(ValueError) {
    var reader = GeometryReader(text)
    self = try reader.geometry()
  }
}

private struct GeometryReader {
  private let text: String
  private let characters: [Character]
  private var index = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  mutating func geometry() throws(ValueError) -> WindowGeometry {
    var geometry = WindowGeometry()
    if next == "=" { index += 1 }
    if next == nil { throw wrong("a geometry is WIDTHxHEIGHT+X+Y or a part of it, as 800x36 or +0-0", at: index) }
    if isDigit(next) { geometry.width = try length("width") }
    if next == "x" || next == "X" {
      index += 1
      geometry.height = try length("height")
    }
    if next == "+" || next == "-" {
      geometry.x = try position("x")
      guard next == "+" || next == "-" else { throw wrong("y is missing: write + or - and a number", at: index) }
      geometry.y = try position("y")
    }
    if let rest = next {
      let expected = geometry.y != nil ? "the end" : geometry.height != nil ? "+ or -" : "x, + or -"
      throw wrong("\(expected) expected, not '\(rest)'", at: index)
    }
    return geometry
  }

  private var next: Character? { index < characters.count ? characters[index] : nil }

  private func isDigit(_ character: Character?) -> Bool { character.map { $0.isASCII && $0.isNumber } ?? false }

  private mutating func length(_ name: String) throws(ValueError) -> WindowGeometry.Length {
    let start = index
    let number = try number(name)
    let isPercent = next == "%"
    if isPercent { index += 1 }
    guard number > 0 else { throw wrong("the \(name) must be above 0", at: start) }
    guard number <= (isPercent ? 100 : WindowGeometry.limit) else {
      throw wrong("the \(name) must be at most \(isPercent ? "100%" : shortest(WindowGeometry.limit))", at: start)
    }
    return isPercent ? .percent(number) : .pixels(number)
  }

  private mutating func position(_ name: String) throws(ValueError) -> WindowGeometry.Position {
    let isFromFarEdge = next == "-"
    index += 1
    let isBeyond = next == "-"
    if isBeyond || next == "+" { index += 1 }
    let start = index
    let number = try number(name)
    guard number <= WindowGeometry.limit else {
      throw wrong("\(name) must be at most \(shortest(WindowGeometry.limit))", at: start)
    }
    return .init(distance: isBeyond && number != 0 ? -number : number, isFromFarEdge: isFromFarEdge)
  }

  /// Digits, with an optional point.
  private mutating func number(_ name: String) throws(ValueError) -> Double {
    let start = index
    while isDigit(next) || (next == "." && index > start) { index += 1 }
    guard index > start else {
      throw wrong("\(name) is missing: a number expected\(next.map { ", not '\($0)'" } ?? "")", at: start)
    }
    guard let number = Double(String(characters[start..<index])), number.isFinite else {
      throw wrong("'\(String(characters[start..<index]))' is not a number", at: start)
    }
    return number
  }

  private func wrong(_ reason: String, at index: Int) -> ValueError {
    ValueError("'\(text)' is not a geometry: \(reason) (character \(index + 1))")
  }
}
