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
    case text, reference, markup
    case tag(quote: UInt8?)
    /// Each counts the bytes of its end ("]]>", "-->", "?>") that have been met.
    case cdata(met: Int)
    case comment(met: Int)
    case instruction(met: Int)
    case doctype(depth: Int)
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Whether the document ended before its outermost element did.
  var isTruncated: Bool { !open.isEmpty || !hasRoot }

  /// The end tag that the document lacks where that is its very last one, of the outermost element; empty for none, nil where
  /// it has ended earlier.
  var lastTag: [UInt8]? {
    guard hasRoot, case .text = state, open.count < 2 else { return nil }
    return open.isEmpty ? [] : [0x3C, 0x2F] + open.name + [0x3E]
  }

  private var state = State.text
  /// A construct that has begun and was not complete at the end of the piece: a reference, a tag.
  private var pending: [UInt8] = []
  private var open = OpenElements()
  private var output = MendedXML()
  private var hasRoot = false
  private static let deepest = 100
  private static let longestTag = 64 << 10

  /// Takes more of the document and returns what can be told of it by now.
  mutating func push(_ input: [UInt8]) -> [UInt8] {
    input.withUnsafeBufferPointer { bytes in
      output.begin(bytes)
      var index = 0
      while index < bytes.count { index = take(bytes, from: index) }
      return output.end()
    }
  }

  /// Takes what stands at `start`, as much as is of one kind; returns where the next begins.
  private mutating func take(_ bytes: Bytes, from start: Int) -> Int {
    switch state {
    case .text: return takeText(bytes, from: start)
    case .cdata(let met): return takeCDATA(bytes, from: start, met: met)
    case .tag(let quote): return takeTag(bytes, from: start, quote: quote)
    case _ where Self.isControl(bytes[start]): break
    case .reference: if !takeReference(bytes[start]) { return start }
    case .markup: if !takeMarkup(bytes[start]) { return start }
    case .comment(let met):
      if let met = Self.met(met, bytes[start], of: "-->") { state = .comment(met: met) } else { state = .text }
    case .instruction(let met):
      if let met = Self.met(met, bytes[start], of: "?>") { state = .instruction(met: met) } else { state = .text }
    case .doctype(let depth): takeDoctype(bytes[start], depth: depth)
    }
    return start + 1
  }

  /// What XML does not have.
  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x0A && byte != 0x09 && byte != 0x0D }

  /// "<", "&", ">" or a control character, at which a run of text ends.
  private static func endsText(_ byte: UInt8) -> Bool {
    let ends: UInt64 = 0xFFFF_D9FF | 1 << 0x26 | 1 << 0x3C | 1 << 0x3E
    return byte < 0x40 && ends >> UInt64(byte) & 1 != 0
  }

  /// What counts in a tag: quotes, "&", "<", ">" and control characters.
  private static func countsInTag(_ byte: UInt8) -> Bool {
    let counting: UInt64 = 0xFFFF_D9FF | 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E
    return byte < 0x40 && counting >> UInt64(byte) & 1 != 0
  }

  /// How many bytes of an end have been met after one more; nil for all of them.
  private static func met(_ met: Int, _ byte: UInt8, of end: StaticString) -> Int? {
    end.withUTF8Buffer { end in
      if byte == end[met] { return met + 1 == end.count ? nil : met + 1 }
      // "--->" ends as "-->" does.
      return byte == end[0] ? (met == end.count - 1 ? met : 1) : 0
    }
  }

  /// Writes what is within the outermost element.
  private mutating func write(_ bytes: some Sequence<UInt8>) { if !open.isEmpty { output.append(contentsOf: bytes) } }

  /// The same for a part of the piece, as it stands.
  private mutating func keep(_ range: Range<Int>) { if !open.isEmpty { output.keep(range) } }

  /// XML has no control characters; as stand-ins they reach `TextCleaner`, which drops whole escape sequences.
  private mutating func write(control: UInt32) { write("&#\(TextCleaner.controlStandIn + control);".utf8) }

  // MARK: Text

  private mutating func takeText(_ bytes: Bytes, from start: Int) -> Int {
    var index = start
    while index < bytes.count, !Self.endsText(bytes[index]) { index += 1 }
    if index > start { keep(start..<index) }
    guard index < bytes.count else { return index }
    return takeSpecial(bytes, at: index)
  }

  /// Takes "<", "&", ">" or a control character in text. Floods of them cost as much as any other text.
  private mutating func takeSpecial(_ bytes: Bytes, at index: Int) -> Int {
    let byte = bytes[index]
    var end = index + 1
    while end < bytes.count, bytes[end] == byte { end += 1 }
    if Self.isControl(byte) {
      write(control: UInt32(byte))
      return end
    }
    if byte == UInt8(ascii: ">") {
      // Behind "]]" it would be an error.
      let last = output.last
      write(last == nil || last == UInt8(ascii: "]") ? "&#62;".utf8 : ">".utf8)
      if end > index + 1 { keep(index + 1..<end) }
      return end
    }
    if end > index + 1 {
      write("<![CDATA[".utf8)
      keep(index..<end - 1)
      write("]]>".utf8)
      return end - 1
    }
    if byte == UInt8(ascii: "<"), let end = takeExpectedEnd(bytes, from: index) { return end }
    if byte == UInt8(ascii: "&"), let end = predefinedReferenceEnd(in: bytes, from: index) {
      keep(index..<end)
      return end
    }
    if byte == UInt8(ascii: "<"), let end = takePlainStart(bytes, from: index) { return end }
    if byte == UInt8(ascii: "<"), let tag = wholeTag(bytes, from: index) {
      finishTag(Bytes(rebasing: bytes[index..<tag.end]), at: index, hasReferences: tag.hasReferences)
      return tag.end
    }
    if end < bytes.count, bytes[end].isBlank {
      write(byte == UInt8(ascii: "<") ? "&#60;".utf8 : "&#38;".utf8)
    } else {
      begin(byte == UInt8(ascii: "<") ? .markup : .reference, with: byte)
    }
    return end
  }

  private mutating func begin(_ next: State, with byte: UInt8? = nil) {
    pending.removeAll(keepingCapacity: true)
    if let byte { pending.append(byte) }
    state = next
  }

  /// False where the byte ends the reference and is none of it.
  private mutating func takeReference(_ byte: UInt8) -> Bool {
    pending.append(byte)
    if byte == UInt8(ascii: "#"), pending.count == 2 { return true }
    if byte.isLetter || byte.isDigit, pending.count <= longestReference { return true }
    state = .text
    if byte == UInt8(ascii: ";") {
      write(reference: pending)
      return true
    }
    write("&#38;".utf8)
    write(pending.dropFirst().dropLast())
    return false
  }

  /// Writes a reference as numbers; one that means nothing as the text that it is.
  private mutating func write(reference bytes: [UInt8]) {
    guard let found = reference(in: bytes, at: 0) else {
      write("&#38;".utf8)
      return write(bytes.dropFirst())
    }
    for scalar in found.text.unicodeScalars {
      if scalar.value < 0x20, ![0x09, 0x0A, 0x0D].contains(scalar.value) {
        write(control: scalar.value)
      } else if scalar.value & 0xFFFE != 0xFFFE {
        write("&#\(scalar.value);".utf8)
      }
    }
  }

  private mutating func takeCDATA(_ bytes: Bytes, from start: Int, met: Int) -> Int {
    var (index, met) = (start, Optional(met))
    while index < bytes.count, let count = met, !Self.isControl(bytes[index]) {
      let isPlain = count == 0 && bytes[index] != UInt8(ascii: "]")
      if !isPlain { met = Self.met(count, bytes[index], of: "]]>") }
      index += 1
    }
    keep(start..<index)
    state = met.map { .cdata(met: $0) } ?? .text
    if met != nil, index < bytes.count {
      write("]]>".utf8)
      write(control: UInt32(bytes[index]))
      write("<![CDATA[".utf8)
      // What stands before the control is no part of an end.
      state = .cdata(met: 0)
      return index + 1
    }
    return index
  }

  // MARK: Markup

  /// After "<", where no whole tag follows in the piece: what it begins. False where the byte belongs to none of it.
  private mutating func takeMarkup(_ byte: UInt8) -> Bool {
    pending.append(byte)
    if pending.count == 2 {
      switch byte {
      case UInt8(ascii: "!"): return true
      case UInt8(ascii: "?"): begin(.instruction(met: 0))
      case _ where Self.beginsTag(byte): state = .tag(quote: nil)
      default: return escapeMarkup()
      }
    } else if pending.elementsEqual("<!--".utf8) {
      begin(.comment(met: 0))
    } else if pending.elementsEqual("<![CDATA[".utf8) {
      begin(.cdata(met: 0))
      write("<![CDATA[".utf8)
    } else if !"<!--".utf8.starts(with: pending), !"<![CDATA[".utf8.starts(with: pending) {
      if byte.isLetter { begin(.doctype(depth: 0)) } else { return escapeMarkup() }
    }
    return true
  }

  private static func beginsTag(_ byte: UInt8) -> Bool {
    byte.isLetter || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// The "<" was none: it and what follows, up to the last byte, is text.
  private mutating func escapeMarkup() -> Bool {
    state = .text
    write("&#60;".utf8)
    write(pending.dropFirst().dropLast())
    return false
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
  /// The end of a tag that begins at `start` and is as it should be, and whole, and whether there are references in it;
  /// nil for any other.
  private func wholeTag(_ bytes: Bytes, from start: Int) -> (end: Int, hasReferences: Bool)? {
    guard start + 1 < bytes.count, Self.beginsTag(bytes[start + 1]) else { return nil }
    var quote: UInt8 = 0
    var hasReferences = false
    let end = min(bytes.count, start + Self.longestTag)
    var index = start + 1
    while index < end {
      let byte = bytes[index]
      index += 1
      if !Self.countsInTag(byte) { continue }
      if byte == UInt8(ascii: "<") || Self.isControl(byte) { return nil }
      if byte == UInt8(ascii: "&") { hasReferences = true }
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        return (index, hasReferences)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return nil
  }

  /// Takes the end tag of the innermost element, which is what nearly all end tags are; nil for any other.
  private mutating func takeExpectedEnd(_ bytes: Bytes, from start: Int) -> Int? {
    let end = start + 2 + open.nameLength
    guard end < bytes.count, bytes[start + 1] == UInt8(ascii: "/"), bytes[end] == UInt8(ascii: ">"),
      open.isInnermost(Bytes(rebasing: bytes[start + 2..<end]))
    else { return nil }
    output.keep(start..<end + 1)
    open.removeLast()
    return end + 1
  }

  /// Takes a start tag that is only a name of letters between brackets, which is what most start tags are; nil for any other.
  private mutating func takePlainStart(_ bytes: Bytes, from start: Int) -> Int? {
    guard !open.isEmpty, open.count < Self.deepest else { return nil }
    var end = start + 1
    while end < bytes.count, bytes[end].isLetter { end += 1 }
    guard end < bytes.count, end > start + 1, bytes[end] == UInt8(ascii: ">") else { return nil }
    let name = Bytes(rebasing: bytes[start + 1..<end])
    guard ElementKind(name) == .other else { return nil }
    open.append(name)
    output.keep(start..<end + 1)
    return end + 1
  }

  private mutating func takeTag(_ bytes: Bytes, from start: Int, quote: UInt8?) -> Int {
    let byte = bytes[start]
    if Self.isControl(byte) { return start + 1 }
    if byte == UInt8(ascii: "<") {
      // A tag in a tag: the first one was never closed.
      if let quote { pending.append(quote) }
      pending.append(UInt8(ascii: ">"))
      finishPendingTag()
      return start
    }
    pending.append(byte)
    if let quote {
      if byte == quote { state = .tag(quote: nil) }
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      state = .tag(quote: byte)
    } else if byte == UInt8(ascii: ">") {
      finishPendingTag()
    }
    if pending.count > Self.longestTag { begin(.text) }
    return start + 1
  }

  private mutating func finishPendingTag() {
    let tag = pending
    begin(.text)
    tag.withUnsafeBufferPointer { finishTag($0, at: nil, hasReferences: true) }
  }

  /// - Parameter start: Where it stands in the piece; nil for one that was put together from several.
  private mutating func finishTag(_ tag: Bytes, at start: Int?, hasReferences: Bool) {
    let isEnd = tag[1] == UInt8(ascii: "/")
    let nameStart = isEnd ? 2 : 1
    var nameEnd = nameStart
    while nameEnd < tag.count, !tag[nameEnd].isBlank, tag[nameEnd] != 0x3E, tag[nameEnd] != 0x2F { nameEnd += 1 }
    guard nameEnd > nameStart else { return }
    let name = Bytes(rebasing: tag[nameStart..<nameEnd])
    if isEnd { return close(name) }
    if open.isEmpty, hasRoot { return }  // whatever follows the outermost element
    hasRoot = true
    let kind = ElementKind(name)
    if kind == .record { close(name) }
    guard open.count < Self.deepest else { return }
    let (isWhole, isVoid) = (tag[tag.count - 2] == 0x2F, kind == .void)
    open.append(name)
    if isVoid, !isWhole {
      writeTag(tag.dropLast())
      output.append(contentsOf: [0x2F, 0x3E])
    } else if let start, !hasReferences {
      output.keep(start..<start + tag.count)
    } else {
      writeTag(tag[...])
    }
    if isVoid || isWhole { open.removeLast() }
  }

  /// Closes the innermost element of that name and what is open in it; a stray end tag is dropped.
  private mutating func close(_ name: Bytes) {
    guard let depth = open.depth(of: name) else { return }
    while open.count > depth {
      output.append(0x3C)
      output.append(0x2F)
      output.append(contentsOf: open.name)
      output.append(0x3E)
      open.removeLast()
    }
  }

  /// A start tag, with the references in its attributes mended.
  private mutating func writeTag(_ tag: Slice<Bytes>) {
    guard tag.contains(UInt8(ascii: "&")) else { return output.append(contentsOf: tag) }
    let tag = Array(tag)
    var index = 0
    while let next = tag[index...].firstIndex(of: UInt8(ascii: "&")) {
      output.append(contentsOf: tag[index..<next])
      if let found = reference(in: tag, at: next) {
        write(reference: Array(tag[next..<(next + found.length)]))
        index = next + found.length
      } else {
        output.append(contentsOf: "&#38;".utf8)
        index = next + 1
      }
    }
    output.append(contentsOf: tag[index...])
  }
}
