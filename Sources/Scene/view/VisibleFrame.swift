package import ScrollCore

/// The place of a view whose edges may be covered by a border, in window coordinates. Its content stays where it would
/// be without a border, and moves or shrinks only if its ink would be covered.
package struct VisibleFrame: Equatable, Sendable {
  /// The area that sizes and places derive from.
  package var outer = Rect.zero
  /// The visible area, in whole pixels.
  package var inner = Rect.zero

  package init() {}

  /// An area without a cover.
  package init(_ bounds: Rect) { (outer, inner) = (bounds, bounds) }

  package init(_ inner: Rect, of outer: Rect) { (self.inner, self.outer) = (inner, outer) }

  /// How much of each edge is covered.
  var cover: Insets { Insets(from: outer, to: inner) }

  /// Whether anything is covered at the top or bottom.
  var coversRows: Bool { cover.top > 0 || cover.bottom > 0 }

  /// The area for text: a margin inside the outer edges, and more only where it would be covered.
  func textArea(margin: Double) -> Rect {
    let cover = self.cover
    return outer.inset(
      by: Insets(right: max(margin, cover.right - Crawl.bearing), left: max(margin, cover.left - Crawl.bearing)))
  }

  /// The left end of text centred between margins, as far as the cover allows.
  func centered(_ width: Double, margin: Double) -> Double {
    let area = textArea(margin: margin)
    let slack = area.width - width
    guard slack > 0 else { return area.minX + slack / 2 }
    let middle = outer.inset(by: Insets(right: margin, left: margin))
    return min(max(middle.minX + (middle.width - width) / 2, area.minX), area.minX + slack)
  }

  /// How far to move ink between `top` and `bottom`, in whole pixels, to make it visible: 0 if it is already, and to
  /// the middle if it does not fit.
  func shift(ofInkFrom top: Double, to bottom: Double) -> Double {
    guard coversRows else { return 0 }
    if bottom - top > inner.height { return (inner.midY - (top + bottom) / 2).rounded() }
    return max(0, (inner.minY - top).rounded(.up)) + min(0, (inner.maxY - bottom).rounded(.down))
  }

  /// The baseline of vertically centred text, in window coordinates.
  func baseline(of metrics: FontMetrics) -> Double {
    seen(outer.minY + opticalBaseline(of: metrics, in: outer.height), of: metrics)
  }

  /// The baseline moved so that all of its text's ink is visible.
  func seen(_ baseline: Double, of metrics: FontMetrics) -> Double {
    baseline + shift(ofInkFrom: baseline - metrics.inkAscent, to: baseline + metrics.inkDescent)
  }
}

/// The baseline that centres capitals in `height`, in pixels from the top.
package func opticalBaseline(of metrics: FontMetrics, in height: Double) -> Double { (height + metrics.capHeight) / 2 }

extension FontMetrics {
  /// The approximate height of letters above the baseline: capitals with most of an accent. Lines are higher, for
  /// scripts that need it.
  var inkAscent: Double { min(ascent, 1.2 * capHeight) }
  /// The approximate depth of letters below the baseline.
  var inkDescent: Double { min(descent, 0.35 * capHeight) }
}
