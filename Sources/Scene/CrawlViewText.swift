package import ScrollCore

// A headline's text as a whole, and where it stands: what editing in place needs.

extension CrawlView {
  /// The text of a headline; nil where it is gone.
  package func text(of id: Int) -> String? {
    cargo.store.find(id).map { text(ofPieces: cargo.store.item(ofPiece: $0)) }
  }

  /// Puts another text in the place of a headline's; one without anything to show removes the headline.
  package func replace(id: Int, with text: String, at t: Seconds) {
    let store = cargo.store
    var headlines: [Headline] = []
    var number = 0
    while number < store.pieceCount {
      let pieces = store.item(ofPiece: number)
      let isMeant = store.id(ofPiece: number) == id
      headlines.append(
        Headline(
          isMeant ? text : self.text(ofPieces: pieces), topic: store.topic(ofPiece: number),
          link: store.link(ofPiece: number)))
      number = pieces.upperBound
    }
    replaceAll(with: headlines, at: t)
  }

  /// The left end of the text of the headline at `point`, in window coordinates; left of the view where the headline
  /// is so long that its beginning is far away.
  func textStart(at point: Point, t: Seconds) -> Double? {
    for (car, x) in train.visible(at: t) {
      guard let look = cargo.look(of: car.id), (x..<x + car.width).contains(point.x - bounds.minX) else { continue }
      return look.isFirst ? bounds.minX + x + look.textStart : -.infinity
    }
    return nil
  }

  /// How the text looks where it is edited.
  var editingStyle: TextFieldDrawing.Style {
    TextFieldDrawing.Style(
      font: cargo.font, color: style.foreground, tint: style.foreground, dimmed: style.separatorColor)
  }

  private func text(ofPieces pieces: Range<Int>) -> String { pieces.map { cargo.store.text(ofPiece: $0) }.joined() }
}
