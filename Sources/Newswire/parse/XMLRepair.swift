internal import Base
internal import ScrollCore

/// Makes of the XML that feeds send the XML that a parser takes, piece by piece; UTF-8 in, UTF-8 out.
///
/// libxml2's own recovery closes whatever is open at a wrong end tag, and drops references after its first
/// error: one slip costs the rest of the feed. So the slips are mended before it sees them: references that XML
/// does not know become numbers, a bare "&" or "<" is escaped, end tags are balanced, control characters go, and
/// so do comments, processing instructions and the document type: no entity is ever declared, so none expands.
struct XMLRepair {
  private enum State {
    case text, reference, markup, comment, cdata, instruction
    case doctype(depth: Int)
    case tag(quote: UInt8?)
  }

  /// Whether the document ended before its outermost element did.
  var isTruncated: Bool { !open.isEmpty || !hasRoot }

  private var state = State.text
  /// The construct that has begun and is not complete: a reference, a tag.
  private var pending: [UInt8] = []
  private var open: [[UInt8]] = []
  private var output: [UInt8] = []
  private var hasRoot = false
  private static let deepest = 100
  private static let longestTag = 64 << 10

  /// Takes more of the document and returns what can be told of it by now.
  mutating func push(_ input: [UInt8]) -> [UInt8] {
    output = []
    output.reserveCapacity(input.count)
    for byte in input { take(byte) }
    defer { output = [] }
    return output
  }

  /// Writes what is within the outermost element.
  private mutating func write(_ bytes: some Sequence<UInt8>) { if !open.isEmpty { output.append(contentsOf: bytes) } }

  private mutating func take(_ byte: UInt8) {
    if byte < 0x20, byte != 0x0A, byte != 0x09, byte != 0x0D {
      if case .text = state { append(control: UInt32(byte)) }
      return
    }
    switch state {
    case .text: takeText(byte)
    case .reference: takeReference(byte)
    case .markup: takeMarkup(byte)
    case .tag(let quote): takeTag(byte, quote: quote)
    case .cdata: takeCDATA(byte)
    case .comment: if closes(byte, with: "-->") { state = .text }
    case .instruction: if closes(byte, with: "?>") { state = .text }
    case .doctype(let depth): takeDoctype(byte, depth: depth)
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "<"):
      pending = [byte]
      state = .markup
    case UInt8(ascii: "&"):
      pending = [byte]
      state = .reference
    case UInt8(ascii: ">"): write("&#62;".utf8)  // "]]>" in text
    default: if !open.isEmpty { output.append(byte) }
    }
  }

  private mutating func takeReference(_ byte: UInt8) {
    pending.append(byte)
    if byte == UInt8(ascii: "#"), pending.count == 2 { return }
    if byte.isLetter || byte.isDigit, pending.count < 12 { return }
    state = .text
    if byte == UInt8(ascii: ";") {
      append(reference: pending)
    } else {
      pending.removeLast()
      write("&#38;".utf8)
      write(pending.dropFirst())
      take(byte)
    }
  }

  /// Writes a reference as a number; one that means nothing as the text that it is.
  private mutating func append(reference bytes: [UInt8]) {
    guard let found = reference(in: bytes, at: 0) else {
      write("&#38;".utf8)
      return write(bytes.dropFirst())
    }
    let value = found.scalar.value
    if value < 0x20, ![0x09, 0x0A, 0x0D].contains(value) { return append(control: value) }
    if value & 0xFFFE != 0xFFFE { write("&#\(value);".utf8) }
  }

  /// XML has no control characters; as stand-ins they reach `TextCleaner`, which drops whole escape sequences.
  private mutating func append(control: UInt32) { write("&#\(TextCleaner.controlStandIn + control);".utf8) }

  /// After "<": what it begins.
  private mutating func takeMarkup(_ byte: UInt8) {
    pending.append(byte)
    if pending.count == 2 {
      switch byte {
      case UInt8(ascii: "!"): return
      case UInt8(ascii: "?"): begin(.instruction)
      case _ where byte.isLetter || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") || byte >= 0x80:
        state = .tag(quote: nil)
      default: escapeMarkup()
      }
    } else if pending.elementsEqual("<!--".utf8) {
      begin(.comment)
    } else if pending.elementsEqual("<![CDATA[".utf8) {
      begin(.cdata)
      write("<![CDATA[".utf8)
    } else if !"<!--".utf8.starts(with: pending), !"<![CDATA[".utf8.starts(with: pending) {
      if byte.isLetter { begin(.doctype(depth: 0)) } else { escapeMarkup() }
    }
  }

  private mutating func begin(_ next: State) {
    pending.removeAll(keepingCapacity: true)
    state = next
  }

  /// The "<" was none: it and what follows is text.
  private mutating func escapeMarkup() {
    let rest = pending.dropFirst()
    state = .text
    write("&#60;".utf8)
    for byte in rest { take(byte) }
  }

  private mutating func closes(_ byte: UInt8, with end: StaticString) -> Bool {
    pending.append(byte)
    if pending.count > end.utf8CodeUnitCount { pending.removeFirst() }
    return end.withUTF8Buffer { pending.elementsEqual($0) }
  }

  private mutating func takeCDATA(_ byte: UInt8) {
    if !open.isEmpty { output.append(byte) }
    if closes(byte, with: "]]>") { state = .text }
  }

  /// The document type with its subset: skipped to its end, with the brackets in it counted.
  private mutating func takeDoctype(_ byte: UInt8, depth: Int) {
    switch byte {
    case UInt8(ascii: "["): state = .doctype(depth: depth + 1)
    case UInt8(ascii: "]"): state = .doctype(depth: max(0, depth - 1))
    case UInt8(ascii: ">") where depth == 0: state = .text
    default: break
    }
  }
}

