internal import Newswire
internal import Scene

/// A controller of a view that takes addresses and files that are dropped on it.
protocol DropController: ViewController {
  /// Whether it has a use for them.
  var takesDrops: Bool { get }
  /// Says whether something is dragged over the view.
  func showDrag(_ isOver: Bool)
  func drop(_ addresses: DroppedAddresses, in context: ViewContext)
}

extension StripController: DropController {
  var takesDrops: Bool { headlines.feeds?.list != nil }

  func showDrag(_ isOver: Bool) { strip.isDropTarget = isOver && takesDrops }

  func drop(_ addresses: DroppedAddresses, in context: ViewContext) {
    guard takesDrops, let feeds = headlines.feeds else { return }
    feeds.take(addresses) { [weak self, weak context] words in
      guard let self, let context else { return }
      let t = looks.connection?.now() ?? context.time
      strip.say(words, at: t)
      context.setNeedsLayout()
    }
  }
}
