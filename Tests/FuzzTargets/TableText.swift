import Formats

@testable import Base

/// What a TOML text says, without the places where it says it: values by their paths, in no order.
struct TableText: Equatable {
  private var lines: [String] = []

  init(_ table: TOML.Table) {
    add(table, [])
    lines.sort()
  }

  private static func key(_ path: [String]) -> String {
    path.map { "\($0.utf8.count):\($0)" }.joined(separator: ".") + " "
  }

  private mutating func add(_ table: TOML.Table, _ path: [String]) {
    for entry in table.entries { add(entry.item.value, path + [entry.key]) }
    if !path.isEmpty { lines.append(Self.key(path) + "table") }
  }

  private mutating func add(_ value: TOML.Value, _ path: [String]) {
    switch value {
    case .string(let text): lines.append(Self.key(path) + "string " + text)
    case .integer(let number): lines.append(Self.key(path) + "integer \(number)")
    case .float(let number): lines.append(Self.key(path) + "float \(number)")
    case .boolean(let truth): lines.append(Self.key(path) + "boolean \(truth)")
    case .moment(let text): lines.append(Self.key(path) + "moment \(text)")
    case .table(let table): add(table, path)
    case .array(let items):
      lines.append(Self.key(path) + "array")
      for (index, item) in items.enumerated() { add(item.value, path + ["\(index)"]) }
    }
  }

  /// With one value more.
  func adding(_ path: [String], _ value: String) -> TableText {
    var text = self
    text.lines.append(Self.key(path) + value)
    text.lines.sort()
    return text
  }

  /// Without a value and all that is in it.
  func removing(_ path: [String]) -> TableText {
    var text = self
    let key = Self.key(path)
    let inside = key.dropLast() + "."
    text.lines.removeAll { $0.hasPrefix(key) || $0.hasPrefix(inside) }
    return text
  }
}