// MARK: - Tags

extension XMLRepair {
  private mutating func takeTag(_ byte: UInt8, quote: UInt8?) {
    if byte == UInt8(ascii: "<") {
      // A tag in a tag: the first one was never closed.
      if let quote { pending.append(quote) }
      pending.append(UInt8(ascii: ">"))
      finishTag()
      return take(byte)
    }
    pending.append(byte)
    if let quote {
      if byte == quote { state = .tag(quote: nil) }
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      state = .tag(quote: byte)
    } else if byte == UInt8(ascii: ">") {
      finishTag()
    }
    if pending.count > Self.longestTag { begin(.text) }
  }

  private mutating func finishTag() {
    state = .text
    let tag = pending
    pending = []
    let isEnd = tag[1] == UInt8(ascii: "/")
    let name = Array(tag.dropFirst(isEnd ? 2 : 1).prefix { !$0.isBlank && $0 != 0x3E && $0 != 0x2F })
    guard !name.isEmpty else { return }
    if isEnd { return close(name) }
    if open.isEmpty, hasRoot { return }  // whatever follows the outermost element
    hasRoot = true
    if Self.records.contains(name), open.contains(name) { close(name) }
    guard open.count < Self.deepest else { return }
    let (isWhole, isVoid) = (tag.suffix(2) == [0x2F, 0x3E], Self.void.contains(name))
    open.append(name)
    appendTag(isVoid && !isWhole ? tag.dropLast() + [0x2F, 0x3E] : tag)
    if isVoid || isWhole { open.removeLast() }
  }

  /// HTML's elements without an end tag, for those who put HTML into XML as it is.
  private static let void = Set(["br", "hr", "img", "input", "wbr"].map { Array($0.utf8) })
  /// Never inside themselves: the one before was not closed.
  private static let records = Set(["item", "entry"].map { Array($0.utf8) })

  /// Closes the innermost element of that name and what is open in it; a stray end tag is dropped.
  private mutating func close(_ name: [UInt8]) {
    guard let match = open.lastIndex(of: name) else { return }
    while open.count > match { output.append(contentsOf: Array("</".utf8) + open.removeLast() + [UInt8(ascii: ">")]) }
  }

  /// A start tag, with the references in its attributes mended.
  private mutating func appendTag(_ tag: [UInt8]) {
    var index = 0
    while let next = tag[index...].firstIndex(of: UInt8(ascii: "&")) {
      output.append(contentsOf: tag[index..<next])
      let end = tag[next...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
      if let end, reference(in: tag, at: next) != nil {
        append(reference: Array(tag[next...end]))
        index = end + 1
      } else {
        output.append(contentsOf: "&#38;".utf8)
        index = next + 1
      }
    }
    output.append(contentsOf: tag[index...])
  }
}
