package import ScrollCore
import Synchronization

/// A shape to draw. Lengths in pixels; edges at fractional positions are antialiased.
package enum Element: Hashable, Sendable {
  /// A line of text; the primitive's `anchor` is the left end of its baseline in either direction.
  case text(TextRun)
  /// A filled box with round corners.
  case box(radius: Double, fill: Color)
  /// A line of `width` just inside the box's edge. The inner radius is max(0, radius - width).
  case outline(radius: Double, width: Double, color: Color)
  /// A square rotated by 45°.
  case diamond(fill: Color)
  /// Two crossing strokes with round ends: ×.
  case cross(stroke: Double, color: Color)
  /// A triangle pointing up or down: ▲ ▼.
  case triangle(up: Bool, fill: Color)
  /// An image file by its path, scaled to the primitive's bounds.
  case image(String)
  /// A closed shape with these corners, relative to the origin of the bounds. Where it overlaps itself an even number of
  /// times it is open.
  case polygon([Point], fill: Color)
  /// A line of this width through points relative to the origin of the bounds, with round joints and ends.
  case stroke([Point], width: Double, color: Color)
}

/// An element at a place in a content.
package struct Primitive: Hashable, Sendable {
  /// The area that it may mark, in content coordinates. For text: the box of its advances and line height, which glyphs
  /// may overhang (`Typesetter.ink`).
  package var bounds: Rect
  /// For text: the left end of the baseline. Otherwise the origin of the bounds.
  package var anchor: Point
  package var element: Element

  package init(_ element: Element, in bounds: Rect) {
    (self.element, self.bounds, anchor) = (element, bounds, bounds.origin)
  }

  /// A line of text at a baseline. Computes its box from metrics and width.
  package init(text run: TextRun, baseline: Point, width: Double, metrics: FontMetrics) {
    element = .text(run)
    bounds = Rect(x: baseline.x, y: baseline.y - metrics.ascent, width: width, height: metrics.lineHeight)
    anchor = baseline
  }
}

extension Primitive {
  /// Mirrors its place in a right-to-left content of this width, without mirroring the element.
  package func mirrored(in width: Double) -> Primitive {
    var mirrored = self
    let lead = anchor.x - bounds.minX
    mirrored.bounds.origin.x = width - bounds.maxX
    // Text at rest is on whole pixels.
    if case .text = element { mirrored.bounds.origin.x.round() }
    mirrored.anchor.x = mirrored.bounds.minX + lead
    return mirrored
  }
}

/// A picture that is drawn once and then only moved: primitives in their own coordinate space, of any length along the
/// axis.
///
/// A scrolling content has the primitives that intersect its visible part and `lookahead` pixels beyond; `revision`
/// changes exactly when `primitives` or `background` do.
package struct Content: Sendable {
  /// Unique in the process; a copy of the content keeps it.
  package let id: Int
  package private(set) var revision = 0
  package var axis: Axis
  /// Whether it stays on whole pixels except during brief glides, so that its text may be hinted to them.
  package let rests: Bool
  /// Nil for transparent.
  package var background: Color? {
    didSet { if background != oldValue { revision += 1 } }
  }
  package var primitives: [Primitive] = [] {
    didSet { revision += 1 }
  }

  /// Whether nothing of it is visible.
  package var isBlank: Bool { primitives.isEmpty && background == nil }

  /// How far beyond the visible part a scrolling content has its primitives, in pixels along the axis.
  package static let lookahead = 1536.0

  private static let lastID = Atomic(0)

  package init(axis: Axis = .horizontal, rests: Bool = false, background: Color? = nil, primitives: [Primitive] = []) {
    id = Self.lastID.add(1, ordering: .relaxed).newValue
    (self.axis, self.rests, self.background, self.primitives) = (axis, rests, background, primitives)
  }

  /// Replaces the primitives and the background. If they are the same nothing gets redrawn.
  package mutating func show(_ primitives: [Primitive], on background: Color?) {
    if self.primitives != primitives { self.primitives = primitives }
    self.background = background
  }
}

/// A fade at both ends of a layer along its content's axis.
package struct Fade: Equatable, Sendable {
  /// In pixels from each end; 0 for none.
  package var length: Double
  package var color: Color
  /// The main colour of the fading text, for which the gamma correction is exact.
  package var text: Color
  /// The ends in window coordinates, if the layer's clip does not reach them.
  package var bounds: Rect?

  package init(_ length: Double, of text: Color, into color: Color, bounds: Rect? = nil) {
    (self.length, self.text, self.color, self.bounds) = (length, text, color, bounds)
  }

  /// No fade.
  package init() { self.init(0, of: .clear, into: .clear) }
}

/// A part of the window, and the place of a content in it.
package struct Instance: Equatable, Sendable {
  /// In whole pixels of the window.
  package var clip: Rect
  /// The place of the content's (0, 0), in window coordinates.
  package var origin: Point

  package init(clip: Rect, origin: Point) { (self.clip, self.origin) = (clip, origin) }
}
