/// Reads a line of lemonbar (lemonbar(1), "Formatting", version 1.4): blocks `%{…}` with one or several tags, and `%%`.
///
/// As in lemonbar, an unknown tag ends its block, and an unclosed block is text. Unlike in lemonbar, a malformed area
/// does not affect the rest of the line, and each line starts with the default style.
struct LemonbarParser {
  private var reader: ByteReader
  private var builder: BarLineBuilder

  static func line(_ text: String, side: Alignment) -> BarLine {
    var parser = LemonbarParser(reader: ByteReader(text.utf8), builder: BarLineBuilder(side: side))
    return parser.line()
  }

  private mutating func line() -> BarLine {
    while let byte = reader.consume() {
      if byte == percent, reader.consume(percent) {
        builder.add(percent)
      } else if byte == percent, reader.next == UInt8(ascii: "{"), let block = reader.prefix(upTo: UInt8(ascii: "}")) {
        readBlock(block.dropFirst())
        reader.skip(block.count + 1)
      } else {
        builder.add(byte)
      }
    }
    let (line, hasOpenArea) = builder.finish()
    if hasOpenArea { return line.adding(problem: "an area to click is not closed by %{A}; it ends with its line") }
    return line
  }

  private let percent = UInt8(ascii: "%")

  private mutating func readBlock(_ block: ArraySlice<UInt8>) {
    var tags = ByteReader(block)
    while true {
      tags.skipBlanks()
      guard let tag = tags.consume() else { return }
      if !apply(tag: tag, &tags) {
        return builder.problem("%{\(String(decoding: block.prefix(40), as: UTF8.self))}: \(reason(tag))")
      }
    }
  }

  private func reason(_ tag: UInt8) -> String {
    switch tag {
    case UInt8(ascii: "A"): "an area is %{A:command:}, with a button from 1 to 5 behind the A, and ends with %{A}"
    case UInt8(ascii: "B"), UInt8(ascii: "F"), UInt8(ascii: "U"): "a colour is #rgb, #rrggbb, #aarrggbb or -"
    case UInt8(ascii: "O"): "an offset is a number of pixels"
    case UInt8(ascii: "T"): "a font is its number, or -"
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "!"): "an attribute is u or o"
    default: "lemonbar has no such tag"
    }
  }

  /// Applies a tag and reads its argument.
  ///
  /// - Returns: False if it is malformed; the rest of its block is skipped.
  private mutating func apply(tag: UInt8, _ tags: inout ByteReader) -> Bool {
    switch tag {
    case UInt8(ascii: "l"): builder.align(.left)
    case UInt8(ascii: "c"): builder.align(.center)
    case UInt8(ascii: "r"): builder.align(.right)
    case UInt8(ascii: "R"): builder.change { swap(&$0.foreground, &$0.background) }
    case UInt8(ascii: "F"): return set(\.foreground, &tags, else: .foreground)
    case UInt8(ascii: "B"): return set(\.background, &tags, else: .background)
    case UInt8(ascii: "U"): return set(\.line, &tags, else: .foreground)
    case UInt8(ascii: "T"): return readFont(&tags)
    case UInt8(ascii: "A"): return readArea(&tags)
    case UInt8(ascii: "O"):
      guard let pixels = tags.number(within: BarLine.farthest) else { return false }
      builder.add(.room(pixels))
    case UInt8(ascii: "S"):
      // A monitor's name may have any characters.
      if tags.consume() == UInt8(ascii: "n") { tags.skip(.max) }
      builder.problem("%{S…} is ignored: the window chooses its monitor (--monitor)")
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "!"): return readAttribute(tag, &tags)
    default: return false
    }
    return true
  }

  private mutating func set(
    _ path: WritableKeyPath<BarLine.Style, BarLine.Ink>, _ tags: inout ByteReader, else initial: BarLine.Ink
  ) -> Bool {
    if tags.consume(UInt8(ascii: "-")) {
      builder.change { $0[keyPath: path] = initial }
      return true
    }
    // A malformed colour means the default.
    builder.change { $0[keyPath: path] = initial }
    guard tags.consume(UInt8(ascii: "#")) else { return false }
    var (value, digits): (UInt32, Int) = (0, 0)
    while let byte = tags.next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
      (value, digits) = (value << 4 | UInt32(digit), digits + 1)
      tags.skip()
    }
    guard let color = Color(alphaFirst: value, digits: digits) else { return false }
    builder.change { $0[keyPath: path] = .color(color) }
    return true
  }

  private mutating func readFont(_ tags: inout ByteReader) -> Bool {
    if tags.consume(UInt8(ascii: "-")) {
      builder.change { $0.font = .automatic }
      return true
    }
    guard let next = tags.next, next &- 0x30 < 10, let number = tags.number(within: 1000) else { return false }
    builder.change { $0.font = number == 0 ? .automatic : .slot(number) }
    return true
  }

  private mutating func readAttribute(_ sign: UInt8, _ tags: inout ByteReader) -> Bool {
    let path: WritableKeyPath<BarLine.Style, Bool>
    switch tags.consume() {
    case UInt8(ascii: "u"): path = \.hasUnderline
    case UInt8(ascii: "o"): path = \.hasOverline
    default: return false
    }
    builder.change {
      $0[keyPath: path] = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "!") && !$0[keyPath: path]
    }
    return true
  }

  private mutating func readArea(_ tags: inout ByteReader) -> Bool {
    var button = 1
    if let digit = tags.next, (0x31...0x35).contains(digit) {
      button = Int(digit - 0x30)
      tags.skip()
    }
    guard tags.consume(UInt8(ascii: ":")) else {
      if !builder.endArea() { builder.problem("%{A} closes an area to click, but none is open") }
      return true
    }
    var command: [UInt8] = []
    while let byte = tags.consume(), byte != UInt8(ascii: ":") {
      let isEscape = byte == UInt8(ascii: "\\") && tags.consume(UInt8(ascii: ":"))
      command.append(isEscape ? UInt8(ascii: ":") : byte)
    }
    guard !command.isEmpty, tags.bytes[tags.place - 1] == UInt8(ascii: ":") else { return false }
    builder.beginArea(button: button, command: String(decoding: command, as: UTF8.self))
    return true
  }
}

extension Color {
  /// The colour of `#rgb`, `#rrggbb` or `#aarrggbb`; nil for any other number of digits.
  fileprivate init?(alphaFirst value: UInt32, digits: Int) {
    switch digits {
    case 3: self.init(rgb: (value & 0xf00) * 0x1100 | (value & 0xf0) * 0x110 | (value & 0xf) * 0x11)
    case 6: self.init(rgb: value)
    case 7, 8:
      self.init(rgb: value & 0xff_ffff)
      alpha = UInt8(value >> 24)
    default: return nil
    }
  }
}
