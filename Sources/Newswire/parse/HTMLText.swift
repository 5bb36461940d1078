internal import Base
internal import CXML2
internal import ScrollCore

/// Converts an HTML fragment to text as a reader would see it: removes tags, replaces line-breaking ones by a blank,
/// drops `<script>` and `<style>` with their content, and resolves references. Keeps text that is not HTML ("5 < 6 &
/// 7", "List<String>"). If `hasTags` is false it only resolves references. The result is not clean yet; see
/// `titleText`.
///
/// It does not use libxml2's HTML parser, which takes any "<" before a letter for a tag: of "Vec<T>" and
/// "<ada@example.org>" nothing would be left, and the source text is not available. It does use libxml2's tables.
func htmlText(_ source: String, hasTags: Bool = true) -> String {
  guard hasMarks(source) else { return source }
  var reader = HTMLReader(Array(source.utf8), hasTags: hasTags)
  return reader.text()
}

/// Whether a text has characters that start tags and references.
private func hasMarks(_ text: String) -> Bool {
  text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
}

/// Converts a feed's title to clean text. It may contain HTML, also escaped two or three times ("&amp;amp;",
/// "&lt;b&gt;") by programs that did not know that it was escaped already.
func titleText(_ source: String, limit: Int = 1000) -> String {
  // Cuts a huge title before anything expensive happens to it.
  let bounded = source.utf8.count > limit * 64 ? String(source.unicodeScalars.prefix(limit * 16)) : source
  var text = htmlText(bounded)
  for _ in 0..<2 where looksEscaped(text) { text = htmlText(text) }
  return TextCleaner.line(text, limit: limit)
}

/// Whether text still has references or simple formatting after unescaping once.
private func looksEscaped(_ text: String) -> Bool {
  guard hasMarks(text) else { return false }
  let bytes = Array(text.utf8)
  let closed = Tag.closedNames(in: bytes)
  return bytes.indices.contains { index in
    if bytes[index] == UInt8(ascii: "&") {
      return bytes.withUnsafeBufferPointer { reference(in: $0, at: index) } != nil
    }
    guard bytes[index] == UInt8(ascii: "<"), let tag = Tag(bytes, at: index, closed: closed) else { return false }
    return Tag.formatting.contains(tag.name) && (closed.contains(tag.name) || ["br", "img"].contains(tag.name))
  }
}

private struct HTMLReader {
  private let bytes: [UInt8]
  private let hasTags: Bool
  private var position = 0
  private var output: [UInt8] = []
  /// The number of open CDATA sections.
  private var openCDATA = 0
  private lazy var closed = Tag.closedNames(in: bytes)

  init(_ bytes: [UInt8], hasTags: Bool) { (self.bytes, self.hasTags) = (bytes, hasTags) }

  mutating func text() -> String {
    output.reserveCapacity(bytes.count)
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<") where hasTags: readMarkup()
      case UInt8(ascii: "&"): readReference()
      case UInt8(ascii: "]") where openCDATA > 0 && starts(with: "]]>"):
        position += 3
        openCDATA -= 1
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
    let found = bytes.withUnsafeBufferPointer { reference(in: $0, at: position, isStrict: !hasTags) }
    guard let found else { return keepByte() }
    output.append(contentsOf: found.text.utf8)
    position += found.length
  }

  private mutating func readMarkup() {
    if starts(with: "<!--") {
      position = find("-->", from: position + 4) ?? bytes.count
    } else if starts(with: "<?") {
      position = find(">", from: position + 2) ?? bytes.count
    } else if starts(with: "<![CDATA[") {
      // CDATA within HTML within a feed counts as text.
      position += 9
      openCDATA += 1
    } else if let tag = Tag(bytes, at: position, closed: closed) {
      position = tag.end
      if tag.isBreaking { output.append(UInt8(ascii: " ")) }
      if HTMLElements.silent.contains(tag.name), !tag.isClosing { skipContent(of: tag.name) }
    } else {
      keepByte()
    }
  }

  private mutating func skipContent(of name: String) {
    var from = position
    while let next = find("</", from: from) {
      from = next
      if let tag = Tag(bytes, at: next - 2, closed: []), tag.name == name {
        position = tag.end
        return
      }
    }
    position = bytes.count
  }

