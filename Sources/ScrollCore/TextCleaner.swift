/// Makes text fit to be shown, byte by byte as it comes in: valid UTF-8 in which nothing controls anything.
///
/// Tabs, line ends of all kinds become spaces; other control characters (C0, C1), escape sequences and their
/// strings, and characters that force a direction on what follows vanish; isolates are kept and closed; what is
/// not UTF-8 becomes U+FFFD. It remembers where it is between calls, so a text may come in parts.
struct TextCleaner {
  private enum State {
    case text
    /// Inside a character: bytes still missing and the range that the next one must be in.
    case character(missing: Int, low: UInt8, high: UInt8)
    case escape
    /// ESC [ …, up to a byte from @ to ~.
    case controlSequence
    /// ESC ] … and its like, up to BEL or ESC \.
    case controlString
    case controlStringEscape
  }

  private var state = State.text
  private var scalar: UInt32 = 0
  private var isolates = 0

  /// The clean bytes, until taken.
  var output: [UInt8] = []

  mutating func add(_ byte: UInt8) {
    switch state {
    case .text: begin(byte)
    case .character(let missing, let low, let high):
      proceed(byte, missing: missing, low: low, high: high)
    case .escape: escape(byte)
    case .controlSequence:
      if byte >= 0x40 { state = .text }
    case .controlString:
      if byte == 0x07 { state = .text } else if byte == 0x1b { state = .controlStringEscape }
    case .controlStringEscape: state = byte == 0x5c ? .text : .controlString
    }
  }

  /// Whether nothing is begun: no character, no sequence, no isolate.
  var isIdle: Bool {
    if case .text = state { return isolates == 0 && output.isEmpty }
    return false
  }

  /// Ends a text: what was begun and never ended is closed.
  mutating func finish() {
    if case .character = state { replace() }
    state = .text
    while isolates > 0 {
      output += [0xe2, 0x81, 0xa9]
      isolates -= 1
    }
  }

  private mutating func begin(_ byte: UInt8) {
    switch byte {
    case 0x20...0x7e: output.append(byte)
    case 0x09...0x0d: output.append(0x20)
    case 0x1b: state = .escape
    case 0xc2...0xdf: expect(1, of: UInt32(byte & 0x1f))
    case 0xe0: expect(2, of: 0, low: 0xa0)
    case 0xed: expect(2, of: 0xd, high: 0x9f)
    case 0xe1...0xef: expect(2, of: UInt32(byte & 0xf))
    case 0xf0: expect(3, of: 0, low: 0x90)
    case 0xf1...0xf3: expect(3, of: UInt32(byte & 0x7))
    case 0xf4: expect(3, of: 4, high: 0x8f)
    case 0x80...0xff: replace()
    default: break
    }
  }

  private mutating func expect(
    _ missing: Int, of bits: UInt32, low: UInt8 = 0x80, high: UInt8 = 0xbf
  ) {
    scalar = bits
    state = .character(missing: missing, low: low, high: high)
  }

  private mutating func proceed(_ byte: UInt8, missing: Int, low: UInt8, high: UInt8) {
    guard byte >= low, byte <= high else {
      replace()
      begin(byte)
      return
    }
    scalar = scalar << 6 | UInt32(byte & 0x3f)
    if missing > 1 {
      state = .character(missing: missing - 1, low: 0x80, high: 0xbf)
    } else {
      state = .text
      take(scalar)
    }
  }

  private mutating func replace() {
    state = .text
    output += [0xef, 0xbf, 0xbd]
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x5b: state = .controlSequence
    case 0x5d, 0x50, 0x58, 0x5e, 0x5f: state = .controlString
    case 0x20...0x2f: break
    default:
      state = .text
      if byte < 0x30 || byte > 0x7e { begin(byte) }
    }
  }

  /// A whole character beyond ASCII.
  private mutating func take(_ scalar: UInt32) {
    switch scalar {
    case 0x85, 0x2028, 0x2029: output.append(0x20)
    case 0x9b: state = .controlSequence
    case 0x90, 0x98, 0x9d, 0x9e, 0x9f: state = .controlString
    case 0x80...0x9f, 0x202a...0x202e, 0xfeff, 0xfff9...0xfffb: break
    case 0x2066...0x2068:
      guard isolates < Self.deepest else { break }
      isolates += 1
      encode(scalar)
    case 0x2069:
      guard isolates > 0 else { break }
      isolates -= 1
      encode(scalar)
    default: encode(scalar)
    }
  }

  private mutating func encode(_ scalar: UInt32) {
    if scalar < 0x800 {
      output.append(0xc0 | UInt8(scalar >> 6))
    } else {
      if scalar < 0x10000 {
        output.append(0xe0 | UInt8(scalar >> 12))
      } else {
        output.append(0xf0 | UInt8(scalar >> 18))
        output.append(0x80 | UInt8(scalar >> 12 & 0x3f))
      }
      output.append(0x80 | UInt8(scalar >> 6 & 0x3f))
    }
    output.append(0x80 | UInt8(scalar & 0x3f))
  }

  private static let deepest = 8
}
