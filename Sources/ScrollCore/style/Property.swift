/// The value of a property, as it crosses the command line, a configuration file or the control socket.
public enum PropertyValue: Equatable, Sendable {
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case color(Color)
}

/// What values a property takes.
public enum PropertyKind: Equatable, Sendable {
  case flag
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case text
  case font
  case color
  case choice([String])
}

/// A value that a property does not take: which one, why, and what would be right.
public struct PropertyError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The property's name in Swift spelling.
  public let name: String
  public let reason: String

  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  public var description: String { "\(kebabCase(name)): \(reason)" }
}

/// One property of `Owner`: the single declaration from which the flag, its help, the table that
/// `newsreel properties` prints and live reading and setting derive. Its default is what `Owner()` holds.
public struct Property<Owner>: Sendable {
  /// Swift spelling, as `scrollTime`.
  public let name: String
  public let kind: PropertyKind
  /// "s", "px", "px/s", "pt" or empty.
  public let unit: String
  /// One sentence, for help and manual.
  public let meaning: String
  private let getter: @Sendable (Owner) -> PropertyValue
  private let setter: @Sendable (inout Owner, PropertyValue) throws(PropertyError) -> Void

  public init(
    name: String, kind: PropertyKind, unit: String = "", meaning: String,
    get: @escaping @Sendable (Owner) -> PropertyValue,
    set: @escaping @Sendable (inout Owner, PropertyValue) throws(PropertyError) -> Void
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.meaning = meaning
    self.getter = get
    self.setter = set
  }

  /// kebab-case, as on the command line: `scroll-time`.
  public var flag: String { kebabCase(name) }

  public func value(of owner: Owner) -> PropertyValue { getter(owner) }

  /// Sets the property after checking the value against its kind and range.
  public func set(_ value: PropertyValue, of owner: inout Owner) throws(PropertyError) {
    try setter(&owner, try kind.check(value, name: name))
  }

  /// Reads the value from its text, as a user writes it, and sets it.
  public func set(text: String, of owner: inout Owner) throws(PropertyError) {
    try set(try kind.parse(text, name: name), of: &owner)
  }

  /// The same property, of something that holds an `Owner`.
  public func lifted<Outer>(
    _ path: WritableKeyPath<Outer, Owner> & Sendable, name: String? = nil
  ) -> Property<Outer> {
    let (get, set) = (getter, setter)
    return Property<Outer>(
      name: name ?? self.name, kind: kind, unit: unit, meaning: meaning, get: { get($0[keyPath: path]) },
      set: { (outer: inout Outer, value: PropertyValue) throws(PropertyError) in
        try set(&outer[keyPath: path], value)
      })
  }
}

/// Something whose properties stand in a table beside it.
public protocol HasProperties {
  init()
  static var properties: [Property<Self>] { get }
}

extension HasProperties {
  /// The property of that name in Swift or kebab spelling; nil where there is none.
  public static func property(named name: String) -> Property<Self>? {
    properties.first { $0.name == name || $0.flag == name }
  }
}

// MARK: - Declaring

extension Property {
  public static func flag(
    _ name: String, _ path: WritableKeyPath<Owner, Bool> & Sendable, _ meaning: String
  ) -> Property {
    Property(
      name: name, kind: .flag, meaning: meaning, get: { .flag($0[keyPath: path]) },
      set: { (owner: inout Owner, value: PropertyValue) throws(PropertyError) in
        if case .flag(let flag) = value { owner[keyPath: path] = flag }
      })
  }

  public static func integer(
    _ name: String, _ path: WritableKeyPath<Owner, Int> & Sendable, range: ClosedRange<Int>,
    unit: String = "", _ meaning: String
  ) -> Property {
    Property(
      name: name, kind: .integer(range), unit: unit, meaning: meaning,
      get: { .integer($0[keyPath: path]) },
      set: { (owner: inout Owner, value: PropertyValue) throws(PropertyError) in
        if case .integer(let integer) = value { owner[keyPath: path] = integer }
      })
  }

  public static func number(
    _ name: String, _ path: WritableKeyPath<Owner, Double> & Sendable,
    range: ClosedRange<Double> = 0...Double.greatestFiniteMagnitude, unit: String = "", _ meaning: String
  ) -> Property {
    Property(
      name: name, kind: .number(range), unit: unit, meaning: meaning,
      get: { .number($0[keyPath: path]) },
      set: { (owner: inout Owner, value: PropertyValue) throws(PropertyError) in
        if case .number(let number) = value { owner[keyPath: path] = number }
      })
  }

  public static func text(
    _ name: String, _ path: WritableKeyPath<Owner, String> & Sendable, kind: PropertyKind = .text,
    _ meaning: String
  ) -> Property {
    Property(
      name: name, kind: kind, meaning: meaning, get: { .text($0[keyPath: path]) },
      set: { (owner: inout Owner, value: PropertyValue) throws(PropertyError) in
        if case .text(let text) = value { owner[keyPath: path] = text }
      })
  }

  public static func color(
    _ name: String, _ path: WritableKeyPath<Owner, Color> & Sendable, _ meaning: String
  ) -> Property {
    Property(
      name: name, kind: .color, meaning: meaning, get: { .color($0[keyPath: path]) },
      set: { (owner: inout Owner, value: PropertyValue) throws(PropertyError) in
        if case .color(let color) = value { owner[keyPath: path] = color }
      })
  }

  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Owner, Choice> & Sendable, _ meaning: String
  ) -> Property {
    Property(
      name: name, kind: .choice(Choice.allCases.map(\.rawValue)), meaning: meaning,
      get: { .text($0[keyPath: path].rawValue) },
      set: { (owner: inout Owner, value: PropertyValue) throws(PropertyError) in
        if case .text(let text) = value, let choice = Choice(rawValue: text) { owner[keyPath: path] = choice }
      })
  }
}
