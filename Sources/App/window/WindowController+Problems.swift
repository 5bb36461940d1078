internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// What is wrong with a window's sources and configuration. A strip shows it among its headlines; other views have a card
/// beside the window, because they may be as small as a number.
extension WindowController {
  /// Problems by the view that has them; the configuration's has none.
  struct Problems {
    private var all: [(view: ViewContext?, text: String)] = []

    /// The newest one.
    var shown: String? { all.last?.text }
    /// What is wrong in the configuration.
    var ofConfiguration: String? { all.last { $0.view == nil }?.text }
    /// The newest one of a view.
    var ofViews: String? { all.last { $0.view != nil }?.text }

    mutating func set(_ text: String?, of view: ViewContext?) {
      all.removeAll { $0.view === view }
      if let text { all.append((view, text)) }
    }

    mutating func removeAll() { all = [] }
  }

  /// Shows a problem of a view, or without one of the configuration, until it ends or is dismissed by a click.
  func show(problem text: String?, of view: ViewContext?) {
    problems.set(text, of: view)
    context.time = time
    showProblems()
  }

  /// A click says that the problems have been seen.
  func dismissProblems() {
    guard problems.shown != nil else { return }
    problems.removeAll()
    showProblems()
  }

  /// Shows the configuration's problem on a strip, and the newest other one in a card beside the window.
  func showProblems() {
    let strip = views.hosted.lazy.compactMap { $0.controller as? StripController }.first
    if let strip {
      strip.show(mistake: problems.ofConfiguration, at: context.time)
      context.setNeedsLayout()
    }
    let text = strip == nil ? problems.shown : problems.ofViews
    guard text != popups.problemText else { return }
    if let old = popups.problem { loop.remove(old) }
    (popups.problem, popups.problemText) = (nil, text)
    guard let text else { return }
    var card = HeadlineCard(title: text)
    card.isFailure = true
    let anchor = anchor(ofMark: nil)
    // Like any card it is dispensable: without a connection it stays closed.
    let popup = try? PopupWindow(
      "problem", .tooltip, in: monitorFrame(of: anchor), at: anchor, style: popupStyle, until: .infinity,
      content: { CardView(card, style: $0) }, onEnd: { [unowned self] _ in popups.problem = nil })
    popups.problem = popup
    if let popup { loop.add(popup) }
    accessibility.noteChange()
  }
}
