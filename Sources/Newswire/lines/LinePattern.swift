package import Base
internal import CPCRE2
internal import Synchronization

/// A regular expression that extracts a part of a line: the match of its first group, or the whole match
/// (`pcre2pattern(3)`).
///
/// Matching ends: an expression that would try for ever, as `(a+)+$` does, matches nothing once it has tried often enough.
package final class LinePattern: Sendable, Equatable {
  /// The original text.
  package let text: String
  /// The named groups, by their numbers. Several groups may have one name.
  package let groupNames: [(number: Int, name: String)]
  private let compiled: Mutex<(code: OpaquePointer, limits: OpaquePointer?)>

  /// The limit for backtracking; a few milliseconds.
  private static let mostTries: UInt32 = 100_000
  /// In kilobytes.
  private static let mostMemory: UInt32 = 4096
  /// The limit for an expression, and for the examined start of a line, in bytes.
  package static let longestLine = 1 << 16
  private static let longestPattern = 4096

  /// - Throws: `Failure` with the position of the error in the expression, counted from 1.
  package init(_ text: String) throws(Failure) {
    self.text = text
    let pattern = Array(text.utf8)
    guard pattern.count <= Self.longestPattern else {
      throw Failure(of: "the expression", reason: "is too long (at most \(Self.longestPattern) bytes)")
    }
    var (error, offset): (Int32, Int) = (0, 0)
    let options =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C) | UInt32(PCRE2_DUPNAMES)
    guard let code = pcre2_compile_8(pattern, pattern.count, options, &error, &offset, nil) else {
      var message = [UInt8](repeating: 0, count: 256)
      pcre2_get_error_message_8(error, &message, message.count)
      let reason = String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
      let place = String(decoding: pattern.prefix(offset), as: UTF8.self).count + 1
      throw Failure(of: "'\(text)' is not a regular expression", reason: "\(reason) (character \(place))")
    }
    let limits = pcre2_match_context_create_8(nil)
    pcre2_set_match_limit_8(limits, Self.mostTries)
    pcre2_set_heap_limit_8(limits, Self.mostMemory)
    groupNames = Self.names(in: code)
    compiled = Mutex((code, limits))
  }

  /// The table of names: entries of one size, each a number in two bytes and a name that ends with a zero.
  private static func names(in code: OpaquePointer) -> [(number: Int, name: String)] {
    var (count, size): (UInt32, UInt32) = (0, 0)
    var table: UnsafePointer<UInt8>?
    guard pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count) == 0, count > 0,
      pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size) == 0, size > 2,
      pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table) == 0, let table
    else { return [] }
    let bytes = UnsafeBufferPointer(start: table, count: Int(count) * Int(size))
    return (0..<Int(count)).map { i in
      let entry = bytes[i * Int(size)..<(i + 1) * Int(size)]
      let name = String(decoding: entry.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
      return (Int(entry[entry.startIndex]) << 8 | Int(entry[entry.startIndex + 1]), name)
    }.sorted { $0.number < $1.number }
  }

  package static func == (a: LinePattern, b: LinePattern) -> Bool { a.text == b.text }

  deinit {
    compiled.withLock { compiled in
      pcre2_match_context_free_8(compiled.limits)
      pcre2_code_free_8(compiled.code)
    }
  }

  /// Returns the matching part of the line, or nil. Invalid UTF-8 matches as U+FFFD.
  package func part(of line: String) -> Substring? {
    guard let groups = groups(of: line) else { return nil }
    // An unset first group does not count.
    return groups.count > 1 ? groups[1] ?? groups[0] : groups[0]
  }

  /// Returns the whole match and those of the groups; nil for a group that has no part in it, and for a line that does
  /// not match.
  func groups(of line: String) -> [Substring?]? {
    compiled.withLock { Self.groups(of: line, by: $0.code, limits: $0.limits) }
  }

  private static func groups(of line: String, by code: OpaquePointer, limits: OpaquePointer?) -> [Substring?]? {
    guard let data = pcre2_match_data_create_from_pattern_8(code, nil) else { return nil }
    defer { pcre2_match_data_free_8(data) }
    var line = line
    let count = line.withUTF8 { bytes in
      var end = min(bytes.count, Self.longestLine)
      while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      return pcre2_match_8(code, bytes.baseAddress, end, 0, 0, data, limits)
    }
    guard count > 0, let ends = pcre2_get_ovector_pointer_8(data) else { return nil }
    let utf8 = line.utf8
    let groups = (0..<Int(count)).map { group -> Substring? in
      let (low, high) = (ends[2 * group], ends[2 * group + 1])
      // PCRE2_UNSET is the greatest number in C, and -1 here.
      guard low >= 0, low <= high, high <= utf8.count else { return nil }
      let start = utf8.index(utf8.startIndex, offsetBy: low)
      return line[start..<utf8.index(start, offsetBy: high - low)]
    }
    return groups[0] == nil ? nil : groups
  }
}
