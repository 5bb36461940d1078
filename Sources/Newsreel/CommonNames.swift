public import ScrollCore

// One name for one thing, where views have inherited several: the text's colour, the colour behind it, what is shown.

extension CrawlView {
  /// The colour of the text: `foreground`.
  public var textColor: Color {
    get { style.foreground }
    set { style.foreground = newValue }
  }

  /// Rolls the live number `{name}` in the items' texts to a value. False, without an effect, if the name or the number is
  /// invalid.
  @discardableResult
  public func setLiveNumber(_ name: String, to number: DecimalNumber) -> Bool {
    number.isValid && setValue(name, to: number.description)
  }

  /// Whether the text is no longer than the view: it need not scroll. True for an empty one.
  public var isTextFittingInView: Bool { crawl.fitsView }
}

extension AutoScrollView {
  /// The colour of the text: `foreground`.
  public var textColor: Color {
    get { style.foreground }
    set { style.foreground = newValue }
  }
}

extension CounterView {
  /// The colour behind the number: `backgroundColor`.
  public var background: Color {
    get { style.backgroundColor }
    set { style.backgroundColor = newValue }
  }

  /// Whether the number flashes in a colour as it rises or falls: `trendColor`.
  public var showsTrendColor: Bool {
    get { style.trendColor }
    set { style.trendColor = newValue }
  }

  /// Whether a triangle shows the direction of a change: `trendMark`.
  public var showsTrendMark: Bool {
    get { style.trendMark }
    set { style.trendMark = newValue }
  }
}

extension BadgeView {
  /// The label.
  public var text: String {
    get { style.label }
    set { style.label = newValue }
  }
}

extension TokenFieldDelegate {
  /// The typed text has changed: `changedText`.
  public var didChangeText: ((_ field: TokenFieldView, _ text: String) -> Void)? {
    get { changedText }
    set { changedText = newValue }
  }

  /// The height of all chips has changed: `heightUpdated`.
  public var didChangeHeight: ((_ field: TokenFieldView, _ height: Double) -> Void)? {
    get { heightUpdated }
    set { heightUpdated = newValue }
  }
}
