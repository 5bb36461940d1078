internal import Base
internal import CXML2
internal import ScrollCore

/// The text of a bit of HTML as a reader would see it: tags are dropped, those that break a line leave a
/// blank, `<script>` and `<style>` go with what they hold, references are resolved. What is not HTML
/// ("5 < 6 & 7") stays as it is. Where it has no tags, only references
/// are resolved. The result is not clean yet; see `titleText`.
///
/// This is not libxml2's HTML parser, for that takes any "<" before a letter for a tag: of "Vec<T>" and
/// "<ada@example.org>" nothing would be left, and the text of a tag cannot be had back from it.
func htmlText(_ source: String, hasTags: Bool = true) -> String {
  guard source.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return source }
  var reader = HTMLReader(Array(source.utf8), hasTags: hasTags)
  return reader.text()
}

/// A title as feeds give it, as clean text: it may hold HTML, also HTML that was escaped twice or three times
/// ("&amp;amp;", "&lt;b&gt;"), because a program in between did not know that it had been.
func titleText(_ source: String, limit: Int = 1000) -> String {
  // A title of a megabyte is cut before anything costly happens to it.
  let bounded = source.utf8.count > limit * 64 ? String(source.unicodeScalars.prefix(limit * 16)) : source
  var text = htmlText(bounded)
  for _ in 0..<2 where looksEscaped(text) { text = htmlText(text) }
  return TextCleaner.line(text, limit: limit)
}

/// Whether text still holds references or simple formatting tags after one unescaping.
private func looksEscaped(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  for index in bytes.indices {
    if bytes[index] == UInt8(ascii: "&"), reference(in: bytes, at: index) != nil { return true }
    if bytes[index] == UInt8(ascii: "<"), let tag = Tag(bytes, at: index), Tag.formatting.contains(tag.name) {
      return true
    }
  }
  return false
}

private struct HTMLReader {
  private let bytes: [UInt8]
  private let hasTags: Bool
  private var position = 0
  private var output: [UInt8] = []

  init(_ bytes: [UInt8], hasTags: Bool) { (self.bytes, self.hasTags) = (bytes, hasTags) }

  mutating func text() -> String {
    output.reserveCapacity(bytes.count)
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<") where hasTags: readMarkup()
      case UInt8(ascii: "&"): readReference()
      default: keepByte()
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func keepByte() {
    output.append(bytes[position])
    position += 1
  }

  private mutating func readReference() {
    guard let found = reference(in: bytes, at: position) else { return keepByte() }
    output.append(contentsOf: String(found.scalar).utf8)
    position += found.length
  }

  private mutating func readMarkup() {
    if starts(with: "<!--") {
      position = find("-->", from: position + 4).map { $0 + 3 } ?? bytes.count
    } else if starts(with: "<![CDATA[") {
      position += 9  // CDATA inside HTML inside a feed: its text counts, its end is dropped below
    } else if let tag = Tag(bytes, at: position) {
      position = tag.end
      if Tag.breaking.contains(tag.name) { output.append(UInt8(ascii: " ")) }
      if Tag.silent.contains(tag.name), !tag.isClosing { skipContent(of: tag.name) }
    } else {
      keepByte()
    }
  }

  private mutating func skipContent(of name: String) {
    var from = position
    while let next = find("</", from: from) {
      from = next + 2
      if let tag = Tag(bytes, at: next), tag.name == name {
        position = tag.end
        return
      }
    }
    position = bytes.count
  }

  private func starts(with text: StaticString) -> Bool { text.withUTF8Buffer { bytes[position...].starts(with: $0) } }

  private func find(_ text: StaticString, from start: Int) -> Int? {
    text.withUTF8Buffer { wanted in
      guard start + wanted.count <= bytes.count else { return nil }
      return (start...(bytes.count - wanted.count)).first { bytes[$0...].starts(with: wanted) }
    }
  }
}

/// A tag, as HTML reads one: `<` and a letter, `/` or `!`, up to `>` outside of quotes.
private struct Tag {
  let name: String
  let isClosing: Bool
  /// The position behind it.
  let end: Int

