internal import Base
internal import Glibc
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// What a typed text may become, in a list below the field. The keyboard stays with the field; a click takes a line.
final class SuggestionPopup: LoopSource {
  private let popup: PopupWindow<MenuView>
  private var outcome: MenuView.Outcome?
  /// Called once, when the list has closed by itself, with the text that was clicked.
  private let onEnd: (String?) -> Void

  /// - Parameters:
  ///   - area: the monitor, on the root window.
  ///   - anchor: the field from the typed text on, on the root window.
  /// - Throws: `Failure` where the server allows no other connection.
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

  /// Shows other lines.
  func show(_ list: SuggestionList) {
    popup.view.show(list.entries, selected: list.selected)
    popup.context.setNeedsDisplay()
    popup.showIfNeeded(at: monotonicNow())
  }

  func appendDescriptors(to descriptors: inout [pollfd]) { descriptors.append(popup.descriptor) }

  var deadline: Double { popup.window.hasQueuedEvent ? 0 : .infinity }

  func service(now: Double) -> ServiceResult {
    popup.context.time = now
    let isOver = popup.takeEvents(while: { outcome == nil })
    popup.showIfNeeded(at: now)
    guard isOver || outcome != nil else { return .idle }
    popup.hide()
    if case .chosen(.suggestion(let text)) = outcome { onEnd(text) } else { onEnd(nil) }
    return .finished
  }

  func close() { popup.hide() }
}

extension SuggestionList {
  fileprivate var entries: [MenuEntry] { texts.map { MenuEntry($0, .suggestion($0)) } }
}
