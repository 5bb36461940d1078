/// The value of a property, as command line, configuration file and control socket exchange it.
public enum PropertyValue: Equatable, Sendable {
  /// Yes or no.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other finite number.
  case number(Double)
  /// A text, the word of a choice, or a font.
  case text(String)
  /// A colour.
  case color(Color)
  /// Several values, one after the other.
  case list([PropertyValue])
  /// Values with names, as the address and the label of a feed.
  case table([PropertyChange])
}

/// The type of a property's values.
public enum PropertyKind: Equatable, Sendable {
  /// true or false.
  case flag
  /// A whole number in that range.
  case integer(ClosedRange<Int>)
  /// A number in that range.
  case number(ClosedRange<Double>)
  /// Any text.
  case text
  /// A font as Pango writes it: Sans Bold 12.
  case font
  /// The notations that `Color(parsing:)` reads.
  case color
  /// One of these words.
  case choice([String])
}

/// An invalid value or text: the fault, and the remedy.
public struct ValueError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The property's name in Swift spelling; empty for a value by itself, such as a parsed colour.
  public let name: String
  /// The fault, and the remedy.
  public let reason: String

  /// An error about a property; an empty name stands for a value by itself.
  public init(name: String = "", reason: String) {
    self.name = name
    self.reason = reason
  }

  /// An error about a value by itself.
  public init(_ reason: String) { self.init(reason: reason) }

  /// "scroll-time: reason", as on the command line; just the reason without a name.
  public var description: String { name.isEmpty ? reason : "\(kebabCase(name)): \(reason)" }

  /// What Foundation says about an `any Error` that it does not know.
  public var _domain: String { description }

  /// The same error with a property's name, unless it has one.
  public func named(_ name: String) -> ValueError { self.name.isEmpty ? ValueError(name: name, reason: reason) : self }
}

/// One property of `Owner`: the single declaration from which the flag, its help, the table that
/// `newsreel properties` prints and live reading and setting derive. Its default is what `Owner()` holds.
public struct Property<Owner>: Sendable {
  /// Swift spelling, as `scrollTime`.
  public let name: String
  /// Its description for help, windows and the socket; without a default.
  package var info: PropertyInfo
  /// Whether its setter accepts lists and tables, too.
  package var takesLists = false
  /// Whether an empty text stands for no value.
  package var isOptional = false
  /// The message about an invalid value, after the value; nil for the reason itself.
  package var refusal: String?
  /// The longest text, in bytes of UTF-8.
  private var limit: Int?
  /// The remedy for a value below the range or an unknown word; may be empty.
  private let remedyBelow: String
  private let getter: @Sendable (Owner) -> PropertyValue
  private let setter: @Sendable (inout Owner, PropertyValue) throws(ValueError) -> Void

  /// A property with a getter and a setter.
  ///
  /// - Parameters:
  ///   - name: In Swift spelling.
  ///   - kind: The type of the values for `set`.
  ///   - unit: "s", "px", "px/s", "pt" or empty.
  ///   - meaning: One sentence.
  ///   - remedy: The remedy for a value below the range.
  ///   - get: Reads the value.
  ///   - set: Sets a value of the kind; may throw.
  public init(
    name: String, kind: PropertyKind, unit: String = "", meaning: String, ifBelow remedy: String = "",
    get: @escaping @Sendable (Owner) -> PropertyValue,
    set: @escaping @Sendable (inout Owner, PropertyValue) throws(ValueError) -> Void
  ) {
    self.name = name
    self.info = PropertyInfo(name: kebabCase(name), kind: kind, unit: unit, meaning: meaning, initial: nil)
    self.remedyBelow = remedy
    self.getter = get
    self.setter = set
  }

  /// kebab-case, as on the command line: `scroll-time`.
  public var flag: String { info.name }
  /// The values it accepts.
  public var kind: PropertyKind { info.kind }
  /// "s", "px", "px/s", "pt" or empty.
  public var unit: String { info.unit }
  /// One sentence, for help and manual, without its full stop.
  public var meaning: String { info.meaning }

  /// Its current value.
  public func value(of owner: Owner) -> PropertyValue { getter(owner) }

  /// Sets the property after checking the value against its kind and range.
  ///
  /// - Throws: An error with the property's name.
  public func set(_ value: PropertyValue, of owner: inout Owner) throws(ValueError) {
    try named { () throws(ValueError) in try setter(&owner, check(value)) }
  }

  /// Sets the property to a value as it comes from outside: of a type of its own, or as a user writes it.
  ///
  /// - Throws: An error with the property's name.
  package func read(_ value: PropertyValue, into owner: inout Owner) throws(ValueError) {
    do throws(ValueError) {
      try setter(&owner, check(passes(value) ? value : kind.read(value)))
    } catch {
      throw (refusal.map { ValueError("'\(value.text)' \($0)") } ?? error).named(name)
    }
  }

