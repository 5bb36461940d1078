import Newsreel
import NewsreelSources
import NewsreelTesting
import ScrollCore
import TestKit

/// A program without a plan: views of every kind in a window without a screen, on which anything is called with anything.
///
/// Its calls are those of `doc/Newsreel.txt`: `RandomCallTests` compares the lists.
final class RandomProgram {
  var random: SeededRandom
  /// How deep it is in callbacks.
  var depth = 0
  private(set) var callbacks = 0
  private(set) var calls = 0
  /// What was called last, for a failure.
  private(set) var last = ""

  let root = View()
  private(set) var harness: ViewHarness?
  private(set) var window: Window?
  /// Those beside it, and others of any kind.
  private var others: [Window] = []
  private(set) var own: [WildView] = []
  private(set) var crawls: [CrawlView] = []
  private(set) var scrolls: [AutoScrollView] = []
  private(set) var counters: [CounterView] = []
  private(set) var badges: [BadgeView] = []
  private(set) var fields: [TokenFieldView] = []
  private(set) var strips: [StripView] = []
  private(set) var stacks: [StackView] = []
  private(set) var groups: [View] = []
  private(set) var labels: [Label] = []
  private(set) var buttons: [Button] = []
  private(set) var scrollViews: [ScrollView] = []
  private var owner: RandomOwner?
  var timers: [Timer] = []

  /// In a window without a screen, or in one on the screen, with whose members more can be done.
  init(seed: UInt64, onScreen: Bool = false) throws {
    random = SeededRandom(seed: seed)
    owner = RandomOwner(self)
    renew()
    if onScreen {
      list = Self.all + Self.windowCalls + Self.windowCalls
      try open()
    } else {
      harness = try ViewHarness(root, size: Size(width: 400, height: 200))
    }
  }

  /// Opens a window in place of one that has gone.
  func open() throws {
    guard window?.isOpen != true else { return }
    let window = try Window(root, kind: kind, width: 400, height: 200)
    window.onClose = { [unowned self] _ in callBack() }
    window.onInvalidValue = { [unowned self] _ in callBack() }
    window.onDeadlineChange = { [unowned self] in callBack() }
    self.window = window
  }

  /// Opens a window with anything: beside the first one, or of any kind. It may be refused.
  func openOther() {
    let content = pick([Label(text), Button(text), BadgeView(text), View(), ScrollView(Label(text)), CounterView()])
    let sizes: [Double?] = [nil, 60, 60, number]
    let (place, offset) = (pick(Placement.allCases), flag ? .zero : point)
    let other: Window?
    if let window, flag {
      other = try? Window(content, beside: window, at: place, offset: offset, width: pick(sizes), height: pick(sizes))
    } else {
      other = try? Window(
        content, kind: kind, width: pick(sizes), height: pick(sizes), at: flag ? nil : place, offset: offset,
        of: oneIn(4) ? UInt(bitPattern: whole) : nil, title: text, background: color, border: borderValue)
    }
    guard let other else { return }
    other.onClose = { [unowned self] _ in callBack() }
    others = [other] + others.prefix(2)
  }

  /// Other views in place of some that were there.
  func renew() {
    own = [WildView(self), WildView(self)]
    crawls = [CrawlView("A text that runs"), TextFieldView("typed", placeholder: "type"), CrawlView()]
    scrolls = [AutoScrollView("One\nTwo\nThree\nFour\nFive")]
    counters = [CounterView(), CounterView()]
    badges = [BadgeView("Badge"), BadgeView()]
    fields = [TokenFieldView(["one", "two", "three"])]
    strips = [StripView()]
    stacks = [StackView(.horizontal, spacing: 3, []), StackView(.vertical)]
    groups = [View(), View()]
    labels = [Label("A label"), Label()]
    buttons = [Button("Press", action: { [unowned self] in callBack() }), Button()]
    scrollViews = [ScrollView(StackView(.vertical, [Label("One\nTwo\nThree"), Button("in it")]))]
    for view in views {
      listen(to: view)
      if Bool.random(using: &random) { parent(for: view).addSubview(view) }
    }
  }

  /// Every view but the root.
  var views: [View] {
    own as [View] + crawls + scrolls + counters + badges + fields + strips + stacks + groups + labels + buttons
      + scrollViews
  }

  // MARK: - Calls

  /// Calls anything, sometimes from within a callback.
  func call() {
    let (name, body) = pick(list)
    calls += 1
    last = name
    body(self)
  }

