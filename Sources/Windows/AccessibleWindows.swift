internal import Base
internal import Scene
internal import ScrollCore

/// A window and its popups as those find them who cannot see them: an application with its windows.
struct AccessibleWindows {
  private enum Key: Int { case own, menu, suggestions, card }

  let views: any ContainerView
  var menu: PopupWindow<MenuView>?
  var suggestions: PopupWindow<MenuView>?
  var card: PopupWindow<CardView>?
  let words: Words

  /// - Parameter place: The window's, on the root window.
  func application(title: String, at place: Rect, t: Seconds) -> AccessibleNode {
    var application = AccessibleNode(0, .application, Self.programName)
    var own = AccessibleNode(Key.own.rawValue, .window, title, at: place)
    let isActive = views.tree.isWindowFocused && menu == nil
    own.states = isActive ? .active : []
    let children = views.accessibleNode(at: t)?.children ?? []
    // A mark in a window without the keyboard must not be announced.
    own.children = isActive ? children : children.map(\.withoutFocus)
    application.children = [own]
    func add(_ key: Key, _ name: String, _ window: AccessibleNode?) {
      guard var window else { return }
      (window.key, window.name) = (key.rawValue, name)
      application.children.append(window)
    }
    add(.menu, words[.menuKey], menu?.accessibleNode(at: t))
    add(.suggestions, words[.suggestions], suggestions?.accessibleNode(at: t))
    add(.card, "", card?.accessibleNode(at: t))
    return application
  }

  private static let programName =
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "newsreel"

  /// Performs an action on the object at a path of keys; returns whether it had any.
  func perform(_ action: AccessibleAction, on path: [Int], in context: ViewContext) -> Bool {
    let rest = path.dropFirst()
    return switch path.first.flatMap(Key.init) {
    case .own: views.perform(action, on: rest, in: context)
    case .menu: menu?.perform(action, on: rest) ?? false
    case .suggestions: suggestions?.perform(action, on: rest) ?? false
    case .card, nil: false
    }
  }
}
