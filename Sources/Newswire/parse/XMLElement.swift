internal import Base
internal import Glibc
internal import ScrollCore

/// A start tag, valid during the callback.
struct XMLElement {
  let name: XMLName
  let attributes: XMLAttributes

  /// A stored attribute.
  struct Attribute: Equatable {
    let name: String
    /// The namespace URI; empty for none.
    let space: String
    let value: String
  }

  /// The value of an attribute by its qualified name, ignoring case; `name` is in lower case.
  subscript(name: StaticString) -> String? { attributes[name] }
}

/// The name of an element, shared by nearly all elements of that name.
final class XMLName {
  /// The original name, with its prefix.
  let written: [UInt8]
  /// Without its prefix and in lower case, as some feeds misspell "pubDate".
  let local: String
  /// The namespace URI; empty for none. An undeclared prefix is its own namespace.
  let space: String
  /// An HTML element without an end tag, for feeds with HTML unescaped in XML.
  let isVoid: Bool
  /// The namespace declarations in scope.
  fileprivate let scope: Int
  /// Its meaning, set by `XMLFeed`.
  @exclusivity(unchecked) var meaning: ElementMeaning?

  fileprivate init(_ written: UnsafeBufferPointer<UInt8>, local: String, space: String, scope: Int) {
    self.written = Array(written)
    (self.local, self.space, self.scope) = (local, space, scope)
    isVoid = ["br", "hr", "img", "input", "wbr"].contains { written.elementsEqual($0.utf8) }
  }

  func isWritten(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    written.withUnsafeBufferPointer { areEqual($0, name) }
  }

  /// Whether elements of that name never nest, so that a new one ends the one before.
  static func endsPrevious(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    switch name.count {
    case 4: name.elementsEqual("item".utf8)
    case 5: name.elementsEqual("entry".utf8)
    default: false
    }
  }
}

private func areEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
  guard a.count == b.count, let a = a.baseAddress, let other = b.baseAddress else { return a.count == b.count }
  return memcmp(a, other, b.count) == 0
}

/// Looks up element names in the namespaces in scope.
struct XMLNames {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private struct Declaration {
    let prefix: [UInt8]
    let uri: String
    let depth: Int
    /// The scope around the declaring element.
    let outerScope: Int
  }

  private var declarations: [Declaration] = []
  private var scope = 0
  private var scopeCount = 0
  /// A cache of names, by a hash of the written form.
  private var known = [XMLName?](repeating: nil, count: 256)
  /// The limit for declarations in scope.
  private static let mostDeclarations = 200

  /// Declares the namespaces of an element.
  mutating func enter(_ attributes: XMLAttributes, depth: Int) {
    guard !attributes.isEmpty else { return }
    let outer = scope
    for (name, value) in attributes where name.starts(with: "xmlns".utf8) {
      let prefix = name.count > 6 ? Array(name[6...]) : []
      let isDefault = name.count == 5
      guard isDefault || name[5] == UInt8(ascii: ":") && !value.isEmpty,
        declarations.count < Self.mostDeclarations
      else { continue }
      let uri = XMLAttributes.text(of: value)
      declarations.append(Declaration(prefix: prefix, uri: uri, depth: depth, outerScope: outer))
      if scope == outer {
        scopeCount += 1
        scope = scopeCount
      }
    }
  }

  /// Drops the namespaces of the element at a depth.
  mutating func leave(depth: Int) {
    while let last = declarations.last, last.depth >= depth {
      scope = last.outerScope
      declarations.removeLast()
    }
  }

  mutating func find(_ written: UnsafeBufferPointer<UInt8>) -> XMLName {
    // FNV-1a
    let hash = written.reduce(UInt(truncatingIfNeeded: scope)) { ($0 ^ UInt($1)) &* 0x100_0000_01B3 }
    let slot = Int(hash & 255)
    if let name = known[slot], name.scope == scope, name.isWritten(written) { return name }
    let colon = written.firstIndex(of: UInt8(ascii: ":"))
    let prefix = Bytes(rebasing: written[..<(colon ?? 0)])
    let uri = declarations.last { $0.prefix.elementsEqual(prefix) }?.uri
    let local = String(decoding: written[(colon.map { $0 + 1 } ?? 0)...], as: UTF8.self).lowercased()
    let name = XMLName(written, local: local, space: uri ?? String(decoding: prefix, as: UTF8.self), scope: scope)
    known[slot] = name
    return name
  }
}

/// The attributes of a start tag in place, valid during the callback. Values are converted only on request, as most
/// tags have none that matter.
struct XMLAttributes: Sequence, IteratorProtocol {
  /// The rest of them.
  private var bytes: Slice<UnsafeBufferPointer<UInt8>>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  /// Returns the next name and value as written. A value may lack its quotes and its end.
  mutating func next() -> (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)? {
    bytes = bytes.drop { $0.isBlank || $0 == UInt8(ascii: "/") }
    guard !bytes.isEmpty else { return nil }
    let name = bytes.prefix { !$0.isBlank && $0 != UInt8(ascii: "=") }
    let rest = bytes[name.endIndex...].drop(while: \.isBlank)
    guard rest.first == UInt8(ascii: "=") else {
      bytes = bytes[name.endIndex...]
      return (UnsafeBufferPointer(rebasing: name), UnsafeBufferPointer(rebasing: bytes.prefix(0)))
    }
    bytes = rest.dropFirst().drop(while: \.isBlank)
    let value: Slice<UnsafeBufferPointer<UInt8>>
    if let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      value = bytes.dropFirst().prefix { $0 != quote }
      bytes = bytes[value.endIndex...].dropFirst()
    } else {
      value = bytes.prefix { !$0.isBlank }
      bytes = bytes[value.endIndex...]
    }
    return (UnsafeBufferPointer(rebasing: name), UnsafeBufferPointer(rebasing: value))
  }

  /// The value of the first attribute with a qualified name, ignoring case; `name` is in lower case.
  subscript(name: StaticString) -> String? {
    value { written in
      name.withUTF8Buffer { name in
        written.count == name.count && zip(written, name).allSatisfy { $0.lowercasedASCII == $1 }
      }
    }
  }

  /// The value of the first attribute of that name in any namespace, or in none.
  func inAnySpace(_ name: StaticString) -> String? {
    value { written in
      let start = written.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0
      return name.withUTF8Buffer { written[start...].elementsEqual($0) }
    }
  }

  private func value(where isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> String? {
    guard !isEmpty else { return nil }
    return first { isWanted($0.name) }.map { Self.text(of: $0.value) }
  }

  /// Converts a value: resolves references, and replaces line ends by spaces.
  static func text(of value: UnsafeBufferPointer<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(value.count)
    var index = 0
    while index < value.count {
      let byte = value[index]
      if byte == UInt8(ascii: "&"), let found = reference(in: value, at: index) {
        text += found.text.withControlStandIns.utf8
        index += found.length
        continue
      }
      text.append(byte < 0x20 ? 0x20 : byte)
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether XML forbids it: ASCII control characters except tab and line ends.
  var isControl: Bool { self < 0x20 && self != 0x0A && self != 0x09 && self != 0x0D }
}

extension String {
  /// Replaces the characters that XML forbids by private ones, with which `TextCleaner` can drop whole escape
  /// sequences.
  var withControlStandIns: String {
    let isPlain = unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value & 0xFFFE != 0xFFFE }
    if isPlain { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.value < 0x20, !["\t", "\n", "\r"].contains(scalar) {
        Unicode.Scalar(TextCleaner.controlStandIn + scalar.value).map { text.unicodeScalars.append($0) }
      } else if scalar.value & 0xFFFE != 0xFFFE {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
