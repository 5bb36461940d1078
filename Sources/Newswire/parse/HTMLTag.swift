internal import Base
internal import CXML2

/// Properties of HTML elements.
enum HTMLElements {
  /// Elements with hidden content. An `object` contains its visible replacement.
  static let silent: Set = ["script", "style", "iframe", "noscript", "template", "applet", "svg"]
  /// Elements without content and end tag.
  fileprivate static let void: Set = [
    "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]
  /// The void elements that mean something without an attribute.
  fileprivate static let bare: Set = ["br", "hr", "wbr"]
  fileprivate static let formatting: Set = [
    "a", "b", "i", "u", "em", "strong", "span", "br", "p", "div", "font", "sup", "sub", "img", "code", "small",
    "strike",
    "s", "del", "ins", "q", "cite", "mark", "tt", "big", "abbr", "script", "style",
  ]
  /// Elements missing in libxml2's table, which is that of HTML 4, and that need no end tag.
  private static let newer: Set = ["wbr", "source", "track", "rp", "rt", "video", "audio", "main", "nav"]

  fileprivate static func isKnown(_ name: String) -> Bool { htmlTagLookup(name) != nil || newer.contains(name) }

  /// Whether it breaks the line.
  static func isBreaking(_ name: String) -> Bool {
    htmlTagLookup(name)?.pointee.isinline == 0 || name == "br" || name == "img"
  }
}

/// What looks like a tag of HTML: `<` and a letter, `/` or `!`, up to `>` outside of quotes.
struct HTMLTag {
  /// What follows its name.
  fileprivate enum Attributes {
    case none
    /// Names alone, as in `<input disabled>`.
    case names
    /// At least one name with a value, or a slash at the end.
    case values
    /// What cannot be attributes, as in "i<u && v>w".
    case text
  }

  let name: String
  let isClosing: Bool
  let start: Int
  /// The position after it.
  let end: Int
  fileprivate let attributes: Attributes
  /// Whether the text ends within it.
  private let isCut: Bool
  /// Whether an end tag and a start tag belong together.
  fileprivate(set) var isPaired = false

  /// Whether it breaks the line.
  var isBreaking: Bool { HTMLElements.isBreaking(name) }

  fileprivate init?(_ bytes: [UInt8], at start: Int) {
    self.start = start
    isClosing = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
    let nameStart = start + (isClosing ? 2 : 1)
    guard nameStart < bytes.count, bytes[nameStart].isLetter || bytes[nameStart] == UInt8(ascii: "!") else {
      return nil
    }
    let nameEnd =
      bytes[nameStart...].firstIndex { !$0.isLetter && !$0.isDigit && !":-_!".utf8.contains($0) } ?? bytes.count
    guard nameEnd - nameStart <= 40 else { return nil }
    if nameEnd < bytes.count, !bytes[nameEnd].isBlank, !"/>".utf8.contains(bytes[nameEnd]) { return nil }
    name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self).lowercased()
    // "<https://example.org>" and "<urn:isbn:1>" are addresses.
    guard name.last != ":", name.utf8.count(where: { $0 == UInt8(ascii: ":") }) < 2 else { return nil }
    guard let found = Self.end(bytes, from: nameEnd, mayBeCut: HTMLElements.isKnown(name)) else { return nil }
    (end, isCut) = (found.end, found.isCut)
    attributes = Self.attributes(bytes[nameEnd..<(isCut ? end : end - 1)])
  }

  private static func end(_ bytes: [UInt8], from start: Int, mayBeCut: Bool) -> (end: Int, isCut: Bool)? {
    var quote: UInt8?
    var first: Int?
    for index in start..<min(bytes.count, start + 8192) {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">"), first == nil { first = index + 1 }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return (index + 1, false)
      } else if byte == UInt8(ascii: "<") {
        return nil
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), bytes[index - 1] == UInt8(ascii: "=") {
        quote = byte
      }
    }
    // An unbalanced quote does not count.
    if let first { return (first, false) }
    return mayBeCut && bytes.count - start < 8192 && bytes[start...].contains(0x20) ? (bytes.count, true) : nil
  }

  private static func attributes(_ bytes: ArraySlice<UInt8>) -> Attributes {
    var rest = bytes.drop(while: \.isBlank)
    var found = Attributes.none
    while let first = rest.first {
      if first == UInt8(ascii: "/") {
        found = .values
        rest = rest.dropFirst().drop(while: \.isBlank)
        continue
      }
      guard first.isLetter || "_:@".utf8.contains(first) else { return found == .values ? .values : .text }
      rest = rest.drop { $0.isLetter || $0.isDigit || "_:@-.".utf8.contains($0) }
      let value = rest.drop(while: \.isBlank)
      guard value.first == UInt8(ascii: "=") else {
        guard rest.isEmpty || rest.first?.isBlank == true || rest.first == UInt8(ascii: "/") else {
          return found == .values ? .values : .text
        }
        if found == .none { found = .names }
        rest = value
        continue
      }
      found = .values
      rest = Self.afterValue(value.dropFirst().drop(while: \.isBlank)).drop(while: \.isBlank)
    }
    return found
  }

  private static func afterValue(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return bytes.drop { !$0.isBlank }
    }
    return bytes.dropFirst().drop { $0 != quote }.dropFirst()
  }

  /// Whether it is a tag, or else only mentioned in a text, and so a part of it.
  ///
  /// - Parameter isTitle: Whether the text is a title, which rarely has tags and often speaks of them. Other texts may lack the
  ///   end tags that HTML does not require, or may have been cut before them.
  fileprivate func isUsed(in bytes: [UInt8], isTitle: Bool) -> Bool {
    let isKnown = HTMLElements.isKnown(name)
    if isPaired || attributes == .values { return true }
    if isCut { return !isTitle && attributes == .names }
    if attributes == .text { return false }
    let before = start > 0 ? bytes[start - 1] : 0x20
    let isApart = before.isBlank || "\"'(".utf8.contains(before)
    if name.contains(where: { ":-!".contains($0) }) { return !isTitle }
    if isClosing { return !isTitle || !isApart }
    guard isKnown, !HTMLElements.silent.contains(name) else { return false }
    if HTMLElements.void.contains(name) { return !isTitle || HTMLElements.bare.contains(name) }
    if isBreaking, !isTitle { return true }
    // "<b>Breaking" is a tag, and so is "One<p>two"; "Option<i>", "the <b> tag" and "a<b>c" are not.
    let next = end < bytes.count ? bytes[end] : 0x20
    let isBeforeText = next.isLetter || next.isDigit || next >= 0x80 || "<&".utf8.contains(next)
    let isWithin = before.isLetter || before.isDigit
    return isBeforeText && attributes == .none && (isBreaking || !isTitle || !isWithin)
  }
}

