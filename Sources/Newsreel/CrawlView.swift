public import Scene
internal import ScrollCore
internal import Windows

/// Text that scrolls sideways: one text, or items that follow each other.
///
///     let crawl = CrawlView("Nothing moves but the text")
///     crawl.scrollTime = 0
///     crawl.scrollSpeed = 90
///
/// It starts when its window is shown, or with `start()` after a `stop()`. It pauses under the pointer; the wheel, the
/// arrow keys and a drag move it. Its position depends only on the time, whether frames were drawn or not. If there are
/// more than 4,096 items, the ones that pass a hidden window are not measured, and count with the mean width. Its
/// properties are on the page <doc:Properties>.
nonisolated public class CrawlView: EditableView<CrawlStyle> {
  /// A text of a crawl.
  public struct Item: Identifiable, Equatable, Sendable {
    /// Its number, unique in its crawl.
    public let id: Int
    /// Its text, on one line.
    public let text: String
    /// The link that a click opens.
    public let link: String?
    /// Its topic: the label before it.
    public let topic: String?
  }

  /// Called when an item comes into view, in each pass.
  public var onItemShown: ((Item) -> Void)? { didSet { scene.reportsShownItems = onItemShown != nil } }
  /// Called when an item is clicked. Without it a click opens the item's link in the user's browser.
  public var onItemClick: ((Item) -> Void)? { didSet { chooseLinks() } }

  let scene: CrawlScene
  /// Whether a strip controls its look and motion.
  private let isControlled: Bool
  /// The items of topics that are switched off.
  var off = OffItems()
  private let editor: EditableCrawlView
  private var sourced = SourcedItems()
  private var isHeld = false
  private var hasStarted = false
  /// Whether items have changed since the style's text was read.
  private var isTextStale = false

  /// - Parameter text: Its first item; more can be appended.
  public convenience init(_ text: String = "") {
    self.init(CrawlScene(words: .user))
    self.text = text
  }

  init(_ crawl: CrawlScene, isControlled: Bool = false) {
    (scene, self.isControlled) = (crawl, isControlled)
    editor = EditableCrawlView(crawl)
    crawl.enableValues()
    crawl.opensLinks = true
    super.init(own: editor, style: crawl.style)
  }

  /// All its text, an item a line, including text being typed; the same as `style.text`. Setting it replaces all items
  /// by one.
  public final var text: String {
    get { editor.texts.joined(separator: "\n") }
    set { if newValue != text { style.text = newValue } }
  }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (true, false) }
  package override var takesKeys: Bool { true }
  override var usesTab: Bool {
    !isEditable && (onItemClick != nil || scene.itemIDs.contains { scene.headline(of: $0)?.link != nil })
  }
  override var ground: Color? {
    get { style.background }
    set { style.background = newValue ?? .clear }
  }
  override func fillsItself(with color: Color) -> Bool { color.isOpaque }

  override func validate(_ style: CrawlStyle) throws(ValueError) { try style.crawl.validate() }

  override func apply(_ style: CrawlStyle) {
    if style.text != self.style.text {
      off.removeAll { _ in true }
      add { editor.show(style.text, at: now) }
    }
    var shown = isControlled ? scene.style : style
    (shown.text, shown.numbers) = (scene.style.text, style.numbers)
    scene.adopt(shown, at: now)
  }

  override func refresh() {
    guard isTextStale || editor.isEditing else { return }
    isTextStale = false
    follow { $0.text = text }
  }

  override var finishedText: String { editor.finishedText }

  override func layOut(in frame: VisibleFrame, _ pass: LayoutPass) {
    super.layOut(in: frame, pass)
    startOnce()
  }

  override func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    isEditable || editor.isEditing ? editor.handle(event, in: context) : scene.handle(event, in: context)
  }

  override func happened(_ event: ViewEvent) {
    switch event {
    case .itemShown(let shown): if let item = item(shown.id) { onItemShown?(item) }
    case .itemClicked(let clicked): if let item = item(clicked.id) { onItemClick?(item) }
    default:
      itemsChanged()
      super.happened(event)
    }
  }

  package override func receive(_ news: SourceNews, from source: SourceID) {
    switch news {
    case .lines(let new, let gone):
      for line in gone { sourced.remove(line, of: source).map(remove) }
      for line in new { show(line, as: line, of: source) }
    case .headlines(let headlines): for headline in headlines { show(headline, of: source) }
    case .withdrawn(let keys): for key in keys { sourced.remove(key, of: source).map(remove) }
    }
  }

  package override func drop(_ source: SourceID) { for id in sourced.removeAll(of: source) { remove(id) } }

  private func show(_ headline: SourceHeadline, of source: SourceID) {
    if let known = sourced.item(headline.key, of: source), let item = item(known) {
      if item.text != headline.text { replace(known, with: headline.text) }
    } else {
      show(headline.text, as: headline.key, of: source, link: headline.link, topic: headline.topic)
    }
  }

  private func show(_ text: String, as key: String, of source: SourceID, link: String? = nil, topic: String? = nil) {
    guard let id = append(text, link: link, topic: topic) else { return }
    sourced.add(key, id, of: source).map(remove)
  }

  override func beginTyping() {
    guard !editor.isEditing else { return }
    editor.begin(at: now)
    if let text = editor.editedText { happened(.beganEditing(text)) }
  }

  override func endTyping(accepting: Bool, in context: borrowing EventContext) {
    editor.endEditing(accepting: accepting, in: context)
    scene.clearMark(at: context.time)
  }

  override func editabilityChanged() { chooseLinks() }

  /// Clicks open links unless they edit or call `onItemClick`.
  private func chooseLinks() { scene.opensLinks = !isEditable && onItemClick == nil }

  /// Starts it unless the program has started or stopped it.
  func startOnce() {
    guard !hasStarted else { return }
    hasStarted = true
    let t = now
    scene.start(at: t)
    if isHeld { scene.stop(at: t) }
  }

  /// Adds items. In an empty, stopped crawl they start at the home position.
  func add<Result>(_ body: () -> Result) -> Result {
    let wasEmpty = scene.count == 0
    defer {
      if isHeld, wasEmpty, hasStarted {
        let t = now
        scene.start(at: t)
        scene.stop(at: t)
      }
      itemsChanged()
    }
    return body()
  }

  /// Notes that items or texts have changed.
  final func itemsChanged() {
    isTextStale = true
    setNeedsLayout()
  }
}

