package import Base
internal import Neighbours
package import Scene
package import ScrollCore
package import Windows
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
}

/// Loads the theme of a panel for the desktop's settings.
package typealias ThemeLoader = (DesktopWishes) throws(ValueError) -> StripTheme

/// An ordinary window with a panel of controls. It only draws after changes, and sleeps otherwise.
package final class PanelWindow {
  private let content: PanelContent
  private let window: ViewWindow
  /// Called with a drop; nil if none are accepted.
  private var onDrop: ((DroppedContent) -> Void)?
  private var onRefusal: (String) -> Void = { reportError($0) }

  package var loop: RunLoop { window.loop }
  package var context: ViewContext { content.context }
  package var panel: Panel { content.panel }
  /// The theme of the panel.
  package var theme: StripTheme { content.panelTheme }
  /// The time for changes from outside the loop.
  package var time: Seconds { window.time }
  /// Why it has ended, unless it was closed.
  package var failure: String? { window.failure }

  /// Opens the window, unless the display has one of its kind.
  ///
  /// - Parameters:
  ///   - theme: Loads its theme for the desktop's settings.
  ///   - words: For the controls.
  /// - Throws: `Failure` for an unknown theme or an unavailable display.
  /// - Returns: Nil if an existing window was raised instead.
  package static func open<Controls>(
    _ kind: PanelKind, theme: @escaping ThemeLoader, words: Words, in loop: RunLoop,
    content: (PanelStyle, ViewContext) -> (Controls, Panel)
  ) throws(Failure) -> (window: PanelWindow, controls: Controls)? {
    let display = try Display()
    if display.raiseSoleWindow(kind.key) { return nil }
    var made: Controls?
    let views = try PanelContent(kind, theme: theme, words: words, on: display) { style, context in
      let (controls, panel) = content(style, context)
      made = controls
      return panel
    }
    let window = try ViewWindow(views, kind.settings, name: kind.role, in: loop, on: display)
    guard window.window.becomeSole(kind.key), let made else {
      _ = display.raiseSoleWindow(kind.key)
      return nil
    }
    let panel = PanelWindow(views, window)
    panel.appear()
    return (panel, made)
  }

  private init(_ content: PanelContent, _ window: ViewWindow) {
    (self.content, self.window) = (content, window)
    window.session = self
  }

  private func appear() {
    window.start()
    window.appear()
    let glass = window.window
    glass.display.sync()
    if !glass.display.hasWindowManager { glass.input.takeFocus() }
    glass.display.flush()
  }

  /// Shows itself in another theme.
  package func use(theme: @escaping ThemeLoader) {
    content.use(theme: theme)
    window.performActions()
  }

  /// Accepts drops.
  ///
  /// - Parameters:
  ///   - onDrop: Called with each.
  ///   - onRefusal: Called with a message about a failed one.
  package func acceptDrops(_ onDrop: @escaping (DroppedContent) -> Void, onRefusal: @escaping (String) -> Void) {
    (self.onDrop, self.onRefusal) = (onDrop, onRefusal)
    window.window.acceptDrops()
  }

  /// Ends the loop.
  package func end() { window.end() }

  package func close() { window.close() }

  /// Opens a menu beside a rectangle of the window.
  ///
  /// - Parameters:
  ///   - choose: Called with the choice.
  ///   - cancel: Called without a choice.
  package func openMenu(
    _ entries: [MenuEntry], beside place: Rect, cancel: @escaping () -> Void = {},
    choose: @escaping (MenuEntry.Kind) -> Void
  ) {
    guard !window.popups.isMenuOpen, !entries.isEmpty else { return }
    let origin = window.window.frame.origin
    do throws(Failure) {
      try window.popups.openMenu(
        entries, at: place.offsetBy(dx: origin.x, dy: origin.y), list: nil, isForKeys: true, onChoice: { _ in },
        onEnd: { [unowned self] outcome in
          if case .chosen(let kind) = outcome { choose(kind) } else { cancel() }
          window.performActions()
          context.setNeedsDisplay()
        })
    } catch {
      reportError(error.description)
    }
  }
}

extension PanelWindow: WindowSession {
  package var takesDrops: Bool { onDrop != nil }

  package func follow(_ drag: DragEvent) {
    if case .over = drag { panel.isDropTarget = true } else { panel.isDropTarget = false }
    switch drag {
    case .dropped(let content): onDrop?(content)
    case .refused(let reason): onRefusal(reason)
    case .over, .left: break
    }
  }

  package func didAppear() {
    let glass = window.window
    // Managers focus new windows, but some never take the focus from a dock: the strip that opened this window. A focused
    // window does not ask, as keys could be lost meanwhile.
    if glass.display.hasWindowManager, !glass.input.hasFocus { glass.activate() }
  }

  package func wasPressed() {
    // Without a window manager a click takes the focus.
    if !window.window.display.hasWindowManager { window.window.input.takeFocus() }
  }

  package var arrivals: Arrivals { Arrivals() }
  package var isQuiet: Bool { false }
  package func perform(_ request: SessionRequest, for context: ViewContext) {}
  package func note(_ outcome: LinkOpening.Outcome, of link: String) {}
  package func perform(_ command: UserCommand, at point: Point?) {}
  package func didPerformActions() {}
  package func didReopen() {}
  package func optionsChanged() {}
  package func quietChanged() {}
  package func didStep() {}
}

extension PanelKind {
  fileprivate var settings: Settings<WindowOptions> {
    var options = WindowOptions()
    (options.type, options.place, options.cadence) = (.normal, .inCenter, .pixel)
    return Settings(options, setting: ["normal", "place", "cadence"])
  }
}
