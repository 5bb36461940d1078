internal import Base
package import Scene
package import ScrollCore

/// A controller of a view with a crawl.
package protocol HeadlineController: ControlledController, MovingController, MenuController {
  var crawl: CrawlScene { get }
  var headlines: HeadlineReceiver { get }
  /// The mark of the keyboard, in window coordinates, or nil.
  func markedPlace(at t: Seconds) -> Rect?
}

extension HeadlineController {
  package var news: (any HeadlineController)? { self }
  package var isPaused: Bool { headlines.wall?.isPaused ?? crawl.isPausedByKey }
  package func snapSpeed(to step: Double, at t: Seconds) { crawl.setSpeedStep(step, at: t) }
  package var hasFreeSpeed: Bool { crawl.hasFreeSpeed }
  package func follow(refreshRate: Double, at t: Seconds) { crawl.follow(refreshRate: refreshRate, at: t) }
  package func markedPlace(at t: Seconds) -> Rect? { crawl.markedPlace(at: t) }

  /// Marks the headlines with that link as read or unread.
  func setRead(_ isRead: Bool, link: String) { headlines.desk?.setRead(isRead, link: link) }

  /// Performs what can be done with the headlines of any view. Returns whether it was that.
  func performOnHeadlines(_ action: ViewAction, in context: ViewContext) -> Bool {
    switch action {
    case .headlines(.acknowledge(let number)):
      headlines.acknowledge(breakIn: number)
      context.setNeedsDisplay()
    case .headlines(.markUnread(let link)): setRead(false, link: link)
    case .headlines(.topic(let action)):
      headlines.desk?.perform(action, at: context.time)
      context.setNeedsLayout()
    case .happened(let event):
      if !headlines.markup.perform(action, in: context) { tell(event, in: context) }
    default: return false
    }
    return true
  }

  package func close() {
    headlines.asRun?.close()
    headlines.desk?.close()
  }

  package func endMenu(at t: Seconds) { crawl.endMenu(at: t) }
}

extension HeadlineController where Self: ThemedController {
  package func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu {
    headlineMenu(at: point, bindings, t: t)
  }

  /// The menu of a headline, at a point or marked, and of the whole view.
  func headlineMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu {
    let target = crawl.beginMenu(at: point, t: t)
    var menu = HeadlineMenu(
      crawl: crawl, desk: headlines.desk, bindings: bindings, words: headlines.words, target: target)
    menu.themes = looks.themes
    return Menu(menu.entries, at: point == nil ? markedPlace(at: t) : nil)
  }
}
