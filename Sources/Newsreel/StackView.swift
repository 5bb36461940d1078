internal import ScrollCore

/// Views in a row or in a column, each as long across as the stack is.
///
/// Along the stack a view has the length that was set (`width`, `height`) or its natural one. Crawls, auto-scrolling
/// texts, token fields and groups have no natural length and share the rest.
public final class StackView: View {
  /// The direction of a stack.
  public enum Axis: Sendable {
    /// From left to right.
    case horizontal
    /// From the top down.
    case vertical
  }

  private let axis: Axis
  private var spacing: Double

  /// - Parameters:
  ///   - axis: Its direction.
  ///   - spacing: The gap between two views, in pixels.
  ///   - subviews: From left to right, or from the top down.
  public init(_ axis: Axis, spacing: Double = 0, _ subviews: [View] = []) {
    (self.axis, self.spacing) = (axis, spacing)
    super.init(own: Nothing())
    self.spacing = bounded(spacing, of: "spacing", in: Self.lengths) ?? 0
    for view in subviews { addSubview(view) }
  }

  override func layOutSubviews(in area: Rect, _ pass: LayoutPass) {
    let shown = shown
    var start = along(area.origin)
    for (view, length) in zip(shown, lengths(of: shown, in: area, pass)) {
      let across = min(
        across(Size(width: view.width ?? .infinity, height: view.height ?? .infinity)), across(area.size))
      let inset = (self.across(area.size) - across) / 2
      let rect =
        axis == .horizontal
        ? Rect(x: start, y: area.minY + inset, width: length, height: across)
        : Rect(x: area.minX + inset, y: start, width: across, height: length)
      pass.layOut(view, at: rect, seenIn: area)
      start += length + spacing
    }
  }

  /// The views' lengths along the stack.
  private func lengths(of views: [View], in area: Rect, _ pass: LayoutPass) -> [Double] {
    let width = axis == .vertical ? area.width : nil
    let own = views.map { view in isFlexible(view) ? nil : along(pass.size(of: view, in: area.size, width: width)) }
    let rest = along(area.size) - own.reduce(gaps) { $0 + ($1 ?? 0) }
    let share = max(0, rest) / Double(max(1, own.count { $0 == nil }))
    return own.map { $0 ?? share }
  }

  private func isFlexible(_ view: View) -> Bool {
    axis == .horizontal ? view.width == nil && view.stretches.across : view.height == nil && view.stretches.down
  }

  private func along(_ size: Size) -> Double { axis == .horizontal ? size.width : size.height }
  private func along(_ point: Point) -> Double { axis == .horizontal ? point.x : point.y }
  private func across(_ size: Size) -> Double { axis == .horizontal ? size.height : size.width }

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
