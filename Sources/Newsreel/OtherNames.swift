public import ScrollCore

// The names that the originals and UIKit have for what has another name here: the compiler offers the right one.

extension View {
  /// UIKit's.
  @available(*, unavailable, message: "use border: view.border = Border(width: 2, color: .gray)")
  public var borderWidth: Double {
    get { 0 }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, message: "use border: view.border = Border(width: 2, color: .gray)")
  public var borderColor: Color {
    get { .clear }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, message: "use border: view.border = Border(radius: 6)")
  public var cornerRadius: Double {
    get { 0 }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, renamed: "frame.size")
  public var bounds: Rect { .zero }

  /// UIKit's.
  @available(*, unavailable, renamed: "beginEditing()")
  public func becomeFirstResponder() {}

  /// The original's.
  @available(*, unavailable, renamed: "beginEditing()")
  public func makeFirstResponder() {}

  /// UIKit's.
  @available(*, unavailable, renamed: "endEditing(accepting:)")
  public func resignFirstResponder() {}

  /// UIKit's.
  @available(*, unavailable, renamed: "setNeedsLayout()")
  public func layoutIfNeeded() {}

  /// UIKit's.
  @available(*, unavailable, renamed: "naturalSize(width:)")
  public var intrinsicContentSize: Size { .zero }

  /// UIKit's.
  @available(*, unavailable, message: "a window has opacity, and a background may have alpha")
  public var alpha: Double {
    get { 1 }
    set {}
  }
}

extension CrawlView {
  /// The original's.
  @available(*, unavailable, renamed: "start()")
  public func startScroll() {}

  /// The original's.
  @available(*, unavailable, renamed: "stop()")
  public func stopScroll() {}

  /// UIKit's.
  @available(*, unavailable, renamed: "background")
  public var backgroundColor: Color {
    get { .clear }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, renamed: "isEditable")
  public var isEnabled: Bool {
    get { false }
    set {}
  }
}

extension AutoScrollView {
  /// The original's.
  @available(*, unavailable, renamed: "start(speed:)")
  public func startScrolling() {}

  /// The original's.
  @available(*, unavailable, renamed: "stop()")
  public func stopScrolling() {}

  /// The original's.
  @available(*, unavailable, renamed: "speed")
  public var scrollPointsPerSecond: Double {
    get { 0 }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, renamed: "background")
  public var backgroundColor: Color {
    get { .clear }
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
  @available(*, unavailable, renamed: "reload()")
  public func reloadView() {}
}

extension BadgeView {
  /// UIKit's.
  @available(*, unavailable, renamed: "background")
  public var backgroundColor: Color {
    get { .clear }
    set {}
  }
}

extension TokenFieldView {
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
  @available(*, unavailable, message: "nothing is needed: rows, columns and windows follow its height; see minHeight")
  public var heightConstraint: Double {
    get { 0 }
    set {}
  }

  /// The original's.
  @available(*, unavailable, renamed: "add(_:at:)")
  public func addedTokenViewData() {}

  /// The original's, by its own spelling.
  @available(*, unavailable, renamed: "dataSource")
  public var datasource: (any TokenFieldDataSource)? {
    get { nil }
    set {}
  }
}
