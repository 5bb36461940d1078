public import ScrollCore

// The names of the five originals that differ here: the compiler offers the right one. The page Originals has them all.

extension CrawlView {
  /// The original's.
  @available(*, unavailable, renamed: "start()")
  public func startScroll() {}

  /// The original's.
  @available(*, unavailable, renamed: "stop()")
  public func stopScroll() {}

  /// The original's.
  @available(
    *, unavailable,
    message: "the view has its properties itself: crawl.font, crawl.textColor, crawl.placeholder, crawl.isEditable"
  )
  public var textField: CrawlView? {
    get { nil }
    set {}
  }
}

extension AutoScrollView {
  /// The original's.
  @available(*, unavailable, renamed: "speed")
  public var scrollPointsPerSecond: Double {
    get { 0 }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "start(speed:)")
  public func startScrolling() {}

  /// The original's.
  @available(*, unavailable, renamed: "stop()")
  public func stopScrolling() {}

  /// The original's.
  @available(*, unavailable, renamed: "isScrolling")
  public var scrolling: Bool {
    get { false }
    set {}
  }
}

extension CounterView {
  /// The original's.
  @available(*, unavailable, renamed: "number")
  public var value: DecimalNumber? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "setNumber(_:animated:)")
  public func setValue(_ value: DecimalNumber?) {}

  /// The original's.
  @available(*, unavailable, renamed: "reload()")
  public func reloadView() {}

  /// The original's.
  @available(
    *, unavailable, message: "use alignment: counter.alignment = .center; a column is as wide as its widest digit"
  )
  public var singleUnitWidthForAlignmentCenter: Double {
    get { 0 }
    set {}
  }
}

extension TokenFieldView {
  /// The original's.
  @available(*, unavailable, renamed: "style")
  public var settings: TokenFieldProperties {
    get { TokenFieldProperties() }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "dataSource")
  public var datasource: (any TokenFieldDataSource)? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, message: "nothing is needed: rows, columns and windows follow its height; see minHeight")
  public var heightConstraint: Double {
    get { 0 }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "tokenBackground")
  public var tokenViewBackgroundColor: Color {
    get { .clear }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "tokenBackgroundSelected")
  public var tokenViewBackgroundColorSelected: Color {
    get { .clear }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "beginEditing()")
  public func makeFirstResponder() {}

  /// The original's.
  @available(*, unavailable, renamed: "reloadData()")
  public func addedTokenViewData() {}

  /// The original's.
  @available(*, unavailable, renamed: "items")
  public var tokenViews: [Never] {
    get { [] }
    set {}
  }

  /// The original's.
  @available(*, unavailable, message: "the field is typed in itself: tags.text, tags.placeholder")
  public var textField: Never? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, message: "see didBeginEditing and didEndEditing of its delegate")
  public var isEditing: Bool {
    get { false }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "selectedIndices")
  public func hasSeletectedTokenView() -> Int { 0 }
}

extension TokenFieldProperties {
  /// The original's.
  @available(*, unavailable, renamed: "tokenBackground")
  public var tokenViewBackgroundColor: Color {
    get { .clear }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "tokenBackgroundSelected")
  public var tokenViewBackgroundColorSelected: Color {
    get { .clear }
    set {}
  }
}

/// The original's.
@available(*, unavailable, renamed: "TokenFieldView")
public typealias BMTokenView = TokenFieldView

/// The original's.
@available(*, unavailable, renamed: "TokenFieldProperties")
public typealias BMTokenViewSettings = TokenFieldProperties

/// The original's.
@available(*, unavailable, renamed: "TokenFieldDelegate")
public typealias BMTokenViewDelegate = TokenFieldDelegate

/// The original's.
@available(*, unavailable, renamed: "TokenFieldDataSource")
public typealias BMTokenViewDatasource = TokenFieldDataSource

/// The original's.
@available(*, unavailable, renamed: "CrawlView")
public typealias SideScrollTextField = CrawlView

/// The original's.
@available(*, unavailable, renamed: "CounterView")
public typealias JTNumberScrollAnimatedView = CounterView

/// The original's.
@available(*, unavailable, renamed: "TokenAppearance")
public typealias BMToken = TokenAppearance

/// The original's.
@available(*, unavailable, renamed: "String")
public typealias TokenViewData = String

extension TokenFieldDelegate {
  /// The original's.
  @available(*, unavailable, renamed: "didChangeHeight")
  public var tokenViewHeightUpdated: (() -> Void)? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "willDraw")
  public var tokenViewDidDrawView: (() -> Void)? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "didBeginEditing")
  public var tokenViewDidBeganEditing: (() -> Void)? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "shouldReturn")
  public var tokenViewShouldReturn: (() -> Void)? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "didChangeText")
  public var tokenViewChangedText: (() -> Void)? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "willDelete")
  public var tokenViewWillDeleteToken: (() -> Void)? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "didTap")
  public var tokenViewDidTapToken: (() -> Void)? {
    get { nil }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "canEdit")
  public var canEditTokenView: (() -> Void)? {
    get { nil }
    set {}
  }
}

extension TokenFieldDataSource {
  /// The original's.
  @available(*, unavailable, renamed: "numberOfTokens(in:)")
  public func tokenViewNumberOfItems(tokenView: TokenFieldView) -> Int { 0 }

  /// The original's.
  @available(*, unavailable, renamed: "tokenField(_:tokenAt:)")
  public func tokenViewDataForItem(tokenView: TokenFieldView, atIndex index: Int) -> String { "" }
}
