package import ScrollCore

/// The part of a wall's crawl that is visible in a view: items at the conductor's places, and with its widths.
package final class CrawlWall: CrawlPresentation {
  unowned let view: CrawlScene
  /// The plan that the conductor has announced.
  package var follower = WallFollower()
  /// The place of the view's left edge on the wall in pixels; nil for that of the screen's number, with screens as wide as this one.
  private let fixedOffset: Double?
  private let number: Int
  /// Returns the colour of a topic by the number of its tone.
  package var color: (Int) -> Color
  /// The items near the view.
  let headlines: Headlines
  private var pieces: [WallItem: Int] = [:]
  private var topics: [WallItem.Topic] = []
  private var content: Content
  private var drawn: [PlacedWallItem] = []
  private var needsPieces = true
  /// The conductor's own headlines: the pieces of its items.
  private var sources: [String: Int] = [:]
  /// Returns the item behind which a conductor's next one comes in.
  package var nextNeighbour: () -> String? = { nil }
  /// The place on the belt that is 0 in the content.
  private var base = 0.0

  /// How far the belt may be from `base`, in pixels.
  private static let farthest = 1e6
  private static let mostTopics = 256

  /// - Parameters:
  ///   - number: The screen's number, from 0 on.
  ///   - offset: The place of its left edge on the wall, in pixels; nil for the one of its number.
  package init(_ view: CrawlScene, number: Int, offset: Double?, color: @escaping (Int) -> Color) {
    (self.view, self.number, fixedOffset, self.color) = (view, number, offset, color)
    headlines = Headlines(words: view.headlines.words)
    content = Content(axis: .horizontal, background: view.style.background.solid)
  }

  /// The place of the view's left edge on the wall, in pixels.
  package var offset: Double { fixedOffset ?? Double(number) * view.bounds.width }

  /// Makes the next frame redraw the items.
  func setNeedsPieces() { needsPieces = true }

  // MARK: - Frames

  func draw(into frame: inout Frame, at t: Seconds) {
    follower.advance(to: t)
    guard let plan = follower.plan else { return }
    let distance = follower.distance(at: t)
    drawPieces(of: plan, at: distance)
    let run = run(at: t)
    frame.add(
      Layer(
        content, clip: view.bounds, origin: view.origin(ofContentAt: contentOrigin(of: plan, at: distance)),
        fade: view.style.fade, speed: plan.finalSpeed, velocity: run?.velocity ?? 0))
    frame.change(at: follower.nextChange(at: t), after: run)
    if view.followsRun { frame.follow() }
  }

  /// The steady motion at `t`, limited to the time for which the incoming items are known.
  private func run(at t: Seconds) -> SteadyRun? {
    guard let run = follower.run(at: t), run.velocity != 0 else { return nil }
    return SteadyRun(
      velocity: run.velocity, end: min(run.end, t + WallPlan.margin / 2 / abs(run.velocity)))
  }

  /// The left end in the view of an item.
  private func x(of placed: PlacedWallItem, in plan: WallPlan, at distance: Double) -> Double {
    plan.x(of: placed, at: distance) - offset
  }

  private func contentX(of placed: PlacedWallItem, in plan: WallPlan) -> Double {
    plan.scrollLeft ? placed.place - base : base - placed.place - placed.item.width
  }

  private func contentOrigin(of plan: WallPlan, at distance: Double) -> Double {
    (plan.scrollLeft ? base - distance : plan.length - base + distance) - offset
  }

  /// The items whose part in reach of the view is within some pixels of it.
  private func items(of plan: WallPlan, at distance: Double, within reach: Double) -> [PlacedWallItem] {
    plan.belt.filter {
      let x = x(of: $0, in: plan, at: distance)
      return x < view.bounds.width + reach && x + $0.item.width > -reach
    }
  }

  /// The visible items at `t`, the leading one first.
  func pieces(at t: Seconds) -> [ShownPiece] {
    guard let plan = follower.plan else { return [] }
    let distance = follower.distance(at: t)
    return items(of: plan, at: distance, within: 0).compactMap { placed in
      guard let piece = pieces[placed.item], let layout = headlines.layout(of: piece) else { return nil }
      return ShownPiece(
        piece: piece, layout, left: x(of: placed, in: plan, at: distance), width: placed.item.width,
        lap: Int(placed.place))
    }
  }

  // MARK: - Content

  private func drawPieces(of plan: WallPlan, at distance: Double) {
    let near = items(of: plan, at: distance, within: Content.lookahead)
    guard needsPieces || near != drawn else { return }
    if needsPieces { adoptLook(headlines) }
    (drawn, needsPieces) = (near, false)
    if abs(distance - base) > Self.farthest { base = distance.rounded() }
    if topics.count > Self.mostTopics { forget(except: []) }
    let line = view.line
    var primitives: [Primitive] = []
    var last: WallItem?
    for placed in near {
      let ahead = last
      last = placed.item
      guard let layout = layout(of: placed.item) else { continue }
      let x = contentX(of: placed, in: plan)
      if !placed.item.isContinued, ahead.map({ $0 != placed.item }) ?? (plan.items.count > 1) {
        let middle = plan.scrollLeft ? x - plan.gap / 2 : x + placed.item.width + plan.gap / 2
        if let separator = view.separator(around: middle) { primitives.append(separator) }
      }
      primitives += headlines.primitives(of: layout, at: x, on: line)
    }
    content.background = view.style.background.solid
    if content.primitives != primitives { content.primitives = primitives }
    if pieces.count > 2 * near.count + 64 { forget(except: Set(near.map(\.item))) }
  }

  private func forget(except kept: Set<WallItem>) {
    pieces = pieces.filter { kept.contains($0.key) }
    let numbers = Set(pieces.values)
    headlines.remove { id, _ in !numbers.contains(id) }
    headlines.forgetLayouts { !numbers.contains($0) }
    if kept.isEmpty { (topics, headlines.topics) = ([], []) }
  }

  /// The layout of an item, smaller if it would need more than its width: fonts differ from machine to machine.
  private func layout(of item: WallItem) -> HeadlineLayout? {
    if pieces[item] == nil { pieces[item] = headlines.append(headline(of: item)) }
    guard let piece = pieces[item], let layout = headlines.layout(of: piece) else { return nil }
    if layout.width > item.width + 0.5, layout.textWidth > 0 {
      layout.text.font.size *= max(0.1, (item.width - layout.width + layout.textWidth) / layout.textWidth)
      headlines.measure(layout)
    }
    return layout
  }

  private func headline(of item: WallItem) -> Headline {
    let topic = item.topic.map { topic in
      if let index = topics.firstIndex(of: topic) { return index }
      topics.append(topic)
      headlines.topics.append(Topic(topic.name, color: color(topic.tone)))
      return topics.count - 1
    }
    return Headline(item.text, topic: topic, link: item.link, isPlain: !item.isMarkup)
  }

  private func adoptLook(_ headlines: Headlines) {
    let own = view.headlines
    (headlines.typesetter, headlines.font) = (own.typesetter, own.font)
    (headlines.foreground, headlines.readColor, headlines.markup) = (own.foreground, own.readColor, own.markup)
    (headlines.store.readsMarkup, headlines.store.keepsSpaces) = (own.store.readsMarkup, true)
    for (index, topic) in topics.enumerated() where headlines === self.headlines {
      headlines.topics[index].color = color(topic.tone)
    }
    headlines.restyle()
  }

  // MARK: - Conducting

  /// The piece behind which a headline comes in next.
  var nextSource: Int? { nextNeighbour().flatMap { sources[$0] } }

  /// The view's headlines as items of the wall: measured, in order, and named by their contents, so that names survive a restart.
  ///
  /// - Parameters:
  ///   - known: The items that need not be measured again.
  ///   - tone: Returns the number of a topic's tone.
  package func ownItems(known: [WallItem], tone: (String) -> Int) -> [WallItem] {
    let ruler = Headlines(words: view.headlines.words)
    adoptLook(ruler)
    let widths = Dictionary(known.map { ($0.id, $0.width) }, uniquingKeysWith: { a, _ in a })
    var (items, names, bytes): ([WallItem], [String: Int], Int) = ([], [:], 0)
    sources = [:]
    for (source, piece) in view.wallSources(tone: tone) {
      var item = source
      bytes += item.text.utf8.count + (item.link?.utf8.count ?? 0)
      guard items.count < WallPlan.mostItems, bytes < Self.mostBytes else { break }
      let name = item.contentName(in: ruler.font)
      let count = names[name, default: 0]
      names[name] = count + 1
      item.id = count == 0 ? name : "\(name)-\(count)"
      sources[item.id] = piece
      items.append(item.with(width: widths[item.id] ?? width(of: item, by: ruler)))
    }
    return items
  }

  private static let mostBytes = 400_000

  private func width(of item: WallItem, by ruler: Headlines) -> Double {
    ruler.topics = item.topic.map { [Topic($0.name, color: .white)] } ?? []
    let headline = Headline(item.text, topic: item.topic.map { _ in 0 }, isPlain: !item.isMarkup)
    guard let piece = ruler.replaceAll(with: [headline])[0] else { return 0 }
    defer { ruler.forgetLayouts { _ in true } }
    return ruler.layout(of: piece)?.width ?? 0
  }
}

extension WallItem {
  /// A name derived from the item's contents and the font.
  fileprivate func contentName(in font: FontSpec) -> String {
    let parts = [text, topic?.name ?? "", link ?? "", "\(isMarkup) \(isContinued) \(font)"]
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in parts.joined(separator: "\0").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }

  fileprivate func with(width: Double) -> WallItem {
    var item = WallItem(id: id, text: text, width: width)
    (item.topic, item.link, item.isMarkup, item.isContinued) = (topic, link, isMarkup, isContinued)
    return item
  }
}
