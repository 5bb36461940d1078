internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore
internal import X11

/// What a typed text may become, in a list below the field. The keyboard stays with the field; a click takes a line.
final class SuggestionPopup: LoopSource {
  private let popup: PopupWindow
  private let menu: MenuView
  private var outcome: MenuView.Outcome?
  /// Called once, with the text that was clicked.
  private let onChoice: (String) -> Void

  /// - Parameters:
  ///   - area: the monitor, on the root window.
  ///   - anchor: the field from the typed text on, on the root window.
  /// - Throws: `Failure` where the server allows no other connection.
  init(
    _ list: SuggestionList, style: (any Typesetter, Double) -> MenuStyle, in area: Rect, at anchor: Rect,
    onChoice: @escaping (String) -> Void
  ) throws(Failure) {
    var made: MenuView?
    popup = try PopupWindow("suggestions", .menu, in: area, at: anchor) { typesetter, scale in
      let style = style(typesetter, scale)
      let menu = MenuView(list.entries, style: style)
      made = menu
      return (menu, style)
    }
    guard let made else { throw Failure(of: "the list of suggestions", reason: "has no view") }
    menu = made
    self.onChoice = onChoice
    menu.onEnd = { [unowned self] in outcome = $0 }
    menu.onResize = { [unowned popup] in popup.resize() }
    menu.show(list.entries, selected: list.selected)
  }

  /// Shows other lines.
  func show(_ list: SuggestionList) {
    menu.show(list.entries, selected: list.selected)
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
    if case .chosen(.suggestion(let text)) = outcome { onChoice(text) }
    return .finished
  }

  func close() { popup.hide() }
}

extension SuggestionList {
  fileprivate var entries: [MenuEntry] { texts.map { MenuEntry($0, .suggestion($0)) } }
}
