internal import Base
internal import Glibc
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// A menu in a window of its own. It grabs pointer and keyboard until it closes.
final class MenuPopup: LoopSource {
  private let popup: PopupWindow<MenuView>
  private var hasGrabbed = false
  private var outcome: MenuView.Outcome?
  /// How long to retry a grab, and when to retry next.
  private let patience: Seconds
  private var nextTry: Seconds
  /// Called once, after the menu has closed.
  private let onEnd: (MenuView.Outcome) -> Void

  /// The time after which a menu without a grab gives up, in seconds.
  private static let patience = 2.0
  private static let pause = 0.02

  /// - Parameters:
  ///   - area: The monitor, on the root window.
  ///   - anchor: The rectangle that the menu opens below or, without room there, above; on the root window.
  ///   - list: The title of a submenu to show at once.
  ///   - isForKeys: Whether the first entry is selected.
  /// - Throws: `Failure` if the server refuses another connection.
  init(
    _ entries: [MenuEntry], style: (PangoTypesetter, Double) -> MenuStyle, in area: Rect, at anchor: Rect,
    list: String?, isForKeys: Bool, onEnd: @escaping (MenuView.Outcome) -> Void
  ) throws(Failure) {
    popup = try PopupWindow("menu", .menu, in: area, at: anchor, style: style) {
      let menu = MenuView(entries, style: $0)
      if let list { menu.open(list: list) }
      if isForKeys { menu.selectFirst() }
      return menu
    }
    self.onEnd = onEnd
    nextTry = monotonicNow()
    patience = nextTry + Self.patience
    popup.view.onEnd = { [unowned self] in outcome = $0 }
    popup.view.onResize = { [unowned popup] in popup.resize() }
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) { descriptors.append(popup.descriptor) }

  /// The menu's window, with the menu in it.
  func accessibleNode(at t: Seconds) -> AccessibleNode {
    var window = AccessibleNode(0, .window, "", at: popup.window.frame)
    window.states = .active
    window.children = popup.view.accessibleNode(at: t).map { [$0] } ?? []
    return window
  }

  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool {
    popup.view.perform(action, on: path.dropFirst(), in: popup.context)
  }

  var deadline: Double {
    if outcome != nil || popup.isMapped && popup.context.needsDisplay { return 0 }
    return popup.window.hasQueuedEvent ? 0 : popup.isMapped && !hasGrabbed ? nextTry : .infinity
  }

  func service(now: Double) -> ServiceResult {
    popup.context.time = now
    if popup.handleEvents(while: { outcome == nil }) { outcome = outcome ?? .dismissed }
    if popup.isMapped, !hasGrabbed, outcome == nil { grab(now: now) }
    if outcome == nil { popup.showIfNeeded(at: now) }
    guard let outcome else { return .idle }
    popup.hide()
    onEnd(outcome)
    return .finished
  }

  func close() { popup.hide() }

  /// Grabs pointer and keyboard. A button held down in another window delays it for a moment.
  private func grab(now: Double) {
    hasGrabbed = popup.window.input.grab()
    nextTry = now + Self.pause
    if !hasGrabbed, now > patience { outcome = .dismissed }
  }
}
