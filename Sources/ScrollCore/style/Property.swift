/// The value of a property, as it crosses the command line, a configuration file or the control socket.
public enum PropertyValue: Equatable, Sendable {
  /// Yes or no.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number; never one that is none.
  case number(Double)
  /// A text, also a word of a choice and a font.
  case text(String)
  /// A colour.
  case color(Color)
}

/// What values a property takes.
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
  /// What `Color(parsing:)` reads.
  case color
  /// One of these words.
  case choice([String])
}

/// A value, or a text that should be one, which is wrong: why, and what would be right.
public struct ValueError: Error, Equatable, Sendable, CustomStringConvertible {
  /// In Swift spelling, the name of the property that does not take the value; empty where the value stands by itself,
  /// as a colour that is parsed.
  public let name: String
  /// What is wrong, and what would be right.
  public let reason: String

  /// An error about the property of that name; empty where the value stands by itself.
  public init(name: String = "", reason: String) {
    self.name = name
    self.reason = reason
  }

  /// An error about a value that stands by itself.
  public init(_ reason: String) { self.init(reason: reason) }

  /// "scroll-time: reason", as on the command line; the reason alone where there is no name.
  public var description: String { name.isEmpty ? reason : "\(kebabCase(name)): \(reason)" }

  /// The same error about a property, unless it is about one already.
  public func named(_ name: String) -> ValueError { self.name.isEmpty ? ValueError(name: name, reason: reason) : self }
}

/// One property of `Owner`: the single declaration from which the flag, its help, the table that
/// `newsreel properties` prints and live reading and setting derive. Its default is what `Owner()` holds.
public struct Property<Owner>: Sendable {
  /// Swift spelling, as `scrollTime`.
  public let name: String
  /// kebab-case, as on the command line: `scroll-time`.
  public let flag: String
  /// What values it takes.
  public let kind: PropertyKind
  /// "s", "px", "px/s", "pt" or empty.
  public let unit: String
  /// One sentence, for help and manual.
  public let meaning: String
  /// What it is set to joins what it was set to before: its flag may be given several times.
  package var addsUp = false
  /// How many bytes of UTF-8 a text may have.
  private var limit: Int?
  /// What to do instead of setting a value below the range, or none of the words; empty where there is nothing to say.
  private let remedyBelow: String
  private let getter: @Sendable (Owner) -> PropertyValue
  private let setter: @Sendable (inout Owner, PropertyValue) throws(ValueError) -> Void

  /// A property that is read and set by these.
  ///
  /// - Parameters:
  ///   - name: In Swift spelling.
  ///   - kind: What `set` is given.
  ///   - unit: "s", "px", "px/s", "pt" or empty.
  ///   - meaning: One sentence.
  ///   - remedy: What to do instead of setting a value below the range.
  ///   - get: Reads it.
  ///   - set: Sets a value that has the kind; it may refuse it.
  public init(
    name: String, kind: PropertyKind, unit: String = "", meaning: String, ifBelow remedy: String = "",
    get: @escaping @Sendable (Owner) -> PropertyValue,
    set: @escaping @Sendable (inout Owner, PropertyValue) throws(ValueError) -> Void
  ) {
    self.name = name
    self.flag = kebabCase(name)
    self.kind = kind
    self.unit = unit
    self.meaning = meaning
    self.remedyBelow = remedy
    self.getter = get
    self.setter = set
  }

  /// What it is now.
  public func value(of owner: Owner) -> PropertyValue { getter(owner) }

  /// Sets the property after checking the value against its kind and range.
  ///
  /// - Throws: an error with the property's name.
  public func set(_ value: PropertyValue, of owner: inout Owner) throws(ValueError) {
    try named { () throws(ValueError) in try setter(&owner, check(value)) }
  }

  /// Sets the property as a program does that has a value of its type: whatever it is.
  package func put(_ value: PropertyValue, in owner: inout Owner) { try? setter(&owner, value) }

  private func check(_ value: PropertyValue) throws(ValueError) -> PropertyValue {
    let value = try kind.check(value, ifBelow: remedyBelow)
    if let limit, let text = value.asText, text.utf8.count > limit {
      throw ValueError("the text is too long (at most \(limit) bytes)")
    }
    return value
  }

  /// Reads the value from its text, as a user writes it, and sets it.
  public func set(text: String, of owner: inout Owner) throws(ValueError) {
    try set(named { () throws(ValueError) in try kind.parse(text) }, of: &owner)
  }

