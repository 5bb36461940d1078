internal import Base
internal import Scene
package import ScrollCore

/// Where a view's looks come from: what is asked for, the theme, and what the desktop asks for.
struct ViewLooks<Kind: ViewKind> where Kind.Style: SharedStyling {
  private(set) var request: ViewRequest<Kind>
  /// What the desktop asks for.
  var wishes = DesktopWishes()
  /// Where files are followed from.
  var connection: SourceConnection?
  /// Nil: the view has colours of its own.
  private(set) var theme: Theme?

  /// - Throws: where there is no such theme, with the nearest name, or with the place of what is wrong in its file.
  init(_ request: ViewRequest<Kind>) throws(ValueError) {
    self.request = request
    try load()
  }

  // MARK: - The theme

  /// As it was asked for; empty where there is none.
  var themeName: String {
    let name = request.window.value.theme
    return name.isEmpty ? Kind.initialTheme : name
  }

  /// The desktop chooses it.
  var isAutomatic: Bool { themeName.lowercased() == Theme.automatic }

  /// With something else asked for.
  func asking(_ change: (inout ViewRequest<Kind>) throws(ValueError) -> Void) throws(ValueError) -> ViewLooks {
    var new = self
    try change(&new.request)
    if new.themeName != themeName { try new.load() }
    return new
  }

  /// With the theme that the user's file holds now.
  func themed(_ file: Theme.File) throws(ValueError) -> ViewLooks {
    var new = self
    new.theme = try Theme(file)
    return new
  }

  /// With the theme that goes with what the desktop asks for.
  func following(_ wishes: DesktopWishes) throws(ValueError) -> ViewLooks {
    var new = self
    new.wishes = wishes
    if isAutomatic { try new.load() }
    return new
  }

  private mutating func load() throws(ValueError) {
    let name = isAutomatic ? wishes.theme : themeName
    theme = name.isEmpty ? nil : try Theme.load(name)
  }

  // MARK: - What follows from them

  /// The view's own looks, over that the theme, over that what the window's options say of looks, over that what is set
  /// of the view.
  func style() throws(ValueError) -> Kind.Style {
    var style = Kind.base(for: request)
    if let theme { style.adopt(theme.strip) }
    style.adopt(SharedStyle(request.window))
    style = try request.own.laid(over: style)
    try Kind.validate(style)
    return style
  }

  /// What lies behind a view that has no background of its own.
  var background: Color {
    SharedStyle(request.window).background(over: theme?.strip.background ?? request.window.value.background)
  }

  /// The theme with what the window's options say; nil where there is none.
  var stripTheme: StripTheme? {
    guard var theme = theme?.strip else { return nil }
    theme.adopt(SharedStyle(request.window))
    return theme
  }

  /// The window's border, where the user says nothing of it.
  var border: Border { theme?.border ?? Border() }

  /// The user's own file that the theme comes from, which may change.
  var file: Theme.File? { theme?.file }

  /// What a menu offers, and which of that is shown; nil where there is no theme.
  var themes: (names: [String], shown: String)? {
    theme.map { _ in ([Theme.automatic] + Theme.shipped.map(\.name), themeName) }
  }
}

extension StripTheme {
  mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { self.font = font.text }
    if let color = shared.foreground { textColor = color }
    background = shared.background(over: background)
  }
}

extension ViewKind where Style: SharedStyling {
  package static func style(of request: ViewRequest<Self>) throws(ValueError) -> Style {
    try ViewLooks(request).style()
  }
}
