public import Scene
internal import ScrollCore
internal import Windows

/// The strip of `newsreel`: a label, running headlines, their number, and a chip for each topic.
///
///     let strip = StripView()
///     strip.crawl.append("Rain until evening", topic: "Weather")
///     let window = try Window(strip, kind: .dock, at: .inBottom)
///     window.run()
///
/// A click on a chip switches its topic's headlines off or on. The × under the pointer switches them off, too, with an Undo
/// in its place for ten seconds. Its properties are on the page <doc:Properties>; sizes follow from its height.
public final class StripView: StyledView<StripStyle> {
  /// The headlines. The strip controls their look and motion; how their live numbers are written and roll is the crawl's:
  /// `strip.crawl.grouping = .threes`.
  public let crawl: CrawlView
  /// Called with a topic's name, and whether it is on, when the user has switched it.
  public var onTopicSwitched: ((_ topic: String, _ isOn: Bool) -> Void)?
  private let strip: StripScene
  private var topics = StripTopics()
  private var lastChips: [Token] = []

  /// - Parameters:
  ///   - label: Text of the block at the left; may be empty.
  ///   - image: The path of a picture before the label; may be empty.
  public init(_ label: String = "NEWSREEL", image: String = "") {
    strip = StripScene(words: .user)
    crawl = CrawlView(strip.crawl, isControlled: true)
    strip.crawl.hasNewsroom = true
    super.init(own: strip, style: strip.style)
    (style.label, style.labelImage) = (label, image)
  }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (true, false) }
  package override var takesKeys: Bool { true }
  override var ground: Color? {
    get { style.theme.background }
    set { style.theme.background = newValue ?? .clear }
  }

  override var pictures: [(name: String, path: WritableKeyPath<StripStyle, String>)] {
    [("labelImage", \.labelImage), ("separatorImage", \.separatorImage)]
  }

  override func validate(_ style: StripStyle) throws(ValueError) { try style.crawl.validate() }

  override func apply(_ style: StripStyle) {
    strip.style = style
    (strip.labelImage, strip.separator) = (images[style.labelImage], images[style.separatorImage])
  }

  override func attach(to stage: Stage?) {
    super.attach(to: stage)
    crawl.attach(to: stage)
  }

  override func layOut(in frame: VisibleFrame, _ pass: LayoutPass) {
    update(at: pass.time)
    super.layOut(in: frame, pass)
    crawl.startOnce()
  }

  override func happened(_ event: ViewEvent) { crawl.happened(event) }

  package override func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    guard case .headlines(.topic(let action)) = action else { return super.perform(action, in: context) }
    let changes = topics.changes(of: action, among: strip.crawl.topics.count, at: now)
    for (number, isOn) in changes { crawl.setShown(isOn, topic: number) }
    update(at: now)
    let names = changes.map { (strip.crawl.topics[$0.number].name, $0.isOn) }
    for (name, isOn) in names { onTopicSwitched?(name, isOn) }
    return true
  }

  package override func willDraw(_ hosted: HostedView, into frame: inout Frame, at t: Seconds) {
    super.willDraw(hosted, into: &frame, at: t)
    frame.change(at: topics.nextUndoEnd(after: t))
  }

  override func update(at t: Seconds) {
    crawl.update(at: t)
    let shown = strip.crawl.topics
    let (chips, notice) = (topics.chips(of: shown, at: t), topics.notice(among: shown.count, .user))
    guard chips != lastChips || strip.notice != notice else { return }
    (lastChips, strip.notice) = (chips, notice)
    strip.chips.change(at: t) { $0.setTokens(chips) }
    _ = strip.chips.drainEvents()
    setNeedsLayout()
  }
}
