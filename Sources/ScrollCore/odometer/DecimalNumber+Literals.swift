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
