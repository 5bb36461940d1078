package import ScrollCore

/// A value of `Owner`, and which of its properties somebody has set. Text is read once, when it is set.
package struct Settings<Owner: HasProperties & Equatable & Sendable>: Equatable, Sendable {
  /// With the defaults of what nobody has set.
  package private(set) var value: Owner
  /// In Swift spelling.
  private var names: Set<String> = []

  package init(_ initial: Owner = Owner()) { value = initial }

  /// A value that is taken as it is, in which the properties that `other` has set count as set.
  init(base value: Owner, names other: Settings) {
    self.value = value
    names = other.names
  }

  package static func hasProperty(named name: String) -> Bool { Owner.property(named: name) != nil }

  /// Reads a property's text. After an error nothing has changed.
  ///
  /// - Throws: for a name that there is not, with the nearest right one, and for a value that the property does not take.
  package mutating func set(_ name: String, to text: String) throws(ValueError) {
    guard let property = Owner.property(named: name) else {
      let hint = nearest(to: kebabCase(name), in: Owner.properties.map(\.flag)).map { "; did you mean '\($0)'?" } ?? ""
      throw ValueError(name: name, reason: "no such property" + hint)
    }
    try property.set(text: text, of: &value)
    names.insert(property.name)
  }

  /// Whether somebody has set the property, by its name in Swift spelling.
  package func hasSet(_ name: String) -> Bool { names.contains(name) }

  /// Another value with what has been set laid over it.
  package func laid(over base: Owner) throws(ValueError) -> Owner {
    if names.isEmpty { return base }
    var result = base
    for property in Owner.properties where names.contains(property.name) {
      try property.set(property.value(of: value), of: &result)
    }
    return result
  }
}
