internal import App
public import Scene
public import ScrollCore

/// The strip that `newsreel` shows: a label, headlines that run by, their number, and a chip for each topic.
///
///     let strip = StripView()
///     strip.crawl.append("Rain until evening", topic: "Weather")
///     let window = try Window(strip, at: .inBottom, isDock: true)
///     window.run()
///
/// A click on a chip takes its topic's headlines off. Its properties are those of `StripStyle`, of `StripTheme` and, for the motion, of
/// `Crawl`; sizes follow from its height.
public final class StripView: StyledView<StripStyle> {
  /// The headlines. How they look and move is for the strip to say.
  public let crawl: CrawlView
  /// Called when a chip has been removed, with its topic. Headlines about it that come later have no chip.
  public var onTopicRemoved: ((String) -> Void)?
  private let strip: Scene.StripView
  /// The numbers of the topics whose chips were removed.
  private var removed: Set<Int> = []

  /// - Parameters:
  ///   - label: Text of the block at the left; empty for none.
  ///   - image: The path of a picture before the label; empty for none.
  public init(_ label: String = "NEWSREEL", image: String = "") {
    var style = StripStyle()
    (style.label, style.labelImage) = (label, image)
    strip = Scene.StripView(style, labelImage: SizedImage(path: image))
    crawl = CrawlView(strip.crawl)
    super.init(own: strip, style: style)
  }

  /// A property of its colours and its font.
  public subscript<Value>(dynamicMember path: WritableKeyPath<StripTheme, Value>) -> Value {
    get { style.theme[keyPath: path] }
    set { style.theme[keyPath: path] = newValue }
  }

  /// A property of the headlines' motion.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Crawl, Value>) -> Value {
    get { style.crawl[keyPath: path] }
    set { style.crawl[keyPath: path] = newValue }
  }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (true, false) }
  override var takesKeys: Bool { true }
  override var fill: Color? { style.theme.background }

  override func apply(_ style: StripStyle) throws(ValueError) {
    try style.crawl.validate()
    strip.style = style
  }

  override func attach(to stage: (any ViewHost)?) {
    super.attach(to: stage)
    crawl.attach(to: stage)
  }

  override func layOut(in frame: VisibleFrame, _ pass: LayoutPass) {
    update(at: pass.time)
    super.layOut(in: frame, pass)
    crawl.startOnce()
  }

  override func happened(_ event: ViewEvent) { crawl.happened(event) }

  override func perform(_ action: ViewAction) -> Bool {
    switch action {
    case .topic(.turn(let number, on: false)), .topic(.remove(let number)): remove(number)
    case .topic: break
    default: return super.perform(action)
    }
    return true
  }

  private func remove(_ number: Int) {
    guard strip.crawl.topics.indices.contains(number) else { return }
    removed.insert(number)
    strip.crawl.remove(topic: number, at: now)
    onTopicRemoved?(strip.crawl.topics[number].name)
    update(at: now)
  }

  override func update(at t: Seconds) {
    crawl.update(at: t)
    let topics = strip.crawl.topics
    let chips = topics.indices.filter { !removed.contains($0) }.map {
      Token(topics[$0].name, dot: topics[$0].color, tag: $0)
    }
    guard chips.map(\.tag) != strip.chips.field.tokens.map(\.tag) else { return }
    strip.chips.change(at: t) { $0.setTokens(chips) }
    _ = strip.chips.drainEvents()
    setNeedsLayout()
  }
}
