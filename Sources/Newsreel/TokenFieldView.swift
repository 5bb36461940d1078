internal import Scene
public import ScrollCore
internal import Windows

/// Labels as chips, which the user types, removes and reorders.
///
///     let tags = TokenFieldView(["alpha", "beta"])
///     tags.delegate.shouldDelete = { field, index, label in field.tokens.count > 1 }
///
/// Its properties are those of `TokenFieldProperties`. A data source supplies the chips; a delegate is notified of changes,
/// and may refuse them.
public final class TokenFieldView: StyledView<TokenFieldProperties> {
  /// Called when a chip has been removed, with its label and former index.
  public var onRemove: ((_ label: String, _ index: Int) -> Void)?
  private let field: TokensView
  /// The chips that its sources have brought.
  private var sourced: [SourceID: [(key: String, label: String)]] = [:]
  private let stream = Broadcast<TokenEvent>()
  private lazy var messenger = TokenFieldMessenger(of: self)

  /// - Parameter labels: The labels of the first chips.
  public init(_ labels: [String] = []) {
    field = TokensView(font: FontSpec(size: 15), words: .user)
    field.reportsRefusals = true
    super.init(own: field, style: field.properties)
    field.delegate = messenger
    field.onRefusedChange = { [unowned self] in
      refuse(ValueError(name: "tokens", reason: "cannot change while the delegate is asked how a chip looks"))
    }
    tokens = labels
  }

  // MARK: - Its chips

  /// The labels of the chips, in order. Setting them does not call the delegate; remaining chips glide to their places.
  public var tokens: [String] {
    get { field.field.tokens.map(\.label) }
    set { change { $0.setTokens(newValue.map { Token($0) }) } }
  }

  /// Adds chips as one undo step. A duplicate is refused, and the existing chip flashes.
  ///
  /// - Parameters:
  ///   - labels: Trimmed; blank ones are dropped.
  ///   - index: Where to insert them; nil means at the end.
  /// - Returns: The number of chips added.
  @discardableResult
  public func add(_ labels: [String], at index: Int? = nil) -> Int {
    let t = now
    return change { $0.add(labels.map { Token($0) }, at: index, time: t) }
  }

  /// Removes chips as one undo step; invalid indices are ignored.
  public func remove(at indices: [Int]) { change { $0.remove(at: indices) } }

  /// The indices of the selected chips, in order.
  public var selectedIndices: [Int] { field.field.selectedIndices }

  /// The typed text. Setting it replaces the text of a field that can be edited.
  public var text: String {
    get { field.field.input.text }
    set { change { $0.accept(newValue) } }
  }

  /// Suggestions for completion, best first.
  public var suggestions: [String] {
    get { field.field.suggestions }
    set { change { $0.suggestions = newValue } }
  }

  /// The height of all chips at the present width, including margins, in pixels; 0 before the first frame.
  public var contentHeight: Double { field.bounds.isEmpty ? 0 : field.fullHeight }

  /// The events of the chips and the text, from now on. The delegate is called at once; a stream delivers with the next
  /// round of the window's loop.
  public var changes: AsyncStream<TokenEvent> { stream.stream() }

  // MARK: - Data source and delegate

  /// The source of the chips, read when it is set and by `reloadData()`. It is not kept alive.
  public weak var dataSource: (any TokenFieldDataSource)? {
    didSet {
      field.dataSource = dataSource == nil ? nil : messenger
      reloadData()
    }
  }

  /// The closures by which the field notifies and asks its owner.
  public var delegate = TokenFieldDelegate() {
    didSet {
      askWhetherEditable()
      // Drawing closures cannot be compared, so all their drawing is done again.
      if delegate.draw != nil || field.chipPainter != nil { letDelegateDraw() }
    }
  }

  /// Reloads everything from the data source, and asks the delegate again whether it can be edited. Remaining chips glide
  /// to their places.
  public func reloadData() {
    askWhetherEditable()
    field.reloadData(at: now)
    setNeedsLayout()
  }

  private func letDelegateDraw() {
    setNeedsDisplay()
    guard delegate.draw != nil else {
      field.chipPainter = nil
      return
    }
    field.chipPainter = { [unowned self] index, label, size, typesetter in
      let t = now
      var canvas = Canvas(size: size, time: t, unixTime: unixTime(at: t), typography: Typography(typesetter))
      delegate.draw?(self, index, label, &canvas)
      let ground = canvas.background.map { Primitive(.box(radius: 0, fill: $0), in: Rect(origin: .zero, size: size)) }
      return [ground].compactMap(\.self) + canvas.picture.flatMap(\.placedPrimitives)
    }
  }

  private func askWhetherEditable() {
    guard let canEdit = delegate.canEdit?(self), canEdit != style.canEdit else { return }
    style.canEdit = canEdit
  }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (true, false) }
  package override var takesKeys: Bool { true }
  override var usesTab: Bool { field.field.canComplete }
  override var takesText: Bool { style.canEdit }
  override func apply(_ style: TokenFieldProperties) { field.properties = style }

  override func beginTyping() { field.focus(true, at: now) }
  override func endTyping(accepting: Bool, in context: borrowing EventContext) { field.focus(false, at: now) }

  package override func receive(_ news: SourceNews, from source: SourceID) {
    switch news {
    case .lines(let new, let gone): change(bring: new.map { ($0, $0) }, take: gone, of: source)
    case .headlines(let headlines):
      let known = Set(sourced[source, default: []].map(\.key))
      change(
        bring: headlines.filter { !known.contains($0.key) }.map { ($0.key, $0.text) }, take: [], of: source)
    case .withdrawn(let keys): change(bring: [], take: keys, of: source)
    }
  }

  package override func drop(_ source: SourceID) {
    change(bring: [], take: sourced[source, default: []].map(\.key), of: source)
    sourced[source] = nil
  }

  /// The limit for the chips of a source.
  private static let most = 10_000

  private func change(bring new: [(key: String, label: String)], take gone: [String], of source: SourceID) {
    var labels: [String] = []
    for key in gone {
      guard let index = sourced[source]?.firstIndex(where: { $0.key == key }) else { continue }
      if let entry = sourced[source]?.remove(at: index) { labels.append(entry.label) }
    }
    let new = new.prefix(max(0, Self.most - sourced[source, default: []].count))
    sourced[source, default: []] += new
    let t = now
    change { field in
      field.remove(labelled: labels)
      field.add(new.map { Token($0.label) }, time: t)
    }
  }

  override func update(at t: Seconds) {
    for event in field.drainEvents() {
      stream.send(event)
      if case .removed(let index, let label) = event { onRemove?(label, index) }
    }
    field.showCaret(in: context.event)
  }

  private func change<Result>(_ body: (inout TokenField) -> Result) -> Result {
    defer { setNeedsLayout() }
    return field.change(at: now, body)
  }
}
