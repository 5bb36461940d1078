internal import Base
internal import ScrollCore

/// Converts an HTML fragment to text as a reader would see it: removes tags, replaces line-breaking ones by a blank,
/// drops `<script>` and `<style>` with their content, and resolves references. Keeps text that is not HTML ("5 < 6 &
/// 7", "List<String>", "the <head> element"). If `hasTags` is false it only resolves references. The result is not clean
/// yet; see `titleText`.
///
/// It does not use libxml2's HTML parser, which takes any "<" before a letter for a tag: of "Vec<T>" and
/// "<ada@example.org>" nothing would be left, and the source text is not available. It does use libxml2's tables.
///
/// - Parameters:
///   - isTitle: Whether it is a title, in which a tag without its end tag is rather a mention.
///   - isCut: Whether its end is missing.
func htmlText(_ source: String, hasTags: Bool = true, isTitle: Bool = true, isCut: Bool = false) -> String {
  guard hasMarks(source) else { return source }
  var reader = HTMLReader(Array(source.utf8), hasTags: hasTags, isTitle: isTitle, isCut: isCut)
  return reader.text()
}

/// Whether a text has characters that start tags and references.
private func hasMarks(_ text: String) -> Bool {
  text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
}

/// Converts a feed's title, or another text of it, to clean text. It may contain HTML, also escaped two or three times
/// ("&amp;amp;", "&lt;b&gt;") by programs that did not know that it was escaped already.
func titleText(_ source: String, limit: Int = 1000, isTitle: Bool = true) -> String {
  // Cuts a huge title before anything expensive happens to it.
  let isCut = source.utf8.count > limit * 64
  let bounded = isCut ? String(source.unicodeScalars.prefix(limit * 16)) : source
  var text = htmlText(bounded, isTitle: isTitle, isCut: isCut)
  for _ in 0..<2 where looksEscaped(text) { text = htmlText(text, isTitle: isTitle, isCut: isCut) }
  return TextCleaner.line(text, limit: limit)
}

/// Whether text still has references or simple formatting after unescaping once.
private func looksEscaped(_ text: String) -> Bool {
  guard hasMarks(text) else { return false }
  let bytes = Array(text.utf8)
  let hasReference = bytes.indices.contains { index in
    bytes[index] == UInt8(ascii: "&") && bytes.withUnsafeBufferPointer { reference(in: $0, at: index) } != nil
  }
  return hasReference
    || HTMLTags(bytes, HTMLEndings(bytes, isCut: false), isTitle: true, isCut: false).areFormatting(bytes)
}

private struct HTMLReader {
  private let bytes: [UInt8]
  private let hasTags: Bool
  private let isCut: Bool
  private var position = 0
  private var output: [UInt8] = []
  private let endings: HTMLEndings
  /// The number of open CDATA sections.
  private var openCDATA = 0
  /// The tags from here on, the last one first.
  private var tags: [HTMLTag] = []
  /// Where the raised and lowered texts begin that are open.
  private var raised: [(name: String, start: Int)] = []

  init(_ bytes: [UInt8], hasTags: Bool, isTitle: Bool, isCut: Bool) {
    (self.bytes, self.hasTags, self.isCut) = (bytes, hasTags, isCut)
    endings = HTMLEndings(bytes, isCut: isCut)
    if hasTags { tags = HTMLTags(bytes, endings, isTitle: isTitle, isCut: isCut).used.reversed() }
  }

  mutating func text() -> String {
    output.reserveCapacity(bytes.count)
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<") where hasTags: readMarkup()
      case UInt8(ascii: "]") where openCDATA > 0 && closeCDATA(): break
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
    let found = bytes.withUnsafeBufferPointer { reference(in: $0, at: position, isStrict: !hasTags) }
    guard let found else { return keepByte() }
    output.append(contentsOf: found.text.utf8)
    position += found.length
  }

  private mutating func readMarkup() {
    while let next = tags.last, next.start < position { tags.removeLast() }
    if let tag = tags.last, tag.start == position {
      read(tag)
    } else if let end = endings.endOfAside(bytes, at: position) {
      position = end
    } else if bytes[position...].starts(with: Self.opening), endings.haveData(from: position) {
      // CDATA within HTML within a feed counts as text.
      position += Self.opening.count
      openCDATA += 1
    } else {
      keepByte()
    }
  }

  private mutating func read(_ tag: HTMLTag) {
    position = tag.end
    if tag.isBreaking { output.append(UInt8(ascii: " ")) }
    switch tag.name {
    case "sup", "sub":
      guard tag.isPaired else { break }
      if !tag.isClosing {
        raised.append((tag.name, output.count))
      } else if let place = raised.lastIndex(where: { $0.name == tag.name }) {
        raise(&output, from: raised[place].start, isLowered: tag.name == "sub")
        raised.removeSubrange(place...)
      }
    case _ where HTMLElements.silent.contains(tag.name) && !tag.isClosing && (tag.isPaired || isCut):
      // Its end tag is the next one.
      tags.removeLast()
      position = tags.last?.end ?? bytes.count
    default: break
    }
  }

  private static let opening = Array("<![CDATA[".utf8)

  private mutating func closeCDATA() -> Bool {
    for ending in ["]]>", "]]&gt;"] where bytes[position...].starts(with: ending.utf8) {
      position += ending.utf8.count
      openCDATA -= 1
      return true
    }
    return false
  }
}

/// Raises or lowers the end of a text in UTF-8, if that is a number: 10<sup>6</sup> is 10⁶ and not 106. What Unicode does
/// not have raised stands after a "^" where it would join a number otherwise.
func raise(_ text: inout [UInt8], from start: Int, isLowered: Bool) {
  let (plain, other) = isLowered ? (lowerable, lowered) : (raisable, raised)
  let part = String(decoding: text[start...], as: UTF8.self)
  guard part.utf8.count <= 20, part.utf8.contains(where: \.isDigit) || ["n", "i"].contains(part) else { return }
  let places = part.map { plain.firstIndex(of: $0) }
  if !places.contains(nil) {
    text.replaceSubrange(start..., with: String(places.compactMap { $0.map { other[$0] } }).utf8)
  } else if !isLowered, start > 0, text[start - 1].isDigit {
    text.insert(UInt8(ascii: "^"), at: start)
  }
}

private let raisable = Array("0123456789+-−=()in")
private let raised = Array("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ")
private let lowerable = Array("0123456789+-−=()")
private let lowered = Array("₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
