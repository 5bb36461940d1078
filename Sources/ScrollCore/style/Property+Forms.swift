/// Properties whose values have forms of their own, or may be missing.
extension Property {
  /// A property that `read` parses from a text.
  package static func written<Value>(
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

  /// A property whose value may be nil; an empty text sets it to that.
  package static func optional<Value>(
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

  /// An optional text, as `read` returns it.
  package static func optional(
    _ name: String, _ path: WritableKeyPath<Owner, String?> & Sendable, unit: String = "text", _ meaning: String,
    _ read: @escaping @Sendable (String) throws(ValueError) -> String = { $0 }
  ) -> Property {
    optional(name, path, unit: unit, meaning, PropertyValue.text) { (value) throws(ValueError) in try read(value.text) }
  }

  package static func optional(
    _ name: String, _ path: WritableKeyPath<Owner, Double?> & Sendable, range: ClosedRange<Double>, unit: String = "s",
    _ meaning: String
  ) -> Property {
    optional(name, path, kind: .number(range), unit: unit, meaning, PropertyValue.number) {
      if case .number(let number) = $0 { number } else { nil }
    }
  }

  package static func optional(
    _ name: String, _ path: WritableKeyPath<Owner, Int?> & Sendable, range: ClosedRange<Int>, unit: String = "count",
    _ meaning: String
  ) -> Property {
    optional(name, path, kind: .integer(range), unit: unit, meaning, PropertyValue.integer) {
      if case .integer(let integer) = $0 { integer } else { nil }
    }
  }

  /// A property whose values add up. `read` returns the elements that a text or a table stands for.
  package static func several<Element>(
    _ name: String, _ path: WritableKeyPath<Owner, [Element]> & Sendable, unit: String, _ meaning: String,
    _ written: @escaping @Sendable (Element) -> PropertyValue,
    _ read: @escaping @Sendable (PropertyValue) throws(ValueError) -> [Element]
  ) -> Property {
    Property(
      name: name, kind: .text, unit: unit, meaning: meaning, get: { .list($0[keyPath: path].map(written)) },
      set: { (owner: inout Owner, value: PropertyValue) throws(ValueError) in
        var new: [Element] = []
        if case .list(let values) = value {
          for value in values { new += try read(value) }
        } else {
          new = try read(value)
        }
        owner[keyPath: path] += new
      }
    ).with(\.info.addsUp, true).with(\.takesLists, true)
  }

  /// A property whose values are texts that add up.
  package static func several(
    _ name: String, _ path: WritableKeyPath<Owner, [String]> & Sendable, unit: String, _ meaning: String
  ) -> Property {
    several(name, path, unit: unit, meaning, PropertyValue.text) { [$0.text] }
  }
}

extension HasProperties {
  /// The properties that have a value, as fields.
  package var fields: [PropertyChange] {
    Self.properties.map { PropertyChange($0.flag, to: $0.value(of: self)) }.filter { $0.value != .text("") }
  }
}
