internal import Scene
internal import ScrollCore

extension HeadlineController {
  func endMenu(at t: Seconds) { crawl.endMenu(at: t) }

  /// The menu for the headline at that point, or for the marked one.
  fileprivate func menu(at point: Point?, _ bindings: Bindings, t: Seconds) -> HeadlineMenu {
    let target = crawl.beginMenu(at: point, t: t)
    return HeadlineMenu(crawl: crawl, feeds: headlines.feeds, bindings: bindings, target: target)
  }
}

extension CrawlController {
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu {
    Menu(menu(at: point, bindings, t: t).entries, at: crawl.markedPlace(at: t))
  }
}

extension StripController {
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu {
    var menu = menu(at: point, bindings, t: t)
    menu.themes = ([Theme.automatic] + Theme.shipped.map(\.name), style.themeName)
    return Menu(menu.entries, at: strip.markedPlace(at: t))
  }
}
