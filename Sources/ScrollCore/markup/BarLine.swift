/// A parsed line of a bar, in any markup: its drawing from left to right, and its clickable areas.
package struct BarLine: Equatable, Sendable {
  /// A colour, or one of the view's own.
  package enum Ink: Hashable, Sendable {
    case foreground, background
    case color(Color)
  }

  package enum Font: Hashable, Sendable {
    /// The view's font, and the others for characters that it lacks.
    case automatic
    /// A font by its number, from 1.
    case slot(Int)
    /// A font name of X11 or fontconfig.
    case named(String)
  }

  /// The style of the following text.
  package struct Style: Hashable, Sendable {
    package var foreground = Ink.foreground
    package var background = Ink.background
    /// Nothing is drawn behind.
    package var ignoresBackground = false
    package var font = Font.automatic
    package var line = Ink.foreground
    package var hasOverline = false
    package var hasUnderline = false

    package init() {}
  }

  /// In pixels. Moved right and down by (x, y) from the current place, vertically centred.
  package struct Shape: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case box, disc }
    package var kind: Kind
    package var width: Int
    package var height: Int
    package var x = 0
    package var y = 0
    package var isFilled: Bool
  }

  /// Moves the following text, in pixels; nil leaves a coordinate alone.
  package enum Move: Hashable, Sendable {
    case by(x: Int?, y: Int?)
    case to(x: Int?, y: Int?)
    /// A side of the whole view.
    case side(Alignment)
    case top, bottom
    /// The normal height of text.
    case level
    /// Whether drawing leaves the place alone.
    case lock(Bool)
  }

  package enum Step: Hashable, Sendable {
    case style(Style)
    case text(String)
    case shape(Shape)
    /// An image file, by its path.
    case icon(String)
    /// Empty space, with the current background.
    case room(Int)
    case move(Move)
    /// The next text fills this width, at one of its sides.
    case block(width: Int, Alignment)
    /// The start of an area to click, by its index.
    case begin(Int)
    case end(Int)
  }

  /// An area to click. Of overlapping areas the one with the greatest index counts.
  package struct Area: Hashable, Sendable {
    package var button: Int
    package var command: String
  }

  /// Left, centre and right.
  package internal(set) var parts: [[Step]] = [[], [], []]
  package internal(set) var areas: [Area] = []
  /// Errors in the line, and ignored tags; each a sentence without its full stop.
  package internal(set) var problems: [String] = []

  /// Bounds of a line's steps and areas.
  package static let mostSteps = 4096
  package static let mostAreas = 256
  /// The deepest nesting of areas.
  package static let deepest = 32
  /// The longest command, in bytes.
  package static let longestCommand = 1024
  /// The largest distance that a line may ask for, in pixels.
  package static let farthest = 16_384

  /// The text without markup.
  package var text: String {
    parts.map { part in part.map { if case .text(let text) = $0 { text } else { "" } }.joined() }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension BarLine {
  func adding(problem: String) -> BarLine {
    var line = self
    line.problems.append(problem)
    return line
  }
}

/// Builds a line within its bounds.
struct BarLineBuilder {
  private(set) var line = BarLine()
  private var style = BarLine.Style()
  private var side: Alignment
  private var text: [UInt8] = []
  /// The last style written to each part.
  private var written = [BarLine.Style](repeating: BarLine.Style(), count: 3)
  private var open: [Int] = []
  /// The number of refused areas, whose ends must not close others.
  private var refused = 0
  private var count = 0

  init(side: Alignment) { self.side = side }

  private var index: Int { Alignment.allCases.firstIndex(of: side) ?? 0 }

  mutating func add(_ byte: UInt8) { text.append(byte) }
  mutating func add(_ bytes: some Sequence<UInt8>) { text.append(contentsOf: bytes) }

  /// Changes the style of the following text.
  mutating func change(_ change: (inout BarLine.Style) -> Void) {
    var new = style
    change(&new)
    guard new != style else { return }
    flush()
    style = new
  }

  mutating func add(_ step: BarLine.Step) {
    flush()
    writeStyle()
    append(step)
  }

  mutating func align(_ side: Alignment) {
    flush()
    for area in open.reversed() { append(.end(area)) }
    self.side = side
    for area in open { append(.begin(area)) }
  }

  mutating func beginArea(button: Int, command: String) {
    let isTooMuch = line.areas.count >= BarLine.mostAreas || open.count >= BarLine.deepest
    guard !isTooMuch, command.utf8.count <= BarLine.longestCommand else {
      refused += 1
      return problem(
        isTooMuch
          ? "a line has more than \(BarLine.mostAreas) areas to click, or \(BarLine.deepest) within each other"
          : "the command of an area has more than \(BarLine.longestCommand) bytes")
    }
    flush()
    open.append(line.areas.count)
    line.areas.append(BarLine.Area(button: button, command: command))
    append(.begin(line.areas.count - 1))
  }

  /// - Returns: False if no area is open.
  mutating func endArea() -> Bool {
    flush()
    if refused > 0 {
      refused -= 1
      return true
    }
    guard let area = open.popLast() else { return false }
    append(.end(area))
    return true
  }

  mutating func problem(_ text: String) {
    if line.problems.count < 8, !line.problems.contains(text) { line.problems.append(text) }
  }

  /// Ends the line. Returns whether an area was still open.
  mutating func finish() -> (line: BarLine, hasOpenArea: Bool) {
    flush()
    let hasOpenArea = !open.isEmpty
    while let area = open.popLast() { append(.end(area)) }
    return (line, hasOpenArea)
  }

  private mutating func flush() {
    guard !text.isEmpty else { return }
    writeStyle()
    append(.text(String(decoding: text, as: UTF8.self)))
    text = []
  }

  private mutating func writeStyle() {
    guard written[index] != style else { return }
    written[index] = style
    append(.style(style))
  }

  private mutating func append(_ step: BarLine.Step) {
    count += 1
    // Ends of areas do not count, so that each beginning has one.
    if case .end = step {
      line.parts[index].append(step)
    } else if count <= BarLine.mostSteps {
      line.parts[index].append(step)
    } else {
      problem("a line has more than \(BarLine.mostSteps) parts; the rest is left out")
    }
  }
}
