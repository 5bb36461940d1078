import Testing

@testable import X11

/// How a window stands follows from what its manager says of itself, and from what it has done.
@Suite("How a window stands") struct StandingTests {
  /// A window manager as it was found, by the end of the names in its `_NET_SUPPORTED`, and how windows stand under it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// Nil for one that speaks no EWMH.
    let supported: String?
    let dock: WindowStanding
    let above: WindowStanding

    var testDescription: String { name }

    var manager: WindowManager {
      guard let supported else { return .silent }
      return WindowManager(window: 7, supported: supported.split(separator: " ").map { "_NET_WM_\($0)" })
    }
  }

  static let cases = [
    Case(
      name: "openbox", supported: "WINDOW_TYPE_DOCK STRUT STRUT_PARTIAL STATE_ABOVE STATE_BELOW DESKTOP",
      dock: .managed,
      above: .managed),
    Case(name: "i3", supported: "WINDOW_TYPE_DOCK STRUT_PARTIAL STATE_STICKY DESKTOP", dock: .managed, above: .managed),
    Case(name: "Fluxbox", supported: "WINDOW_TYPE_DOCK STRUT STATE_ABOVE", dock: .managed, above: .managed),
    Case(
      name: "awesome", supported: "WINDOW_TYPE_DOCK STRUT_PARTIAL STATE_ABOVE STATE_BELOW", dock: .managed,
      above: .managed),
    Case(name: "herbstluftwm", supported: "WINDOW_TYPE_DOCK STATE_FULLSCREEN", dock: .trusted, above: .managed),
    Case(name: "spectrwm", supported: "WINDOW_TYPE_DOCK STATE_ABOVE", dock: .trusted, above: .managed),
    Case(name: "dwm", supported: "STATE_FULLSCREEN", dock: .alone, above: .alone),
    Case(name: "one that lists nothing", supported: "", dock: .alone, above: .alone),
    Case(name: "twm", supported: nil, dock: .alone, above: .alone),
  ]

  @Test("A window manager keeps panels in place if it knows them; otherwise they do it themselves", arguments: cases)
  func found(_ one: Case) {
    #expect(WindowStanding(.dock, under: one.manager) == one.dock)
    #expect(WindowStanding(.above, under: one.manager) == one.above)
  }

  @Test("A window below others is lowered by those that know it; elsewhere it would float above them", arguments: cases)
  func below(_ one: Case) {
    let knowsIt = one.supported?.contains("STATE_BELOW") == true
    #expect(WindowStanding(.below, under: one.manager) == (knowsIt ? .managed : .alone))
  }

  @Test("A dock that was let down takes its place itself; other windows are where the user puts them", arguments: cases)
  func failed(_ one: Case) {
    #expect(WindowStanding(.dock, under: one.manager, hasFailed: true) == .alone)
    #expect(WindowStanding(.above, under: one.manager, hasFailed: true) == one.above)
    #expect(WindowStanding(.normal, under: one.manager, hasFailed: true) == .managed)
  }

  @Test("Windows with a frame, and those at another window, are the manager's in any case", arguments: cases)
  func framed(_ one: Case) {
    for type in [XWindow.WindowType.normal, .utility, .attached] {
      #expect(WindowStanding(type, under: one.manager) == .managed)
      #expect(WindowStanding(type, under: nil) == .free)
    }
  }

  @Test("What is short-lived or asks for it has nothing to do with the manager") func unmanaged() {
    for type in [XWindow.WindowType.unmanaged, .menu, .tooltip] {
      #expect(WindowStanding(type, under: nil) == .alone)
      for one in Self.cases { #expect(WindowStanding(type, under: one.manager) == .alone) }
    }
  }

  @Test("Without a manager a window stands free, and one that starts is waited for") func others() {
    let starting = WindowManager(window: 7, abilities: nil)
    for type in [XWindow.WindowType.dock, .above, .below] {
      #expect(WindowStanding(type, under: nil, hasFailed: true) == .free)
      #expect(WindowStanding(type, under: starting) == .managed)
    }
  }
}
