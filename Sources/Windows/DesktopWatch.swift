package import Base
internal import Neighbours
internal import X11

/// Follows the desktop's settings: from the settings portal if there is one, else from XSETTINGS; and whether its
/// notifications may disturb.
final class DesktopWatch {
  private(set) var wishes = DesktopWishes()
  /// Called after a change of the settings.
  var onChange: () -> Void = {}
  /// Called when do-not-disturb changes.
  var onQuiet: () -> Void = {}
  private let display: Display
  private let portal: SettingsPortal?
  /// Nil until it is used.
  private var quiet: QuietDesktop?

  /// How long a window waits for the portal, in seconds, to open in the right colours.
  private static let patience = 0.08

  init(_ display: Display, address: String? = Bus.sessionAddress) {
    self.display = display
    portal = SettingsPortal(address: address)
    portal?.wait(atMost: Self.patience)
    wishes = current
    portal?.onChange = { [unowned self] in update() }
  }

  /// The session bus, or nil.
  var bus: Bus? { portal?.bus }

  func open(in loop: RunLoop) { if let portal { loop.add(portal) } }

  func close(in loop: RunLoop) { if let portal { loop.remove(portal) } }

  /// Whether the desktop asks not to disturb; followed from the first use on.
  var isQuiet: Bool {
    if quiet == nil, let bus {
      quiet = QuietDesktop(on: bus)
      quiet?.onChange = { [unowned self] in onQuiet() }
    }
    return quiet?.isQuiet ?? false
  }

  /// Reads XSETTINGS after a change.
  func update() {
    let new = current
    guard new != wishes else { return }
    wishes = new
    onChange()
  }

  private var current: DesktopWishes { portal?.wishes ?? DesktopWishes(display.readSettings()) }
}

extension DesktopWishes {
  /// Reads GTK's theme and animation settings.
  init(_ settings: XSettings) {
    self.init()
    let words = (settings.text("Net/ThemeName") ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
    wantsHighContrast = words.contains("highcontrast") || words.contains("highcontrastinverse")
    let isDark = words.contains("dark") || words.contains("highcontrastinverse")
    colorScheme = words.isEmpty ? .none : isDark ? .dark : .light
    wantsReducedMotion = settings.integer("Gtk/EnableAnimations") == 0
  }

  /// The theme that suits them.
  package var theme: String { wantsHighContrast ? "high-contrast" : colorScheme == .light ? "light" : "dark" }
}
