extension Color: ExpressibleByStringLiteral {
  /// A colour written in a program: `"#e5484d"`, `"tomato"`. Use `init(parsing:)` with a text that comes from elsewhere.
  ///
  /// - Precondition: The literal is a colour.
  public init(stringLiteral text: String) {
    do throws(ValueError) { self = try Color(parsing: text) } catch { preconditionFailure(error.reason) }
  }
}
