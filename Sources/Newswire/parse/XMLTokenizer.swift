internal import Base
internal import Glibc
internal import ScrollCore

/// Receives the parts of an XML document in order.
protocol XMLHandler {
  mutating func start(_ element: XMLElement)
  /// Valid during the call. An element's text may arrive in several parts.
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>)
  mutating func end()
}

/// Tokenises the XML of feeds incrementally, in UTF-8. Never fails: repairs faults that a strict parser rejects.
///
/// A "&" or "<" that starts nothing is text. HTML's named references are known. End tags are balanced: a stray one is
/// dropped, a missing one is inferred from the elements around it. Control characters become stand-ins that
/// `TextCleaner` drops. Comments, processing instructions and the document type are skipped, so that no entity is ever
/// declared or expanded.
///
/// libxml2's recovery closes all open elements at a wrong end tag, and drops references after its first error, so that
/// one mistake costs the rest of the feed.
struct XMLTokenizer<Handler: XMLHandler> {
  private enum State {
    case content, cdata, comment, instruction
    case doctype(depth: Int)
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  var handler: Handler
  /// Whether the document so far ends before its root element does.
  var isTruncated: Bool { !open.isEmpty || !hasRoot }
  /// Whether the document is complete except perhaps for its last end tag. An end tag at the end that belongs to nothing
  /// stands for a missing one.
  var isNearlyWhole: Bool {
    guard case .content = state else { return false }
    return hasRoot && open.count < (isEndedAmiss ? 3 : 2) && rest.isEmpty
  }

  private var state = State.content
  /// The start of an incomplete token.
  private var rest: [UInt8] = []
  private var open: [XMLName] = []
  private var names = XMLNames()
  private var hasRoot = false
  /// Whether the last tag is an end tag without an element.
  private var isEndedAmiss = false
  private static var deepest: Int { 100 }
  private static var longestTag: Int { 64 << 10 }

  init(handler: Handler) { self.handler = handler }

  /// Tokenises more of the document.
  mutating func push(_ input: [UInt8]) {
    let piece = rest.isEmpty ? input : rest + input
    let end = piece.withUnsafeBufferPointer { read($0) }
    rest = Array(piece[end...])
  }

  /// Closes the open elements.
  mutating func finish() { while !open.isEmpty { closeInnermost() } }

  /// Reads all complete tokens. Returns the position of the next one.
  private mutating func read(_ bytes: Bytes) -> Int {
    var index = 0
    while index < bytes.count, let next = readToken(bytes, from: index) { index = next }
    return index
  }

  /// Reads a token. Returns the position of the next one; nil if it is incomplete.
  private mutating func readToken(_ bytes: Bytes, from start: Int) -> Int? {
    switch state {
    case .content: readContent(bytes, from: start)
    case .cdata: readCDATA(bytes, from: start)
    case .comment: skip(bytes, from: start, to: "-->")
    case .instruction: skip(bytes, from: start, to: "?>")
    case .doctype(let depth): skipDoctype(bytes[start], at: start, depth: depth)
    }
  }

  // MARK: Text

  private mutating func readContent(_ bytes: Bytes, from start: Int) -> Int? {
    let first = bytes[start]
    var end = start + 1
    guard first == UInt8(ascii: "<") || first == UInt8(ascii: "&") else {
      while end < bytes.count, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: "&") { end += 1 }
      keepText(bytes, start..<end)
      return end
    }
    // Only the last one of a run can start something.
    while end < bytes.count, bytes[end] == first { end += 1 }
    if end > start + 1 {
      keepText(bytes, start..<end - 1)
      return end - 1
    }
    return first == UInt8(ascii: "<") ? readMarkup(bytes, at: start) : readReference(bytes, at: start)
  }

  private mutating func readReference(_ bytes: Bytes, at start: Int) -> Int? {
    let limit = min(bytes.count, start + longestReference + 1)
    var end = start + 1
    if end < limit, bytes[end] == UInt8(ascii: "#") { end += 1 }
    while end < limit, bytes[end].isLetter || bytes[end].isDigit { end += 1 }
    if end == bytes.count, end < start + longestReference + 1 { return nil }
    guard let found = reference(in: bytes, at: start) else {
      keepText(bytes, start..<start + 1)
      return start + 1
    }
    if !open.isEmpty {
      var text = found.text.withControlStandIns
      text.withUTF8 { handler.text($0) }
    }
    return start + found.length
  }

  private mutating func readCDATA(_ bytes: Bytes, from start: Int) -> Int? {
    let found = Self.find("]]>", in: bytes, from: start)
    let end = found ?? max(start, bytes.count - 2)
    keepText(bytes, start..<end)
    if found != nil { state = .content }
    return found.map { $0 + 3 } ?? (end > start ? end : nil)
  }

  /// Passes on the text within the root element, with stand-ins for control characters.
  private mutating func keepText(_ bytes: Bytes, _ range: Range<Int>) {
    guard !open.isEmpty else { return }
    var index = range.lowerBound
    while index < range.upperBound {
      var end = index
      while end < range.upperBound, !bytes[end].isControl { end += 1 }
      if end > index { handler.text(Bytes(rebasing: bytes[index..<end])) }
      index = end
      guard end < range.upperBound else { return }
      // Treats a run as one, so that a flood is no slower than other text.
      while index < range.upperBound, bytes[index] == bytes[end] { index += 1 }
      var standIn = String(Unicode.Scalar(bytes[end])).withControlStandIns
      standIn.withUTF8 { handler.text($0) }
    }
  }

  // MARK: Markup

