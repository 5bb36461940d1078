internal import App
public import Scene
public import ScrollCore

/// Text that scrolls sideways: one text, or items that follow each other.
///
///     let crawl = CrawlView("Nothing moves but the text")
///     crawl.scrollTime = 0
///     crawl.scrollSpeed = 90
///
/// It begins to move when its window is shown, or with `start()` after a `stop()`. The pointer over it pauses it, the wheel and
/// the arrow keys move it, and it can be dragged. Where it stands follows from the time alone, whether frames were drawn meanwhile
/// or not; but of more than 4,096 items, those that pass a hidden window are not measured, and their mean width stands for them.
/// Its properties are those of `Crawl`, which says how it moves, and of `CrawlStyle`,
/// which says how it looks.
public class CrawlView: EditableView<CrawlStyle> {
  /// One of the texts that a crawl shows.
  public struct Item: Identifiable, Equatable, Sendable {
    /// Its number in its crawl, which no other one ever gets.
    public let id: Int
    /// What is shown, in one line.
    public let text: String
    /// What a click opens.
    public let link: String?
    /// What it is about: the label before it.
    public let topic: String?
  }

  /// Called when an item comes into view, in each pass.
  public var onItemShown: ((Item) -> Void)? { didSet { crawl.tellsShownItems = onItemShown != nil } }
  /// Called when an item is clicked. Without it a click opens the item's link in the user's browser.
  public var onItemClick: ((Item) -> Void)? { didSet { chooseLinks() } }

  let crawl: Scene.CrawlView
  /// The items of topics that are switched off.
  var hidden = HiddenItems()
  private let editor: EditableCrawlView
  private var isHeld = false
  private var hasStarted = false
  /// Items have changed since the style's text was theirs.
  private var isTextStale = false

  /// - Parameter text: What it shows; more can be appended.
  public convenience init(_ text: String = "") {
    self.init(Scene.CrawlView())
    self.text = text
  }

  init(_ crawl: Scene.CrawlView) {
    self.crawl = crawl
    editor = EditableCrawlView(crawl)
    crawl.enableValues()
    crawl.opensLinks = true
    super.init(own: editor, style: crawl.style)
  }

  /// All that it shows, an item a line, also what is being typed; `style.text` is the same. Setting it puts one item in the place
  /// of all others.
  public final var text: String {
    get { editor.texts.joined(separator: "\n") }
    set { if newValue != text { style.text = newValue } }
  }

  /// A property of the motion.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Crawl, Value>) -> Value {
    get { style.crawl[keyPath: path] }
    set { style.crawl[keyPath: path] = newValue }
  }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (true, false) }
  override var takesKeys: Bool { true }
  override var fill: Color? { style.background }

  override func validate(_ style: CrawlStyle) throws(ValueError) { try style.crawl.validate() }

  override func apply(_ style: CrawlStyle) {
    if style.text != self.style.text {
      hidden.removeAll { _ in true }
      add { editor.show(style.text, at: now) }
    }
    var style = style
    style.text = crawl.style.text
    crawl.adopt(style, at: now)
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

  override func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    isEditable || editor.isEditing ? editor.handle(event, in: context) : crawl.handle(event, in: context)
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

  override func beginTyping() {
    guard !editor.isEditing else { return }
    editor.begin(at: now)
    if let text = editor.editedText { happened(.beganEditing(text)) }
  }

  override func endTyping(accepting: Bool, in context: ViewContext) {
    editor.endEditing(accepting: accepting, in: context)
  }

  override func editabilityChanged() { chooseLinks() }

  /// Where a click is for somebody else, it opens nothing.
  private func chooseLinks() { crawl.opensLinks = !isEditable && onItemClick == nil }

  /// Sets it going where nobody has said anything else.
  func startOnce() {
    guard !hasStarted else { return }
    hasStarted = true
    let t = now
    crawl.start(at: t)
    if isHeld { crawl.stop(at: t) }
  }

  /// Adds something. What comes into an empty crawl that is held stands at home.
  func add<Result>(_ body: () -> Result) -> Result {
    let wasEmpty = crawl.count == 0
    defer {
      if isHeld, wasEmpty, hasStarted {
        let t = now
        crawl.start(at: t)
        crawl.stop(at: t)
      }
      itemsChanged()
    }
    return body()
  }

  /// Another item is there, or another text.
  final func itemsChanged() {
    isTextStale = true
    setNeedsLayout()
  }
}

