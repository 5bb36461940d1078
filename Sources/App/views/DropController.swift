package import Newswire
package import Scene

/// A controller of a view that accepts dropped addresses and files.
package protocol DropController: ViewController {
  /// Whether it accepts drops.
  var takesDrops: Bool { get }
  /// Shows whether something is dragged over the view.
  func showDrag(_ isOver: Bool)
  func drop(_ addresses: DroppedAddresses, in context: ViewContext)
}

extension DropController {
  package var drops: (any DropController)? { self }
}

extension StripController: DropController {
  var takesDrops: Bool { headlines.desk?.list != nil }

  func showDrag(_ isOver: Bool) { strip.isDropTarget = isOver && takesDrops }

  func drop(_ addresses: DroppedAddresses, in context: ViewContext) {
    guard takesDrops, let desk = headlines.desk else { return }
    desk.addFeeds(
      of: addresses,
      say: { [weak self, weak context] words in
        guard let self, let context else { return }
        let t = looks.connection?.now() ?? context.time
        strip.say(words, at: t)
        context.setNeedsLayout()
      }, offer: { [weak context] feeds in context?.perform(.offer(feeds.map(\.offered))) })
  }
}
