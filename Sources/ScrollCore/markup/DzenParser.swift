/// Reads a line of dzen2 (its README, section "In-text formating language"): tags `^name(argument)`, and `^^`.
///
/// As in dzen2, a caret that does not begin a tag is dropped, and an argument ends at the first closing bracket.
struct DzenParser {
  private var reader: ByteReader
  private let side: Alignment
  private var builder: BarLineBuilder

  static func line(_ text: String, side: Alignment) -> BarLine {
    var parser = DzenParser(reader: ByteReader(text.utf8), side: side, builder: BarLineBuilder(side: side))
    return parser.line()
  }

  private mutating func line() -> BarLine {
    while let byte = reader.consume() {
      if byte != caret || reader.consume(caret) { builder.add(byte) } else { readTag() }
    }
    let (line, hasOpenArea) = builder.finish()
    if hasOpenArea { return line.adding(problem: "an area to click is not closed by ^ca(); it ends with its line") }
    return line
  }

  private let caret = UInt8(ascii: "^")

  private mutating func readTag() {
    var length = 0
    while let byte = reader.peek(length), (0x61...0x7a).contains(byte), length < 16 { length += 1 }
    guard reader.peek(length) == UInt8(ascii: "(") else {
      return builder.problem("a ^ does not begin a tag; ^^ is a caret")
    }
    let name = String(decoding: reader.bytes[reader.place..<reader.place + length], as: UTF8.self)
    let rest = reader.bytes[(reader.place + length + 1)..<reader.end]
    guard let close = rest.firstIndex(of: UInt8(ascii: ")")) else {
      builder.add(caret)
      return builder.problem("^\(name)( is not closed by a bracket")
    }
    let argument = rest[..<close]
    reader.skip(length + argument.count + 2)
    apply(tag: name, argument)
  }

  private mutating func apply(tag name: String, _ argument: ArraySlice<UInt8>) {
    switch name {
    case "fg": set(\.foreground, argument, else: .foreground)
    case "bg": set(\.background, argument, else: .background)
    case "ib": builder.change { $0.ignoresBackground = argument.first == UInt8(ascii: "1") }
    case "fn":
      let font = font(argument)
      builder.change { $0.font = font }
    case "i": builder.add(.icon(String(decoding: argument.withoutBlanks, as: UTF8.self)))
    case "r", "ro": addBox(argument, isFilled: name == "r")
    case "c", "co": addDisc(argument, isFilled: name == "c")
    case "p", "pa": addMove(argument, isAbsolute: name == "pa")
    case "ba": addBlock(argument)
    case "ca": readArea(argument)
    // The text before it belongs to dzen2's title window.
    case "tw": builder = BarLineBuilder(side: side)
    case "cs": break
    default:
      builder.problem(
        Self.actions.contains(name)
          ? "^\(name)() is about dzen2's own windows; it is ignored" : "dzen2 has no tag ^\(name)()")
    }
  }

  private static let actions: Set = [
    "togglecollapse", "collapse", "uncollapse", "togglestick", "stick", "unstick", "togglehide", "hide", "unhide",
    "raise", "lower", "scrollhome", "scrollend", "exit",
  ]

  // MARK: - Arguments

  private mutating func set(
    _ path: WritableKeyPath<BarLine.Style, BarLine.Ink>, _ argument: ArraySlice<UInt8>, else initial: BarLine.Ink
  ) {
    let name = argument.withoutBlanks
    // No name is longer.
    let color = name.count <= 64 ? Color(ifValid: String(decoding: name, as: UTF8.self)) : nil
    builder.change { $0[keyPath: path] = color.map(BarLine.Ink.color) ?? initial }
    if color == nil, !name.isEmpty { builder.problem("\(name.quoted) is not a colour") }
  }

  private func font(_ argument: ArraySlice<UInt8>) -> BarLine.Font {
    let name = argument.withoutBlanks
    guard !name.isEmpty, name.count <= 256 else { return .automatic }
    var number = ByteReader(name.dropFirst(4))
    // The fonts of dzen2's -fn-preload count from 0.
    if name.starts(with: Array("dfnt".utf8)), let place = number.number(within: 1000), place >= 0 {
      return .slot(place + 2)
    }
    return .named(String(decoding: name, as: UTF8.self))
  }

