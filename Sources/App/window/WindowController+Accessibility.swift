internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// Who asks what the window shows, on behalf of those who cannot see it.
struct AccessibilityLink {
  var status: AccessibilityStatus?
  /// While somebody may ask.
  var bus: AccessibilityBus?
}

extension WindowController {
  /// The keys of the application's windows.
  private enum AccessibleWindow: Int { case own, menu }

  /// Speaks to assistive technology from now on, where it is in use or the user wants it.
  func followAccessibility() {
    showAccessibility(at: nil)
    accessibility.status = nil
    guard options.accessibility != .off, let session = desktop.bus else { return }
    let status = AccessibilityStatus(on: session, isForced: options.accessibility == .on)
    status.onChange = { [unowned self, unowned status] in showAccessibility(at: status.address) }
    accessibility.status = status
  }

  /// Has its things on the bus with that address; nil: on none.
  private func showAccessibility(at address: String?) {
    if let old = accessibility.bus { loop.remove(old) }
    accessibility.bus = address.flatMap { address in
      AccessibilityBus(
        address: address, showing: { [unowned self] in accessibleApplication },
        perform: { [unowned self] in perform($0, on: $1) })
    }
    guard let bus = accessibility.bus else { return }
    bus.onEnd = { [unowned self] in
      showAccessibility(at: nil)
      accessibility.status?.forget()
    }
    loop.add(bus)
  }

  private var accessibleApplication: AccessibleNode {
    var application = AccessibleNode(0, .application, Self.programName)
    var own = AccessibleNode(AccessibleWindow.own.rawValue, .window, options.name, at: window.frame)
    let isActive = views.router.isWindowFocused && popups.menu == nil
    own.states = isActive ? .active : []
    let children = views.accessibleNode(at: time)?.children ?? []
    // A mark in a window without the keyboard is none to be spoken of.
    own.children = isActive ? children : children.map(\.withoutFocus)
    application.children = [own]
    if var menu = popups.menu?.accessibleNode(at: time) {
      menu.key = AccessibleWindow.menu.rawValue
      application.children.append(menu)
    }
    return application
  }

  private static let programName = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "newsreel"

  private func perform(_ action: AccessibleAction, on path: [Int]) -> Bool {
    context.time = time
    let rest = path.dropFirst()
    let isTaken =
      switch path.first.flatMap(AccessibleWindow.init) {
      case .own: views.perform(action, on: rest, in: context)
      case .menu: popups.menu?.perform(action, on: rest) ?? false
      case nil: false
      }
    performActions()
    views.update(at: context.time)
    return isTaken
  }
}
