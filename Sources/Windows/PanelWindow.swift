internal import Accessibility
package import Base
internal import Neighbours
internal import Render
package import Scene
package import ScrollCore
package import X11

/// A kind of window with controls.
package struct PanelKind {
  /// One word that names the window to other programs. A display has one window of each role and subject.
  package var role: String
  /// What it is about, if there may be several; empty otherwise.
  package var subject = ""
  package var title: String
  /// The size inside, at 96 dots per inch.
  package var size: Size
  package var minimumSize: Size

  package init(role: String, subject: String = "", title: String, size: Size, minimumSize: Size) {
    (self.role, self.subject, self.title, self.size, self.minimumSize) = (role, subject, title, size, minimumSize)
  }

  var key: String { subject.isEmpty ? role : "\(role)_\(subject)" }

  /// The room for a window's inside in a work area: a window manager adds a title and borders.
  static func room(in area: Rect, scale: Double) -> Rect {
    let room = area.inset(
      by: Insets(top: 36 * scale, right: 8 * scale, bottom: 8 * scale, left: 8 * scale))
    return room.isEmpty ? area : room
  }
}

/// An ordinary window with a panel of controls. It only draws after changes, and sleeps otherwise.
package final class PanelWindow: LoopForeground {
  package let loop: RunLoop
  package let context = ViewContext()
  package let panel: Panel
  package let window: Window
  private let kind: PanelKind
  private let frames: FrameDriver
  private let typesetter: PangoTypesetter
  private let desktop: DesktopWatch
  private let scale: Double
  /// The language of its controls.
  private let words: Words
  /// Loads the theme of the panel for the desktop's settings.
  private var loadTheme: (DesktopWishes) throws(ValueError) -> StripTheme
  /// The theme of the panel.
  package private(set) var theme: StripTheme
  private var menu: PopupWindow<MenuView>?
  private lazy var accessibility = makeAccessibility()
  private var hasAppeared = false
  private var reportedErrors: Set<String> = []
  /// Called when the window is asked to close; the loop ends then.
  package var onClose: () -> Void = {}
  /// Called with a drop; nil to accept none. Set it before the window is shown.
  package var onDrop: ((DroppedContent) -> Void)? { didSet { if onDrop != nil { window.acceptDrops() } } }
  /// Called with a message about a failed drop.
  package var onRefusal: (String) -> Void = { reportError($0) }
  /// Set when the server is gone.
  package private(set) var failure: Failure?

  /// Opens the window, unless the display has one of its kind.
  ///
  /// - Parameters:
  ///   - theme: Loads its theme for the desktop's settings.
  ///   - words: For the controls.
  /// - Throws: `Failure` for an unknown theme or an unavailable display.
  /// - Returns: Nil if an existing window was raised instead.
  package static func open<Controls>(
    _ kind: PanelKind, theme: @escaping (DesktopWishes) throws(ValueError) -> StripTheme, words: Words,
    in loop: RunLoop,
    content: (PanelStyle, ViewContext) -> (Controls, Panel)
  ) throws(Failure) -> (window: PanelWindow, controls: Controls)? {
    let display = try Display()
    if display.raiseSoleWindow(kind.key) { return nil }
    var made: Controls?
    let window = try PanelWindow(kind, theme: theme, words: words, on: display, in: loop) { style, context in
      let (controls, panel) = content(style, context)
      made = controls
      return panel
    }
    guard window.window.becomeSole(kind.key), let made else {
      _ = display.raiseSoleWindow(kind.key)
      return nil
    }
    window.appear()
    return (window, made)
  }

  /// - Parameter content: Creates the panel.
  private init(
    _ kind: PanelKind, theme: @escaping (DesktopWishes) throws(ValueError) -> StripTheme, words: Words,
    on display: Display,
    in loop: RunLoop, content: (PanelStyle, ViewContext) -> Panel
  ) throws(Failure) {
    (self.kind, self.loop, loadTheme, self.words) = (kind, loop, theme, words)
    let place = Desktop(display)
    scale = place.scale
    typesetter = PangoTypesetter(display)
    desktop = DesktopWatch(display)
    self.theme = try usage { [desktop] () throws(ValueError) in try theme(desktop.wishes) }
    let look = PanelStyle(self.theme, scale: scale, words: words, with: typesetter)
    panel = content(look, context)
    let area = PanelKind.room(
      in: display.workArea(of: place.primary, among: place.monitors, standing: nil), scale: place.scale)
    func scaled(_ size: Size) -> Size {
      Size(
        width: min(area.width, (size.width * place.scale).rounded()),
        height: min(area.height, (size.height * place.scale).rounded()))
    }
    var style = Window.Style()
    (style.title, style.role, style.type) = (kind.title, kind.role, .normal)
    (style.leavesPlace, style.takesFocus) = (true, true)
    (style.icons, style.background) = (Icon.forWindows, look.background)
    style.minimumSize = scaled(kind.minimumSize)
    let frame = Placement.inCenter.place(Rect(origin: .zero, size: scaled(kind.size)), at: area)
    window = Window(display, frame: frame.pixels, style: style)
    let target = FrameTarget(
      panel, in: window, context, typesetter: typesetter, background: look.background, wholePixels: true)
    target.reportImages()
    frames = FrameDriver(target, clock: WindowOptions().frameClock(for: place.primary, on: display))
  }

  private func appear() {
    window.input.beginTextInput()
    loop.add(self)
    desktop.open(in: loop)
    desktop.onChange = { [unowned self] in restyle() }
    accessibility.follow(.auto, on: desktop.bus)
    window.show()
    window.display.sync()
    if !window.display.hasWindowManager { window.input.takeFocus() }
    window.display.flush()
  }

  /// Shows itself in another theme.
  package func use(theme: @escaping (DesktopWishes) throws(ValueError) -> StripTheme) {
    loadTheme = theme
    restyle()
  }

  /// Follows the theme, and the desktop's colours.
  private func restyle() {
    guard let new = try? loadTheme(desktop.wishes), new != theme else { return }
    theme = new
    let style = PanelStyle(new, scale: scale, words: words, with: typesetter)
    panel.style = style
    frames.target.setBackground(style.background)
    context.setNeedsLayout()
  }

  package func close() {
    if let menu { loop.remove(menu) }
    menu = nil
    accessibility.close()
    desktop.close(in: loop)
    loop.remove(self)
    window.hide()
    window.display.flush()
  }

  /// The time for changes from outside the loop.
  package var time: Seconds { frames.time(now: monotonicNow()) }

  // MARK: - In the loop

  package var descriptor: Int32 { window.display.fileDescriptor }
  package var hasQueuedEvents: Bool { window.hasQueuedEvent }
  package var hasDrawn: Bool { frames.hasShown }
  package func flush() { window.display.flush() }

  package func step(hasNews: Bool, isReadable: Bool) -> LoopTurn {
    let now = monotonicNow()
    context.time = frames.time(now: now)
    while let event = window.nextEvent(reading: isReadable) { receive(event, now: now) }
    if let event = window.expireDrop(now: now) { receive(event, now: now) }
    performActions()
    accessibility.noteChange()
    var turn = frames.step(now: now, hasNews: hasNews || isReadable)
    turn.due = min(turn.due, window.dropDeadline)
    window.display.reportErrors(once: &reportedErrors)
    if window.display.isLost {
      failure = Failure(of: "the X server", reason: "has gone")
      loop.end()
    }
    return turn
  }

  private func receive(_ event: Event, now: Seconds) {
    frames.handle(event, now: now)
    switch event {
    case .closeRequested: onClose()
    case .settingsChanged: desktop.update()
    case .drag(let drag): follow(drag)
    case .exposed where !hasAppeared:
      hasAppeared = true
      // Managers focus new windows, but some never take the focus from a dock: the strip that opened this window. A focused
      // window does not ask, as keys could be lost meanwhile.
      if window.display.hasWindowManager, !window.input.hasFocus { window.activate() }
      _ = panel.handle(.appeared, in: context)
    // Without a window manager a click takes the focus.
    case .input(.pressed) where !window.display.hasWindowManager:
      window.input.takeFocus()
      handle(event)
    default: handle(event)
    }
    performActions()
  }

  private func follow(_ drag: DragEvent) {
    if case .over = drag { panel.isDropTarget = true } else { panel.isDropTarget = false }
    switch drag {
    case .dropped(let content): onDrop?(content)
    case .refused(let reason): onRefusal(reason)
    case .over, .left: break
    }
  }

  private func handle(_ event: Event) {
    guard case .input(let input) = event else { return }
    // Keys may come before the first picture, and go to controls by their places.
    frames.layOutIfNeeded(at: time)
    _ = panel.handle(input, in: context)
  }

  private func performActions() {
    context.performActions { action, _ in
      guard case .window(let request) = action, !window.input.perform(request) else { return }
      switch request {
      case .quit: onClose()
      case .takeFocus: if window.display.hasWindowManager { window.input.takeFocus() }
      default: break
      }
    }
  }

  // MARK: - For screen readers

  private func makeAccessibility() -> AccessibilityLink {
    AccessibilityLink(
      in: loop,
      showing: { [unowned self] in accessibleWindows.application(title: kind.title, at: window.frame, t: time) },
      perform: { [unowned self] action, path in
        context.time = time
        let isTaken = accessibleWindows.perform(action, on: path, in: context)
        performActions()
        return isTaken
      })
  }

  private var accessibleWindows: AccessibleWindows {
    AccessibleWindows(views: panel, menu: menu, words: words)
  }

  // MARK: - Menus

  /// Opens a menu beside a rectangle of the window.
  ///
  /// - Parameters:
  ///   - choose: Called with the choice.
  ///   - cancel: Called without a choice.
  package func openMenu(
    _ entries: [MenuEntry], beside place: Rect, cancel: @escaping () -> Void = {},
    choose: @escaping (MenuEntry.Kind) -> Void
  ) {
    guard menu == nil, !entries.isEmpty else { return }
    window.input.releasePointer()
    let anchor = place.offsetBy(dx: window.frame.minX, dy: window.frame.minY)
    let monitors = window.display.monitors()
    let area = (monitors.first(around: anchor) ?? monitors[0]).frame
    do throws(Failure) {
      let popup = try PopupWindow(
        "menu", in: area, at: anchor, style: { [panel] _, _ in MenuStyle(panel.style) }, grabs: true,
        menu: {
          let menu = MenuView(entries, style: $0)
          menu.selectFirst()
          return menu
        },
        onEnd: { [unowned self] outcome in
          menu = nil
          context.time = time
          if case .chosen(let kind) = outcome { choose(kind) } else { cancel() }
          performActions()
          context.setNeedsDisplay()
        })
      menu = popup
      loop.add(popup)
    } catch {
      reportError(error.description)
    }
  }
}

extension PanelStyle {
  /// The style of a theme for the user's screen and language.
  fileprivate init(_ theme: StripTheme, scale: Double, words: Words, with typesetter: PangoTypesetter) {
    self.init(theme, font: .ofControls(theme.font, size: Self.fontSize, with: typesetter), scale: scale)
    isMirrored = words.isRightToLeft
  }
}

extension MenuStyle {
  fileprivate init(_ style: PanelStyle) {
    self.init(font: style.font, foreground: style.textColor, background: style.background, scale: style.scale)
    (faintColor, lineColor) = (style.faintColor, style.lineColor)
    (selectedTextColor, selectedBackground) = (style.accentTextColor, style.accent)
    isMirrored = style.isMirrored
  }
}