  private func starts(with text: StaticString) -> Bool { text.withUTF8Buffer { bytes[position...].starts(with: $0) } }

  /// The position after the next occurrence.
  private func find(_ text: StaticString, from start: Int) -> Int? {
    text.withUTF8Buffer { wanted in
      guard start + wanted.count <= bytes.count else { return nil }
      let found = (start...(bytes.count - wanted.count)).first { bytes[$0...].starts(with: wanted) }
      return found.map { $0 + wanted.count }
    }
  }
}

/// Properties of HTML elements.
enum HTMLElements {
  /// Elements with hidden content. An `object` contains its visible replacement.
  static let silent: Set = ["script", "style", "iframe", "noscript", "template", "applet", "svg"]

  /// Whether it breaks the line.
  static func isBreaking(_ name: String) -> Bool {
    htmlTagLookup(name)?.pointee.isinline == 0 || name == "br" || name == "img"
  }
}

/// A tag as in HTML: `<` and a letter, `/` or `!`, up to `>` outside of quotes. An element unknown to HTML counts if it
/// looks like one: it has a namespace, an attribute or a slash, or there is an end tag for it. "Vec<T>" is text.
private struct Tag {
  let name: String
  let isClosing: Bool
  /// Whether it breaks the line.
  let isBreaking: Bool
  /// The position after it.
  let end: Int

  static let formatting: Set = [
    "a", "b", "i", "u", "em", "strong", "span", "br", "p", "div", "font", "sup", "sub", "img", "code", "small",
    "strike",
    "s", "del", "ins", "q", "cite", "mark", "tt", "big", "abbr", "script", "style",
  ]
  init?(_ bytes: [UInt8], at start: Int, closed: Set<String>) {
    isClosing = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
    let nameStart = start + (isClosing ? 2 : 1)
    guard nameStart < bytes.count, bytes[nameStart].isLetter || bytes[nameStart] == UInt8(ascii: "!") else {
      return nil
    }
    let nameEnd = Self.nameEnd(bytes, from: nameStart)
    guard nameEnd - nameStart <= 40 else { return nil }
    if nameEnd < bytes.count, !bytes[nameEnd].isBlank, !"/>".utf8.contains(bytes[nameEnd]) { return nil }
    name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self).lowercased()
    let known = htmlTagLookup(name)
    isBreaking = HTMLElements.isBreaking(name)
    guard let end = Self.end(bytes, from: nameEnd, mayBeCut: known != nil) else { return nil }
    self.end = end
    let isUsed =
      name.contains { ":-!".contains($0) } || isClosing || closed.contains(name)
      || bytes[nameEnd..<end].contains { "=/".utf8.contains($0) }
    guard known != nil || isUsed || Self.newer.contains(name) else { return nil }
  }

  /// Elements missing in libxml2's table, which is that of HTML 4, and that need no end tag.
  private static let newer: Set = ["wbr", "source", "track", "rp", "rt", "video", "audio", "main", "nav"]

  private static func nameEnd(_ bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { !$0.isLetter && !$0.isDigit && !":-_!".utf8.contains($0) } ?? bytes.count
  }

  /// The names in all end tags.
  static func closedNames(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    for index in bytes.indices.dropLast()
    where bytes[index] == UInt8(ascii: "<") && bytes[index + 1] == UInt8(ascii: "/") {
      let end = nameEnd(bytes, from: index + 2)
      if end - index < 42 { names.insert(String(decoding: bytes[(index + 2)..<end], as: UTF8.self).lowercased()) }
    }
    return names
  }

  /// - Parameter mayBeCut: Whether the text may end within the tag's attributes.
  private static func end(_ bytes: [UInt8], from start: Int, mayBeCut: Bool) -> Int? {
    var quote: UInt8?
    var first: Int?
    for index in start..<min(bytes.count, start + 8192) {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">"), first == nil { first = index + 1 }
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
    // An unbalanced quote does not count.
    return first ?? (mayBeCut && bytes.count - start < 8192 && bytes[start...].contains(0x20) ? bytes.count : nil)
  }
}
