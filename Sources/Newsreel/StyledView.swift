@_exported public import Scene
public import ScrollCore

/// A view with properties: every member of its style is one of the view, live and with its type.
///
///     crawl.scrollSpeed = 90
///     crawl.foreground = try Color(parsing: "tomato")
///
/// A change shows with the next frame, and what is on screen does not jump. A value that is out of its property's range
/// is a mistake of the program and ends it with a sentence; for values that come from elsewhere there are
/// `set(_:to:)` and `setStyle(_:)`, which throw.
@dynamicMemberLookup
public class StyledView<Style: HasProperties & Equatable & Sendable>: View {
  /// All properties at once.
  public final var style: Style {
    get { current }
    set {
      do throws(ValueError) { try setStyle(newValue) } catch {
        preconditionFailure("\(error.name): \(error.reason)")
      }
    }
  }

  /// A property.
  public final subscript<Value>(dynamicMember path: WritableKeyPath<Style, Value>) -> Value {
    get { style[keyPath: path] }
    set { style[keyPath: path] = newValue }
  }

  /// Sets all properties at once, where they may be wrong.
  ///
  /// - Throws: `ValueError` that names the property; nothing has changed then.
  public final func setStyle(_ style: Style) throws(ValueError) {
    var checked = style
    for property in Style.properties { try property.set(property.value(of: style), of: &checked) }
    try apply(style)
    current = style
    setNeedsLayout()
  }

  // MARK: - For the library

  private var current: Style

  init(own: any Scene.View, style: Style) {
    current = style
    super.init(own: own)
  }

  /// Takes over what the user has changed in what is shown.
  final func follow(_ change: (inout Style) -> Void) { change(&current) }

  /// Takes over a style whose values are each in range.
  func apply(_ style: Style) throws(ValueError) {}

  override final func setOwn(_ name: String, to text: String) throws(ValueError) -> Bool {
    guard let property = Style.property(named: name) else { return false }
    var style = style
    try property.set(text: text, of: &style)
    try setStyle(style)
    return true
  }

  override final func ownValue(of name: String) -> String? { Style.property(named: name)?.value(of: style).text }
}
