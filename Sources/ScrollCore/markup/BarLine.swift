/// A line of a bar, read: what is drawn from left to right, and what can be clicked, whichever markup said so.
package struct BarLine: Equatable, Sendable {
  /// A colour, or what the view has where nothing is said.
  package enum Ink: Hashable, Sendable {
    case foreground, background
    case color(Color)
  }

  package enum Font: Hashable, Sendable {
    /// The view's, and the others where it lacks a character.
    case automatic
    /// One of those that are known by number, from 1.
    case slot(Int)
    /// As a font of X11 or of fontconfig is written.
    case named(String)
  }

  /// How what follows looks.
  package struct Look: Hashable, Sendable {
    package var ink = Ink.foreground
    package var paper = Ink.background
    /// Nothing is laid behind what is drawn.
    package var isOnGlass = false
    package var font = Font.automatic
    package var line = Ink.foreground
    package var hasOverline = false
    package var hasUnderline = false

    package init() {}
  }

  /// In pixels. Moved right and down by (x, y) from where it would stand, in the middle of the height.
  package struct Shape: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case box, disc }
    package var kind: Kind
    package var width: Int
    package var height: Int
    package var x = 0
    package var y = 0
    package var isFilled: Bool
  }

  /// Where what follows stands, in pixels; nil: there as before.
  package enum Move: Hashable, Sendable {
    case by(x: Int?, y: Int?)
    case to(x: Int?, y: Int?)
    /// A side of the whole view.
    case side(TextSide)
    case top, bottom
    /// The height at which text stands by itself.
    case level
    /// What is drawn moves nothing on, or does again.
    case lock(Bool)
  }

  package enum Step: Hashable, Sendable {
    case look(Look)
    case text(String)
    case shape(Shape)
    /// A picture file by its path.
    case icon(String)
    /// Free room, on the paper of what is around.
    case room(Int)
    case move(Move)
    /// The next text has so many pixels, at one of their sides.
    case block(width: Int, TextSide)
    /// An area to click, by its number.
    case begin(Int)
    case end(Int)
  }

  /// What can be clicked. Where several are under the pointer the one with the greatest number counts.
  package struct Area: Hashable, Sendable {
    package var button: Int
    package var command: String
  }

  /// By their sides: left, centre, right.
  package internal(set) var parts: [[Step]] = [[], [], []]
  package internal(set) var areas: [Area] = []
  /// What is wrong with the line, or left aside; each a sentence without its full stop.
  package internal(set) var problems: [String] = []

  /// Steps of a line, and its areas, at most.
  package static let mostSteps = 4096
  package static let mostAreas = 256
  /// Areas within each other at most.
  package static let deepest = 32
  /// Bytes of a command at most.
  package static let longestCommand = 1024
  /// Pixels that a line may ask for at once, either way.
  package static let farthest = 16_384

  /// Without markup.
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

/// Puts a line together, within its bounds.
struct BarLineBuilder {
  private(set) var line = BarLine()
  private var look = BarLine.Look()
  private var side: TextSide
  private var text: [UInt8] = []
  /// The look that each part was last told.
  private var told = [BarLine.Look](repeating: BarLine.Look(), count: 3)
  private var open: [Int] = []
  /// Openings that were refused, whose ends are not to close others.
  private var refused = 0
  private var count = 0

  init(side: TextSide) { self.side = side }

  private var index: Int { TextSide.allCases.firstIndex(of: side) ?? 0 }

  mutating func add(_ byte: UInt8) { text.append(byte) }
  mutating func add(_ bytes: some Sequence<UInt8>) { text.append(contentsOf: bytes) }

  /// What follows looks otherwise.
  mutating func change(_ change: (inout BarLine.Look) -> Void) {
    var new = look
    change(&new)
    guard new != look else { return }
    flush()
    look = new
  }

  mutating func add(_ step: BarLine.Step) {
    flush()
    tellLook()
    append(step)
  }

  mutating func align(_ side: TextSide) {
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

  /// - Returns: false where none is open.
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

  /// Whether an area is still open at the end of the line.
  mutating func finish() -> (line: BarLine, hasOpenArea: Bool) {
    flush()
    let hasOpenArea = !open.isEmpty
    while let area = open.popLast() { append(.end(area)) }
    return (line, hasOpenArea)
  }

  private mutating func flush() {
    guard !text.isEmpty else { return }
    tellLook()
    append(.text(String(decoding: text, as: UTF8.self)))
    text = []
  }

  private mutating func tellLook() {
    guard told[index] != look else { return }
    told[index] = look
    append(.look(look))
  }

  private mutating func append(_ step: BarLine.Step) {
    count += 1
    // Ends of areas are not counted: each belongs to a beginning.
    if case .end = step {
      line.parts[index].append(step)
    } else if count <= BarLine.mostSteps {
      line.parts[index].append(step)
    } else {
      problem("a line has more than \(BarLine.mostSteps) parts; the rest is left out")
    }
  }
}
