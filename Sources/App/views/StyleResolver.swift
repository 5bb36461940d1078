internal import Base
internal import Newswire
internal import Scene
package import ScrollCore
internal import Windows

/// Resolves a view's style from its settings, the theme, and the desktop's settings.
package struct StyleResolver<Kind: ViewKind> where Kind.Style: SharedStyling {
  private(set) var request: ViewRequest<Kind>
  /// The desktop's settings.
  var wishes = DesktopWishes()
  /// Follows files.
  var connection: SourceConnection?
  /// Follows the theme's file.
  var watch: WatchedFile?
  /// Nil if the view has its own colours.
  private(set) var theme: Theme?

  /// - Throws: for an unknown theme, with the nearest name, or with the place of an error in its file.
  init(_ request: ViewRequest<Kind>) throws(ValueError) {
    self.request = request
    try load()
  }

  // MARK: - The theme

  /// The original text; empty for none.
  var themeName: String {
    let name = request.window.value.theme
    return name.isEmpty ? Kind.initialTheme : name
  }

  /// Whether the desktop chooses the theme.
  var isAutomatic: Bool { themeName.lowercased() == Theme.automatic }

  /// Returns a copy with a changed request.
  func asking(_ change: (inout ViewRequest<Kind>) throws(ValueError) -> Void) throws(ValueError) -> StyleResolver {
    var new = self
    try change(&new.request)
    if new.themeName != themeName { try new.load() }
    return new
  }

  /// Returns a copy with new content of the theme's file.
  func themed(_ file: Theme.File) throws(ValueError) -> StyleResolver {
    var new = self
    new.theme = try Theme(file)
    return new
  }

  /// Returns a copy that follows these settings of the desktop.
  func following(_ wishes: DesktopWishes) throws(ValueError) -> StyleResolver {
    var new = self
    new.wishes = wishes
    if isAutomatic, wishes.theme != self.wishes.theme { try new.load() }
    return new
  }

  private mutating func load() throws(ValueError) {
    let name = isAutomatic ? wishes.theme : themeName
    theme = name.isEmpty ? nil : try Theme.load(name)
  }

  // MARK: - Results

  /// The style, in layers: the view's default, the theme, the window's options, the view's settings.
  func style() throws(ValueError) -> Kind.Style {
    var style = Kind.base(for: request)
    if let theme { style.adopt(theme.strip) }
    style.adopt(SharedStyle(request.window))
    style = try request.own.laid(over: style)
    try Kind.validate(style)
    return style
  }

  /// The colour behind a view without a background of its own.
  var background: Color {
    SharedStyle(request.window).background(over: theme?.strip.background ?? request.window.value.background)
  }

  /// The theme with the window's options applied; nil without a theme.
  var stripTheme: StripTheme? {
    guard var theme = theme?.strip else { return nil }
    theme.adopt(SharedStyle(request.window))
    return theme
  }

  /// The border of the window, unless the user sets one.
  var border: Border { theme?.border ?? Border() }

  /// The theme's file, to be followed.
  var file: Theme.File? { theme?.file }

  /// The themes for a menu, and the current one; nil without a theme.
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
    try StyleResolver(request).style()
  }
}
