public import ScrollCore

extension View {
  /// Sets a property from text, for example of a file: `set("border-width", to: "2")`.
  ///
  /// - Parameters:
  ///   - name: In Swift spelling or with hyphens, as `newsreel properties` lists it.
  ///   - text: The value, as on the command line.
  /// - Throws: A `ValueError` for an unknown name or an invalid value. Nothing has changed then.
  public final func set(_ name: String, to text: String) throws(ValueError) {
    if try setOwn(name, to: text) { return }
    guard let property = Border.known(name) else {
      throw ValueError.noProperty(name, among: propertyNames)
    }
    var border = border
    try withSwiftNames(Border.self) { () throws(ValueError) in try property.set(text: text, of: &border) }
    self.border = border
  }

  /// A property's value as text; nil for an unknown name.
  public final func value(of name: String) -> String? {
    ownValue(of: name) ?? Border.known(name)?.value(of: border).text
  }
}
