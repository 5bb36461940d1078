internal import Scene
internal import ScrollCore

/// Views in a row or in a column.
///
/// Along the stack a view has the length that was set (`width`, `height`) or its natural one, at least its minimal size
/// (`minWidth`, `minHeight`). The views with the highest `growPriority` share the remaining room equally: by default the
/// crawls, auto-scrolling texts, token fields and groups, which have no natural length. If there is too little room, the views
/// with the highest `shrinkPriority` shrink.
///
/// Across the stack a view is as long as the stack, or has its own length and is placed by `alignment`.
public final class StackView: View {
  /// The direction of a stack.
  public enum Axis: Sendable {
    /// From left to right.
    case horizontal
    /// From the top down.
    case vertical
  }

  /// The places of views across a stack.
  public enum Alignment: Sendable {
    /// Each is as long across as the stack; one whose length is set is in the middle.
    case fill
    /// At the top of a row, at the left of a column, in its natural size.
    case start
    /// In the middle, in its natural size.
    case center
    /// At the bottom of a row, at the right of a column, in its natural size.
    case end
  }

  private let axis: Axis
  /// The gap between two views, in pixels.
  public var spacing: Double {
    didSet {
      spacing = bounded(spacing, of: "spacing", in: Self.lengths) ?? 0
      if spacing != oldValue { setNeedsLayout() }
    }
  }
  /// The places of the views across the stack.
  public var alignment: Alignment { didSet { if alignment != oldValue { setNeedsLayout() } } }

  /// - Parameters:
  ///   - axis: Its direction.
  ///   - spacing: The gap between two views, in pixels.
  ///   - alignment: The places of the views across the stack.
  ///   - subviews: From left to right, or from the top down.
  public init(_ axis: Axis, spacing: Double = 0, alignment: Alignment = .fill, _ subviews: [View] = []) {
    (self.axis, self.spacing, self.alignment) = (axis, spacing, alignment)
    super.init(own: NoDrawing())
    self.spacing = bounded(spacing, of: "spacing", in: Self.lengths) ?? 0
    for view in subviews { addSubview(view) }
  }

  override func isHit(at point: Point) -> Bool { false }

  override func layOutSubviews(in area: Rect, _ pass: LayoutPass) {
    let shown = shown
    var start = along(area.origin)
    for (view, length) in zip(shown, lengths(of: shown, in: area, pass)) {
      let across = min(lengthAcross(of: view, length, in: area, pass), across(area.size))
      let inset = (self.across(area.size) - across) * place
      let rect =
        axis == .horizontal
        ? Rect(x: start, y: area.minY + inset, width: length, height: across)
        : Rect(x: area.minX + inset, y: start, width: across, height: length)
      pass.layOut(view, at: rect, seenIn: area)
      start += length + spacing
    }
  }

  /// The share of the free room across that is before a view.
  private var place: Double {
    switch alignment {
    case .fill, .center: 0.5
    case .start: 0
    case .end: 1
    }
  }

  /// A view's length across the stack; infinite for all of it.
  private func lengthAcross(of view: View, _ length: Double, in area: Rect, _ pass: LayoutPass) -> Double {
    if let set = axis == .horizontal ? view.height : view.width { return max(set, across(view.sizing.minimum)) }
    let stretches = axis == .horizontal ? view.stretches.down : view.stretches.across
    if alignment == .fill || stretches { return .infinity }
    return across(pass.size(of: view, in: area.size, width: axis == .horizontal ? length : nil))
  }

  /// The views' lengths along the stack.
  private func lengths(of views: [View], in area: Rect, _ pass: LayoutPass) -> [Double] {
    let width = axis == .vertical && alignment == .fill ? area.width : nil
    let parts = views.map { view in
      let (isFlexible, least) = (isFlexible(view), along(view.sizing.minimum))
      return StackRoom.Part(
        length: isFlexible ? least : along(pass.size(of: view, in: area.size, width: width)), minimum: least,
        growPriority: view.growPriority ?? (isFlexible ? 1 : 0), shrinkPriority: view.shrinkPriority)
    }
    return StackRoom.lengths(of: parts, in: along(area.size) - gaps)
  }

  private func isFlexible(_ view: View) -> Bool {
    axis == .horizontal ? view.width == nil && view.stretches.across : view.height == nil && view.stretches.down
  }

  private func along(_ size: Size) -> Double { axis == .horizontal ? size.width : size.height }
  private func along(_ point: Point) -> Double { axis == .horizontal ? point.x : point.y }
  private func across(_ size: Size) -> Double { axis == .horizontal ? size.height : size.width }

  override var hasNaturalWidth: Bool { width != nil || !shown.isEmpty && shown.allSatisfy(\.hasNaturalWidth) }

  override func naturalSize(in pass: LayoutPass, area: Size) -> Size {
    let sizes = shown.map { pass.size(of: $0, in: area - edges) }
    if axis == .vertical {
      let width = sizes.reduce(0) { max($0, $1.width) } + edges.width
      return Size(width: width, height: min(area.height, naturalHeight(in: pass, width: width, area: area)))
    }
    let width = sizes.reduce(gaps + edges.width) { $0 + $1.width }
    return Size(width: min(area.width, width), height: sizes.reduce(0) { max($0, $1.height) } + edges.height)
  }

  override func naturalHeight(in pass: LayoutPass, width: Double, area: Size) -> Double {
    let room = Rect(origin: .zero, size: Size(width: width, height: area.height) - edges)
    let widths = axis == .vertical ? shown.map { _ in room.width } : lengths(of: shown, in: room, pass)
    let heights = zip(shown, widths).map { pass.size(of: $0, in: room.size, width: $1).height }
    return edges.height + (axis == .vertical ? heights.reduce(gaps, +) : heights.reduce(0, max))
  }

  private var shown: [View] { subviews.filter { !$0.isHidden } }
  private var gaps: Double { spacing * Double(max(0, shown.count - 1)) }
}

/// What a stack draws itself.
private final class NoDrawing: SceneView {
  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {}
  func draw(into frame: inout Frame, at t: Seconds) {}
}