// MARK: - Motion

extension CrawlView {
  /// Starts from the home position. Does nothing while it runs. Restarts after `stop()` and at the end.
  public func start() {
    (hasStarted, isHeld) = (true, false)
    scene.start(at: now)
    setNeedsDisplay()
  }

  /// Stops the text until `start()`.
  public func stop() {
    isHeld = true
    scene.stop(at: now)
    setNeedsDisplay()
  }

  /// Pauses the text until `resume()`.
  public func pause() {
    scene.pause(at: now)
    setNeedsDisplay()
  }

  /// Continues after `pause()`.
  public func resume() {
    scene.resume(at: now)
    setNeedsDisplay()
  }

  /// Whether it is running: started, not paused or stopped, and not at its end.
  public var isScrolling: Bool { scene.isScrolling }
}

// MARK: - Items

extension CrawlView {
  /// The number of items, including items of topics that are switched off.
  public var count: Int { scene.count + off.count }

  /// Adds an item at the end, or, if it is urgent, next in view.
  ///
  /// - Parameters:
  ///   - text: On one line; line ends become blanks.
  ///   - link: The link that a click opens.
  ///   - topic: The label before it, in a colour of its own.
  ///   - isUrgent: Whether it comes in next.
  /// - Returns: Its number. Nil if the text is blank or the user has removed the topic.
  @discardableResult
  public func append(_ text: String, link: String? = nil, topic: String? = nil, isUrgent: Bool = false) -> Item.ID? {
    let headline = Headline(text, topic: topic.map(number), link: link)
    if let topic = headline.topic, off.contains(topic: topic) { return off.add(headline, topic: topic) }
    return add { isUrgent ? scene.interrupt(with: headline, at: now) : scene.append(headline, at: now) }
  }

  /// The item with this number; nil if it has gone.
  public func item(_ id: Item.ID) -> Item? {
    (scene.headline(of: id) ?? off.headline(id)).map { headline in
      let topic = headline.topic.flatMap { scene.topics.indices.contains($0) ? scene.topics[$0].name : nil }
      let text = editor.text(of: id) ?? headline.text
      return Item(id: id, text: text, link: headline.link, topic: topic)
    }
  }

  /// Replaces an item's text; the number stays. A blank text removes the item. Does nothing if it has gone.
  public func replace(_ id: Item.ID, with text: String) {
    off.replace(id, with: text)
    guard scene.headline(of: id) != nil else { return }
    editor.replace(id: id, with: text, at: now)
    itemsChanged()
  }

  /// Removes an item, even on screen: the first remaining one there keeps its place.
  public func remove(_ id: Item.ID) {
    off.removeAll { $0.id == id }
    scene.remove([id], at: now)
    itemsChanged()
  }

  /// Removes all items of a topic. If none is left in view, the next one comes in at the edge; after ``stop()`` and
  /// ``start()`` it is at the start position at once.
  public func removeAll(about topic: String) {
    guard let number = scene.topics.firstIndex(where: { $0.name == topic }) else { return }
    off.removeAll { $0.topic == number }
    scene.remove(topic: number, at: now)
    itemsChanged()
  }

  /// The number of a topic, which is added if it is new.
  private func number(of topic: String) -> Int {
    let topics = scene.topics
    if let known = topics.firstIndex(where: { $0.name == topic }) { return known }
    let color = StripTheme().topicColor(topics.count).darkened(toContrast: 4.5, against: style.background)
    scene.setTopics(topics + [Topic(topic, color: color)], at: now)
    return topics.count
  }
}
