internal import Scene
public import ScrollCore
internal import Windows

/// Labels as chips, which the user types, removes and reorders.
///
///     let tags = TokenFieldView(["alpha", "beta"])
///     tags.delegate.shouldDelete = { field, index, label in field.items.count > 1 }
///
/// Its properties are on the page <doc:Properties>; `style = .original` gives it the looks of BMTokenView. A data source supplies the
/// chips, and may own them; a delegate is notified of changes, and may refuse them.
public final class TokenFieldView: StyledView<TokenFieldProperties> {
  /// Called when a chip has been removed, with its label and former index.
  public var onRemove: ((_ label: String, _ index: Int) -> Void)?
  private let field: TokensView
  /// The chips that its sources have brought.
  private var sourced: [SourceID: [(key: String, label: String)]] = [:]
  private let stream = Broadcast<TokenEvent>()
  private lazy var messenger = TokenFieldMessenger(of: self)

  /// - Parameter items: The labels of the first chips.
  public init(_ items: [String] = []) {
    field = TokensView(font: FontSpec(size: 15), words: .user)
    field.reportsRefusals = true
    super.init(own: field, style: field.properties)
    field.delegate = messenger
    field.onRefusedChange = { [unowned self] in
      refuse(ValueError(name: "items", reason: "cannot change while the delegate is asked how a chip looks"))
    }
    self.items = items
  }

  // MARK: - Its chips

  /// The labels of the chips, in order. Setting them calls no delegate; remaining chips glide to their places.
  public var items: [String] {
    get { field.field.tokens.map(\.label) }
    set { changeItems { $0.setTokens(newValue.map { Token($0) }) } }
  }

  /// Adds a chip at the end, as one undo step.
  ///
  /// - Parameter item: Trimmed. A blank one is dropped, a duplicate is refused, and the chip that has its label flashes.
  /// - Returns: Whether it was added.
  @discardableResult
  public func append(_ item: String) -> Bool { insert(contentsOf: [item], at: .max) == 1 }

  /// Adds a chip, as one undo step.
  ///
  /// - Parameter index: The nearest place counts.
  /// - Returns: Whether it was added.
  @discardableResult
  public func insert(_ item: String, at index: Int) -> Bool { insert(contentsOf: [item], at: index) == 1 }

  /// Adds chips at the end, as one undo step. Returns the number of those added.
  @discardableResult
  public func append(contentsOf items: [String]) -> Int { insert(contentsOf: items, at: .max) }

  /// Adds chips, as one undo step. Returns the number of those added.
  @discardableResult
  public func insert(contentsOf items: [String], at index: Int) -> Int {
    let t = now
    return changeItems { $0.add(items.map { Token($0) }, at: index, time: t) } ?? 0
  }

  /// Removes a chip, as one undo step. An index without one is ignored.
  public func remove(at index: Int) { remove(at: [index]) }

  /// Removes chips, as one undo step. Indices without one are ignored.
  public func remove(at indices: [Int]) { changeItems { $0.remove(at: indices) } }

  /// The most chips; nil for any number. Chips that the user or the program adds beyond that are refused as `tooMany`. Setting
  /// ``items`` takes all.
  public var maxItems: Int? {
    get { field.field.mostTokens }
    set { change { $0.mostTokens = newValue.map { max(0, $0) } } }
  }

  /// Whether ``undo()`` has a change to take back.
  public var canUndo: Bool { field.field.canUndo }

  /// Whether ``redo()`` has a change to make again.
  public var canRedo: Bool { field.field.canRedo }

  /// Takes the last change of the chips or of the text back, like Ctrl-Z. Setting ``items`` begins anew.
  public func undo() { step(.undo) }

  /// Makes the last change again that was taken back.
  public func redo() { step(.redo) }

  private func step(_ command: EditCommand) {
    let t = now
    change { _ = $0.perform(command, at: t) }
  }

  /// A change by the program; none while the data source owns the chips.
  @discardableResult
  private func changeItems<Result>(_ body: (inout TokenField) -> Result) -> Result? {
    if dataSourceOwnsItems {
      refuse(ValueError(name: "items", reason: "belong to the data source: change its data, and call reloadData()"))
      return nil
    }
    return change(body)
  }

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

  /// Whether the data source alone changes the chips, and nothing changes until they are read again.
  ///
  /// What the user does is asked: for typed text `shouldReturn`, for chips to be removed `shouldDelete` and, if that allows it, `willDelete`.
  /// There the owner changes its data. Then the field reads all of it, and empties the text that was allowed. Chips cannot be
  /// dragged, and calls that change them are invalid.
  public var dataSourceOwnsItems = false {
    didSet {
      field.isOrderFixed = dataSourceOwnsItems
      // An allowed text is no refusal.
      field.reportsRefusals = !dataSourceOwnsItems
    }
  }

  /// What the user has asked for since the last event, while the data source owns the chips.
  final var wishes = (texts: [String](), removals: [(index: Int, label: String)]())

  /// Lets the owner change its data, and shows that.
  private func fulfilWishes() {
    guard !wishes.texts.isEmpty || !wishes.removals.isEmpty else { return }
    let (texts, removals) = wishes
    wishes = ([], [])
    // From the last on, so that the indices stay valid.
    for removal in removals.sorted(by: { $0.index > $1.index }) {
      delegate.willDelete?(self, removal.index, removal.label)
    }
    if !texts.isEmpty { text = "" }
    reloadData()
  }

  override func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    defer { fulfilWishes() }
    return super.handle(event, in: context)
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
    call {
      askWhetherEditable()
      field.reloadData(at: now)
      setNeedsLayout()
    }
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
    call {
      guard let canEdit = delegate.canEdit?(self), canEdit != style.canEdit else { return }
      style.canEdit = canEdit
    }
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
    var isChanged = false
    for event in field.drainEvents() {
      stream.send(event)
      switch event {
      case .removed(let index, let label):
        isChanged = true
        onRemove?(label, index)
      case .added, .moved: isChanged = true
      default: break
      }
    }
    if isChanged {
      setNeedsLayout()
      delegate.didChangeItems?(self, items)
    }
    field.showCaret(in: context.event)
  }

  private func change<Result>(_ body: (inout TokenField) -> Result) -> Result {
    defer { setNeedsLayout() }
    return field.change(at: now, body)
  }
}