  /// What a callback does: now and then something else, up to three deep.
  func callBack() {
    callbacks += 1
    guard depth < 3, Int.random(in: 0..<4, using: &random) == 0 else { return }
    depth += 1
    call()
    depth -= 1
  }

  private var list = RandomProgram.all

  static let all: [Call] =
    viewCalls + styleCalls + crawlCalls + otherCalls + plainCalls + handCalls

  func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }

  /// A group, which may be the view itself, or in it.
  func parent(for view: View) -> View { pick([root, root] + stacks as [View] + groups + own as [View]) }

  // MARK: - Values of every kind

  var number: Double {
    pick([
      0, -0.0, 1, -1, 0.5, 3, 20, 100, .leastNonzeroMagnitude, 1e-9, 32_767, 1e10, -1e10, 1e300, -1e300, .nan,
      .infinity, -.infinity,
      .random(in: -10...400, using: &random),
    ])
  }
  var whole: Int { pick([0, -1, 1, 2, 7, 100, 1_000_000, .max, .min, .random(in: -5...50, using: &random)]) }
  var flag: Bool { Bool.random(using: &random) }
  var color: Color {
    pick([.white, .black, .clear, "nocolour", Color(rgb: 0xE5484D), Color(red: 1, green: 200, blue: 3, alpha: 99)])
  }
  var point: Point { Point(x: number, y: number) }
  /// In the window or near it.
  var place: Point {
    Point(x: .random(in: -20...420, using: &random), y: .random(in: -20...220, using: &random))
  }
  var size: Size { Size(width: number, height: number) }
  var rect: Rect { Rect(origin: point, size: size) }
  var text: String {
    pick([
      "", " ", "a", "word", "16.40", "-3", "1e400", "two words", "line\nline\n", "\u{0}\u{1B}[31m", "שלום עולם", "👩‍👩‍👧‍👦🇩🇪",
      "e\u{301}\u{302}\u{303}", "\u{202E}\u{2067}", "#e5484d", "true", String(repeating: "long ", count: 500),
      "{a} {b}",
      "DejaVu Sans Bold 18", "/no/such/file.png", Project.folder + "/Tests/RenderTests/Pictures/square.jpg",
    ])
  }
  var font: Font {
    pick([
      "", "", "DejaVu Sans Bold 18", "no such font", "serif Italic 1e9", "12",
      Font("DejaVu Sans", size: number, weight: pick(Font.Weight.allCases), isItalic: flag),
    ])
  }
  var source: Source {
    pick([
      .file(Project.folder + "/LICENSE", isFollowed: flag), .file("/no/such/file"), .command("true"), .lines(of: 9999),
      .command("echo", text, every: pick([nil, 0.1, number])), .feed("/no/such/feed"),
    ])
  }
  var view: View { pick(views) }
  private var kind: Window.Kind? { pick([nil, .normal, .utility, .above, .below, .dock]) }
  var borderValue: Border { Border(width: number, color: color, radius: number) }

  // MARK: - Callbacks

  private func listen(to view: View) {
    view.onClick = { [unowned self] in callBack() }
    view.onFinish = { [unowned self] in callBack() }
    view.onInvalidValue = { [unowned self] _ in callBack() }
    func edits<Style>(_ view: EditableView<Style>) {
      view.onBeginEditing = { [unowned self] _ in callBack() }
      view.onEdit = { [unowned self] _ in callBack() }
      view.onReturn = { [unowned self] _ in callBack() }
      view.onEndEditing = { [unowned self] _ in callBack() }
    }
    if let crawl = view as? CrawlView {
      edits(crawl)
      crawl.onItemShown = { [unowned self] _ in callBack() }
      crawl.onItemClick = { [unowned self] _ in callBack() }
    }
    if let badge = view as? BadgeView { edits(badge) }
    if let field = view as? TokenFieldView {
      field.onRemove = { [unowned self] _, _ in callBack() }
      field.delegate.didChangeItems = { [unowned self] _, _ in callBack() }
      if let owner { (field.delegate, field.dataSource) = (owner.delegate, flag ? owner : nil) }
    }
    if let strip = view as? StripView {
      strip.onTopicSwitched = { [unowned self] _, _ in callBack() }
      listen(to: strip.crawl)
    }
  }
}

/// A data source that calls back, and a delegate that does.
final class RandomOwner: TokenFieldDataSource {
  private unowned let program: RandomProgram
  init(_ program: RandomProgram) { self.program = program }

  func numberOfTokens(in field: TokenFieldView) -> Int {
    program.callBack()
    return program.pick([0, 1, 3, 50, -1])
  }
  func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String {
    program.callBack()
    return program.text
  }

