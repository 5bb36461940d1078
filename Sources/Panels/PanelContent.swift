internal import Base
internal import Neighbours
internal import Render
internal import Scene
internal import ScrollCore
internal import Windows
internal import X11

/// A panel as the content of a window, in a theme that follows the desktop.
final class PanelContent: WindowContent {
  let panel: Panel
  /// The language of its controls.
  let words: Words
  private(set) var panelTheme: StripTheme
  private var loadTheme: ThemeLoader
  private var wishes = DesktopWishes()
  private let typesetter: PangoTypesetter
  private let scale: Double
  private let size: Size
  private let (title, minimumSize): (String, Size)

  /// - Parameter make: Creates the panel.
  /// - Throws: `Failure` for an unknown theme.
  init(
    _ kind: PanelKind, theme: @escaping ThemeLoader, words: Words, on display: Display,
    _ make: (PanelStyle, ViewContext) -> Panel
  ) throws(Failure) {
    (loadTheme, self.words) = (theme, words)
    panelTheme = try usage { [wishes] () throws(ValueError) in try theme(wishes) }
    let desktop = Desktop(display)
    (typesetter, scale) = (PangoTypesetter(display), desktop.scale)
    let area = display.workArea(of: desktop.primary, among: desktop.monitors, standing: nil)
    size = kind.size.scaled(by: scale, within: area.size)
    (title, minimumSize) = (kind.title, kind.minimumSize.scaled(by: scale, within: area.size))
    panel = make(PanelStyle(panelTheme, scale: scale, words: words, with: typesetter), ViewContext())
  }

  var appearance: WindowAppearance {
    var appearance = WindowAppearance(background: panel.style.background, takesText: true)
    (appearance.title, appearance.minimumSize, appearance.isDialog) = (title, minimumSize, true)
    return appearance
  }

  var theme: StripTheme? { panelTheme }
  var less: Double { 0 }
  var tree: ViewTree { panel.tree }
  func update(at t: Seconds) {}

  func follow(_ wishes: DesktopWishes) {
    self.wishes = wishes
    restyle()
  }

  /// Shows another theme.
  func use(theme: @escaping ThemeLoader) {
    loadTheme = theme
    restyle()
  }

  private func restyle() {
    // A theme that can no longer be read stays as it was.
    guard let new = try? loadTheme(wishes), new != panelTheme else { return }
    panelTheme = new
    panel.style = PanelStyle(new, scale: scale, words: words, with: typesetter)
    context.perform(.changeAppearance)
  }

  // MARK: - The panel's

  func naturalSize(in context: MeasureContext) -> Size { size }

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    panel.layout(in: frame, pass)
  }

  func draw(into frame: inout Frame, at t: Seconds) { panel.draw(into: &frame, at: t) }

  /// Leaves nothing to the window: its keys have no commands.
  func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    _ = panel.handle(event, in: context)
    return true
  }
}

extension Size {
  /// In whole pixels, within a work area: a window manager adds a title and borders.
  fileprivate func scaled(by scale: Double, within area: Size) -> Size {
    let room = Rect(origin: .zero, size: area).inset(
      by: Insets(top: 36 * scale, right: 8 * scale, bottom: 8 * scale, left: 8 * scale))
    let most = room.isEmpty ? area : room.size
    return Size(
      width: min(most.width, (width * scale).rounded()), height: min(most.height, (height * scale).rounded()))
  }
}

extension PanelStyle {
  /// The style of a theme for the user's screen and language.
  fileprivate init(_ theme: StripTheme, scale: Double, words: Words, with typesetter: PangoTypesetter) {
    self.init(theme, font: .ofControls(theme.font, size: Self.fontSize, with: typesetter), scale: scale)
    isMirrored = words.isRightToLeft
  }
}
