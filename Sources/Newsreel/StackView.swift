internal import Scene
public import ScrollCore

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

  private let axis: Axis
  /// The gap between two views, in pixels.
  public var spacing: Double {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      spacing = bounded(spacing, of: "spacing", in: Self.lengths) ?? 0
      if spacing != oldValue { setNeedsLayout() }
    }
  }
  /// The places of the views across the stack: `.top`, `.center` or `.bottom` of a row, `.left`, `.center` or `.right` of a column, in
  /// their natural sizes. With `.fill` each is as long across as the stack; one whose length is set is in the middle.
  public var alignment: ScrollCore.Alignment? { didSet { if alignment != oldValue { setNeedsLayout() } } }

  /// - Parameters:
  ///   - axis: Its direction.
  ///   - spacing: The gap between two views, in pixels.
  ///   - alignment: The places of the views across the stack.
  ///   - subviews: From left to right, or from the top down.
  public init(_ axis: Axis, spacing: Double = 0, alignment: ScrollCore.Alignment? = .fill, _ subviews: [View] = []) {
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
    case .center, nil: 0.5
    case .left: 0
    case .right: 1
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

  private func isFlexible(_ view: View) -> Bool { takesRoom(view, axis) }

  private func takesRoom(_ view: View, _ direction: Axis) -> Bool {
    direction == .horizontal ? view.width == nil && view.stretches.across : view.height == nil && view.stretches.down
  }

  /// Whether the stack is at least as long across as a view: spacers are there along it alone, unless there is nothing else.
  private func countsAcross(_ view: View) -> Bool { !isSpacer(view) || shown.allSatisfy(isSpacer) }

  /// Whether a view is there for its room alone: a group without views in it.
  private func isSpacer(_ view: View) -> Bool {
    type(of: view) == View.self && view.subviews.isEmpty && across(view.sizing.minimum) == 0
      && (axis == .horizontal ? view.height : view.width) == nil
  }

  /// Without a view that takes all the room it is as large as its views.
  override var stretches: (across: Bool, down: Bool) {
    func takesRoom(_ direction: Axis) -> Bool {
      shown.isEmpty
        || shown.contains { self.takesRoom($0, direction) && (direction == axis || countsAcross($0)) }
    }
    return (takesRoom(.horizontal), takesRoom(.vertical))
  }

  private func along(_ size: Size) -> Double { axis == .horizontal ? size.width : size.height }
  private func along(_ point: Point) -> Double { axis == .horizontal ? point.x : point.y }
  private func across(_ size: Size) -> Double { axis == .horizontal ? size.height : size.width }

  override var hasNaturalWidth: Bool {
    width != nil || !stretches.across && shown.filter(countsAcross).allSatisfy(\.hasNaturalWidth)
  }
  override var hasNaturalSize: Bool {
    width != nil || height != nil || shown.contains { !isSpacer($0) && $0.hasNaturalSize }
  }

  override func naturalSize(in pass: LayoutPass, area: Size) -> Size {
    let sizes = shown.map { pass.size(of: $0, in: area - edges) }
    if axis == .vertical {
      let width = zip(shown, sizes).reduce(0) { countsAcross($1.0) ? max($0, $1.1.width) : $0 } + edges.width
      return Size(width: width, height: min(area.height, naturalHeight(in: pass, width: width, area: area)))
    }
    let width = sizes.reduce(gaps + edges.width) { $0 + $1.width }
    let height = zip(shown, sizes).reduce(0) { countsAcross($1.0) ? max($0, $1.1.height) : $0 }
    return Size(width: min(area.width, width), height: height + edges.height)
  }

  override func naturalHeight(in pass: LayoutPass, width: Double, area: Size) -> Double {
    let room = Rect(origin: .zero, size: Size(width: width, height: area.height) - edges)
    let widths = axis == .vertical ? shown.map { _ in room.width } : lengths(of: shown, in: room, pass)
    let heights = zip(shown, widths).map { view, width in
      // A spacer takes room that there is, and asks for none.
      let isAsked = axis == .vertical ? !isSpacer(view) || view.height != nil : countsAcross(view)
      return isAsked ? pass.size(of: view, in: room.size, width: width).height : view.sizing.minimum.height
    }
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
