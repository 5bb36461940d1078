/// Makes untrusted text safe to show: valid UTF-8 without control codes.
///
/// - Control characters (C0, C1) are removed, and so are whole escape sequences of terminals (ECMA-48) with their
///   strings. An unterminated string ends with its line.
/// - White space of every kind becomes a space; see ``Layout`` for runs of it.
/// - Malformed UTF-8 becomes U+FFFD, one for each maximal subpart, as the Unicode Standard advises.
/// - Directional embeddings and overrides (U+202A…202E) are removed. Isolates (U+2066…2069) stay, because headlines
///   need them for quotations, but are balanced: open ones are closed at the end, and unmatched ends and empty isolates
///   are removed. So a text never changes the order of its neighbours.
///
/// A text may come in parts, cut anywhere, even within a character: the cleaner keeps its state.
package struct TextCleaner: Sendable {
  /// The purpose of the text.
  package enum Layout: Sendable {
    /// Each white-space character becomes a space. Hints for line breaks (soft hyphen, zero-width space) and private
    /// characters (icon fonts) stay.
    case paragraph
    /// Runs of white space become one space, and are trimmed at both ends. Characters invisible on a line, and private
    /// ones, are removed. At most fifteen marks stay on a character.
    case line
  }

  /// The clean bytes. The caller may remove bytes from the front.
  package var output: [UInt8] = []
  /// Keeps tabs in paragraphs, for columns.
  package var keepsTabs = false

  private let layout: Layout
  private var decoder = ByteDecoder()
  private var escape = Escape.none
  private var isolates = Isolates()
  /// For lines: whether a space is pending until the next visible character.
  private var hasSpace = false
  /// The combining marks since the last base character.
  private var marks = 0
  /// The number of scalars written.
  private var count = 0

  package init(_ layout: Layout) { self.layout = layout }

  /// Whether nothing is pending: no partial character, escape sequence, isolate or output.
  package var isIdle: Bool {
    !decoder.isWithinCharacter && escape == .none && isolates.isEmpty && output.isEmpty
  }

  /// Appends the next byte of UTF-8.
  package mutating func append(_ byte: UInt8) {
    if byte < 0x80, !decoder.isWithinCharacter {
      append(scalar: UInt32(byte))
    } else {
      let (isBroken, scalar) = decoder.consume(byte)
      if isBroken { append(scalar: Self.replacement) }
      if let scalar { append(scalar: scalar) }
    }
  }

  /// Ends the text, and closes open elements.
  package mutating func finish() {
    if decoder.reset() { append(scalar: Self.replacement) }
    escape = .none
    for _ in 0..<isolates.closeAll() { write(Isolates.end) }
  }

  // MARK: - One line at once

  /// Text cleaned for one line (see ``Layout/line``), cut with an ellipsis to `limit` characters (extended grapheme
  /// clusters).
  package static func line(_ text: String, limit: Int = 1000) -> String {
    let bytes = text.utf8Span.span
    return isPlain(bytes, limit: limit) ? text : cleaned(bytes, limit: limit)
  }

  /// The same for the bytes of a text. Printable ASCII, the common case, is only copied.
  package static func line(_ bytes: Span<UInt8>, limit: Int = 1000) -> String {
    // Bytes that are not UTF-8 are replaced below.
    if isPlain(bytes, limit: limit), let text = try? UTF8Span(validating: bytes) { return String(copying: text) }
    return cleaned(bytes, limit: limit)
  }

  /// The start of 32 private-use scalars that stand for the control characters where these cannot pass, as in XML. On a
  /// line they are cleaned like those characters.
  package static let controlStandIn: UInt32 = 0xe000

  /// Whether it is printable ASCII, short enough, without spaces at the ends or two in a row.
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

  /// Replaces all but the first characters by an ellipsis.
  private mutating func cut(to limit: Int) {
    let text = String(decoding: output, as: UTF8.self)
    guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex else {
      return
    }
    decoder = ByteDecoder()
    isolates = Isolates(in: text[..<end])
    output = Array((text[..<end] + "…").utf8)
  }

  /// Text cleaned for a line of a log, in at most 4000 bytes.
  package static func message(_ text: String) -> String {
    var cleaner = TextCleaner(.paragraph)
    var isCut = false
    for scalar in text.unicodeScalars where !isCut {
      cleaner.append(scalar: scalar.value)
      isCut = cleaner.output.count > 3900
    }
    cleaner.finish()
    return String(decoding: cleaner.output, as: UTF8.self) + (isCut ? "…" : "")
  }

  // MARK: - Scalar by scalar

  private mutating func append(scalar given: UInt32) {
    // Printable ASCII, the common case.
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
    case 0x202a...0x202e, 0x206a...0x206f: break  // embeddings and overrides; deprecated controls
    case 0xfeff, 0xfff9...0xfffb: break  // byte order mark, annotations
    case 0xfdd0...0xfdef: break  // noncharacters
    case _ where scalar & 0xfffe == 0xfffe: break
    default: layout == .line ? appendToLine(scalar) : appendToParagraph(scalar)
    }
  }

  /// Drops marks beyond what any script stacks, because shaping takes the square of their number.
  private mutating func appendToParagraph(_ scalar: UInt32) {
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

  private mutating func appendToLine(_ scalar: UInt32) {
    switch scalar {
    case 0x00ad, 0x180e, 0x200b, 0x2060...0x2064, 0xfffc: return  // invisible
    case 0xe000...0xf8ff, 0xf0000...: return  // private use: icons of rare fonts
    case 0xe0020...0xe007f: break  // tags of flags
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

  /// Writes a visible scalar, after the space and isolates pending before it.
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

/// Decodes UTF-8 byte by byte.
private struct ByteDecoder: Sendable {
  private var bits: UInt32 = 0
  /// The bytes missing from the character, and the valid range of the next one.
  private var missing = 0
  private var low: UInt8 = 0x80
  private var high: UInt8 = 0xbf

  var isWithinCharacter: Bool { missing > 0 }

  /// Consumes a byte.
  ///
  /// - Returns: Whether it cuts off the character before it or is invalid itself, and the scalar that it completes.
  mutating func consume(_ byte: UInt8) -> (isBroken: Bool, scalar: UInt32?) {
    guard missing > 0 else { return begin(byte) }
    guard byte >= low, byte <= high else {
      missing = 0
      // An invalid byte is reported as broken itself, by the next call.
      let (isBroken, scalar) = begin(byte)
      return (true, isBroken ? UInt32(0xfffd) : scalar)
    }
    bits = bits << 6 | UInt32(byte & 0x3f)
    (missing, low, high) = (missing - 1, 0x80, 0xbf)
    return (false, missing == 0 ? bits : nil)
  }

  /// Drops a partial character; returns whether there was one.
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

/// The state within an escape sequence (ECMA-48, section 5).
private enum Escape: Sendable {
  case none, start
  /// ESC [ …, up to a character from @ to ~.
  case sequence
  /// ESC ] … and its like, up to BEL or ESC \.
  case string, stringEnd

  /// Whether the scalar is part of a sequence, and so is not shown.
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

/// Balances isolates (Unicode Standard Annex 9, section 3.3.2).
private struct Isolates: Sendable {
  static let end: UInt32 = 0x2069
  private static let deepest = 8

  /// The number written and not closed.
  private var open = 0
  /// The openings that wait for content.
  private var waiting: [UInt32] = []
  /// The number nested too deep, which are dropped with their ends.
  private var overflow = 0

  /// The isolates open at the end of a text without unmatched ends.
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

  /// Ends the innermost isolate; returns whether to write its end.
  mutating func finish() -> Bool {
    if overflow > 0 {
      overflow -= 1
    } else if waiting.popLast() == nil, open > 0 {
      open -= 1
      return true
    }
    return false
  }

  /// The next pending opening, or nil.
  mutating func nextOpening() -> UInt32? {
    guard !waiting.isEmpty else { return nil }
    open += 1
    return waiting.removeFirst()
  }

  /// Drops them all; returns how many ends to write.
  mutating func closeAll() -> Int {
    defer { self = Isolates() }
    return open
  }
}
