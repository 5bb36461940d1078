package import Scene
internal import ScrollCore
internal import Windows

/// The options of a window that affect the style of its views.
package struct SharedStyle {
  /// The names of those options.
  static let names = ["theme", "font", "foreground", "background", "opacity"]

  var font: FontChoice?
  var foreground: Color?
  private var background: Color?
  private var opacity: Double?

  /// The background to use instead of the view's own.
  func background(over own: Color) -> Color {
    let color = background ?? own
    guard let opacity else { return color }
    return Color(
      red: color.red, green: color.green, blue: color.blue, alpha: UInt8((Double(color.alpha) * opacity).rounded()))
  }

  init(_ window: Settings<WindowOptions>) {
    if window.hasSet("font") { font = window.value.font }
    if window.hasSet("foreground") { foreground = window.value.foreground }
    if window.hasSet("background") { background = window.value.background }
    if window.hasSet("opacity") { opacity = window.value.opacity }
  }
}

/// A view's style that follows its window's options.
package protocol SharedStyling: Themed {
  /// A font with a size keeps it at any height.
  mutating func adopt(_ shared: SharedStyle)
}
