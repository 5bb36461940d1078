internal import Base
internal import CXML2
internal import ScrollCore

/// The text of a bit of HTML as a reader would see it: tags are dropped, those that break a line leave a
/// blank, `<script>` and `<style>` go with what they hold, references are resolved. What is not HTML
/// ("5 < 6 & 7", "List<String>") stays as it is. Where it has no tags, only references
/// are resolved. The result is not clean yet; see `titleText`.
///
/// This is not libxml2's HTML parser, for that takes any "<" before a letter for a tag: of "Vec<T>" and
/// "<ada@example.org>" nothing would be left, and the text of a tag cannot be had back from it. Its tables serve.
func htmlText(_ source: String, hasTags: Bool = true) -> String {
  guard hasMarks(source) else { return source }
  var reader = HTMLReader(Array(source.utf8), hasTags: hasTags)
  return reader.text()
}

/// Whether there is anything in a text that tags and references begin with.
private func hasMarks(_ text: String) -> Bool {
  text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
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

/// Whether text still holds references or simple formatting after one unescaping.
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
  /// How many sections of CDATA have begun and not ended.
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
      // CDATA inside HTML inside a feed: its text counts.
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

  /// The position behind the next such text.
  private func find(_ text: StaticString, from start: Int) -> Int? {
    text.withUTF8Buffer { wanted in
      guard start + wanted.count <= bytes.count else { return nil }
      let found = (start...(bytes.count - wanted.count)).first { bytes[$0...].starts(with: wanted) }
      return found.map { $0 + wanted.count }
    }
  }
}

/// What is known of elements of HTML, wherever they stand.
enum HTMLElements {
  /// What stands in them is not shown. An `object` holds what is shown instead of it.
  static let silent: Set = ["script", "style", "iframe", "noscript", "template", "applet", "svg"]

  /// Whether it stands on lines of its own, or between them.
  static func isBreaking(_ name: String) -> Bool {
    htmlTagLookup(name)?.pointee.isinline == 0 || name == "br" || name == "img"
  }
}

/// A tag, as HTML reads one: `<` and a letter, `/` or `!`, up to `>` outside of quotes. An element that HTML does not have is
/// one where it looks used as such: it has a namespace, an attribute or a slash, or is closed somewhere. "Vec<T>" is text.
private struct Tag {
  let name: String
  let isClosing: Bool
  /// Whether it stands on lines of its own, or between them.
  let isBreaking: Bool
  /// The position behind it.
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

  /// Elements that libxml2's table, which is that of HTML 4, lacks, and that need no end.
  private static let newer: Set = ["wbr", "source", "track", "rp", "rt", "video", "audio", "main", "nav"]

  private static func nameEnd(_ bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { !$0.isLetter && !$0.isDigit && !":-_!".utf8.contains($0) } ?? bytes.count
  }

  /// The names of all elements that are closed somewhere.
  static func closedNames(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    for index in bytes.indices.dropLast()
    where bytes[index] == UInt8(ascii: "<") && bytes[index + 1] == UInt8(ascii: "/") {
      let end = nameEnd(bytes, from: index + 2)
      if end - index < 42 { names.insert(String(decoding: bytes[(index + 2)..<end], as: UTF8.self).lowercased()) }
    }
    return names
  }

  /// - Parameter mayBeCut: The text may end in the midst of its attributes.
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
    // A quote that is never closed is none.
    return first ?? (mayBeCut && bytes.count - start < 8192 && bytes[start...].contains(0x20) ? bytes.count : nil)
  }
}
