/// Makes text from outside fit to be shown: valid UTF-8 in which nothing controls anything.
///
/// - Control characters (C0, C1) vanish, and escape sequences of terminals (ECMA-48) vanish whole, with the strings
///   that they carry; a string that is never closed ends with its line.
/// - White space of every kind becomes a space; see ``Layout`` for runs of it.
/// - Bytes that are not UTF-8 become U+FFFD, one for each maximal part of a character, as the Unicode Standard advises.
/// - Embeddings and overrides of direction (U+202A…202E) vanish. Isolates (U+2066…2069) stay, since a headline needs
///   them to order what it quotes, but they are always balanced: one that is left open is closed at the end, an end
///   without a beginning vanishes, and so does an isolate with nothing in it. So the order that a text asks for never
///   reaches what stands beside it.
///
/// A text may come in parts, cut anywhere, even within a character: the cleaner remembers where it is.
package struct TextCleaner: Sendable {
  /// What the text is laid out as.
  package enum Layout: Sendable {
    /// Every character of white space becomes a space of its own; hints for line breaks (soft hyphen, zero-width space)
    /// and private characters (icons of a font) stay.
    case paragraph
    /// Runs of white space become one space, and there is none at either end; characters that show nothing on a line,
    /// and private ones, vanish; at most fifteen marks stand on one character.
    case line
  }

  /// The clean bytes. The caller may take bytes off its front.
  package var output: [UInt8] = []
  /// In a paragraph tabs stay, for those who set columns by them.
  package var keepsTabs = false

  private let layout: Layout
  private var decoder = ByteDecoder()
  private var escape = Escape.none
  private var isolates = Isolates()
  /// For lines: whether white space waits for something to stand behind it.
  private var hasSpace = false
  /// The combining marks since the last character that was none.
  private var marks = 0
  /// How many scalars have been written.
  private var count = 0

  package init(_ layout: Layout) { self.layout = layout }

  /// Whether nothing is pending: no character, no escape sequence, no isolate, and no output that waits to be taken.
  package var isIdle: Bool {
    !decoder.isWithinCharacter && escape == .none && isolates.isEmpty && output.isEmpty
  }

  /// Takes the next byte of UTF-8.
  package mutating func append(_ byte: UInt8) {
    if byte < 0x80, !decoder.isWithinCharacter {
      take(UInt32(byte))
    } else {
      let (isBroken, scalar) = decoder.take(byte)
      if isBroken { take(Self.replacement) }
      if let scalar { take(scalar) }
    }
  }

  /// Ends the text: what was begun and never ended is closed.
  package mutating func finish() {
    if decoder.reset() { take(Self.replacement) }
    escape = .none
    for _ in 0..<isolates.closeAll() { write(Isolates.end) }
  }

  // MARK: - One line at once

  /// Text as it may be shown on one line (see ``Layout/line``), cut with an ellipsis to `limit` characters (extended
  /// grapheme clusters).
  package static func line(_ text: String, limit: Int = 1000) -> String {
    let bytes = text.utf8Span.span
    return isPlain(bytes, limit: limit) ? text : cleaned(bytes, limit: limit)
  }

  /// The same for the bytes of a text. Printable ASCII, the common case, is only copied.
  package static func line(_ bytes: Span<UInt8>, limit: Int = 1000) -> String {
    if isPlain(bytes, limit: limit), let text = try? UTF8Span(validating: bytes) { return String(copying: text) }
    return cleaned(bytes, limit: limit)
  }

  /// In a private-use block: scalars from here on stand for the 32 control characters where those cannot pass, as in
  /// XML. On a line they are cleaned like what they stand for.
  package static let controlStandIn: UInt32 = 0xe000

  /// Whether all of it is printable ASCII without a space at either end or two in a row, and not too long.
  private static func isPlain(_ bytes: Span<UInt8>, limit: Int) -> Bool {
    guard bytes.count <= limit else { return false }
    var previous: UInt8 = 0x20
    for i in 0..<bytes.count {
      let byte = bytes[i]
      if byte < 0x20 || byte > 0x7e || (byte == 0x20 && previous == 0x20) { return false }
      previous = byte
    }
    return bytes.isEmpty || previous != 0x20
  }

  private static func cleaned(_ bytes: Span<UInt8>, limit: Int) -> String {
    var cleaner = TextCleaner(.line)
    for i in 0..<bytes.count where cleaner.count <= limit * 16 { cleaner.append(bytes[i]) }
    if cleaner.count > limit { cleaner.cut(to: limit) }
    cleaner.finish()
    return String(decoding: cleaner.output, as: UTF8.self)
  }

  /// Puts an ellipsis in the place of all but the first characters.
  private mutating func cut(to limit: Int) {
    let text = String(decoding: output, as: UTF8.self)
    guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex else {
      return
    }
    decoder = ByteDecoder()
    isolates = Isolates(in: text[..<end])
    output = Array((text[..<end] + "…").utf8)
  }

  /// Text as a line of a log, in at most 4000 bytes: as it is, but that nothing in it controls anything.
  package static func message(_ text: String) -> String {
    var cleaner = TextCleaner(.paragraph)
    var isCut = false
    for scalar in text.unicodeScalars where !isCut {
      cleaner.take(scalar.value)
      isCut = cleaner.output.count > 3900
    }
    cleaner.finish()
    return String(decoding: cleaner.output, as: UTF8.self) + (isCut ? "…" : "")
  }

  // MARK: - Scalar by scalar

  private mutating func take(_ given: UInt32) {
    // Printable ASCII, nearly always.
    if given &- 0x21 < 0x5e, escape == .none { return show(given) }
    let isStandIn = layout == .line && given &- Self.controlStandIn < 0x20
    let scalar = isStandIn ? given - Self.controlStandIn : given
    guard !escape.takes(scalar) else { return }
    switch scalar {
    case 0x09 where keepsTabs && layout == .paragraph: show(scalar)
    case 0x09...0x0d, 0x20, 0x85, 0x2028, 0x2029: space()
    case 0x00...0x1f, 0x7f...0x9f: break
    case 0x2066...0x2068: isolates.begin(scalar)
    case Isolates.end: if isolates.finish() { write(scalar) }
    case 0x202a...0x202e, 0x206a...0x206f: break  // direction that reaches beyond its place; obsolete controls
    case 0xfeff, 0xfff9...0xfffb: break  // byte order mark, annotations
    case 0xfdd0...0xfdef: break  // not characters
    case _ where scalar & 0xfffe == 0xfffe: break
    default: layout == .line ? takeOnLine(scalar) : takeInParagraph(scalar)
    }
  }

  /// Marks on one character beyond all that a script has vanish: shaping takes the square of their number.
  private mutating func takeInParagraph(_ scalar: UInt32) {
    guard scalar >= 0x300, let properties = Unicode.Scalar(scalar)?.properties else { return show(scalar) }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark:
      guard marks < 63 else { return }
      let marks = marks + 1
      show(scalar)
      self.marks = marks
    default: show(scalar)
    }
  }

  private mutating func takeOnLine(_ scalar: UInt32) {
    switch scalar {
    case 0x00ad, 0x180e, 0x200b, 0x2060...0x2064, 0xfffc: return  // they show nothing
    case 0xe000...0xf8ff, 0xf0000...: return  // private use: icons of a font that few have installed
    case 0xe0020...0xe007f: break  // flags of regions
    case 0xe0000...0xe0fff: return  // tags
    default: break
    }
    guard scalar >= 0x80, let properties = Unicode.Scalar(scalar)?.properties else { return show(scalar) }
    if properties.isWhitespace { return space() }
    switch scalar < 0x300 ? .otherLetter : properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark:
      guard marks < 15 else { return }
      let marks = marks + 1
      show(scalar)
      self.marks = marks
    default: show(scalar)
    }
  }

  private mutating func space() {
    if layout == .paragraph {
      show(0x20)
    } else {
      hasSpace = !output.isEmpty
    }
  }

  /// Writes a scalar, after what has waited for it.
  private mutating func show(_ scalar: UInt32) {
    if hasSpace {
      hasSpace = false
      write(0x20)
    }
    while let opening = isolates.nextOpening() { write(opening) }
    marks = 0
    write(scalar)
  }

  private mutating func write(_ scalar: UInt32) {
    count += 1
    if scalar < 0x80 {
      output.append(UInt8(scalar))
    } else if let scalar = Unicode.Scalar(scalar) {
      output.append(contentsOf: scalar.utf8)
    }
  }

  private static let replacement: UInt32 = 0xfffd
}