  var delegate: TokenFieldDelegate {
    func answer() -> Bool {
      program.callBack()
      return program.flag
    }
    func hear() { program.callBack() }
    var delegate = TokenFieldDelegate()
    delegate.canEdit = { [unowned self] _ in program.flag }
    delegate.canEditToken = { [unowned self] _, _ in program.flag }
    delegate.shouldReturn = { _, _ in answer() }
    delegate.shouldDelete = { _, _, _ in answer() }
    delegate.willDelete = { _, _, _ in hear() }
    delegate.didDelete = { _, _, _ in hear() }
    delegate.didAdd = { _, _, _ in hear() }
    delegate.didMove = { _, _, _ in hear() }
    delegate.didRefuse = { _, _, _ in hear() }
    delegate.didSelect = { _, _ in hear() }
    delegate.didTap = { _, _ in hear() }
    delegate.didTapMore = { _, _ in hear() }
    delegate.didBeginEditing = { _, _ in hear() }
    delegate.didChangeText = { _, _ in hear() }
    delegate.didEndEditing = { _ in hear() }
    delegate.didChangeHeight = { _, _ in hear() }
    // It may change nothing of the field: that is documented.
    delegate.willDraw = { [unowned self] _, _, look in
      var look = look
      look.label = program.text
      return look
    }
    delegate.draw = { [unowned self] _, _, label, canvas in
      canvas.fill(Rect(x: program.number, y: 0, width: program.number, height: program.number), .red)
      canvas.draw(Text(label), at: Point(x: program.number, y: 8))
    }
    delegate.didDraw = { _, _, _ in hear() }
    return delegate
  }
}

/// A view of one's own that draws anything, and calls back from wherever it is called.
final class WildView: View {
  private unowned let program: RandomProgram
  init(_ program: RandomProgram) {
    self.program = program
    super.init()
  }

  override func sizeThatFits(_ room: Size) -> Size {
    program.callBack()
    return program.flag ? room : program.size
  }
  override func layout(in size: Size) { program.callBack() }
  override func frame(at time: Seconds) -> Motion {
    program.callBack()
    let place = program.flag ? program.rect : frame.offsetBy(dx: program.place.x, dy: program.place.y)
    switch Int.random(in: 0..<8, using: &program.random) {
    case 0: return .moves(through: place)
    case 1: return .rests(at: place, until: program.number)
    case 2: return .rests(at: place)
    default: return super.frame(at: time)
    }
  }
  override func contains(_ point: Point) -> Bool { program.flag }
  override var acceptsKeyboard: Bool { program.flag }
  override var accessibilityLabel: String? { program.text }
  override func handle(_ event: Event) -> Bool {
    program.callBack()
    return program.flag
  }

  override func draw(in canvas: inout Canvas) {
    for _ in 0..<Int.random(in: 0..<5, using: &program.random) { scribble(on: &canvas, depth: 0) }
    program.callBack()
  }

  private func scribble(on canvas: inout Canvas, depth: Int) {
    let p = program
    let text = Text(
      p.text, font: p.font, size: p.number, color: p.color, maxWidth: p.number, hasTabularDigits: p.flag)
    let points = (0..<p.pick([0, 1, 2, 3, 40])).map { _ in p.flag ? p.point : p.place }
    switch Int.random(in: 0..<12, using: &p.random) {
    case 0: canvas.fill(p.rect, p.color, radius: p.number)
    case 1: canvas.stroke(p.rect, p.color, width: p.number, radius: p.number)
    case 2: canvas.fill(points, p.color)
    case 3: canvas.stroke(points, p.color, width: p.number)
    case 4: canvas.draw(text, at: p.flag ? p.point : p.place, align: p.pick([.left, .center, .right]))
    case 5: canvas.draw(text, in: p.rect)
    case 6: canvas.image(p.text, in: p.rect)
    case 7: canvas.background = p.flag ? p.color : nil
    case 8: canvas.redraw(after: p.number)
    case 9 where depth < 3:
      canvas.layer(at: p.flag ? p.point : p.place, velocity: p.flag ? .zero : p.point, opacity: p.number) {
        scribble(on: &$0, depth: depth + 1)
      }
    case 10 where depth < 3:
      canvas.sprites(at: points, velocity: p.flag ? .zero : p.point) { scribble(on: &$0, depth: depth + 1) }
    default: _ = canvas.measure(text).height + measure(text).width + canvas.unixTime + canvas.time
    }
  }
}
