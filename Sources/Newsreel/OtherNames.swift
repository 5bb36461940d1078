public import Scene
public import ScrollCore

// The names that UIKit, and earlier versions, have for what has another name here: the compiler offers the right one.

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
  @available(*, unavailable, renamed: "background")
  public var backgroundColor: Color? {
    get { nil }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, renamed: "opacity")
  public var alpha: Double {
    get { 1 }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, renamed: "frame.size")
  public var bounds: Rect {
    get { .zero }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, renamed: "beginEditing()")
  public func becomeFirstResponder() {}

  /// UIKit's.
  @available(*, unavailable, renamed: "endEditing(accepting:)")
  public func resignFirstResponder() {}

  /// UIKit's.
  @available(*, unavailable, renamed: "setNeedsLayout()")
  public func layoutIfNeeded() {}

  /// UIKit's.
  @available(*, unavailable, renamed: "setNeedsLayout()")
  public func setNeedsUpdateConstraints() {}

  /// UIKit's.
  @available(*, unavailable, renamed: "naturalSize(width:)")
  public var intrinsicContentSize: Size {
    get { .zero }
    set {}
  }
}

extension CrawlView {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "textColor")
  public var foreground: Color {
    get { .clear }
    set {}
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "showsTrendMarks")
  public var trendMarks: Bool {
    get { false }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, renamed: "isEditable")
  public var isEnabled: Bool {
    get { false }
    set {}
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "setLiveNumber(_:to:)")
  public func setValue(_ name: String, to number: String) -> Bool { false }
}

extension AutoScrollView {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "textColor")
  public var foreground: Color {
    get { .clear }
    set {}
  }

  /// UIKit's.
  @available(*, unavailable, renamed: "offset")
  public var contentOffset: Point {
    get { .zero }
    set {}
  }
}

extension CounterView {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "showsTrendColor")
  public var trendColor: Bool {
    get { false }
    set {}
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "showsTrendMark")
  public var trendMark: Bool {
    get { false }
    set {}
  }

  /// The name of earlier versions.
  @available(*, unavailable, message: "its properties are the view's own: counter.grouping = .threes")
  public var format: Never? {
    get { nil }
    set {}
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "setNumber(_:animated:)")
  public func set(_ number: DecimalNumber?, animated: Bool = true) {}

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "setNumber(_:animated:)")
  public func set(_ number: Int, animated: Bool = true) {}
}

extension BadgeView {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "text")
  public var label: String {
    get { "" }
    set {}
  }
}

extension StripView {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "showsTrendMarks")
  public var trendMarks: Bool {
    get { false }
    set {}
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "showsCounter")
  public var counter: Bool {
    get { false }
    set {}
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "showsChips")
  public var chips: Bool {
    get { false }
    set {}
  }
}

extension TokenFieldView {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "items")
  public var tokens: [String] {
    get { [] }
    set {}
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "append(contentsOf:)")
  public func add(_ labels: [String], at index: Int = .max) -> Int { 0 }
}

extension TokenFieldDelegate {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "didChangeText")
  public var changedText: ((TokenFieldView, String) -> Void)? {
    get { nil }
    set {}
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "didChangeHeight")
  public var heightUpdated: ((TokenFieldView, Double) -> Void)? {
    get { nil }
    set {}
  }
}

extension Text {
  /// The name of earlier versions.
  @available(*, unavailable, message: "use Alignment: all views have the same one")
  public typealias Alignment = ScrollCore.Alignment
}

extension StackView {
  /// The name of earlier versions.
  @available(*, unavailable, message: "use Alignment?: all views have the same one")
  public typealias Alignment = ScrollCore.Alignment
}

/// The name of earlier versions.
@available(*, unavailable, renamed: "Alignment")
public typealias TextAlignment = Alignment

/// The name of earlier versions.
@available(*, unavailable, message: "use Alignment?: all views have the same one")
public typealias CounterAlignment = Alignment

extension Alignment {
  /// The name of earlier versions.
  @available(*, unavailable, message: "use .top in a row, .left in a column")
  public static var start: Alignment { .left }

  /// The name of earlier versions.
  @available(*, unavailable, message: "use .bottom in a row, .right in a column")
  public static var end: Alignment { .right }

  /// UIKit's.
  @available(*, unavailable, renamed: "left")
  public static var leading: Alignment { .left }

  /// UIKit's.
  @available(*, unavailable, renamed: "right")
  public static var trailing: Alignment { .right }

  /// UIKit's.
  @available(*, unavailable, renamed: "left")
  public static var natural: Alignment { .left }

  /// UIKit's.
  @available(*, unavailable, message: "words are not spread: use .left")
  public static var justified: Alignment { .left }
}

extension Border {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "width")
  public var borderWidth: Double {
    get { width }
    set { width = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "color")
  public var borderColor: Color {
    get { color }
    set { color = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "radius")
  public var cornerRadius: Double {
    get { radius }
    set { radius = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "style")
  public var borderStyle: Style {
    get { style }
    set { style = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "endColor")
  public var borderEndColor: Color {
    get { endColor }
    set { endColor = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "gradient")
  public var borderGradient: Direction {
    get { gradient }
    set { gradient = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "topWidth")
  public var borderTopWidth: Double {
    get { topWidth }
    set { topWidth = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "topColor")
  public var borderTopColor: Color? {
    get { topColor }
    set { topColor = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "rightWidth")
  public var borderRightWidth: Double {
    get { rightWidth }
    set { rightWidth = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "rightColor")
  public var borderRightColor: Color? {
    get { rightColor }
    set { rightColor = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "bottomWidth")
  public var borderBottomWidth: Double {
    get { bottomWidth }
    set { bottomWidth = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "bottomColor")
  public var borderBottomColor: Color? {
    get { bottomColor }
    set { bottomColor = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "leftWidth")
  public var borderLeftWidth: Double {
    get { leftWidth }
    set { leftWidth = newValue }
  }

  /// The name of earlier versions.
  @available(*, unavailable, renamed: "leftColor")
  public var borderLeftColor: Color? {
    get { leftColor }
    set { leftColor = newValue }
  }
}

extension CounterView {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "padding")
  public var inset: Double {
    get { 0 }
    set {}
  }
}

extension CounterProperties {
  /// The name of earlier versions.
  @available(*, unavailable, message: "use padding of the view")
  public var inset: Double {
    get { 0 }
    set {}
  }
}

extension AutoScrollView {
  /// The name of earlier versions.
  @available(*, unavailable, renamed: "padding")
  public var inset: Double {
    get { 0 }
    set {}
  }
}

extension AutoScrollStyle {
  /// The name of earlier versions.
  @available(*, unavailable, message: "use padding of the view")
  public var inset: Double {
    get { 0 }
    set {}
  }
}

extension Window {
  /// The name of earlier versions.
  @available(*, unavailable, message: "use kind: .dock")
  public convenience init(
    _ content: View, width: Double? = nil, height: Double? = nil, at placement: Placement = .inBottom, isDock: Bool
  ) throws(WindowError) { try self.init(content) }
}

extension StripView {
  /// The name of earlier versions.
  @available(*, unavailable, message: "a topic is on or off: use onTopicSwitched, which is told both")
  public var onTopicRemoved: ((String) -> Void)? {
    get { nil }
    set {}
  }
}