  private mutating func readMarkup(_ bytes: Bytes, at start: Int) -> Int? {
    var next = start + 1
    while next < bytes.count, bytes[next].isControl { next += 1 }
    guard next < bytes.count else { return nil }
    switch bytes[next] {
    case UInt8(ascii: "!"): return readDeclaration(bytes, at: start)
    case UInt8(ascii: "?"):
      state = .instruction
      return next + 1
    case UInt8(ascii: "/"): return readTag(bytes, from: next)
    case let byte where byte.isLetter || byte == UInt8(ascii: "_") || byte >= 0x80:
      guard let end = bytes[next...].firstIndex(where: { !Self.isOfName($0) }) else {
        return bytes.count - next > Self.longestTag ? bytes.count : nil
      }
      // A mail address is text, and so is "i<n;".
      if !open.isEmpty, !bytes[end].isBlank, !"/<>".utf8.contains(bytes[end]) { break }
      return readTag(bytes, from: next)
    default: break
    }
    keepText(bytes, start..<start + 1)
    return start + 1
  }

  /// Reads the start of a comment, CDATA section or document type.
  private mutating func readDeclaration(_ bytes: Bytes, at start: Int) -> Int? {
    var end = start + 2
    let openings: [(StaticString, State)] = [("<!--", .comment), ("<![CDATA[", .cdata)]
    for (opening, next) in openings {
      let common = opening.withUTF8Buffer { zip($0, bytes[start...]).prefix { $0 == $1 }.count }
      if common == opening.utf8CodeUnitCount {
        state = next
        return start + common
      }
      if start + common == bytes.count { return nil }
      end = max(end, start + common)
    }
    guard bytes[end].isLetter else {
      keepText(bytes, start..<start + 1)
      return start + 1
    }
    state = .doctype(depth: 0)
    return end + 1
  }

  /// Skips a byte of the document type, counting the brackets of its internal subset.
  private mutating func skipDoctype(_ byte: UInt8, at start: Int, depth: Int) -> Int {
    switch byte {
    case UInt8(ascii: "["): state = .doctype(depth: depth + 1)
    case UInt8(ascii: "]"): state = .doctype(depth: max(0, depth - 1))
    case UInt8(ascii: ">") where depth == 0: state = .content
    default: break
    }
    return start + 1
  }

  private mutating func skip(_ bytes: Bytes, from start: Int, to mark: StaticString) -> Int? {
    if let found = Self.find(mark, in: bytes, from: start) {
      state = .content
      return found + mark.utf8CodeUnitCount
    }
    // The end may contain the start of the mark.
    let end = bytes.count - mark.utf8CodeUnitCount + 1
    return end > start ? end : nil
  }

  /// - Parameter mark: Ends in ">".
  private static func find(_ mark: StaticString, in bytes: Bytes, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let length = mark.utf8CodeUnitCount
    var end = start
    while end < bytes.count, let found = memchr(base + end, 0x3E, bytes.count - end) {
      end = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
      if end - start >= length, memcmp(base + end - length, mark.utf8Start, length) == 0 { return end - length }
    }
    return nil
  }

  // MARK: Tags

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || byte.isControl || "-._:".utf8.contains(byte)
  }

  /// - Parameter start: After its "<".
  private mutating func readTag(_ bytes: Bytes, from start: Int) -> Int? {
    let limit = min(bytes.count, start + Self.longestTag)
    var (index, quote, hasControls) = (start, UInt8(0), false)
    while index < limit {
      let byte = bytes[index]
      // A "<" within a tag: the first tag was never closed.
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") && quote == 0 {
        let tag = Bytes(rebasing: bytes[start..<index])
        if hasControls {
          tag.filter { !$0.isControl }.withUnsafeBufferPointer { handle(tag: $0) }
        } else {
          handle(tag: tag)
        }
        return byte == UInt8(ascii: "<") ? index : index + 1
      }
      if quote != 0, byte == quote {
        quote = 0
      } else if quote == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte.isControl {
        hasControls = true
      }
      index += 1
    }
    // Drops a tag that is too long.
    return limit < bytes.count ? limit : nil
  }

  /// - Parameter tag: The text between its brackets.
  private mutating func handle(tag: Bytes) {
    let start = tag[0] == UInt8(ascii: "/") ? 1 : 0
    let end = tag[start...].firstIndex { !Self.isOfName($0) } ?? tag.count
    let name = Bytes(rebasing: tag[start..<end])
    isEndedAmiss = false
    if start > 0 {
      let count = open.count
      close(name)
      isEndedAmiss = open.count == count
      return
    }
    if open.isEmpty, hasRoot { return }  // Ignores whatever follows the root element.
    hasRoot = true
    if XMLName.endsPrevious(name) { close(name) }
    guard open.count < Self.deepest else { return }
    let isEmpty = tag[tag.count - 1] == UInt8(ascii: "/")
    let attributes = XMLAttributes(Bytes(rebasing: tag[end..<(isEmpty ? tag.count - 1 : tag.count)]))
    names.enter(attributes, depth: open.count)
    let element = XMLElement(name: names.find(name), attributes: attributes)
    open.append(element.name)
    handler.start(element)
    if isEmpty || element.name.isVoid { closeInnermost() }
  }

  /// Closes the innermost element of that name with its descendants. Drops a stray end tag.
  private mutating func close(_ name: Bytes) {
    guard let depth = open.lastIndex(where: { $0.isWritten(name) }) else { return }
    while open.count > depth { closeInnermost() }
  }

  private mutating func closeInnermost() {
    open.removeLast()
    names.leave(depth: open.count)
    handler.end()
  }
}
