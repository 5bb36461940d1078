package import Base
package import ScrollCore

/// A value of `Owner`, and which of its properties are set. A text is parsed once, when it is set.
package struct Settings<Owner: HasProperties & Equatable & Sendable>: Equatable, Sendable {
  /// Includes the defaults of unset properties.
  package private(set) var value: Owner
  /// In Swift spelling.
  private var names: Set<String> = []
  /// The value with nothing set.
  private let initial: Owner

  package init(_ initial: Owner = Owner()) { (value, self.initial) = (initial, initial) }

  /// A value with these properties set.
  package init(_ value: Owner, setting names: [String]) {
    (self.value, self.names, initial) = (value, Set(names), Owner())
  }

  /// Sets a property to a value of its type, or to the value of a text. After an error nothing has changed.
  ///
  /// - Throws: for an unknown name, with the nearest one, and for an invalid value.
  package mutating func set(_ name: String, to new: PropertyValue) throws(ValueError) {
    let property = try Self.property(named: name)
    try property.read(new, into: &value)
    names.insert(property.name)
  }

  /// Sets a property to the value of a text.
  package mutating func set(_ name: String, to text: String) throws(ValueError) { try set(name, to: .text(text)) }

  /// Reads the fields of a value.
  ///
  /// - Throws: for an unknown field, with its name, or for an invalid value, with the name in the reason.
  package init(fields: [PropertyChange]) throws(ValueError) {
    self.init()
    for field in fields {
      guard Owner.property(named: field.name) != nil else {
        let names = Owner.properties.map(\.flag)
        let remedy = hint(for: field.name, in: names, else: "there are \(names.joined(separator: ", "))")
        throw ValueError(name: field.name, reason: "unknown key '\(field.name)'" + remedy)
      }
      do throws(ValueError) { try apply([field]) } catch { throw ValueError(error.description) }
    }
  }

  package mutating func apply(_ changes: [PropertyChange]) throws(ValueError) {
    for change in changes {
      if let value = change.value { try set(change.name, to: value) } else { try reset(change.name) }
    }
  }

  /// Unsets a property.
  package mutating func reset(_ name: String) throws(ValueError) {
    let property = try Self.property(named: name)
    names.remove(property.name)
    // Setting the initial value is not enough: some properties add up.
    value = try laid(over: initial)
  }

  private static func property(named name: String) throws(ValueError) -> Property<Owner> {
    if let property = Owner.property(named: name) { return property }
    let hint = hint(for: kebabCase(name), in: Owner.properties.map(\.flag))
    throw ValueError(name: name, reason: "no such property" + hint)
  }

  /// Whether a property is set, by its name in Swift spelling.
  package func hasSet(_ name: String) -> Bool { names.contains(name) }

  /// Whether no property is set.
  package var isUntouched: Bool { names.isEmpty }

  /// The set properties, by the names of flags.
  package var changes: [PropertyChange] {
    Owner.properties.filter { names.contains($0.name) }.map { PropertyChange($0.flag, to: $0.value(of: value)) }
  }

  /// Returns `base` with the set properties applied.
  package func laid(over base: Owner) throws(ValueError) -> Owner {
    if names.isEmpty { return base }
    var result = base
    for property in Owner.properties where names.contains(property.name) {
      try property.set(property.value(of: value), of: &result)
    }
    return result
  }

  /// Applies the values of flags, in order.
  ///
  /// - Throws: for an invalid value; the error names the flag and the remedy.
  package func reading(
    _ given: [PropertyChange], of flags: [PropertyInfo], _ validate: (Owner) throws(ValueError) -> Void = { _ in }
  ) throws(Failure) -> Settings {
    let names = Set(flags.map { "--" + $0.name })
    for change in given {
      if let text = change.value?.text, names.contains(text) {
        throw Failure.usage("--\(change.name): a value is missing before \(text)")
      }
    }
    var settings = self
    do throws(ValueError) {
      try settings.apply(given)
      try validate(settings.value)
    } catch {
      throw .option(kebabCase(error.name), error.reason)
    }
    return settings
  }
}