// MARK: - Motion

extension CrawlView {
  /// Starts from home. Does nothing while it runs, and begins anew after `stop()` and at the end.
  public func start() {
    (hasStarted, isHeld) = (true, false)
    crawl.start(at: now)
    setNeedsDisplay()
  }

  /// Freezes the text where it is, until `start()`.
  public func stop() {
    isHeld = true
    crawl.stop(at: now)
    setNeedsDisplay()
  }

  /// Holds the text where it is, until `resume()`.
  public func pause() {
    crawl.pause(at: now)
    setNeedsDisplay()
  }

  /// Goes on from where `pause()` held it.
  public func resume() {
    crawl.resume(at: now)
    setNeedsDisplay()
  }

  /// Whether it has been started, and is neither paused, stopped nor at its end.
  public var isScrolling: Bool { crawl.isScrolling }
}

// MARK: - Items

extension CrawlView {
  /// How many items it holds, those of topics that are switched off among them.
  public var count: Int { crawl.count + hidden.count }

  /// Adds an item behind the last one, or, where it is urgent, as the next one that comes into view.
  ///
  /// - Parameters:
  ///   - text: In one line; line ends become blanks.
  ///   - link: What a click opens.
  ///   - topic: What it is about: a label before it, in a colour of its own.
  ///   - isUrgent: Whether it comes in next.
  /// - Returns: Its number; nil where the text holds nothing that could be shown, or the user has removed the topic.
  @discardableResult
  public func append(_ text: String, link: String? = nil, topic: String? = nil, isUrgent: Bool = false) -> Item.ID? {
    let headline = Headline(text, topic: topic.map(number), link: link)
    if let topic = headline.topic, hidden.contains(topic: topic) { return hidden.add(headline, topic: topic) }
    return add { isUrgent ? crawl.interrupt(with: headline, at: now) : crawl.append(headline, at: now) }
  }

  /// The item with that number; nil where it is gone.
  public func item(_ id: Item.ID) -> Item? {
    (crawl.headline(of: id) ?? hidden.headline(id)).map { headline in
      let topic = headline.topic.flatMap { crawl.topics.indices.contains($0) ? crawl.topics[$0].name : nil }
      let text = editor.text(of: id) ?? headline.text
      return Item(id: id, text: text, link: headline.link, topic: topic)
    }
  }

  /// Puts another text in an item's place; it keeps its number. Does nothing where it is gone, and removes it where the text
  /// holds nothing that could be shown.
  public func replace(_ id: Item.ID, with text: String) {
    hidden.replace(id, with: text)
    guard crawl.headline(of: id) != nil else { return }
    editor.replace(id: id, with: text, at: now)
    itemsChanged()
  }

  /// Removes an item, also where it is on screen: the first one there that is left stays where it is.
  public func remove(_ id: Item.ID) {
    hidden.removeAll { $0.id == id }
    crawl.remove([id], at: now)
    itemsChanged()
  }

  /// Removes all items about a topic.
  public func removeAll(about topic: String) {
    guard let number = crawl.topics.firstIndex(where: { $0.name == topic }) else { return }
    hidden.removeAll { $0.topic == number }
    crawl.remove(topic: number, at: now)
    itemsChanged()
  }

  /// Rolls the live number `{name}` in the items' texts to a value. False, and nothing else happens, where the name or the
  /// number is none.
  @discardableResult
  public func setValue(_ name: String, to number: String) -> Bool {
    guard TextPart.isName(name), DecimalNumber(number) != nil else { return false }
    crawl.setValue(name, to: Array(number.utf8).span)
    setNeedsDisplay()
    return true
  }

  /// The number of a topic, which is made where there is none of that name.
  private func number(of topic: String) -> Int {
    let topics = crawl.topics
    if let known = topics.firstIndex(where: { $0.name == topic }) { return known }
    let color = StripTheme().topicColor(topics.count).darkened(toContrast: 4.5, against: style.background)
    crawl.setTopics(topics + [Topic(topic, color: color)], at: now)
    return topics.count
  }
}