// MARK: - The parts

/// Puts characters together from bytes of UTF-8 that may come one by one.
private struct ByteDecoder: Sendable {
  private var bits: UInt32 = 0
  /// How many bytes the character still lacks, and the range that the next one has to be in.
  private var missing = 0
  private var low: UInt8 = 0x80
  private var high: UInt8 = 0xbf

  var isWithinCharacter: Bool { missing > 0 }

  /// Takes a byte.
  ///
  /// - Returns: whether it breaks off the character before it, or can begin none; and the scalar that it completes.
  mutating func take(_ byte: UInt8) -> (isBroken: Bool, scalar: UInt32?) {
    guard missing > 0 else { return begin(byte) }
    guard byte >= low, byte <= high else {
      missing = 0
      // A byte that can begin no character is broken itself: the next call says so.
      let (isBroken, scalar) = begin(byte)
      return (true, isBroken ? UInt32(0xfffd) : scalar)
    }
    bits = bits << 6 | UInt32(byte & 0x3f)
    (missing, low, high) = (missing - 1, 0x80, 0xbf)
    return (false, missing == 0 ? bits : nil)
  }

  /// Forgets the character that was begun; returns whether there was one.
  mutating func reset() -> Bool {
    defer { missing = 0 }
    return missing > 0
  }

