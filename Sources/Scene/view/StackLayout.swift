package import ScrollCore

/// The arrangement of a window's views: a single one, or rows and columns. Views are identified by index.
package indirect enum StackLayout: Equatable {
  case view(Int)
  case stack(Stack)

  /// A row or a column.
  package struct Stack: Equatable {
    /// From left to right instead of top to bottom.
    package var isRow: Bool
    /// The gap between parts, in pixels.
    package var spacing: Double
    package var parts: [Part]

    package init(isRow: Bool, spacing: Double, _ parts: [Part]) {
      (self.isRow, self.spacing, self.parts) = (isRow, spacing, parts)
    }

    fileprivate var gaps: Double { spacing * Double(max(0, parts.count - 1)) }
  }

  /// A part of a row or column, with its length.
  package struct Part: Equatable {
    package var layout: StackLayout
    package var length: StackLength

    package init(_ layout: StackLayout, _ length: StackLength) { (self.layout, self.length) = (layout, length) }
  }

  /// Whether the other layout has the same views in the same order, regardless of sizes.
  package func isAlike(_ other: StackLayout) -> Bool {
    switch (self, other) {
    case (.view(let view), .view(let other)): view == other
    case (.stack(let stack), .stack(let other)):
      stack.isRow == other.isRow && stack.parts.count == other.parts.count
        && zip(stack.parts, other.parts).allSatisfy { $0.layout.isAlike($1.layout) }
    default: false
    }
  }
}

/// A layout of views, in pixels.
package struct LayoutPass {
  package let typesetter: any Typesetter
  /// 1 at 96 dots per inch.
  package let scale: Double
  package let time: Seconds

  package init(typesetter: any Typesetter, scale: Double, time: Seconds = 0) {
    (self.typesetter, self.scale, self.time) = (typesetter, scale, time)
  }

  /// The same at another time.
  package func at(_ time: Seconds) -> LayoutPass { LayoutPass(typesetter: typesetter, scale: scale, time: time) }
}

extension LayoutPass {
  /// For a measurement in an area.
  package func measuring(in area: Size) -> MeasureContext {
    MeasureContext(area: area, scale: scale, typesetter: typesetter)
  }

  /// The natural size.
  package func naturalSize(of views: [any SceneView], _ layout: StackLayout, in area: Size) -> Size {
    switch layout {
    case .view(let number): return views[number].naturalSize(in: measuring(in: area))
    case .stack(let stack):
      let sizes = stack.parts.map { naturalSize(of: views, $0.layout, in: area) }
      var length = stack.gaps
      for (part, size) in zip(stack.parts, sizes) {
        switch part.length {
        case .fixed(let pixels): length += pixels
        case .natural: length += stack.isRow ? size.width : size.height
        // A row fills its width; a column's shares have their natural heights.
        case .share: length += stack.isRow ? area.width : size.height
        }
      }
      return stack.isRow
        ? Size(width: min(length, area.width), height: sizes.reduce(0) { max($0, $1.height) })
        : Size(width: sizes.reduce(0) { max($0, $1.width) }, height: min(length, area.height))
    }
  }

  /// The natural height at a width.
  package func naturalHeight(
    of views: [any SceneView], _ layout: StackLayout, width: Double, in area: Size
  ) -> Double {
    switch layout {
    case .view(let number):
      return views[number].naturalHeight(width: width, in: measuring(in: area))
    case .stack(let stack) where stack.isRow:
      let widths = lengths(of: views, stack, in: Size(width: width, height: area.height))
      return zip(stack.parts, widths).reduce(0) {
        max($0, naturalHeight(of: views, $1.0.layout, width: $1.1, in: area))
      }
    case .stack(let stack):
      return stack.parts.reduce(stack.gaps) { sum, part in
        if case .fixed(let pixels) = part.length { return sum + pixels }
        return sum + naturalHeight(of: views, part.layout, width: width, in: area)
      }
    }
  }

  /// Calls `place` with the index and the place of each view.
  package func place(
    _ views: [any SceneView], _ layout: StackLayout, in frame: VisibleFrame, _ place: (Int, VisibleFrame) -> Void
  ) {
    switch layout {
    case .view(let number): place(number, frame)
    case .stack(let stack):
      let area = frame.inner
      var start = stack.isRow ? area.minX : area.minY
      for (part, length) in zip(stack.parts, lengths(of: views, stack, in: area.size)) {
        let bounds =
          stack.isRow
          ? Rect(x: start, y: area.minY, width: length, height: area.height)
          : Rect(x: area.minX, y: start, width: area.width, height: length)
        self.place(views, part.layout, in: VisibleFrame(bounds), place)
        start += length + stack.spacing
      }
    }
  }

  /// The lengths of the parts along the row or column.
  private func lengths(of views: [any SceneView], _ stack: StackLayout.Stack, in size: Size) -> [Double] {
    let natural = stack.parts.map { part in
      if part.length != .natural { return 0.0 }
      return stack.isRow
        ? naturalSize(of: views, part.layout, in: size).width
        : naturalHeight(of: views, part.layout, width: size.width, in: size)
    }
    return StackLength.lengths(
      stack.parts.map(\.length), natural: natural, in: stack.isRow ? size.width : size.height, spacing: stack.spacing)
  }
}
