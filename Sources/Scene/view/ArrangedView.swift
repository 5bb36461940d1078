package import ScrollCore

/// Views in a row or in a column, in one window. What one of them asks for it asks of its own context, and hands are for
/// the one that they are on; keys are for the one that was clicked last, or that takes text.
package final class ArrangedView: View {
  /// One of the views, with what lies behind it.
  package final class Part {
    package let view: any View
    /// Takes effect at the next layout, as the spacing does.
    package var length: StackLength
    let context: ViewContext
    /// What lies behind it; nil: what lies behind all of them.
    package var background: Color?
    fileprivate var fill = Content()
    fileprivate(set) var bounds = Rect.zero

    package init(_ view: any View, _ length: StackLength, _ context: ViewContext, background: Color? = nil) {
      (self.view, self.length, self.context, self.background) = (view, length, context, background)
    }

    package func contains(_ point: Point) -> Bool { bounds.contains(point) }
  }

  private let isRow: Bool
  /// Pixels between two of them.
  package var spacing: Double
  package let parts: [Part]
  private var scale = 1.0
  /// Where a button is held down, where the pointer is, and where keys go.
  private weak var pressed: Part?
  private weak var hovered: Part?
  private weak var focused: Part?

  /// - Parameters:
  ///   - isRow: From left to right, not from the top down.
  ///   - spacing: Pixels between two of them.
  package init(isRow: Bool, spacing: Double, _ parts: [Part]) {
    (self.isRow, self.spacing, self.parts) = (isRow, spacing, parts)
    focused = parts.first
  }

  /// Gives keys to the view with that context.
  package func focus(_ context: ViewContext) {
    for part in parts {
      if part.context === context { focused = part }
      guard let inner = part.view as? ArrangedView, inner.holds(context) else { continue }
      focused = part
      inner.focus(context)
    }
  }

  private func holds(_ context: ViewContext) -> Bool {
    parts.contains { $0.context === context || ($0.view as? ArrangedView)?.holds(context) == true }
  }

  // MARK: - Layout

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    self.scale = scale
    let sizes = parts.map { $0.view.naturalSize(in: area, scale: scale, with: typesetter) }
    let gaps = spacing * Double(max(0, parts.count - 1))
    var length = gaps
    for (part, size) in zip(parts, sizes) {
      switch part.length {
      case .fixed(let pixels): length += pixels
      case .natural: length += along(size)
      // A row fills what there is; a column's shares have their natural heights.
      case .share: length += isRow ? along(area) : along(size)
      }
    }
    let breadth = sizes.reduce(0) { max($0, across($1)) }
    length = min(length, along(area))
    return isRow ? Size(width: length, height: breadth) : Size(width: breadth, height: length)
  }

  package func naturalHeight(width: Double, in area: Size, scale: Double, with typesetter: any Typesetter) -> Double {
    self.scale = scale
    func height(of part: Part, _ width: Double) -> Double {
      part.view.naturalHeight(width: width, in: area, scale: scale, with: typesetter)
    }
    if isRow {
      let widths = lengths(in: Size(width: width, height: area.height), with: typesetter)
      return zip(parts, widths).reduce(0) { max($0, height(of: $1.0, $1.1)) }
    }
    return parts.reduce(spacing * Double(max(0, parts.count - 1))) { sum, part in
      if case .fixed(let pixels) = part.length { return sum + pixels }
      return sum + height(of: part, width)
    }
  }

  /// What each gets along the row or the column.
  private func lengths(in size: Size, with typesetter: any Typesetter) -> [Double] {
    let natural = parts.map { part in
      if part.length != .natural { return 0.0 }
      return isRow
        ? part.view.naturalSize(in: size, scale: scale, with: typesetter).width
        : part.view.naturalHeight(width: size.width, in: size, scale: scale, with: typesetter)
    }
    return StackLength.lengths(parts.map(\.length), natural: natural, in: along(size), spacing: spacing)
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    let area = frame.inner
    let lengths = lengths(in: area.size, with: typesetter)
    var start = isRow ? area.minX : area.minY
    for (part, length) in zip(parts, lengths) {
      part.bounds =
        isRow
        ? Rect(x: start, y: area.minY, width: length, height: area.height)
        : Rect(x: area.minX, y: start, width: area.width, height: length)
      part.view.layout(in: part.bounds, with: typesetter, at: t)
      start += length + spacing
    }
  }

  private func along(_ size: Size) -> Double { isRow ? size.width : size.height }
  private func across(_ size: Size) -> Double { isRow ? size.height : size.width }

  // MARK: - Drawing

  package func draw(into frame: inout Frame, at t: Seconds) {
    for part in parts where !part.bounds.isEmpty {
      if let background = part.background {
        part.fill.background = background
        frame.add(Layer(part.fill, clip: part.bounds, origin: part.bounds.origin))
      }
      let count = frame.events.count
      part.view.draw(into: &frame, at: t)
      guard !(part.view is ArrangedView) else { continue }
      for event in frame.takeEvents(after: count) { part.context.perform(.happened(event)) }
    }
  }

  // MARK: - Events

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    switch event {
    case .pressed(let point, _, _):
      let part = pressed ?? part(at: point)
      pressed = part
      if let part { focused = part }
      return hand(event, to: part, in: context)
    case .released(let point, _, _):
      let isTaken = hand(event, to: pressed, in: context)
      pressed = nil
      hover(point, in: context)
      return isTaken
    case .pointerMoved(let point): return hover(point, in: context)
    case .pointerLeft:
      defer { hovered = nil }
      return hand(event, to: hovered, in: context)
    case .appeared:
      for part in parts { hand(event, to: part, in: context) }
      return true
    case .command(_, let point?): return hand(event, to: part(at: point), in: context)
    case .command:
      // Whoever can do it: the one that has the keys first.
      if hand(event, to: focused, in: context) { return true }
      return parts.contains { $0 !== focused && hand(event, to: $0, in: context) }
    case .keyPressed, .composing, .focused, .pasted, .suggestionChosen: return hand(event, to: focused, in: context)
    }
  }

  @discardableResult
  private func hover(_ point: Point, in context: ViewContext) -> Bool {
    let part = pressed ?? part(at: point)
    if let hovered, hovered !== part { hand(.pointerLeft, to: hovered, in: context) }
    hovered = part
    return hand(.pointerMoved(point), to: part, in: context)
  }

  private func part(at point: Point) -> Part? { parts.first { $0.bounds.contains(point) } }

  @discardableResult
  private func hand(_ event: InputEvent, to part: Part?, in context: ViewContext) -> Bool {
    guard let part else { return false }
    part.context.time = context.time
    return part.view.handle(event, in: part.view is ArrangedView ? context : part.context)
  }
}