  private mutating func addBox(_ argument: ArraySlice<UInt8>, isFilled: Bool) {
    var numbers = ByteReader(argument)
    guard let width = numbers.number(within: BarLine.farthest), width >= 0, numbers.consume(UInt8(ascii: "x")),
      let height = numbers.number(within: BarLine.farthest), height >= 0
    else {
      return builder.problem(
        "\(argument.quoted) is not a rectangle; write it as ^r(20x8), with +x+y behind it to move it")
    }
    let x = numbers.number(within: BarLine.farthest) ?? 0
    let y = numbers.number(within: BarLine.farthest) ?? 0
    builder.add(.shape(BarLine.Shape(kind: .box, width: width, height: height, x: x, y: y, isFilled: isFilled)))
  }

  private mutating func addDisc(_ argument: ArraySlice<UInt8>, isFilled: Bool) {
    var numbers = ByteReader(argument)
    guard let width = numbers.number(within: BarLine.farthest), width >= 0 else {
      return builder.problem("\(argument.quoted) is not the size of a circle")
    }
    if numbers.number(within: BarLine.farthest) != nil { builder.problem("an arc is drawn as a whole circle") }
    builder.add(.shape(BarLine.Shape(kind: .disc, width: width, height: width, isFilled: isFilled)))
  }

  private mutating func addMove(_ argument: ArraySlice<UInt8>, isAbsolute: Bool) {
    let text = argument.withoutBlanks
    if text.isEmpty { return builder.add(.move(.level)) }
    if text.first == UInt8(ascii: "_"), !isAbsolute {
      guard let move = Self.moves[String(decoding: text, as: UTF8.self)] else {
        return builder.problem("\(text.quoted) is not a place")
      }
      return builder.add(.move(move))
    }
    let parts = text.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    func number(_ part: ArraySlice<UInt8>?) -> Int? {
      guard let part, !part.isEmpty else { return nil }
      var reader = ByteReader(part)
      return reader.number(within: BarLine.farthest) ?? 0
    }
    let (x, y) = (number(parts.first), parts.count > 1 ? number(parts[1]) : nil)
    builder.add(.move(isAbsolute ? .to(x: x.map(abs), y: y) : .by(x: x, y: y)))
  }

  private static let moves: [String: BarLine.Move] = [
    "_LOCK_X": .lock(true), "_UNLOCK_X": .lock(false), "_LEFT": .side(.left), "_CENTER": .side(.center),
    "_RIGHT": .side(.right), "_TOP": .top, "_BOTTOM": .bottom,
  ]

  private mutating func addBlock(_ argument: ArraySlice<UInt8>) {
    var reader = ByteReader(argument)
    guard let width = reader.number(within: BarLine.farthest), width > 0 else { return }
    _ = reader.consume(UInt8(ascii: ","))
    let side: Alignment =
      switch String(decoding: argument.dropFirst(reader.place).withoutBlanks, as: UTF8.self) {
      case "_RIGHT": .right
      case "_CENTER": .center
      default: .left
      }
    builder.add(.block(width: width, side))
  }

  private mutating func readArea(_ argument: ArraySlice<UInt8>) {
    if argument.isEmpty {
      if !builder.endArea() { builder.problem("^ca() closes an area to click, but none is open") }
      return
    }
    var reader = ByteReader(argument)
    let button = reader.number(within: 100) ?? 0
    reader.skipBlanks()
    let command = argument.dropFirst(reader.place + 1).withoutBlanks
    guard (1...9).contains(button), reader.next == UInt8(ascii: ","), !command.isEmpty else {
      return builder.problem("\(argument.quoted) is not an area to click; write it as ^ca(1, command)")
    }
    builder.beginArea(button: button, command: String(decoding: command, as: UTF8.self))
  }
}
