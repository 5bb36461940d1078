internal import Base
internal import Newsroom
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
    add(
      addresses, to: desk,
      say: { [weak self, weak context] words in
        guard let self, let context else { return }
        let t = looks.connection?.now() ?? context.time
        strip.say(words, at: t)
        context.setNeedsLayout()
      }, offer: { [weak context] feeds in context?.perform(.offer(feeds.map(\.offered))) })
  }

  /// Adds the feeds of addresses, after checking each in a separate process. The result can be undone.
  ///
  /// - Parameters:
  ///   - say: Called with messages for the user, at once and at the end.
  ///   - offer: Called with the feeds of a page, for the user to choose one.
  private func add(
    _ addresses: DroppedAddresses, to desk: NewsDesk, say: @escaping (String) -> Void,
    offer: @escaping ([LinkedFeed]) -> Void
  ) {
    let taken = FeedTakenWords(desk.words)
    guard let loop = desk.reader.loop, let first = addresses.all.first else { return say(taken.nothing) }
    do throws(Failure) {
      try FeedTaking.start(FeedTaking.Request(addresses.all, offersChoice: true), in: loop) { [weak desk] results in
        desk?.list?.look()
        for case .added(let url, _, _, _) in results { desk?.perform(.dropped(feed: url)) }
        say(taken.summary(of: results, isCut: addresses.isCut, now: wallClockNow()))
        for case .choice(_, let feeds) in results { offer(feeds) }
      }
      say(taken.looking(at: first, others: addresses.all.count - 1))
    } catch {
      say(error.description)
    }
  }
}
