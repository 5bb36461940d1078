package import Base

/// A TOML document (toml.io, version 1.0.0): its values and their places in the text.
///
/// Parsing takes linear time and memory. An invalid document throws an error with the place, and never traps. Tables
/// keep their order.
package enum TOML {
  package enum Value {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date, a time or both (RFC 3339), as written.
    case moment(String)
    case array([Item])
    case table(Table)
  }

  /// A value with its place.
  package struct Item {
    package let value: Value
    package let place: TextPlace
  }

  /// A key with its value and place.
  package struct Entry {
    package let key: String
    package let place: TextPlace
    package internal(set) var item: Item

    package init(key: String, place: TextPlace, item: Item) { (self.key, self.place, self.item) = (key, place, item) }
  }

  /// Keys and values, in the order of the text.
  package final class Table {
    package internal(set) var entries: [Entry] = []
    private var places: [String: Int] = [:]
    /// How it was defined, which decides what may be added to it.
    var origin: Origin

    enum Origin {
      /// Implied by another one: `[a.b]` defines `a`.
      case implied
      case header
      /// Defined by a dotted key: `a.b = 1` defines `a`.
      case dotted
      case inline
    }

    init(_ origin: Origin) { self.origin = origin }

    package subscript(key: String) -> Item? { places[key].map { entries[$0].item } }

    func add(_ entry: Entry) {
      places[entry.key] = entries.count
      entries.append(entry)
    }

    func replace(_ key: String, by item: Item) {
      if let place = places[key] { entries[place].item = item }
    }
  }

  /// The limit for nesting tables, arrays and the parts of a key.
  static let deepest = 64
}

extension TOML.Value {
  /// A name of its type for messages: "a text", "a number", …
  package var kind: String {
    switch self {
    case .string: "a text"
    case .integer, .float: "a number"
    case .boolean: "true or false"
    case .moment: "a date or time"
    case .array: "a list"
    case .table: "a table"
    }
  }
}
