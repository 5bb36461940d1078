internal import Base
internal import CXML2

/// The attributes of a start tag where libxml2 keeps them, as long as the tag is being taken. Most tags have none that
/// anybody asks for, and a text is made of a value alone that somebody does.
struct XMLAttributes {
  private typealias Text = UnsafePointer<xmlChar>

  /// Five texts each: name, prefix, URI, start of the value, its end (`startElementNsSAX2Func`).
  private let fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  private let count: Int
  /// Bytes of a value that count.
  private static let longestValue = 8192

  init(_ fields: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
    (self.fields, self.count) = (fields, fields == nil ? 0 : count)
  }

  var isEmpty: Bool { count == 0 }

  /// The value of the first attribute without a namespace that is called so, whatever its case; `name` is in lower case.
  subscript(name: StaticString) -> String? {
    value { field in field[1] == nil && field[2] == nil && Self.matches(field[0], name, ignoringCase: true) }
  }

  /// The value of `xml:base` and the like.
  func xml(_ name: StaticString) -> String? {
    value { field in Self.matches(field[0], name) && Self.matches(field[1], "xml") }
  }

  /// The value of the first attribute that is called so, of any namespace.
  func inAnySpace(_ name: StaticString) -> String? { value { field in Self.matches(field[0], name) } }

  private func value(where isWanted: (UnsafeMutablePointer<Text?>) -> Bool) -> String? {
    guard let fields else { return nil }
    for index in 0..<count {
      let field = fields.advanced(by: index * 5)
      guard isWanted(field), let start = field[3], let end = field[4] else { continue }
      return String(
        decoding: UnsafeBufferPointer(start: start, count: min(end - start, Self.longestValue)), as: UTF8.self)
    }
    return nil
  }

  private static func matches(_ text: Text?, _ name: StaticString, ignoringCase: Bool = false) -> Bool {
    guard let text else { return false }
    return name.withUTF8Buffer { name in
      for (index, byte) in name.enumerated()
      where (ignoringCase ? text[index].lowercasedASCII : text[index]) != byte { return false }
      return text[name.count] == 0
    }
  }
}