  /// Whether the setter accepts the value unconverted, whatever the kind.
  private func passes(_ value: PropertyValue) -> Bool {
    switch value {
    case .list, .table: takesLists
    case .text(""): isOptional
    default: false
    }
  }

  package func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var property = self
    property[keyPath: path] = value
    return property
  }

  /// Sets the property without a check, for values set by programs. One of another type cannot be: it changes nothing.
  package func put(_ value: PropertyValue, in owner: inout Owner) { try? setter(&owner, value) }

  private func check(_ value: PropertyValue) throws(ValueError) -> PropertyValue {
    if passes(value) { return value }
    let value = try kind.check(value, ifBelow: remedyBelow)
    if let limit, let text = value.asText, text.utf8.count > limit {
      throw ValueError("the text is too long (at most \(limit) bytes)")
    }
    return value
  }

  /// Reads the value from its text, as a user writes it, and sets it.
  public func set(text: String, of owner: inout Owner) throws(ValueError) { try read(.text(text), into: &owner) }

  /// Clamps a value to the property's range, cuts a long text, and replaces NaN and unknown words by the default.
  ///
  /// - Returns: The fault, or nil.
  @discardableResult
  fileprivate func bound(_ owner: inout Owner, to defaults: Owner, after old: Owner? = nil) -> ValueError? {
    let value = getter(owner)
    // No colour is near to none.
    guard let near = near(value, or: getter(kind == .color ? old ?? defaults : defaults)) else { return nil }
    put(near, in: &owner)
    do throws(ValueError) { try named { () throws(ValueError) in _ = try check(value) } } catch { return error }
    return nil
  }

  /// The valid value nearest to this one; nil if it is valid already.
  private func near(_ value: PropertyValue, or standard: PropertyValue) -> PropertyValue? {
    switch (kind, value) {
    case (.number(let range), .number(let number)) where !range.contains(number):
      number.isNaN ? standard : .number(min(max(number, range.lowerBound), range.upperBound))
    case (.integer(let range), .integer(let integer)) where !range.contains(integer):
      .integer(min(max(integer, range.lowerBound), range.upperBound))
    case (.text, .text(let text)), (.font, .text(let text)): limit.flatMap(text.cut).map(PropertyValue.text)
    case (.choice(let words), .text(let word)) where !words.contains(word): standard
    case (.color, .color(.unreadable)): standard
    default: nil
    }
  }

  /// Adds the property's name to the body's errors.
  private func named<Result>(_ body: () throws(ValueError) -> Result) throws(ValueError) -> Result {
    do {
      return try body()
    } catch {
      throw error.named(name)
    }
  }

  /// The property of something that contains an `Owner`.
  public func lifted<Outer>(_ path: WritableKeyPath<Outer, Owner> & Sendable, name: String? = nil) -> Property<Outer> {
    lifted(
      name: name, get: { $0[keyPath: path] },
      modify: { (outer, change) throws(ValueError) in try change(&outer[keyPath: path]) })
  }

  /// A change of an `Owner` in place.
  package typealias Change = (inout Owner) throws(ValueError) -> Void

  /// The property of something that hands out an `Owner`, and lets it be changed where it is: what is copied, changed
  /// and put back costs the length of a list for each of its elements.
  package func lifted<Outer>(
    name: String? = nil, meaning: String? = nil, get: @escaping @Sendable (Outer) -> Owner,
    modify: @escaping @Sendable (inout Outer, Change) throws(ValueError) -> Void
  ) -> Property<Outer> {
    let (getter, setter) = (getter, setter)
    var property = Property<Outer>(
      name: name ?? self.name, kind: kind, unit: unit, meaning: meaning ?? self.meaning, ifBelow: remedyBelow,
      get: { getter(get($0)) },
      set: { (outer: inout Outer, value: PropertyValue) throws(ValueError) in
        try modify(&outer) { (owner) throws(ValueError) in try setter(&owner, value) }
      })
    (property.takesLists, property.isOptional, property.limit) = (takesLists, isOptional, limit)
    (property.info.addsUp, property.info.isFile, property.info.setting) = (info.addsUp, info.isFile, info.setting)
    property.refusal = refusal
    return property
  }
}

/// A type with a table of properties.
public protocol HasProperties {
  /// The defaults.
  init()
  /// Its properties, in the order of the help.
  static var properties: [Property<Self>] { get }
}

extension HasProperties {
  /// The property with this name, in Swift or kebab spelling, or nil.
  public static func property(named name: String) -> Property<Self>? {
    properties.first { $0.name == name || $0.flag == name }
  }

