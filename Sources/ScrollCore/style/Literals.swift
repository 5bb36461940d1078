// Values written in a program: `counter.number = "16.40"`, `badge.background = "#e5484d"`.

extension DecimalNumber: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// A whole number written in a program.
  public init(integerLiteral value: Int) { self.init(value) }

  /// A number written in a program, digit for digit: `"16.40"`. Use `init?(_:)` with a text that comes from elsewhere.
  ///
  /// - Precondition: The literal is a number.
  public init(stringLiteral text: String) {
    guard let number = DecimalNumber(text as String) else { preconditionFailure("\"\(text)\" is not a number") }
    self = number
  }
}

extension Color: ExpressibleByStringLiteral {
  /// A colour written in a program: `"#e5484d"`, `"tomato"`. Use `init(parsing:)` with a text that comes from elsewhere.
  ///
  /// - Precondition: The literal is a colour.
  public init(stringLiteral text: String) {
    do throws(ValueError) { self = try Color(parsing: text) } catch { preconditionFailure(error.reason) }
  }
}
