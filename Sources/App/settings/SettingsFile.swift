internal import Base
internal import Formats
internal import ScrollCore
internal import Windows

/// A TOML file whose keys are properties. Errors have file, line and column.
protocol SettingsFile {
  var file: String { get }

  /// Reads a part of the file, beside which others are valid.
  func attempt(_ part: () throws(Failure) -> Void) throws(Failure)
}

extension SettingsFile {
  /// An error refuses the whole file.
  func attempt(_ part: () throws(Failure) -> Void) throws(Failure) { try part() }

  /// Sets a property to the value of its key. A property whose values add up gets each element of a list.
  func set<Owner>(_ entry: TOML.Entry, in settings: inout Settings<Owner>) throws(Failure) {
    guard case .array(let items) = entry.item.value, Owner.property(named: entry.key)?.info.addsUp == true else {
      return try set(entry.key, to: try value(of: entry.item), at: entry.item, in: &settings)
    }
    for item in items {
      try attempt { () throws(Failure) in try set(entry.key, to: try value(of: item), at: item, in: &settings) }
    }
  }

  /// Sets a property to the value of an item.
  ///
  /// - Parameter isNamed: Whether errors name the property; those about a table name its key.
  func set<Owner>(
    _ name: String, to value: PropertyValue, at item: TOML.Item, isNamed: Bool = true,
    in settings: inout Settings<Owner>
  ) throws(Failure) {
    do throws(ValueError) { try settings.set(name, to: value) } catch {
      guard case .table(let table) = item.value, Owner.property(named: name)?.takesLists == true else {
        throw wrong(isNamed ? error.description : error.reason, at: item.place)
      }
      let key = error.reason.hasPrefix("unknown key") ? table.entries.first { $0.key == error.name } : nil
      throw wrong(error.reason, at: key?.place ?? item.place)
    }
  }

  func value(of item: TOML.Item) throws(Failure) -> PropertyValue {
    switch item.value {
    case .integer(let integer): return .integer(integer)
    case .float(let number): return .number(number)
    case .boolean(let truth): return .flag(truth)
    case .string(let text), .moment(let text): return .text(text)
    case .array(let items):
      var values: [PropertyValue] = []
      for item in items {
        if case .array = item.value { throw wrong("a value is expected, not a list", at: item.place) }
        values.append(try value(of: item))
      }
      return .list(values)
    case .table(let table):
      var members: [PropertyChange] = []
      for entry in table.entries { members.append(PropertyChange(entry.key, to: try value(of: entry.item))) }
      return .table(members)
    }
  }

  /// The text of a scalar.
  func text(of item: TOML.Item) throws(Failure) -> String {
    switch item.value {
    case .array, .table: throw wrong("a value is expected, not \(item.value.kind)", at: item.place)
    case .string, .moment, .integer, .float, .boolean: return try value(of: item).text
    }
  }

  /// The texts of a list, or of a scalar.
  func texts(of item: TOML.Item) throws(Failure) -> [String] {
    guard case .array(let items) = item.value else { return [try text(of: item)] }
    var texts: [String] = []
    for item in items { texts.append(try text(of: item)) }
    return texts
  }

  func wrong(_ reason: String, at place: TextPlace) -> Failure { .syntax(reason, at: place, in: file) }
}
