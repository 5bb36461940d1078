import ScrollCore

// What a crawl's content is made of, in coordinates that begin at the top of its outer bounds.

extension CrawlView {
  /// Puts what is near the view into the content.
  func drawPieces() {
    drawnRevision = train.revision
    let ids = train.segments.map(\.id)
    items.placed = Set(ids)
    items.keepLooks(of: ids, atMost: 2 * train.segments.count + 64)
    var pieces: [Primitive] = []
    pieces.reserveCapacity(3 * train.segments.count)
    for segment in train.segments { pieces.append(contentsOf: self.pieces(of: segment)) }
    if content.primitives != pieces { content.primitives = pieces }
  }

  /// Adds what an empty crawl shows, at home.
  func drawPlaceholder(into frame: inout Frame) {
    guard let typesetter = items.typesetter else { return }
    let run = TextRun(style.placeholder, font: items.font, color: style.separatorColor)
    let (width, area) = (typesetter.width(of: run), place.textArea(margin: style.crawl.inset))
    let x = (style.crawl.scrollLeft ? area.minX : area.maxX - width).rounded() - bounds.minX
    placeholder.show(
      [Primitive(text: run, baseline: Point(x: x, y: baseline), width: width, metrics: metrics)],
      on: style.background.solid)
    frame.add(Layer(placeholder, clip: bounds, origin: Point(x: bounds.minX, y: place.outer.minY)))
  }

  /// A segment with what separates it from the one that it runs behind.
  func pieces(of segment: Train.Segment) -> [Primitive] {
    guard let look = items.look(of: segment.id) else { return [] }
    let x = train.contentX(of: segment)
    var pieces = labelPieces(of: look, at: x + look.labelBlock)
    if let separator = separator(before: segment, at: x) { pieces.insert(separator, at: 0) }
    guard look.numbers.isEmpty else { return pieces + textPieces(of: look, at: x) }
    if let bar = look.bar { return pieces + bar.primitives.map { $0.moved(by: x + look.textStart) } }
    let place = Point(x: x + look.textStart, y: baseline)
    return pieces + [Primitive(text: look.text, baseline: place, width: look.textWidth, metrics: metrics)]
  }

  /// The topic's label, and the picture before it.
  func labelPieces(of look: CrawlItems.Look, at x: Double) -> [Primitive] {
    guard let label = look.label else { return [] }
    let text = Primitive(
      text: label, baseline: Point(x: x + look.labelStart, y: baseline), width: look.labelWidth, metrics: labelMetrics)
    guard let picture = look.picture else { return [text] }
    let side = items.pictureSize
    let y = (baseline - (labelMetrics.capHeight + side) / 2).rounded()
    return [Primitive(.image(picture), in: Rect(x: x, y: y, width: side, height: side)), text]
  }

  /// The texts between the live numbers.
  private func textPieces(of look: CrawlItems.Look, at x: Double) -> [Primitive] {
    var x = x + look.textStart
    return look.texts.enumerated().compactMap { i, text in
      let number = look.numbers.indices.contains(i) ? look.numbers[i] : nil
      let (start, width) = (x, number?.lead ?? look.tail)
      x += width + (number?.gap ?? 0)
      return text.text.isEmpty
        ? nil : Primitive(text: text, baseline: Point(x: start, y: baseline), width: width, metrics: metrics)
    }
  }

  /// From the top of the view and what surrounds it, on a whole pixel. Capitals stand in the middle; a line that just fits
  /// the view stays in it.
  var baseline: Double {
    let outer = place.outer
    return place.seen(outer.minY + baseline(in: outer.height), of: metrics) - outer.minY
  }

  private func baseline(in height: Double) -> Double {
    let room = height - metrics.lineHeight
    if room < 0 || style.crawl.fontSizeAsView { return (room / 2 + metrics.ascent).rounded() }
    let highest = metrics.ascent.rounded(.up)
    let lowest = max(highest, (height - metrics.descent).rounded(.down))
    return min(max(opticalBaseline(of: metrics, in: height).rounded(), highest), lowest)
  }

  /// The diamond in the gap that a segment runs behind, where several items share the train.
  private func separator(before segment: Train.Segment, at x: Double) -> Primitive? {
    guard style.separatorSize > 0 || style.separatorImage != nil, count > 1 else { return nil }
    // Before the first lap there is another one where the train has been drawn back.
    let follows = segment.lap > 0 || segment.lap > train.segments.first?.lap ?? 0
    let isBetween =
      segment.gap == .spacing || (segment.gap == .lap && follows && !style.crawl.repeatWhenOutOfBounds)
    guard isBetween else { return nil }
    let half = crawl.repeatSpacing / 2
    let middle = style.crawl.scrollLeft ? x - half : x + segment.contentWidth + half
    func place(_ width: Double, _ height: Double) -> Rect {
      Rect(x: middle - width / 2, y: (self.place.outer.height - height) / 2, width: width, height: height)
    }
    if let image = style.separatorImage {
      var place = place(image.size.width, image.size.height)
      place.origin.y.round()
      return Primitive(.image(image.path), in: place)
    }
    return Primitive(
      .diamond(fill: style.separatorColor), in: place(style.separatorSize * scale, style.separatorSize * scale))
  }
}