  private mutating func begin(_ byte: UInt8) -> (isBroken: Bool, scalar: UInt32?) {
    switch byte {
    case 0x00...0x7f: return (false, UInt32(byte))
    case 0xc2...0xdf: expect(1, after: byte & 0x1f)
    case 0xe0: expect(2, after: 0, low: 0xa0)
    case 0xed: expect(2, after: 0xd, high: 0x9f)
    case 0xe1...0xef: expect(2, after: byte & 0xf)
    case 0xf0: expect(3, after: 0, low: 0x90)
    case 0xf1...0xf3: expect(3, after: byte & 0x7)
    case 0xf4: expect(3, after: 4, high: 0x8f)
    default: return (true, nil)
    }
    return (false, nil)
  }

  private mutating func expect(_ missing: Int, after bits: UInt8, low: UInt8 = 0x80, high: UInt8 = 0xbf) {
    (self.bits, self.missing, self.low, self.high) = (UInt32(bits), missing, low, high)
  }
}

/// Where in an escape sequence the text is (ECMA-48, section 5).
private enum Escape: Sendable {
  case none, start
  /// ESC [ …, up to a character from @ to ~.
  case sequence
  /// ESC ] … and its like, up to BEL or ESC \.
  case string, stringEnd

  /// Whether the scalar belongs to a sequence, and so is not shown.
  mutating func takes(_ scalar: UInt32) -> Bool {
    switch (self, scalar) {
    case (.string, 0x07), (.stringEnd, 0x5c), (.string, 0x9c): self = .none
    case (.string, 0x1b): self = .stringEnd
    case (.string, 0x0a), (.string, 0x0d), (.stringEnd, 0x0a), (.stringEnd, 0x0d): self = .none
    case (.string, _): break
    case (.stringEnd, _): self = .string
    case (_, 0x1b): self = .start
    case (.start, 0x5b): self = .sequence
    case (.start, 0x5d), (.start, 0x50), (.start, 0x58), (.start, 0x5e), (.start, 0x5f): self = .string
    case (.start, 0x20...0x2f): break
    case (.start, 0x30...0x7e): self = .none
    case (.sequence, 0x20...0x3f): break
    case (.sequence, 0x40...0x7e): self = .none
    case (.none, 0x9b): self = .sequence
    case (.none, 0x90), (.none, 0x98), (.none, 0x9d), (.none, 0x9e), (.none, 0x9f): self = .string
    default:
      self = .none
      return false
    }
    return true
  }
}

/// Keeps isolates in balance (Unicode Standard Annex 9, section 3.3.2).
private struct Isolates: Sendable {
  static let end: UInt32 = 0x2069
  private static let deepest = 8

  /// How many are written and not closed.
  private var open = 0
  /// Those whose beginning waits for something to stand in them.
  private var waiting: [UInt32] = []
  /// Those that are too deep: they vanish, and so do their ends.
  private var overflow = 0

  /// What is open at the end of a text in which all of them have a beginning.
  init(in text: Substring = "") {
    for scalar in text.unicodeScalars {
      if (0x2066...0x2068).contains(scalar.value) { open += 1 }
      if scalar.value == Self.end { open -= 1 }
    }
  }

  var isEmpty: Bool { open == 0 && waiting.isEmpty && overflow == 0 }

  mutating func begin(_ scalar: UInt32) {
    if open + waiting.count < Self.deepest { waiting.append(scalar) } else { overflow += 1 }
  }

  /// Ends the innermost isolate; returns whether its end is to be written.
  mutating func finish() -> Bool {
    if overflow > 0 {
      overflow -= 1
    } else if waiting.popLast() == nil, open > 0 {
      open -= 1
      return true
    }
    return false
  }

  /// The next beginning to be written.
  mutating func nextOpening() -> UInt32? {
    guard !waiting.isEmpty else { return nil }
    open += 1
    return waiting.removeFirst()
  }

  /// Forgets them all; returns how many ends are to be written.
  mutating func closeAll() -> Int {
    defer { self = Isolates() }
    return open
  }
}
