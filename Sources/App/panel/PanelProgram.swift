internal import Base
internal import Panels
internal import Scene
internal import ScrollCore
internal import Windows

/// The controls of a panel, with their layout.
protocol PanelControls: AnyObject {
  init(_ style: PanelStyle, _ words: Words)
  /// In the order of Tab.
  var all: [any Control] { get }
  var status: StatusLine { get }
  /// The layout at the start.
  var layout: StackLayout { get }
}

/// A window of controls as a program of its own, with its content.
protocol PanelProgram: AnyObject {
  associatedtype Controls: PanelControls
  var window: PanelWindow { get }
  var controls: Controls { get }
  var words: Words { get }
  /// Updates the content.
  func showState()
}

extension PanelProgram {
  /// Shows a message instead of the last one.
  ///
  /// - Parameter text: Nil for none.
  func say(_ text: String?, isWarning: Bool = false, offering offer: StatusLine.Offer? = nil) {
    controls.status.say(text, isWarning: isWarning, offering: offer)
    showState()
  }

  /// Performs an action, and shows its error. Returns whether it has succeeded.
  @discardableResult
  func act(_ body: () throws(Failure) -> Void) -> Bool {
    do throws(Failure) {
      try body()
      return true
    } catch {
      say(words.description(of: error), isWarning: true)
      return false
    }
  }

  /// Runs until the window is closed. Returns the exit status.
  func run() throws(Failure) -> Int32 {
    // The window's callbacks do not retain it.
    defer { withExtendedLifetime(self) {} }
    return try window.run()
  }
}

extension PanelWindow {
  /// Opens the window of a panel, unless the display has one of its kind.
  ///
  /// - Parameters:
  ///   - theme: As for `--theme`.
  ///   - words: For the controls.
  /// - Throws: `Failure` for an unknown theme or an unavailable display.
  /// - Returns: Nil if an existing window was raised instead.
  static func open<Controls: PanelControls>(
    _ kind: PanelKind, theme: String, words: Words, in loop: RunLoop
  ) throws(Failure) -> (window: PanelWindow, controls: Controls)? {
    try open(kind, theme: StripTheme.loader(of: theme), words: words, in: loop) { style, context in
      let controls = Controls(style, words)
      return (controls, Panel(controls.all, controls.layout, style: style, in: context))
    }
  }

  /// Shows itself in another theme, named as for `--theme`.
  func use(theme name: String) { use(theme: StripTheme.loader(of: name)) }

  /// Runs until the window is closed, and closes it. Returns the exit status.
  func run() throws(Failure) -> Int32 {
    var status = ExitStatus.success
    Signals.install()
    loop.watch(Signals.fileDescriptor) { [unowned self] in
      while let signal = Signals.next() {
        if signal == Signals.pause || signal == Signals.reload { continue }
        status = 128 + signal
        loop.end()
      }
    }
    loop.ownsProcess = true
    loop.run()
    close()
    if let failure { throw .system(failure) }
    return status
  }
}

extension StripTheme {
  /// Loads a theme, as for `--theme`; "auto" is the one for the desktop's settings.
  ///
  /// - Throws: for an unknown theme, with the nearest name.
  init(named name: String, _ wishes: DesktopWishes) throws(ValueError) {
    self = try Theme.load(name.lowercased() == Theme.automatic ? wishes.theme : name).strip
  }

  fileprivate static func loader(of name: String) -> ThemeLoader {
    { (wishes) throws(ValueError) in try StripTheme(named: name, wishes) }
  }
}
