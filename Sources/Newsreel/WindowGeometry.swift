/// A window's size and place as X programs take them, `WxH+X+Y` (see XParseGeometry), each part optional.
public struct WindowGeometry: Equatable, Sendable {
  /// A distance from an edge of the monitor, in pixels.
  public struct Distance: Equatable, Sendable {
    /// Negative: that much beyond the edge.
    public var pixels: Int
    /// Measured from the right or bottom edge, to the window's own.
    public var fromFarEdge: Bool

    public init(_ pixels: Int, fromFarEdge: Bool = false) {
      self.pixels = pixels
      self.fromFarEdge = fromFarEdge
    }
  }

  /// From 1 up.
  public var width: Int?
  public var height: Int?
  public var x: Distance?
  public var y: Distance?

  public init(width: Int? = nil, height: Int? = nil, x: Distance? = nil, y: Distance? = nil) {
    self.width = width
    self.height = height
    self.x = x
    self.y = y
  }
}

extension WindowGeometry: Written {
  /// The largest length and distance: X's coordinates have 16 bits.
  static let limit = 32767

  public init(written text: String) throws(UsageError) {
    var rest = text[...]
    let wrong = UsageError("'\(text)' is not a geometry; write WxH+X+Y, as in 800x40, -0-0 or 800x40+10+20")
    width = Self.number(&rest)
    if rest.first == "x" || rest.first == "X" {
      rest.removeFirst()
      height = Self.number(&rest)
      if height == nil { throw wrong }
    }
    x = Self.distance(&rest)
    y = Self.distance(&rest)
    guard rest.isEmpty, (x == nil) == (y == nil) else { throw wrong }
    let sizes = [width, height].compactMap(\.self)
    let distances = [x, y].compactMap { $0?.pixels }
    guard sizes.allSatisfy({ 1...Self.limit ~= $0 }), distances.allSatisfy({ abs($0) <= Self.limit }) else {
      throw UsageError("'\(text)' is out of range: sizes go from 1 to \(Self.limit), distances to \(Self.limit)")
    }
  }

  var written: String {
    let size = (width.map { "\($0)" } ?? "") + (height.map { "x\($0)" } ?? "")
    return size + [x, y].compactMap(\.self).map { ($0.fromFarEdge ? "-" : "+") + "\($0.pixels)" }.joined()
  }

  /// Digits from the front of `text`; a number too large to hold is larger than any limit. Nil where there are none.
  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    text = text[digits.endIndex...]
    return digits.isEmpty ? nil : Int(digits) ?? .max
  }

  /// `+10`, `-10`, and beyond the edge `+-10`, `--10`.
  private static func distance(_ text: inout Substring) -> Distance? {
    guard let side = text.first, side == "+" || side == "-" else { return nil }
    var rest = text.dropFirst()
    let isBeyond = rest.first == "-"
    if isBeyond { rest.removeFirst() }
    guard let pixels = number(&rest) else { return nil }
    text = rest
    return Distance(isBeyond ? -pixels : pixels, fromFarEdge: side == "-")
  }
}
