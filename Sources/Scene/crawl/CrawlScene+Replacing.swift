package import ScrollCore

/// Replacing headlines, and the order of upcoming ones.
extension CrawlScene {
  /// Replaces a headline by another one in every lap. If its beginning is visible, it fades, the new one appears in its
  /// place, and the headlines behind glide. If the reader is in the middle of it, it runs on, and the new one comes with the
  /// next lap.
  ///
  /// - Parameter endsAtOnce: Whether the old one fades even then.
  /// - Returns: Its ID; nil if it is empty, or the old one does not exist.
  package func replace(_ id: Int, with new: Headline, at t: Seconds, endsAtOnce: Bool = false) -> Int? {
    guard text(of: id) != nil else { return nil }
    advance(to: t)
    if new.row != nil { enableNumbers() }
    guard let newID = headlines.append(new) else { return nil }
    headlines.insert(newID, behind: headlines.firstPiece(of: id), near: train.segments.map(\.id))
    guard isPlaced, steps == nil, shownItems(at: t).contains(id) else {
      if steps == nil { remove([id], at: t) } else { headlines.remove { other, _ in other == id } }
      return newID
    }
    let (piece, newPiece) = (headlines.firstPiece(of: id), headlines.firstPiece(of: newID))
    let isWhole = !headlines.hasMorePieces(id) && !headlines.hasMorePieces(newID)
    guard isWhole, train.canExchange(piece, at: t) else {
      if endsAtOnce {
        remove([id], at: t)
        return newID
      }
      headlines.remove { other, _ in other == id }
      train.retired(at: t, from: headlines)
      return newID
    }
    let closing = hasNumbers ? nil : CrawlClosing(removing: [piece], from: self, at: t)
    headlines.remove { other, _ in other == id }
    headlines.forgetLayouts { $0 == piece }
    train.exchange(piece, for: newPiece, at: t, from: headlines)
    fitFont(at: t)
    fitBar(at: t)
    closing?.begin()
    if let closing { self.closing = closing }
    return newID
  }

  /// Puts headlines into this order, by ID, without moving visible ones: those behind them follow in the new order. Those
  /// at rest are placed again.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  package func arrange(_ ids: [Int], at t: Seconds) -> Bool {
    guard wall == nil else { return false }
    advance(to: t)
    let rests = isResting(at: t)
    guard headlines.arrange(ids, near: rests ? [] : train.segments.map(\.id)) else { return false }
    guard isPlaced else { return true }
    if rests {
      startOver(at: t)
    } else {
      steps?.appended(at: t)
      train.interrupted(at: t, from: headlines)
    }
    return true
  }

  /// The lap of the headlines coming into view; nil if none do.
  package func lap(at t: Seconds) -> Int? { train.lastShown(at: t)?.lap }

  /// The given headlines that are next in order, but have not come into view in the present lap.
  package func waiting(of ids: some Sequence<Int>, at t: Seconds) -> Set<Int> {
    guard isPlaced, let last = train.lastShown(at: t)?.id else { return [] }
    let place = headlines.order.place(of: headlines.firstPiece(ofItemOf: last))
    return Set(ids.filter { headlines.order.place(of: headlines.firstPiece(of: $0)) > place })
  }
}
