package import ScrollCore

// A headline's text as a whole, and where it stands: what editing in place needs.

extension CrawlView {
  /// The text of a headline; nil where it is gone.
  package func text(of id: Int) -> String? {
    cargo.store.find(id).map { text(ofChunks: cargo.store.item(ofChunk: $0)) }
  }

  /// Puts another text in the place of a headline's; one without anything to show removes the headline.
  package func replace(id: Int, with text: String, at t: Seconds) {
    let store = cargo.store
    var headlines: [Headline] = []
    var number = 0
    while number < store.chunkCount {
      let pieces = store.item(ofChunk: number)
      let isMeant = store.id(ofChunk: number) == id
      headlines.append(
        Headline(
          isMeant ? text : self.text(ofChunks: pieces), topic: store.topic(ofChunk: number),
          link: store.link(ofChunk: number)))
      number = pieces.upperBound
    }
    replaceAll(with: headlines, at: t)
  }

  /// The left end of the text of the headline at `point`, in window coordinates; left of the view where the headline
  /// is so long that its beginning is far away.
  func textStart(at point: Point, t: Seconds) -> Double? {
    for (segment, x) in train.visible(at: t) {
      guard let look = cargo.look(of: segment.id), (x..<x + segment.width).contains(point.x - bounds.minX) else {
        continue
      }
      return look.isFirst ? bounds.minX + x + look.textStart : -.infinity
    }
    return nil
  }

  /// How the text looks where it is edited.
  var editingStyle: TextFieldDrawing.Style {
    TextFieldDrawing.Style(
      font: cargo.font, color: style.foreground, tint: style.foreground, dimmed: style.separatorColor)
  }

  private func text(ofChunks pieces: Range<Int>) -> String { pieces.map { cargo.store.text(ofChunk: $0) }.joined() }
}
