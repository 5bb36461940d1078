internal import Base
internal import Scene
internal import ScrollCore

/// A window and its menu as those find them who cannot see them: an application with its windows.
struct AccessibleWindows {
  private enum Key: Int { case own, menu }

  let views: any ContainerView
  let menu: MenuPopup?
  let words: Words

  /// - Parameter place: The window's, on the root window.
  func application(title: String, at place: Rect, t: Seconds) -> AccessibleNode {
    var application = AccessibleNode(0, .application, Self.programName)
    var own = AccessibleNode(Key.own.rawValue, .window, title, at: place)
    let isActive = views.router.isWindowFocused && menu == nil
    own.states = isActive ? .active : []
    let children = views.accessibleNode(at: t)?.children ?? []
    // A mark in a window without the keyboard must not be announced.
    own.children = isActive ? children : children.map(\.withoutFocus)
    application.children = [own]
    if var window = menu?.accessibleNode(at: t) {
      (window.key, window.name) = (Key.menu.rawValue, words[.menuKey])
      application.children.append(window)
    }
    return application
  }

  private static let programName =
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "newsreel"

  /// Does what is asked of the thing at a path of keys; returns whether there was something to do.
  func perform(_ action: AccessibleAction, on path: [Int], in context: ViewContext) -> Bool {
    let rest = path.dropFirst()
    return switch path.first.flatMap(Key.init) {
    case .own: views.perform(action, on: rest, in: context)
    case .menu: menu?.perform(action, on: rest) ?? false
    case nil: false
    }
  }
}
