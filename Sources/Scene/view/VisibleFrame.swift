package import ScrollCore

/// The place of a view whose edges may lie under a border, in window coordinates: what it shows stays where it is
/// without one, and moves or shrinks only as far as the border would otherwise cover its ink.
package struct VisibleFrame: Equatable, Sendable {
  /// What sizes and places follow from.
  package var outer = Rect.zero
  /// What is seen: whole pixels.
  package var inner = Rect.zero

  package init() {}

  /// All of it is seen.
  package init(_ bounds: Rect) { (outer, inner) = (bounds, bounds) }

  package init(_ inner: Rect, of outer: Rect) { (self.inner, self.outer) = (inner, outer) }

  /// How much of each edge is covered.
  var cover: Insets { Insets(from: outer, to: inner) }

  /// Whether anything is covered above or below.
  var coversRows: Bool { cover.top > 0 || cover.bottom > 0 }

  /// Where text stands: a margin from the outer edges on either side, and more only where it would be covered.
  func textArea(margin: Double) -> Rect {
    let cover = self.cover
    return outer.inset(
      by: Insets(right: max(margin, cover.right - Crawl.bearing), left: max(margin, cover.left - Crawl.bearing)))
  }

  /// The left end of text in the middle between margins: as near to it as what is covered allows.
  func centered(_ width: Double, margin: Double) -> Double {
    let area = textArea(margin: margin)
    let slack = area.width - width
    guard slack > 0 else { return area.minX + slack / 2 }
    let middle = outer.inset(by: Insets(right: margin, left: margin))
    return min(max(middle.minX + (middle.width - width) / 2, area.minX), area.minX + slack)
  }

  /// How far ink from `top` to `bottom` is to be moved, by whole pixels, so that all of it is seen: not at all where it
  /// is, and to the middle where there is too much of it.
  func shift(ofInkFrom top: Double, to bottom: Double) -> Double {
    guard coversRows else { return 0 }
    if bottom - top > inner.height { return (inner.midY - (top + bottom) / 2).rounded() }
    return max(0, (inner.minY - top).rounded(.up)) + min(0, (inner.maxY - bottom).rounded(.down))
  }

  /// The baseline, in window coordinates, of text in the middle of its height.
  func baseline(of metrics: FontMetrics) -> Double {
    seen(outer.minY + opticalBaseline(of: metrics, in: outer.height), of: metrics)
  }

  /// Where text on that baseline is to stand, so that all of its ink is seen.
  func seen(_ baseline: Double, of metrics: FontMetrics) -> Double {
    baseline + shift(ofInkFrom: baseline - metrics.inkAscent, to: baseline + metrics.inkDescent)
  }
}

/// The baseline, in pixels from the top, that puts the capitals in the middle of `height`.
func opticalBaseline(of metrics: FontMetrics, in height: Double) -> Double { (height + metrics.capHeight) / 2 }

extension FontMetrics {
  /// About how far letters reach above the baseline: capitals, and most of an accent. Lines are higher, for the scripts
  /// that need it.
  var inkAscent: Double { min(ascent, 1.2 * capHeight) }
  /// About how far letters reach below the baseline.
  var inkDescent: Double { min(descent, 0.35 * capHeight) }
}