  /// A copy with all values clamped to their ranges, because a program's own assignments are not checked.
  package func bounded() -> Self {
    let defaults = Self()
    return Self.properties.reduce(into: self) { $1.bound(&$0, to: defaults) }
  }

  /// A copy with all values that differ from `old` clamped to their ranges, and the errors.
  package func bounded(after old: Self) -> (Self, wrong: [ValueError]) {
    var bounded = self
    let defaults = Self()
    let wrong = Self.properties.compactMap { property in
      property.value(of: self) == property.value(of: old) ? nil : property.bound(&bounded, to: defaults, after: old)
    }
    return (bounded, wrong)
  }
}

// MARK: - Declaring

extension Property {
  /// A property at a path. `wrap` converts its value to a `PropertyValue`, and `unwrap` converts back; if that returns
  /// nil, nothing is set.
  init<Value>(
    _ name: String, _ path: WritableKeyPath<Owner, Value> & Sendable, _ kind: PropertyKind, unit: String = "",
    _ meaning: String, ifBelow remedy: String = "", wrap: @escaping @Sendable (Value) -> PropertyValue,
    unwrap: @escaping @Sendable (PropertyValue) throws(ValueError) -> Value?
  ) {
    self.init(
      name: name, kind: kind, unit: unit, meaning: meaning, ifBelow: remedy, get: { wrap($0[keyPath: path]) },
      set: { (owner: inout Owner, value: PropertyValue) throws(ValueError) in
        if let new = try unwrap(value) { owner[keyPath: path] = new }
      })
  }

  /// A property that is on or off.
  public static func flag(
    _ name: String, _ path: WritableKeyPath<Owner, Bool> & Sendable, _ meaning: String
  ) -> Property {
    Property(name, path, .flag, meaning, wrap: PropertyValue.flag) {
      if case .flag(let flag) = $0 { flag } else { nil }
    }
  }

  /// A whole number, in `range`.
  public static func integer(
    _ name: String, _ path: WritableKeyPath<Owner, Int> & Sendable, range: ClosedRange<Int>, unit: String = "",
    _ meaning: String
  ) -> Property {
    Property(
      name, path, .integer(range), unit: unit, meaning, wrap: PropertyValue.integer
    ) { if case .integer(let integer) = $0 { integer } else { nil } }
  }

  /// A number, in `range`. `remedy` names the alternative to a value below it.
  public static func number(
    _ name: String, _ path: WritableKeyPath<Owner, Double> & Sendable,
    range: ClosedRange<Double> = 0...Double.greatestFiniteMagnitude, unit: String = "", _ meaning: String,
    ifBelow remedy: String = ""
  ) -> Property {
    Property(
      name, path, .number(range), unit: unit, meaning, ifBelow: remedy, wrap: PropertyValue.number
    ) { if case .number(let number) = $0 { number } else { nil } }
  }

  /// A text, or another `kind` that is written as one.
  ///
  /// It may have `limit` bytes of UTF-8; the default fits a path.
  public static func text(
    _ name: String, _ path: WritableKeyPath<Owner, String> & Sendable, kind: PropertyKind = .text, limit: Int = 4096,
    _ meaning: String
  ) -> Property {
    var property = Property(name, path, kind, meaning, wrap: PropertyValue.text) { $0.asText }
    property.limit = limit
    return property
  }

  /// A colour.
  public static func color(
    _ name: String, _ path: WritableKeyPath<Owner, Color> & Sendable, _ meaning: String
  ) -> Property {
    Property(name, path, .color, meaning, wrap: PropertyValue.color) {
      if case .color(let color) = $0 { color } else { nil }
    }
  }

  /// One of the words of `Choice`, or of `words` if given; `remedy` names the alternative to any other.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Owner, Choice> & Sendable, among words: [Choice]? = nil, _ meaning: String,
    ifNone remedy: String = ""
  ) -> Property {
    Property(
      name, path, .choice((words ?? Array(Choice.allCases)).map(\.rawValue)), meaning, ifBelow: remedy,
      wrap: { .text($0.rawValue) },
      unwrap: { $0.asText.flatMap(Choice.init(rawValue:)) })
  }

  /// One of the words of `Choice`, or the word for none of them.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Owner, Choice?> & Sendable, orNone none: String, _ meaning: String
  ) -> Property {
    Property(
      name, path, .choice(Choice.allCases.map(\.rawValue) + [none]), meaning,
      wrap: { .text($0?.rawValue ?? none) },
      unwrap: { value in value.asText.flatMap { $0 == none ? .some(nil) : Choice(rawValue: $0).map(Optional.some) } })
  }
}
