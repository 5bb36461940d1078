internal import Base
internal import X11

/// What the desktop asks of all programs, as it changes: by the settings portal where there is one, else by the settings of
/// X programs (XSETTINGS); and not to disturb, by what shows its notifications.
final class DesktopWatch {
  private(set) var wishes = DesktopWishes()
  /// Called when something is asked for that was not before, or no longer.
  var onChange: () -> Void = {}
  /// Called when it asks not to disturb, or no longer.
  var onQuiet: () -> Void = {}
  private let display: Display
  private let bus: BusConnection?
  private let portal: SettingsPortal?
  /// Nil until it is asked for.
  private var quiet: QuietDesktop?

  /// How long a window waits for the portal's answer, in seconds, so that it comes in the right colours.
  private static let patience = 0.08

  init(_ display: Display, address: String? = BusConnection.sessionAddress) {
    self.display = display
    bus = BusConnection(address: address)
    portal = bus.map(SettingsPortal.init(on:))
    portal?.wait(atMost: Self.patience)
    wishes = current
    portal?.onChange = { [unowned self] in update() }
  }

  func open(in loop: RunLoop) { if let bus { loop.add(bus) } }

  func close(in loop: RunLoop) { if let bus { loop.remove(bus) } }

  /// Whether the desktop asks not to disturb; followed from the first time on that this is asked.
  var isQuiet: Bool {
    if quiet == nil, let bus {
      quiet = QuietDesktop(on: bus)
      quiet?.onChange = { [unowned self] in onQuiet() }
    }
    return quiet?.isQuiet ?? false
  }

  /// The settings of X programs may be different.
  func update() {
    let new = current
    guard new != wishes else { return }
    wishes = new
    onChange()
  }

  private var current: DesktopWishes { portal?.wishes ?? DesktopWishes(display.readSettings()) }
}

extension DesktopWishes {
  /// What themes and animations of GTK say.
  init(_ settings: XSettings) {
    self.init()
    let words = (settings.text("Net/ThemeName") ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
    wantsHighContrast = words.contains("highcontrast") || words.contains("highcontrastinverse")
    let isDark = words.contains("dark") || words.contains("highcontrastinverse")
    colorScheme = words.isEmpty ? .none : isDark ? .dark : .light
    wantsReducedMotion = settings.integer("Gtk/EnableAnimations") == 0
  }

  /// The theme that goes with them.
  var theme: String { wantsHighContrast ? "high-contrast" : colorScheme == .light ? "light" : "dark" }
}
