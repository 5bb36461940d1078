internal import Base
internal import ScrollCore

/// Properties whose values users write in forms of their own.
extension Property {
  /// A property that `read` reads from a text.
  static func written<Value>(
    _ name: String, _ path: WritableKeyPath<Owner, Value> & Sendable,
    _ text: @escaping @Sendable (Value) -> String, _ read: @escaping @Sendable (String) throws(ValueError) -> Value,
    kind: PropertyKind = .text, unit: String = "", _ meaning: String
  ) -> Property {
    Property(
      name: name, kind: kind, unit: unit, meaning: meaning, get: { .text(text($0[keyPath: path])) },
      set: { (owner: inout Owner, value: PropertyValue) throws(ValueError) in
        owner[keyPath: path] = try read(value.text)
      })
  }

  /// A property that has no value where nobody sets it, or where it is set to an empty text.
  static func optional<Value>(
    _ name: String, _ path: WritableKeyPath<Owner, Value?> & Sendable, kind: PropertyKind = .text, unit: String = "",
    _ meaning: String, _ written: @escaping @Sendable (Value) -> PropertyValue,
    _ read: @escaping @Sendable (PropertyValue) throws(ValueError) -> Value?
  ) -> Property {
    Property(
      name: name, kind: kind, unit: unit, meaning: meaning,
      get: { $0[keyPath: path].map(written) ?? .text("") },
      set: { (owner: inout Owner, value: PropertyValue) throws(ValueError) in
        owner[keyPath: path] = value == .text("") ? nil : try read(value)
      }
    ).with(\.isOptional, true)
  }

  /// The same for a text; `read` makes of it what is kept.
  static func optional(
    _ name: String, _ path: WritableKeyPath<Owner, String?> & Sendable, unit: String = "text", _ meaning: String,
    _ read: @escaping @Sendable (String) throws(ValueError) -> String = { $0 }
  ) -> Property {
    optional(name, path, unit: unit, meaning, PropertyValue.text) { (value) throws(ValueError) in try read(value.text) }
  }

  static func optional(
    _ name: String, _ path: WritableKeyPath<Owner, Double?> & Sendable, range: ClosedRange<Double>, unit: String = "s",
    _ meaning: String
  ) -> Property {
    optional(name, path, kind: .number(range), unit: unit, meaning, PropertyValue.number) {
      if case .number(let number) = $0 { number } else { nil }
    }
  }

  static func optional(
    _ name: String, _ path: WritableKeyPath<Owner, Int?> & Sendable, range: ClosedRange<Int>, unit: String = "count",
    _ meaning: String
  ) -> Property {
    optional(name, path, kind: .integer(range), unit: unit, meaning, PropertyValue.integer) {
      if case .integer(let integer) = $0 { integer } else { nil }
    }
  }

  /// A property whose values add up. `read` makes of a text or a table one of them, or several.
  static func several<Element>(
    _ name: String, _ path: WritableKeyPath<Owner, [Element]> & Sendable, unit: String, _ meaning: String,
    _ written: @escaping @Sendable (Element) -> PropertyValue,
    _ read: @escaping @Sendable (PropertyValue) throws(ValueError) -> [Element]
  ) -> Property {
    Property(
      name: name, kind: .text, unit: unit, meaning: meaning, get: { .list($0[keyPath: path].map(written)) },
      set: { (owner: inout Owner, value: PropertyValue) throws(ValueError) in
        guard case .list(let values) = value else { return owner[keyPath: path] += try read(value) }
        var new = owner[keyPath: path]
        for value in values { new += try read(value) }
        owner[keyPath: path] = new
      }
    ).with(\.addsUp, true).with(\.takesLists, true)
  }

  /// The same for texts.
  static func several(
    _ name: String, _ path: WritableKeyPath<Owner, [String]> & Sendable, unit: String, _ meaning: String
  ) -> Property {
    several(name, path, unit: unit, meaning, PropertyValue.text) { [$0.text] }
  }
}

/// Says of what went wrong that a value is.
func valuing<Result>(_ body: () throws(Failure) -> Result) throws(ValueError) -> Result {
  do throws(Failure) { return try body() } catch { throw ValueError(error.keyed) }
}
