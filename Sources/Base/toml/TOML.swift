/// A TOML document (toml.io, version 1.0.0): what it holds, and where that stands in the text.
///
/// Reading takes time and memory in proportion to the text, and ends with an error that names the place where the text is
/// no TOML: nothing that a file holds ends the program. Tables keep their order.
package enum TOML {
  package enum Value {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date, a time or both (RFC 3339), as it is written.
    case moment(String)
    case array([Item])
    case table(Table)
  }

  /// A value and where it begins.
  package struct Item {
    package let value: Value
    package let place: TextPlace
  }

  /// A key with its value, and where the key stands.
  package struct Entry {
    package let key: String
    package let place: TextPlace
    package internal(set) var item: Item

    package init(key: String, place: TextPlace, item: Item) { (self.key, self.place, self.item) = (key, place, item) }
  }

  /// Keys and their values, in the order of the text.
  package final class Table {
    package internal(set) var entries: [Entry] = []
    private var places: [String: Int] = [:]
    /// How it came to be, which decides what may still be added to it.
    var origin: Origin

    enum Origin {
      /// On the way to another one: `[a.b]` makes `a`.
      case implied
      case header
      /// By a dotted key: `a.b = 1` makes `a`.
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

  /// The most that tables, arrays and the parts of a key may be nested.
  static let deepest = 64
}

extension TOML.Value {
  /// "a text", "a number", …
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
