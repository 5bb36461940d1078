package import ScrollCore

/// The headlines that a crawl will bring into view, and the time until then: for a rundown.
extension CrawlView {
  /// The positions of the headlines, in pixels of travel.
  package struct Outlook {
    /// The headlines in the view, by ID, with the way until each has left.
    package var inView: [(id: Int, rest: Double)] = []
    /// The way until the next one comes in.
    package var wait = 0.0
    /// All headlines in the order of the laps, and the ones that this lap has brought into view.
    package var order: [Int] = []
    package var shown: Set<Int> = []
  }

  package func outlook(at t: Seconds) -> Outlook {
    var outlook = Outlook()
    func place(of id: Int) -> InsertionOrder.Place { headlines.order.place(of: headlines.firstPiece(of: id)) }
    outlook.order = itemIDs.sorted { place(of: $0) < place(of: $1) }
    let visible = train.visible(at: t)
    guard let last = visible.last else { return outlook }
    let isLeftwards = crawl.scrollLeft
    for (segment, x) in visible {
      let id = headlines.layout(of: segment.id)?.headline.id ?? segment.id
      outlook.inView.removeAll { $0.id == id }
      outlook.inView.append((id, isLeftwards ? x + segment.width : bounds.width - x))
    }
    let behind = isLeftwards ? last.x + last.segment.width - bounds.width : -last.x
    outlook.wait = max(0, behind + crawl.repeatSpacing)
    let end = headlines.order.place(of: headlines.firstPiece(ofItemOf: last.segment.id))
    outlook.shown = Set(outlook.order.prefix { place(of: $0) <= end })
    return outlook
  }

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
