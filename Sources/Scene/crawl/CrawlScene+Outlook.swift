package import ScrollCore

/// The headlines that a crawl will bring into view, and the time until then: for a rundown.
extension CrawlScene {
  /// The positions of the headlines, in pixels of travel.
  package struct Outlook {
    /// The headlines in the view, by ID, with the way until each has left.
    package var inView: [(id: Int, rest: Double)] = []
    /// The way until the next one comes in: infinite if none does, nil before they are laid out.
    package var wait: Double?
    /// The time until they begin to run.
    package var delay: Seconds = 0
    /// All headlines in the order of the laps, and the ones that this lap has brought into view.
    package var order: [Int] = []
    package var shown: Set<Int> = []
  }

  package func outlook(at t: Seconds) -> Outlook {
    var outlook = Outlook()
    func place(of id: Int) -> InsertionOrder.Place { headlines.order.place(of: headlines.firstPiece(of: id)) }
    outlook.order = itemIDs.sorted { place(of: $0) < place(of: $1) }
    outlook.delay = train.delay(at: t)
    let isLeftwards = crawl.scrollLeft
    for (segment, x) in train.visible(at: t) {
      let id = headlines.layout(of: segment.id)?.headline.id ?? segment.id
      outlook.inView.removeAll { $0.id == id }
      outlook.inView.append((id, isLeftwards ? x + segment.width : bounds.width - x))
    }
    let (last, next) = train.border(at: t)
    outlook.wait = next?.way ?? (last == nil ? nil : .infinity)
    guard let last else { return outlook }
    let end = headlines.order.place(of: headlines.firstPiece(ofItemOf: last.id))
    outlook.shown = Set(outlook.order.prefix { place(of: $0) <= end })
    return outlook
  }

  /// How much longer the way from the last headline of a lap to the first one of the next is than that between others.
  package var lapGap: Double { max(0, train.lapGap(from: headlines) - crawl.repeatSpacing) }

  /// The gap between two headlines, in pixels.
  package var gap: Double { crawl.repeatSpacing }

  /// How wide a headline is, in pixels.
  package func width(of headline: Headline) -> Double {
    let probe = Headlines(words: headlines.words)
    (probe.typesetter, probe.font, probe.topics) = (headlines.typesetter, headlines.font, headlines.topics)
    (probe.markup, probe.barRoom) = (headlines.markup, headlines.barRoom)
    guard headlines.typesetter != nil, probe.append(headline) != nil else { return 0 }
    return (0..<probe.store.chunkCount).reduce(0) { $0 + probe.width(of: probe.makeLayout($1)) }
  }

  /// How long a headline is shown if they are shown one after the other; nil for a running crawl.
  package func stepTime(of headline: Headline) -> Seconds? {
    steps == nil ? nil : StepTiming.time(forCharacters: headline.text.count)
  }

  /// Pixels per second that the headlines run with.
  package var steadySpeed: Double { train.steadySpeed }
}

extension CrawlScene {
  /// Whether all headlines and the gaps between them have room in the view. True without a view, or headlines.
  package var fitsView: Bool {
    let crawl = style.crawl
    guard isPlaced else { return true }
    var (length, next) = (0.0, headlines.firstSegment(afterItemOf: nil, leftwards: crawl.scrollLeft))
    while let id = next, crawl.fits(length, in: train.viewWidth) {
      length += headlines.width(ofSegment: id)
      next = headlines.segment(coupledBehind: id, leftwards: crawl.scrollLeft)
      if next == nil {
        next = headlines.firstSegment(afterItemOf: id, leftwards: crawl.scrollLeft)
        if next != nil { length += crawl.repeatSpacing }
      }
    }
    return crawl.fits(length, in: train.viewWidth)
  }
}