  /// Brings a value that is out of the property's range to the near end of it, cuts a text that is too long, and puts the
  /// default in the place of what is no number and no word of the property.
  ///
  /// - Returns: What was wrong; nil where nothing was.
  @discardableResult
  fileprivate func bound(_ owner: inout Owner, to defaults: Owner) -> ValueError? {
    let value = getter(owner)
    guard let near = near(value, or: getter(defaults)) else { return nil }
    put(near, in: &owner)
    do throws(ValueError) { try named { () throws(ValueError) in _ = try check(value) } } catch { return error }
    return nil
  }

  /// The value to take instead of one that the property does not take; nil where it takes it.
  private func near(_ value: PropertyValue, or standard: PropertyValue) -> PropertyValue? {
    switch (kind, value) {
    case (.number(let range), .number(let number)) where !range.contains(number):
      number.isNaN ? standard : .number(min(max(number, range.lowerBound), range.upperBound))
    case (.integer(let range), .integer(let integer)) where !range.contains(integer):
      .integer(min(max(integer, range.lowerBound), range.upperBound))
    case (.text, .text(let text)), (.font, .text(let text)): limit.flatMap(text.cut).map(PropertyValue.text)
    case (.choice(let words), .text(let word)) where !words.contains(word): standard
    default: nil
    }
  }

  /// What the body returns; its errors get the property's name.
  private func named<Result>(_ body: () throws(ValueError) -> Result) throws(ValueError) -> Result {
    do {
      return try body()
    } catch {
      throw error.named(name)
    }
  }

  /// The same property, of something that holds an `Owner`.
  public func lifted<Outer>(_ path: WritableKeyPath<Outer, Owner> & Sendable, name: String? = nil) -> Property<Outer> {
    let (get, set) = (getter, setter)
    var property = Property<Outer>(
      name: name ?? self.name, kind: kind, unit: unit, meaning: meaning, ifBelow: remedyBelow,
      get: { get($0[keyPath: path]) },
      set: { (outer: inout Outer, value: PropertyValue) throws(ValueError) in try set(&outer[keyPath: path], value) })
    (property.addsUp, property.limit) = (addsUp, limit)
    return property
  }
}

/// Something whose properties stand in a table beside it.
public protocol HasProperties {
  /// As it is where nobody sets anything.
  init()
  /// Its properties, in the order in which help lists them.
  static var properties: [Property<Self>] { get }
}

extension HasProperties {
  /// The property of that name in Swift or kebab spelling; nil where there is none.
  public static func property(named name: String) -> Property<Self>? {
    properties.first { $0.name == name || $0.flag == name }
  }

  /// The same with all values in the ranges of their properties, as nothing checks those that a program sets by itself.
  package func bounded() -> Self {
    let defaults = Self()
    return Self.properties.reduce(into: self) { $1.bound(&$0, to: defaults) }
  }

  /// The same with all values that are not `old`'s in the ranges of their properties, and what was wrong with them.
  package func bounded(after old: Self) -> (Self, wrong: [ValueError]) {
    var bounded = self
    let defaults = Self()
    let wrong = Self.properties.compactMap { property in
      property.value(of: self) == property.value(of: old) ? nil : property.bound(&bounded, to: defaults)
    }
    return (bounded, wrong)
  }
}

// MARK: - Declaring

extension Property {
  /// A property at `path`: `wrap` makes a `PropertyValue` of what stands there, and `unwrap` reads one that has the
  /// kind; where that returns nil nothing is set.
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

  /// A number, in `range`. `remedy` says what to do instead of setting one below it.
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
  /// It may have so many bytes of UTF-8 as `limit` says; a path has no more than there are by default.
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

  /// One of the words that `Choice` has.
  ///
  /// - Parameters:
  ///   - words: Those of them that it takes; all of them where nothing is said.
  ///   - remedy: What to do instead of setting what is none of them.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Owner, Choice> & Sendable, among words: [Choice]? = nil, _ meaning: String,
    ifNone remedy: String = ""
  ) -> Property {
    Property(
      name, path, .choice((words ?? Array(Choice.allCases)).map(\.rawValue)), meaning, ifBelow: remedy,
      wrap: { .text($0.rawValue) },
      unwrap: { $0.asText.flatMap(Choice.init(rawValue:)) })
  }
}
