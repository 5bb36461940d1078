internal import CCurses
internal import Inspector
internal import ScrollCore

/// Maps styles to a terminal's colours: direct colour, 256 or eight colours, or none.
struct TerminalPalette {
  private struct Pair: Hashable {
    var ink: Int32
    var ground: Int32
  }

  private let colors: Int32
  private let mostPairs: Int
  /// Whether colours can be redefined.
  private let canChange: Bool
  private var pairs: [Pair: Int32] = [:]
  /// The redefined colours and their numbers.
  private var changed: [Color: Int32] = [:]

  /// The numbers that may be redefined; nothing else here uses them.
  private static let changeable: Range<Int32> = 64..<128
  private static let initial: Int32 = -1

  /// - Parameter isPlain: Whether the user wants no colours (no-color.org).
  init(isPlain: Bool) {
    let hasColors = !isPlain && nr_start_color()
    colors = hasColors ? nr_colors() : 0
    mostPairs = hasColors ? Int(nr_color_pairs()) : 0
    canChange = hasColors && colors >= 256 && colors <= 1 << 15 && nr_can_change_color()
  }

  /// Starts a page, and frees the numbers of former pages if they run out.
  mutating func beginPage() {
    if changed.count > Self.changeable.count / 2 {
      changed = [:]
      pairs = [:]
    }
    if pairs.count > mostPairs / 2 { pairs = [:] }
  }

  /// A style's attributes, and the number of its colour pair.
  mutating func attributes(of style: CellStyle) -> (attributes: UInt32, pair: Int32) {
    var attributes: UInt32 = style.isBold ? nr_bold : 0
    if style.isUnderlined { attributes |= nr_underline }
    guard colors >= 8 else { return (attributes | plainAttributes(of: style), 0) }
    let hasMany = colors >= 256
    var pair = Pair(ink: hasMany ? manyInk(style) : fewInk(style), ground: Self.initial)
    switch style.ground {
    case .none: break
    case .bar where hasMany: pair.ground = index(of: Color(rgb: 0x005F87))
    case .box where hasMany: pair.ground = index(of: Color(rgb: 0x303030))
    case .bar: return (attributes | nr_reverse, 0)
    case .box: break
    case .color(let color):
      pair.ground = index(of: color, isSwatch: true)
      if hasMany { pair.ink = index(of: Color(rgb: 0x808080)) }
    }
    if !hasMany, style.ink == .faint, style.ground == .none { attributes |= nr_dim }
    return (attributes, number(of: pair))
  }

  private func plainAttributes(of style: CellStyle) -> UInt32 {
    var attributes: UInt32 = style.ink == .faint && style.ground != .bar ? nr_dim : 0
    if style.ink == .bad || style.ink == .changed { attributes |= nr_bold }
    if style.ground == .bar { attributes |= nr_reverse }
    return attributes
  }

  /// Legible on black and on white; lighter on a background of its own.
  private mutating func manyInk(_ style: CellStyle) -> Int32 {
    let isOwn = style.ground != .none
    let rgb: UInt32 =
      switch style.ink {
      case .plain: 0xFFFFFF
      case .faint: isOwn ? 0xC6C6C6 : 0x808080
      case .accent: isOwn ? 0x87D7FF : 0x0087D7
      case .changed: isOwn ? 0xFFD787 : 0xD75F00
      case .good: isOwn ? 0x87FF87 : 0x008700
      case .bad: isOwn ? 0xFF8787 : 0xD70000
      }
    return style.ink == .plain && !isOwn ? Self.initial : index(of: Color(rgb: rgb))
  }

  private func fewInk(_ style: CellStyle) -> Int32 {
    switch style.ink {
    // Which of the eight colours is legible depends on the background.
    case .plain, .faint, .accent: Self.initial
    case .changed: COLOR_MAGENTA
    case .good: COLOR_GREEN
    case .bad: COLOR_RED
    }
  }

  private mutating func number(of pair: Pair) -> Int32 {
    if let number = pairs[pair] { return number }
    guard pairs.count + 1 < mostPairs else { return 0 }
    let number = Int32(pairs.count + 1)
    _ = nr_init_pair(number, pair.ink, pair.ground)
    pairs[pair] = number
    return number
  }

  // MARK: - Colours by number

  /// - Parameter isSwatch: Whether it must be exactly this colour, if the terminal can.
  private mutating func index(of color: Color, isSwatch: Bool = false) -> Int32 {
    // Terminals with direct colour take RGB values.
    if colors >= 1 << 24 { return Int32(color.red) << 16 | Int32(color.green) << 8 | Int32(color.blue) }
    if colors < 256 { return Self.nearestOfEight(to: color) }
    guard isSwatch, canChange else { return Self.nearestOfMany(to: color) }
    if let known = changed[color] { return known }
    guard changed.count < Self.changeable.count else { return Self.nearestOfMany(to: color) }
    let index = Self.changeable.lowerBound + Int32(changed.count)
    let (red, green, blue) = (Self.thousandths(color.red), Self.thousandths(color.green), Self.thousandths(color.blue))
    guard nr_init_color(index, red, green, blue) == OK else { return Self.nearestOfMany(to: color) }
    changed[color] = index
    return index
  }

  private static func thousandths(_ part: UInt8) -> Int32 { (Int32(part) * 1000 + 127) / 255 }

  /// The nearest colour of the 6×6×6 cube and the 24 greys, which start at 16.
  private static func nearestOfMany(to color: Color) -> Int32 {
    let levels: [Int32] = [0, 95, 135, 175, 215, 255]
    func nearest(_ part: UInt8) -> Int32 {
      Int32(levels.indices.min { abs(levels[$0] - Int32(part)) < abs(levels[$1] - Int32(part)) } ?? 0)
    }
    let (r, g, b) = (nearest(color.red), nearest(color.green), nearest(color.blue))
    let mean = (Int32(color.red) + Int32(color.green) + Int32(color.blue)) / 3
    let grey = min(max((mean - 3) / 10, 0), 23)
    func distance(_ red: Int32, _ green: Int32, _ blue: Int32) -> Int32 {
      let (x, y, z) = (red - Int32(color.red), green - Int32(color.green), blue - Int32(color.blue))
      return x * x + y * y + z * z
    }
    let level = 8 + grey * 10
    let isGrey =
      distance(level, level, level) < distance(levels[Int(r)], levels[Int(g)], levels[Int(b)])
    return isGrey ? 232 + grey : 16 + 36 * r + 6 * g + b
  }

  private static func nearestOfEight(to color: Color) -> Int32 {
    func bit(_ part: UInt8, _ value: Int32) -> Int32 { part > 127 ? value : 0 }
    return bit(color.red, 1) | bit(color.green, 2) | bit(color.blue, 4)
  }
}
