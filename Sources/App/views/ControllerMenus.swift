internal import Scene
internal import ScrollCore

extension HeadlineController {
  func endMenu(at t: Seconds) { crawl.endMenu(at: t) }

  /// The menu for the headline at a point, or for the marked one.
  fileprivate func menu(at point: Point?, _ bindings: Bindings, t: Seconds) -> HeadlineMenu {
    let target = crawl.beginMenu(at: point, t: t)
    return HeadlineMenu(
      crawl: crawl, feeds: headlines.feeds, bindings: bindings, words: headlines.words, target: target)
  }
}

extension HeadlineController where Self: ThemedController {
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu { headlineMenu(at: point, bindings, t: t) }

  /// The menu of a headline and of the whole view.
  func headlineMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu {
    var menu = menu(at: point, bindings, t: t)
    menu.themes = looks.themes
    return Menu(menu.entries, at: point == nil ? markedPlace(at: t) : nil)
  }
}