/// The tags of a text in order.
struct HTMLTags {
  /// The tags that are used as such.
  private(set) var used: [HTMLTag] = []

  /// - Parameters:
  ///   - isTitle: Whether the text is a title.
  ///   - isCut: Whether its end is missing, so that what is open there hides the rest.
  init(_ bytes: [UInt8], _ endings: HTMLEndings, isTitle: Bool, isCut: Bool) {
    var all: [HTMLTag] = []
    var endless: Set<String> = []
    var open: [String: [Int]] = [:]
    var index = bytes.startIndex
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<"), let tag = HTMLTag(bytes, at: index) else {
        index = bytes[index] == UInt8(ascii: "<") ? endings.endOfAside(bytes, at: index) ?? index + 1 : index + 1
        continue
      }
      index = tag.end
      if tag.isClosing {
        if let start = open[tag.name]?.popLast() {
          all[start].isPaired = true
          all.append(tag)
          all[all.count - 1].isPaired = true
          continue
        }
      } else if !HTMLElements.void.contains(tag.name) {
        open[tag.name, default: []].append(all.count)
        if HTMLElements.silent.contains(tag.name), !endless.contains(tag.name) {
          if let end = Self.endOfContent(of: tag, bytes) { index = end } else { endless.insert(tag.name) }
          if isCut, endless.contains(tag.name) { index = bytes.count }
        }
      }
      all.append(tag)
    }
    used = all.filter { $0.isUsed(in: bytes, isTitle: isTitle) || isCut && HTMLElements.silent.contains($0.name) }
  }

  /// Whether there is simple formatting, as of a text that was escaped once too often.
  func areFormatting(_ bytes: [UInt8]) -> Bool {
    used.contains { tag in
      guard HTMLElements.formatting.contains(tag.name) else { return false }
      if tag.isPaired { return true }
      // A "<br>" between blanks is mentioned.
      let isApart =
        (tag.start == 0 || bytes[tag.start - 1].isBlank) && (tag.end == bytes.count || bytes[tag.end].isBlank)
      return ["br", "img"].contains(tag.name) && !isApart
    }
  }

  /// The position of the end tag after hidden content; nil if there is none.
  private static func endOfContent(of tag: HTMLTag, _ bytes: [UInt8]) -> Int? {
    var index = tag.end
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), let end = HTMLTag(bytes, at: index), end.isClosing, end.name == tag.name {
        return index
      }
      index += 1
    }
    return nil
  }
}

/// What ends comments, instructions and CDATA sections: without an end, their beginning is only mentioned.
struct HTMLEndings {
  /// The last places of "-->", ">" and "]]>", which may be escaped.
  private let comment, instruction, data: Int?
  private let count: Int?

  /// - Parameter isCut: Whether the end of the text is missing.
  init(_ bytes: [UInt8], isCut: Bool) {
    let hasDeclarations = zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "<") && "!?".utf8.contains($1) }
    count = isCut ? bytes.count : nil
    comment = hasDeclarations ? bytes.last(of: "-->") : nil
    instruction = hasDeclarations ? bytes.lastIndex(of: UInt8(ascii: ">")) : nil
    data = hasDeclarations ? [bytes.last(of: "]]>"), bytes.last(of: "]]&gt;")].compactMap(\.self).max() : nil
  }

  /// The position after the comment or instruction that begins there; nil if none does.
  func endOfAside(_ bytes: [UInt8], at start: Int) -> Int? {
    let rest = bytes[start...]
    if rest.starts(with: "<!--".utf8) {
      return comment.map { $0 < start + 4 } ?? true ? count : bytes.end(of: "-->", from: start + 4)
    }
    guard rest.starts(with: "<?".utf8) else { return nil }
    return instruction.map { $0 < start } ?? true ? count : bytes.end(of: ">", from: start + 2)
  }

  /// Whether a CDATA section that begins there ends, or is the whole text.
  func haveData(from start: Int) -> Bool { start == 0 || count != nil || data.map { $0 > start } ?? false }
}

extension [UInt8] {
  /// The position after the next occurrence of a text.
  fileprivate func end(of text: StaticString, from start: Int) -> Int? {
    text.withUTF8Buffer { wanted in
      guard start + wanted.count <= count else { return nil }
      let found = (start...(count - wanted.count)).first { self[$0...].starts(with: wanted) }
      return found.map { $0 + wanted.count }
    }
  }

  /// The place of the last occurrence of a text.
  fileprivate func last(of text: StaticString) -> Int? {
    text.withUTF8Buffer { wanted in
      guard wanted.count <= count else { return nil }
      return (0...(count - wanted.count)).last { self[$0...].starts(with: wanted) }
    }
  }
}
