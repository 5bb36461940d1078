internal import Newsroom
internal import Scene
internal import ScrollCore
internal import Windows

/// The headlines that have come, and a window that comes back for one.
extension HeadlineReceiver {
  struct Arrivals {
    /// The pieces of text that the crawl was given, for items of the queue too.
    var pieces = 0
    /// The items of the queue.
    var items = 0
  }

  /// How many headlines have come so far.
  var arrivals: Int { crawl.lineArrivals + (onAir?.count ?? 0) }

  private var onAir: OnAir? { desk?.newsroom.onAir }

  /// Notes that the window has gone, or has come back: then it begins with the first headline that has come meanwhile.
  func setAway(_ isAway: Bool, at t: Seconds) {
    guard let absence, !isAway else {
      if isAway, absence == nil { absence = Arrivals(pieces: crawl.arrivals, items: onAir?.count ?? 0) }
      return
    }
    self.absence = nil
    if let first = first(since: absence) { crawl.begin(with: first, at: t) }
  }

  /// The headline that has come first since then, and is still there.
  private func first(since absence: Arrivals) -> Int? {
    let texts = onAir?.since(absence.items).lazy.compactMap { self.crawl.text(ofHeadline: $0) }
    return texts?.first ?? crawl.firstLine(from: absence.pieces, besides: crawl.toldTexts)
  }
}
