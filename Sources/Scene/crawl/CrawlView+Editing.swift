import ScrollCore

/// Where in the headlines a click puts the caret.
extension CrawlView {
  /// A place in a headline's text.
  struct TextPlace {
    /// The headline's.
    var id: Int
    /// In UTF-8 bytes from the beginning of its text.
    var index: Int
    /// Where the caret stands there, in window coordinates; nil where the headline is out of sight.
    var x: Double?
  }

  /// A piece of a headline on the glass, in window coordinates.
  private struct Piece {
    var look: CrawlItems.Look
    /// The place of the piece among the chunks of its text.
    var chunk: Int
    /// From where to where it is seen, label and all.
    var extent: ClosedRange<Double>
    /// Where its text begins.
    var textStart: Double
    /// What of the chunk's text stands there.
    var range: Range<Int>
  }

  /// The place in the text of a headline that is nearest to `point`, also beside all of them; nil where there are no
  /// headlines. Where all are out of sight it is the end of the first.
  func textPlace(nearestTo point: Point, at t: Seconds) -> TextPlace? {
    func distance(_ piece: Piece) -> Double {
      max(piece.extent.lowerBound - point.x, point.x - piece.extent.upperBound, 0)
    }
    guard let typesetter = items.typesetter, let piece = pieces(at: t).min(by: { distance($0) < distance($1) }) else {
      return itemIDs.first.map { TextPlace(id: $0, index: text(of: $0)?.utf8.count ?? 0) }
    }
    let written = Array(items.store.text(ofChunk: piece.chunk).utf8)[piece.range]
    let run = TextRun(
      String(decoding: written, as: UTF8.self), font: items.font, color: style.foreground,
      direction: piece.look.item.direction)
    let index = typesetter.index(in: run, at: point.x - piece.textStart)
    let before = items.store.item(ofChunk: piece.chunk).lowerBound..<piece.chunk
    return TextPlace(
      id: piece.look.item.id,
      index: before.reduce(piece.range.lowerBound + index) { $0 + items.store.text(ofChunk: $1).utf8.count },
      x: piece.textStart + typesetter.caret(in: run, at: index))
  }

  /// What is on the glass of the headlines that there still are.
  private func pieces(at t: Seconds) -> [Piece] {
    if isStepping { return stepPiece.map { [$0] } ?? [] }
    return standing(at: t).compactMap { segment, x in
      guard let chunk = items.store.find(segment.id), let look = items.look(of: segment.id) else { return nil }
      let left = bounds.minX + x
      return Piece(
        look: look, chunk: chunk, extent: left...left + segment.width, textStart: left + look.textStart,
        range: 0..<items.store.text(ofChunk: chunk).utf8.count)
    }
  }

  private var stepPiece: Piece? {
    guard let turn = steps?.turn, let chunk = items.store.find(turn.id), let look = items.look(of: turn.id) else {
      return nil
    }
    // Where live numbers stand in a text it is not what is written.
    let (count, page) = (items.store.text(ofChunk: chunk).utf8.count, pageRange(of: turn, in: look))
    return Piece(
      look: look, chunk: chunk, extent: stepPlace.minX...stepPlace.maxX,
      textStart: stepPlace.minX + look.textStart, range: page.clamped(to: 0..<count))
  }
}
