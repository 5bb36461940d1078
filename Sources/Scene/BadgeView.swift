package import ScrollCore

/// An image and a label as one group in the middle of a block.
package final class BadgeView: View {
  /// Take effect at the next `layout`. The style's background fills the block; its padding is kept free at both
  /// ends.
  package var text: String
  package var style: LabelStyle
  /// Nil where there is none, or none that can be read: the label stands alone.
  package var image: ImageReference?
  /// The image's own size in pixels. It is shown at this size or shrunk to fit, never enlarged.
  package var imageSize: Size
  package var spacing = 5.0
  /// From the centre of the block.
  package var offset = Point.zero

  private var content = Content()
  private var opening = VisibleFrame()
  private var bounds: Rect { opening.inner }

  package init(
    _ text: String, style: LabelStyle, image: ImageReference? = nil, imageSize: Size = .zero
  ) {
    self.text = text
    self.style = style
    self.image = image
    self.imageSize = imageSize
  }

  /// The width that shows image and text in a block of this height, in whole pixels; 0 without either.
  package func naturalWidth(height: Double, with typesetter: any Typesetter) -> Double {
    let shown = shownImage(in: Size(width: .greatestFiniteMagnitude, height: height))
    let width = label.width(with: typesetter)
    guard shown != nil || width > 0 else { return 0 }
    return ((shown.map { $0.width + 2 * spacing } ?? 0) + width + 2 * style.padding).rounded(.up)
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    opening = frame
    content.background = style.background
    let pieces = self.pieces(with: typesetter)
    if content.primitives != pieces { content.primitives = pieces }
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard !bounds.isEmpty, content.background != nil || !content.primitives.isEmpty else { return }
    frame.add(Layer(content, clip: bounds, origin: bounds.origin))
  }

  private func pieces(with typesetter: any Typesetter) -> [Primitive] {
    let block = opening.textArea(margin: style.padding)
    let metrics = typesetter.metrics(of: style.font)
    let layout = BadgeLayout(
      image: shownImage(in: Size(width: block.width, height: bounds.height)),
      labelSize: Size(width: label.width(with: typesetter), height: metrics.lineHeight),
      in: block.size, spacing: spacing, dx: offset.x, dy: offset.y)
    let ink = self.ink(of: layout, metrics)
    // The group moves by whole pixels: image and text stay sharp and keep their distance.
    let dx = layout.group.minX.rounded() - layout.group.minX + block.minX - bounds.minX
    var dy = layout.group.minY.rounded() - layout.group.minY + block.minY - bounds.minY
    dy += opening.shift(ofInkFrom: bounds.minY + dy + ink.lowerBound, to: bounds.minY + dy + ink.upperBound)
    var pieces: [Primitive] = []
    if let image, !layout.image.isEmpty {
      pieces.append(Primitive(.image(image), in: layout.image.offsetBy(dx: dx, dy: dy)))
    }
    let line = layout.label.offsetBy(dx: dx, dy: dy)
    let baseline = line.minY + opticalBaseline(of: metrics, in: line.height)
    if let text = label.piece(at: line.minX, baseline: baseline, room: line.width, with: typesetter) {
      pieces.append(text)
    }
    return pieces
  }

  /// From where to where the group has ink, in the layout's coordinates.
  private func ink(of layout: BadgeLayout, _ metrics: FontMetrics) -> ClosedRange<Double> {
    let baseline = layout.label.minY + opticalBaseline(of: metrics, in: layout.label.height)
    let text = (baseline - metrics.inkAscent)...(baseline + metrics.inkDescent)
    guard !layout.image.isEmpty else { return text }
    return min(text.lowerBound, layout.image.minY)...max(text.upperBound, layout.image.maxY)
  }

  private func shownImage(in room: Size) -> Size? {
    guard image != nil else { return nil }
    let size = imageSize.fitted(in: room)
    return size == .zero ? nil : size
  }

  private var label: LabelText { LabelText(text: text, style: style) }
}

extension BadgeView {
  /// Takes over the properties; the image itself is the caller's to find and measure.
  package func apply(_ badge: Badge) {
    text = badge.label
    style.font.family = badge.font
    style.font.size = badge.fontSize
    style.color = badge.textColor
    style.background = badge.background == .clear ? nil : badge.background
    spacing = badge.spacing
    offset = Point(x: badge.offsetX, y: badge.offsetY)
  }
}