  static let formatting = tags(
    """
    a b i u em strong span br p div font sup sub img code small strike s del ins q cite mark tt big abbr script style \
    wbr
    """)
  /// Only these are tags; "Vec<T>" is text.
  private static let known = formatting.union(breaking).union(silent).union(
    tags(
      """
      html head body title meta link section article header footer nav aside main figure figcaption picture source video \
      audio embed param svg path math button input form label select option textarea time kbd samp var dfn acronym bdi \
      bdo center nobr ruby rt rp thead tbody tfoot caption dl dt dd map area details summary canvas track data marquee \
      blink !doctype
      """))
  static let breaking = tags("br p div li ul ol tr td th h1 h2 h3 h4 h5 h6 hr blockquote table pre img")
  static let silent = tags("script style iframe object noscript template")

  private static func tags(_ names: String) -> Set<String> { Set(names.split(separator: " ").map(String.init)) }

  init?(_ bytes: [UInt8], at start: Int) {
    var index = start + 1
    let isClosing = index < bytes.count && bytes[index] == UInt8(ascii: "/")
    if isClosing { index += 1 }
    guard index < bytes.count, bytes[index].isLetter || bytes[index] == UInt8(ascii: "!") else { return nil }
    let nameEnd = bytes[index...].firstIndex { !$0.isLetter && !$0.isDigit && $0 != UInt8(ascii: "!") } ?? bytes.count
    guard nameEnd - index <= 24 else { return nil }
    if nameEnd < bytes.count, !bytes[nameEnd].isBlank, !"/>".utf8.contains(bytes[nameEnd]) { return nil }
    guard let close = Self.end(bytes, from: nameEnd) else { return nil }
    name = String(decoding: bytes[index..<nameEnd], as: UTF8.self).lowercased()
    guard Self.known.contains(name) else { return nil }
    self.isClosing = isClosing
    end = close
  }

  private static func end(_ bytes: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    for index in start..<min(bytes.count, start + 8192) {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      } else if byte == UInt8(ascii: "<") {
        return nil
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), bytes[index - 1] == UInt8(ascii: "=") {
        quote = byte
      }
    }
    return nil
  }
}

// MARK: - Character references

/// The character reference that begins with the "&" at `start`, and how many bytes it takes; nil where there is
/// none. Named ones by libxml2's `htmlEntityLookup` (HTML 4), and `&apos;`; they need their semicolon.
func reference(in bytes: [UInt8], at start: Int) -> (scalar: Unicode.Scalar, length: Int)? {
  let limit = min(bytes.count, start + 12)
  guard start + 2 < limit else { return nil }
  guard let end = bytes[(start + 1)..<limit].firstIndex(where: { !$0.isLetter && !$0.isDigit && $0 != 0x23 }),
    bytes[end] == UInt8(ascii: ";")
  else { return nil }
  let name = bytes[(start + 1)..<end]
  let scalar = name.first == UInt8(ascii: "#") ? numbered(name.dropFirst()) : named(name)
  return scalar.map { ($0, end + 1 - start) }
}

/// "#38", "#x26". What the reference cannot mean is U+FFFD; 128 to 159 mean Windows-1252, as on the web.
private func numbered(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
  let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
  let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
  guard !text.isEmpty, text.allSatisfy({ isHex ? $0.isHexDigit : $0.isASCII && $0.isNumber }) else { return nil }
  guard let value = UInt32(text, radix: isHex ? 16 : 10) else { return "\u{FFFD}" }
  if (0x80...0x9F).contains(value) { return windows1252[Int(value) - 0x80] }
  return Unicode.Scalar(value) ?? "\u{FFFD}"
}

private func named(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
  guard !name.isEmpty else { return nil }
  if name.elementsEqual("apos".utf8) { return "'" }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count + 1) { buffer in
    _ = buffer.initialize(from: name)
    buffer[name.count] = 0
    return htmlEntityLookup(buffer.baseAddress).flatMap { Unicode.Scalar($0.pointee.value) }
  }
}

/// What bytes 0x80 to 0x9F mean in Windows-1252, by the WHATWG's table.
let windows1252: [Unicode.Scalar] = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
