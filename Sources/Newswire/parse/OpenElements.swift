internal import Glibc

/// The names of the elements that are open at a place in an XML document, the outermost first.
struct OpenElements {
  typealias Name = UnsafeBufferPointer<UInt8>

  /// Where each name ends in `names`; the first one begins at 0.
  private var ends: [Int] = []
  /// The names, one behind another; what stands behind the last one is of elements that are closed.
  private var names: [UInt8] = []

  var isEmpty: Bool { ends.isEmpty }
  var count: Int { ends.count }
  /// The innermost one's.
  var name: ArraySlice<UInt8> { names[range(of: ends.count - 1)] }

  mutating func append(_ name: Name) {
    let start = ends.last ?? 0
    if names.count < start + name.count {
      names.append(contentsOf: repeatElement(0, count: start + name.count - names.count))
    }
    names.withUnsafeMutableBufferPointer { names in
      _ = UnsafeMutableBufferPointer(rebasing: names[start..<start + name.count]).update(fromContentsOf: name)
    }
    ends.append(start + name.count)
  }

  mutating func removeLast() { ends.removeLast() }

  /// The number of bytes of the innermost one's name; 0 where none is open.
  var nameLength: Int { range(of: ends.count - 1).count }

  /// Whether the innermost one has that name.
  func isInnermost(_ name: Name) -> Bool { has(name, at: ends.count - 1) }

  /// The depth of the innermost one with that name, from 0; nil where there is none.
  func depth(of name: Name) -> Int? {
    guard let first = name.first else { return nil }
    // Floods of stray end tags cost little: most names differ in their first byte already.
    return names.withUnsafeBufferPointer { names in
      var depth = ends.count - 1
      while depth >= 0 {
        let start = depth > 0 ? ends[depth - 1] : 0
        if names[start] == first, has(name, at: depth) { return depth }
        depth -= 1
      }
      return nil
    }
  }

  private func range(of depth: Int) -> Range<Int> {
    guard depth >= 0 else { return 0..<0 }
    return (depth > 0 ? ends[depth - 1] : 0)..<ends[depth]
  }

  private func has(_ name: Name, at depth: Int) -> Bool {
    let range = range(of: depth)
    guard range.count == name.count, !name.isEmpty else { return false }
    return names.withUnsafeBufferPointer { names in
      guard let start = names.baseAddress, let other = name.baseAddress else { return false }
      return memcmp(start + range.lowerBound, other, range.count) == 0
    }
  }
}

/// What is known of an element by its name.
enum ElementKind {
  /// HTML's elements without an end tag, for those who put HTML into XML as it is.
  case void
  /// Never inside itself: the one before was not closed.
  case record
  case other

  init(_ name: UnsafeBufferPointer<UInt8>) {
    func isCalled(_ other: StaticString) -> Bool {
      guard name.count == other.utf8CodeUnitCount, let start = name.baseAddress else { return false }
      return memcmp(start, other.utf8Start, name.count) == 0
    }
    switch name.first {
    case UInt8(ascii: "i"): self = isCalled("item") ? .record : isCalled("img") || isCalled("input") ? .void : .other
    case UInt8(ascii: "e"): self = isCalled("entry") ? .record : .other
    case UInt8(ascii: "b"): self = isCalled("br") ? .void : .other
    case UInt8(ascii: "h"): self = isCalled("hr") ? .void : .other
    case UInt8(ascii: "w"): self = isCalled("wbr") ? .void : .other
    default: self = .other
    }
  }
}
