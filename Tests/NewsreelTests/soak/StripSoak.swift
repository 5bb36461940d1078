import ScrollCore
import TestKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// A strip with its controller in virtual time, to which random things happen as they do in months: feeds that change and go,
/// topics that are switched and removed, hands, other sizes and speeds, and nights without frames.
///
/// One seed is one history. What is drawn is compared with where the train says that headlines are: see `problem`.
class StripSoak {
  var controller: StripController
  var context: ViewContext
  var size: Size
  /// In seconds.
  var t: Seconds = 0
  /// When what is seen was drawn for.
  var shownTime: Seconds { t }
  /// What has happened last, for whoever reads a failure.
  var history: [String] = []
  var random: SeededRandom
  private(set) var frame: Frame
  private let typesetter: any Typesetter
  var (arrivals, pointer) = (0, Point(x: -1, y: -1))
  /// How far the train had run when headlines were last in the view.
  var lastSeen = 0.0
  /// Whether what comes is brought to the strip with what comes next.
  var isHeldBack = false

  /// - Parameter controller: Nil for one that reads lines of JSON.
  init(
    seed: UInt64, controller: StripController? = nil, typesetter: any Typesetter, context: ViewContext = ViewContext()
  ) throws {
    self.context = context
    random = SeededRandom(seed: seed)
    self.typesetter = typesetter
    size = Size(width: 1280, height: 36)
    frame = Frame(size: size, background: .black)
    var request = ViewRequest<StripKind>()
    request.sources = try Settings([PropertyChange("json-lines", to: .flag(true))], arguments: ["-"])
    self.controller = try controller ?? StripController(request)
    try open()
    for _ in 0..<Int.random(in: 2...5, using: &random) { comeNews() }
    layOut()
    crawl.start(at: 0)
  }

  /// Opens the sources.
  func open() throws {
    feeds?.open(
      in: RunLoop(), time: { [context] in context.time },
      onChange: { [context] hasNewTopics in
        if hasNewTopics { context.setNeedsLayout() } else { context.setNeedsDisplay() }
      })
  }

  var strip: StripScene { controller.strip }
  var crawl: CrawlScene { strip.crawl }
  var feeds: NewsDesk? { controller.headlines.desk }

  // MARK: - Sources

  /// A line of JSON comes.
  func send(_ line: String) {
    Array(line.utf8).withUnsafeBytes { controller.headlines.receive(.line($0), at: t) }
  }

  /// Items are withdrawn.
  func take(back items: [NewsItem]) {
    for (feed, items) in Dictionary(grouping: items, by: \.id.feed) {
      let ids = Set(items.map(\.id.guid))
      if let feed { feeds?.accept(.withdrawn(ids, feed: feed)) } else { feeds?.perform(.remove(named: ids)) }
    }
  }

  /// What has come gets to the strip.
  func bring() { feeds?.bring(at: t) }

  // MARK: - Time

  /// Draws the frame for `t + seconds`.
  func look(after seconds: Seconds) {
    t += seconds
    context.time = t
    draw()
  }

  /// Draws the frame for `t`.
  func draw() {
    update(at: t)
    if context.needsLayout { layOut() }
    frame.clear()
    frame.isRedraw = context.needsDisplay
    strip.draw(into: &frame, at: t)
    for event in frame.events { perform([.happened(event)]) }
    perform(frame.actions.map { .window($0) })
    context.didDraw()
  }

  /// An event is reported.
  func hear(_ event: String, _ line: String) {}

  /// What comes before each frame.
  final func update(at time: Seconds) {
    controller.update(at: time)
    perform(context.takeActions())
  }

  /// The window has another size, or the strip other looks.
  func resized() {
    frame.size = size
    context.setNeedsLayout()
  }

  final func layOut() {
    strip.layout(in: Rect(origin: .zero, size: size), with: typesetter, at: t)
    context.didLayOut()
  }

  /// Most often a few frames, then and now a minute, an hour or a night without a look.
  func randomPause() -> Seconds {
    switch Int.random(in: 0..<400, using: &random) {
    case 0: .random(in: 600...40_000, using: &random)
    case 1..<4: .random(in: 10...120, using: &random)
    case 4..<100: .random(in: 0.3...3, using: &random)
    case 100..<250: 1.0 / 60
    default: .random(in: 0.05...0.3, using: &random)
    }
  }

  // MARK: - What happens

