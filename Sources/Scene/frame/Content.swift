package import ScrollCore
import Synchronization

/// What can be drawn. Lengths in pixels; edges at fractions of a pixel are drawn by coverage.
package enum Element: Hashable, Sendable {
  /// A line of text; the primitive's `anchor` is the left end of its baseline, whichever way the script runs.
  case text(TextRun)
  /// A filled box with round corners.
  case box(radius: Double, fill: Color)
  /// A line of `width` just inside the box's edge. The inner radius is max(0, radius - width).
  case outline(radius: Double, width: Double, color: Color)
  /// A square standing on its corner.
  case diamond(fill: Color)
  /// Two crossing strokes with round ends: ×.
  case cross(stroke: Double, color: Color)
  /// A triangle pointing up or down: ▲ ▼.
  case triangle(up: Bool, fill: Color)
  /// A picture file by its path, scaled to the primitive's bounds.
  case image(String)
}

/// An element at its place in a content.
package struct Primitive: Hashable, Sendable {
  /// What it may mark, in content coordinates. For text: the box of its advances and line height; glyphs may
  /// overhang it by up to half an em.
  package var bounds: Rect
  /// For text: the left end of the baseline. Else the bounds' origin.
  package var anchor: Point
  package var element: Element

  package init(_ element: Element, in bounds: Rect) {
    (self.element, self.bounds, anchor) = (element, bounds, bounds.origin)
  }

  /// A line of text by its baseline, the box being computed from metrics and width.
  package init(text run: TextRun, baseline: Point, width: Double, metrics: FontMetrics) {
    element = .text(run)
    bounds = Rect(x: baseline.x, y: baseline.y - metrics.ascent, width: width, height: metrics.lineHeight)
    anchor = baseline
  }
}

extension Primitive {
  /// As it stands in a content of that width that is read from the right: its place is mirrored, itself it is not.
  package func mirrored(in width: Double) -> Primitive {
    var mirrored = self
    let lead = anchor.x - bounds.minX
    mirrored.bounds.origin.x = width - bounds.maxX
    // Text at rest stands on whole pixels.
    if case .text = element { mirrored.bounds.origin.x.round() }
    mirrored.anchor.x = mirrored.bounds.minX + lead
    return mirrored
  }
}

/// Something that is drawn once and then only moved: primitives in a coordinate space of their own, which may be
/// of any length along the axis.
///
/// A content that scrolls holds the primitives that touch what is visible of it and those up to `lookahead` pixels
/// beyond; `revision` changes exactly when `primitives` or `background` do.
package struct Content: Sendable {
  /// The content's alone in the whole process; a copy of the content keeps it.
  package let id: Int
  package private(set) var revision = 0
  package var axis: Axis
  /// Whether it rests on whole pixels for as long as it is seen, but for passing glides: its text may be fitted to them.
  package let rests: Bool
  /// Nil: see-through.
  package var background: Color? {
    didSet { if background != oldValue { revision += 1 } }
  }
  package var primitives: [Primitive] = [] {
    didSet { revision += 1 }
  }

  /// There is nothing to see of it.
  package var isBlank: Bool { primitives.isEmpty && background == nil }

  /// How far beyond the visible part a scrolling content knows its primitives, in pixels along the axis.
  package static let lookahead = 1536.0

  private static let lastID = Atomic(0)

  package init(axis: Axis = .horizontal, rests: Bool = false, background: Color? = nil, primitives: [Primitive] = []) {
    id = Self.lastID.add(1, ordering: .relaxed).newValue
    (self.axis, self.rests, self.background, self.primitives) = (axis, rests, background, primitives)
  }

  /// Changes what is different, so that what stays the same is not drawn again.
  mutating func show(_ primitives: [Primitive], on background: Color?) {
    if self.primitives != primitives { self.primitives = primitives }
    self.background = background
  }
}

/// A colour into which a layer fades at both ends along its content's axis.
package struct Fade: Equatable, Sendable {
  /// In pixels from each end; 0 for none.
  package var length: Double
  package var color: Color
  /// The colour of most of what fades, for which the light is right.
  package var text: Color
  /// Where the ends are, where the layer's clip does not reach them, in window coordinates.
  package var bounds: Rect?

  package init(_ length: Double, of text: Color, into color: Color, bounds: Rect? = nil) {
    (self.length, self.text, self.color, self.bounds) = (length, text, color, bounds)
  }

  /// None.
  package init() { self.init(0, of: .clear, into: .clear) }
}

/// A part of the window, and where a content stands there.
package struct Instance: Equatable, Sendable {
  /// In whole pixels of the window.
  package var clip: Rect
  /// Where the content's (0, 0) stands, in window coordinates.
  package var origin: Point

  package init(clip: Rect, origin: Point) { (self.clip, self.origin) = (clip, origin) }
}
