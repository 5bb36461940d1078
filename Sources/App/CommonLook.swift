internal import ScrollCore
internal import X11

extension HasProperties {
  /// Takes over what the window's options say about a view's own looks: font and colours, where they are given.
  mutating func adopt(_ window: [Assignment]) throws(ValueError) {
    for assignment in window {
      switch kebabCase(assignment.name) {
      case "font": try adopt(FontText(assignment.text))
      case "foreground": try setFirst(of: ["foreground", "textColor"], to: assignment.text)
      case "background": try setFirst(of: ["background", "backgroundColor"], to: assignment.text)
      default: break
      }
    }
  }

  /// A font that names a size is of that size, whatever the height.
  private mutating func adopt(_ font: FontText) throws(ValueError) {
    try setFirst(of: ["font"], to: font.family)
    if let weight = font.weight { try setFirst(of: ["fontWeight"], to: "\(weight)") }
    if let size = font.size {
      try setFirst(of: ["fontSize"], to: shortest(size))
      try setFirst(of: ["fontSizeAsView"], to: "false")
    }
  }

  /// Sets the first of these properties that there is.
  private mutating func setFirst(of names: [String], to text: String) throws(ValueError) {
    for name in names {
      if let property = Self.property(named: name) {
        try property.set(text: text, of: &self)
        return
      }
    }
  }
}
