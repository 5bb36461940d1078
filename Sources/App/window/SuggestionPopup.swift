internal import Base
internal import Glibc
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// The suggestions for a typed text, in a list below its field. The keyboard stays with the field; a click chooses a
/// line.
final class SuggestionPopup: LoopSource {
  private let popup: PopupWindow<MenuView>
  private var outcome: MenuView.Outcome?
  private var hasEnded = false
  /// Called once when the list closes by itself, with the clicked text.
  private let onEnd: (String?) -> Void

  /// - Parameters:
  ///   - area: The monitor, on the root window.
  ///   - anchor: The field from the typed text on, on the root window.
  /// - Throws: `Failure` if the server refuses another connection.
  init(
    _ list: SuggestionList, style: (PangoTypesetter, Double) -> MenuStyle, in area: Rect, at anchor: Rect,
    onEnd: @escaping (String?) -> Void
  ) throws(Failure) {
    popup = try PopupWindow("suggestions", .menu, in: area, at: anchor, style: style) {
      MenuView(list.entries, style: $0)
    }
    self.onEnd = onEnd
    popup.view.onEnd = { [unowned self] in outcome = $0 }
    popup.view.onResize = { [unowned popup] in popup.resize() }
    popup.view.show(list.entries, selected: list.selected)
  }

  /// Replaces the list.
  func show(_ list: SuggestionList) {
    popup.view.show(list.entries, selected: list.selected)
    popup.context.setNeedsDisplay()
    popup.showIfNeeded(at: monotonicNow())
  }

  /// Its window, with the list; the keyboard stays with the field.
  func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var window = AccessibleNode(0, .window, "", at: popup.window.frame)
    guard var list = popup.view.accessibleNode(at: t) else { return window }
    for index in list.children.indices where list.children[index].states.remove(.focused) != nil {
      list.children[index].states.insert(.selected)
    }
    window.children = [list]
    return window
  }

  /// What is chosen is taken at once: the next call may write into the field.
  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>) -> Bool {
    let isDone = popup.view.perform(action, on: path.dropFirst(), in: popup.context)
    if outcome != nil { end() }
    return isDone
  }

  func appendDescriptors(to descriptors: inout [pollfd]) { descriptors.append(popup.descriptor) }

  var deadline: Double { popup.window.hasQueuedEvent || outcome != nil ? 0 : .infinity }

  func service(now: Double) -> ServiceResult {
    popup.context.time = now
    let isOver = popup.handleEvents(while: { outcome == nil })
    popup.showIfNeeded(at: now)
    guard isOver || outcome != nil else { return .idle }
    end()
    return .finished
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    popup.hide()
    if case .chosen(.suggestion(let text)) = outcome { onEnd(text) } else { onEnd(nil) }
  }

  func close() { popup.hide() }
}

extension SuggestionList {
  fileprivate var entries: [MenuEntry] { texts.map { MenuEntry($0, .suggestion($0)) } }
}