  /// Something happens, or nothing.
  func happen() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<3: comeNews()
    case 3..<5: withdraw()
    case 5: correct()
    case 6: urgent()
    case 7..<10: topic()
    case 10..<22: hand()
    case 22..<25: command()
    case 25: resize()
    case 26: restyle()
    case 27: scroll()
    default: break
    }
  }

  final func perform(_ actions: [ViewAction]) {
    for action in actions {
      if case .session(.tell(let event, let line)) = action { hear(event, line) }
      _ = controller.perform(action, in: context)
    }
    if context.hasActions { perform(context.takeActions()) }
  }

  /// Lets go of everything, and lets all run.
  func settle() {
    note("settles")
    handle(.pointerLeft)
    handle(.command(.leave, at: nil))
    if crawl.isPausedByKey { crawl.setPausedByKey(false, at: t) }
    perform([.headlines(.topic(.showAll))])
    if strip.style.crawl.scrollSpeed > 200 { strip.style.crawl.scrollSpeed = 200 }
    resized()
    look(after: 3)
  }

  // MARK: - What is to be true

  /// Whether the train alone says where headlines are seen: nothing covers them, and no gap is closing.
  var isPlain: Bool {
    !strip.showsNotice && !strip.list.isOpen && strip.breakIns.headline(at: shownTime) == nil
      && crawl.closing?.isOver(at: shownTime) != false && crawl.bounds.width > 0
  }

  /// The headlines in the view, where the train has them: the ids, and the stretches of the window.
  var expected: [(id: Int, text: String, place: ClosedRange<Double>)] {
    crawl.train.visible(at: shownTime).compactMap { segment, x in
      guard let look = crawl.headlines.layout(of: segment.id) else { return nil }
      let left = crawl.bounds.minX + x + look.textStart
      return (look.headline.id, look.text.text, left...left + look.textWidth)
    }
  }

  /// Where texts of the crawl are drawn, in the window.
  private var drawn: [(text: String, left: Double)] {
    frame.layers.filter { $0.content.id == crawl.run.content.id }.flatMap { layer in
      layer.content.primitives.compactMap { primitive in
        guard case .text(let run) = primitive.element, run.font.size == crawl.headlines.font.size,
          // What the train has let go may still touch the edge.
          primitive.bounds.offsetBy(dx: layer.origin.x + 1, dy: layer.origin.y).intersects(layer.clip),
          primitive.bounds.offsetBy(dx: layer.origin.x - 1, dy: layer.origin.y).intersects(layer.clip)
        else { return nil }
        return (run.text, primitive.bounds.minX + layer.origin.x)
      }
    }
  }

  /// What differs between what is drawn and what is there; nil where nothing does.
  final var problem: String? {
    guard isPlain else {
      lastSeen = crawl.position(at: shownTime)
      return nil
    }
    return difference ?? overlap ?? blank
  }

  /// A headline that is drawn elsewhere than it is.
  var difference: String? {
    let (expected, drawn) = (expected, drawn)
    for headline in expected
    where headline.place.upperBound > crawl.bounds.minX + 1.5 && headline.place.lowerBound < crawl.bounds.maxX - 1.5 {
      guard drawn.contains(where: { $0.text == headline.text && abs($0.left - headline.place.lowerBound) < 0.01 })
      else {
        return
          "\(headline.text.prefix(8)) is not drawn at \(headline.place.lowerBound), but \(drawn.map { ($0.text.prefix(8), $0.left) })"
      }
    }
    for text in drawn
    where text.left < crawl.bounds.maxX - 1
      && !expected.contains(where: { $0.text == text.text && abs($0.place.lowerBound - text.left) < 0.01 })
    {
      let there = expected.map { ($0.text.prefix(8), $0.place.lowerBound) }
      return "\(text.text.prefix(8)) is drawn at \(text.left), and is not there: \(there)"
    }
    return nil
  }

  private var overlap: String? {
    let places = expected.map(\.place).sorted { $0.lowerBound < $1.lowerBound }
    return zip(places, places.dropFirst()).first { $1.lowerBound < $0.upperBound - 0.01 }.map {
      "\($0) and \($1) overlap"
    }
  }

  /// Nothing has been in the view for longer than it takes a headline to come through it.
  private var blank: String? {
    let position = crawl.position(at: shownTime)
    if !expected.isEmpty || crawl.count == 0 || position < lastSeen { lastSeen = position }
    let way = position - lastSeen
    return way > crawl.bounds.width + 200 ? "nothing has been in the view for \(way) px" : nil
  }

  /// Plants a defect: something near the view is not drawn any more, until what is near changes.
  func dropDrawing() {
    guard let lost = crawl.run.content.primitives.indices.randomElement(using: &random) else { return }
    crawl.run.content.primitives.remove(at: lost)
    context.setNeedsDisplay()
  }

  /// Plants a defect: what comes after some segment is drawn beside its place.
  ///
  /// - Parameter isAsked: Whether another picture is asked for.
  func shiftDrawing(isAsked: Bool = true) {
    let from = Int.random(in: 0...crawl.run.content.primitives.count, using: &random)
    for i in crawl.run.content.primitives.indices.dropFirst(from) {
      crawl.run.content.primitives[i].bounds.origin.x += 300
      crawl.run.content.primitives[i].anchor.x += 300
    }
    if isAsked { context.setNeedsDisplay() }
  }

  /// Headlines that are not seen in as many pixels as all of them take.
  func lost() -> [String] {
    settle()
    var missing = Set(crawl.itemIDs)
    let length = crawl.itemIDs.reduce(crawl.bounds.width * 3) {
      $0 + Double(crawl.text(of: $1)?.count ?? 0) * crawl.headlines.font.size + 300
    }
    let end = crawl.position(at: t) + length
    // Urgent headlines have their time.
    while crawl.position(at: t) < end, !missing.isEmpty, crawl.isScrolling(at: t) || crawl.pointer.isHeld {
      look(after: 0.5)
      if isPlain { missing.subtract(expected.map(\.id)) }
    }
    return missing.sorted().map { String((crawl.text(of: $0) ?? "\($0)").prefix(8)) }
  }
}
