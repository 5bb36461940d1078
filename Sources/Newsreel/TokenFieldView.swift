internal import Scene
public import ScrollCore

/// Labels as chips, which are typed, removed and put in order.
///
///     let tags = TokenFieldView(["alpha", "beta"])
///     tags.delegate = self
///
/// Its properties are those of `TokenFieldProperties`. A data source says what the chips are, a delegate hears what happens to them and may
/// refuse it. Neither is kept alive.
public final class TokenFieldView: StyledView<TokenFieldProperties> {
  /// Called when a chip has been removed, with its label and the place where it stood.
  public var onRemove: ((_ label: String, _ index: Int) -> Void)?
  private let field: TokensView

  /// - Parameter labels: Of the first chips.
  public init(_ labels: [String] = []) {
    field = TokensView(font: FontSpec(size: 15))
    field.tellsRefusals = true
    super.init(own: field, style: field.properties)
    tokens = labels
  }

  // MARK: - Its chips

  /// The labels of the chips, in their order. Setting them tells the delegate nothing; chips that stay glide to their
  /// places.
  public var tokens: [String] {
    get { field.field.tokens.map(\.label) }
    set { change { $0.setTokens(newValue.map { Token($0) }) } }
  }

  /// Adds chips, as one step that can be undone. A duplicate is refused, and the chip that stands flashes.
  ///
  /// - Parameters:
  ///   - labels: What they say, each trimmed; blank ones are left out.
  ///   - index: Where they come; nil: at the end.
  /// - Returns: How many were added.
  @discardableResult
  public func add(_ labels: [String], at index: Int? = nil) -> Int {
    let t = now
    return change { $0.add(labels.map { Token($0) }, at: index, time: t) }
  }

  /// Removes chips, as one step that can be undone; indices that there are not are ignored.
  public func remove(at indices: [Int]) { change { $0.remove(at: indices) } }

  /// The indices of the chips that are selected, in order.
  public var selectedIndices: [Int] { field.field.selectedIndices }

  /// What is being typed.
  public var text: String { field.field.input.text }

  /// What typing can be completed to, best first.
  public var suggestions: [String] {
    get { field.field.suggestions }
    set { change { $0.suggestions = newValue } }
  }

  /// The height that all chips take at the present width, margins included, in pixels; 0 before the first frame.
  public var contentHeight: Double { field.bounds.isEmpty ? 0 : field.fullHeight }

  // MARK: - Data source and delegate

  /// Who says what the chips are. It is asked by `reloadData()`, and when it is set.
  public weak var dataSource: (any TokenFieldDataSource)? {
    didSet {
      field.dataSource = dataSource
      reloadData()
    }
  }

  /// Who hears what happens, and may refuse some of it.
  public weak var delegate: (any TokenFieldDelegate)? { didSet { field.delegate = delegate } }

  /// Asks the data source for everything anew; chips that stay glide to their places.
  public func reloadData() {
    field.reloadData(at: now)
    setNeedsLayout()
  }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (true, false) }
  override var takesKeys: Bool { true }
  override var takesText: Bool { style.canEdit }
  override func apply(_ style: TokenFieldProperties) { field.properties = style }

  override func beginTyping() { field.focus(true, at: now) }
  override func endTyping(accepting: Bool, in context: ViewContext) { field.focus(false, at: now) }

  override func update(at t: Seconds) {
    for case .removed(let index, let label) in field.drainEvents() { onRemove?(label, index) }
    field.showCaret(in: context)
  }

  private func change<Result>(_ body: (inout TokenField) -> Result) -> Result {
    defer { setNeedsLayout() }
    return field.change(at: now, body)
  }
}
