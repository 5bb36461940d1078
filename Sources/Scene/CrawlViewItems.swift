package import ScrollCore

// The headlines of a crawl: they come, go and are found under the pointer.

extension CrawlView {
  /// Adds a headline at the end. It comes in from beyond the view, or behind the last one.
  ///
  /// - Returns: its id, nil where there is nothing in it to show.
  @discardableResult
  package func append(_ headline: Headline, at t: Seconds) -> Int? {
    let id = cargo.append(headline, isMarkup: style.markup)
    if id != nil { appended(at: t) }
    return id
  }

  /// Adds headlines at the end; nil in the result for those without anything to show.
  @discardableResult
  package func append(contentsOf headlines: [Headline], at t: Seconds) -> [Int?] {
    let ids = headlines.map { cargo.append($0, isMarkup: style.markup) }
    appended(at: t)
    return ids
  }

  /// Adds the next bytes of a stream of lines; each line is a headline. What is added per call costs the train
  /// nothing, so a fast stream is best handed over in large parts.
  package func append(lines bytes: Span<UInt8>, at t: Seconds) {
    cargo.store.append(lines: bytes)
    appended(at: t)
  }

  /// Adds one text of any length; line ends count as spaces.
  @discardableResult
  package func append(text bytes: Span<UInt8>, at t: Seconds) -> Int? {
    let id = cargo.store.append(bytes, isMarkup: style.markup)
    if id != nil { appended(at: t) }
    return id
  }

  /// The stream of lines is over: a last line without its end counts.
  package func finishLines(at t: Seconds) {
    cargo.store.finishLine()
    appended(at: t)
  }

  /// Puts headlines in the place of all others. Text whose beginning is in the view changes where it stands;
  /// where it has begun to leave, it runs on and the new one follows.
  ///
  /// - Returns: their ids, nil for those without anything to show.
  @discardableResult
  package func replaceAll(with headlines: [Headline], at t: Seconds) -> [Int?] {
    let ids = replaceStore(with: headlines)
    guard isPlaced else { return ids }
    fitFont(at: t)
    train.replaced(at: t, from: cargo)
    return ids
  }

  /// Removes the headlines of a topic, also those that are on screen: the first one there that is left stays.
  package func remove(topic: Int, at t: Seconds) {
    let shown = Set(train.segments.map(\.id)).filter { cargo.looks[$0]?.item.topic == topic }
    cargo.store.removeItems { $1 == topic }
    removed(shown, at: t)
  }

  /// Removes one headline by its id; false where there is none.
  @discardableResult
  package func remove(id: Int, at t: Seconds) -> Bool {
    let shown = Set(train.segments.map(\.id)).filter { cargo.looks[$0]?.item.id == id }
    let before = count
    cargo.store.removeItems { removed, _ in removed == id }
    removed(shown, at: t)
    return count < before || !shown.isEmpty
  }

  /// What is held at most, beyond which the oldest headlines are dropped; those on screen stay until they have left.
  package var limits: TextStore.Limits {
    get { cargo.store.limits }
    set { cargo.store.limits = newValue }
  }

  /// A headline under the pointer.
  package struct Hit: Equatable, Sendable {
    package var id: Int
    package var topic: Int?
    package var link: String?
  }

  /// The headline at a point of the window, as it stands at `t`.
  package func item(at point: Point, t: Seconds) -> Hit? {
    guard bounds.contains(point) else { return nil }
    let x = point.x - bounds.minX
    for segment in train.segments {
      let left = train.x(of: segment, at: t)
      guard x >= left, x < left + segment.width, let item = cargo.look(of: segment.id)?.item else {
        continue
      }
      return Hit(id: item.id, topic: item.topic, link: item.link)
    }
    return nil
  }

  private func appended(at t: Seconds) {
    guard isPlaced else { return }
    fitFont(at: t)
    train.appended(at: t, from: cargo)
  }

  func removed(_ shown: Set<Int>, at t: Seconds) {
    cargo.forgetItem()
    cargo.forgetLooks { shown.contains($0) }
    guard isPlaced else { return }
    train.removed(at: t, from: cargo) { shown.contains($0) }
    fitFont(at: t)
  }

  /// Where the font is to fit the text, another text may need another size.
  private func fitFont(at t: Seconds) {
    guard style.crawl.maxFontSize > 0 || style.crawl.minFontSize > 0, !style.crawl.fontSizeAsView
    else { return }
    let present = cargo.font.size
    chooseFont()
    guard cargo.font.size != present else { return }
    cargo.restyle()
    train.remeasured(at: t, from: cargo)
  }
}
