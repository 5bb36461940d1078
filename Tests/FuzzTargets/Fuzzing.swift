/// Something that takes bytes from outside, and what has to be true of what it makes of them. That it neither traps nor
/// hangs is true of all.
package struct FuzzTarget: Sendable {
  /// As `make fuzz FUZZ=…` takes it; its corpus is in the folder of that name.
  package let name: String
  /// Bytes of an input at most.
  package let longest: Int
  /// - Throws: `Broken` where something is not true that has to be.
  package let check: @Sendable (_ bytes: [UInt8]) throws -> Void

  init(_ name: String, longest: Int = 2048, _ check: @escaping @Sendable ([UInt8]) throws -> Void) {
    (self.name, self.longest, self.check) = (name, longest, check)
  }

  /// All of them, in the order in which `make fuzz` runs them.
  package static let all: [FuzzTarget] =
    feeds + alerts + rows + brokers + documents + texts + values + controls + markups + models

  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// What is not true that has to be.
package struct Broken: Error, CustomStringConvertible {
  package let description: String
}

func hold(_ condition: Bool, _ reason: @autoclosure () -> String) throws(Broken) {
  if !condition { throw Broken(description: reason()) }
}

/// Reads bytes as numbers, words and texts; beyond their end all is zero and empty.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> Int { rest.popFirst().map(Int.init) ?? 0 }

  /// One of so many numbers, from 0.
  mutating func number(below limit: Int) -> Int { limit > 0 ? byte() % limit : 0 }

  mutating func isTrue() -> Bool { byte() & 1 == 1 }

  /// A text of up to 32 bytes, and seldom one of up to 2000.
  mutating func text() -> String {
    let sign = byte()
    let count = sign == 255 ? byte() * 8 : sign % 33
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// What is left.
  mutating func remainder() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}

/// What is wrong with a text that is said to be clean; nil for nothing.
func dirt(in text: String) -> Unicode.Scalar? {
  text.unicodeScalars.first {
    $0.value < 0x20 || 0x7F...0x9F ~= $0.value || 0x2028...0x202E ~= $0.value
  }
}

func holdClean(_ text: String?, _ name: String) throws(Broken) {
  guard let text, let scalar = dirt(in: text) else { return }
  throw Broken(description: "\(name) has U+\(String(scalar.value, radix: 16)) in it: \(text.debugDescription)")
}

/// Hands bytes over in pieces whose sizes follow from a number.
func inPieces(_ bytes: [UInt8], _ size: Int, _ take: (UnsafeRawBufferPointer) -> Void) {
  bytes.withUnsafeBytes { all in
    for start in stride(from: 0, to: all.count, by: max(1, size)) {
      take(UnsafeRawBufferPointer(rebasing: all[start..<min(all.count, start + max(1, size))]))
    }
  }
}

/// A number that is the same for the same bytes in every run.
func checksum(_ bytes: [UInt8]) -> Int { bytes.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } }
