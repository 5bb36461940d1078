package import ScrollCore

/// How a label looks. Lengths in pixels.
package struct LabelStyle: Equatable, Sendable {
  package var font: FontSpec
  package var color: Color
  /// The block behind the text; nil: none.
  package var background: Color?
  /// Kept free on each side.
  package var padding: Double

  package init(font: FontSpec, color: Color, background: Color? = nil, padding: Double = 0) {
    (self.font, self.color, self.background, self.padding) = (font, color, background, padding)
  }
}

/// A picture and its size in pixels.
package struct SizedImage: Equatable, Sendable {
  package let reference: ImageReference
  package private(set) var size: Size

  package init(path: String, size: Size) {
    reference = ImageReference(path: path)
    self.size = size
  }

  /// As it is shown where it may be that high: shrunk, but never enlarged.
  func limited(to height: Double) -> SizedImage {
    var limited = self
    limited.size = size.fitted(in: Size(width: 8 * height, height: height))
    return limited
  }
}

/// A line of text in the middle of a block, with a picture before it where there is one. The text is ellipsised where
/// it does not fit.
package final class LabelView: View {
  /// Text, style, image and spacing take effect at the next `layout`.
  package var text: String
  package var style: LabelStyle
  /// It is shown at its size or shrunk to fit, never enlarged.
  package var image: SizedImage?
  /// The gaps beside the image, in pixels.
  package var spacing = 5.0

  private var content = Content()
  private var place = VisibleFrame()

  package init(_ text: String, style: LabelStyle, image: SizedImage? = nil) {
    (self.text, self.style, self.image) = (text, style, image)
  }

  /// The width that shows image and text in a block of this height, in whole pixels; 0 without either.
  package func naturalWidth(height: Double, with typesetter: any Typesetter) -> Double {
    let image = imageSize(in: Size(width: .greatestFiniteMagnitude, height: height))
    guard image != nil || !text.isEmpty else { return 0 }
    let imageWidth = image.map { $0.width + 2 * spacing } ?? 0
    return (imageWidth + textWidth(with: typesetter) + 2 * style.padding).rounded(.up)
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    place = frame
    let size = Size(width: frame.textArea(margin: style.padding).width, height: frame.inner.height)
    let primitives =
      if let image, let shown = imageSize(in: size) {
        group(of: image.reference, shown, with: typesetter)
      } else {
        centeredText(with: typesetter)
      }
    content.show(primitives, on: style.background)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard !place.inner.isEmpty, !content.isBlank else { return }
    frame.add(Layer(content, clip: place.inner, origin: place.inner.origin))
  }

  // MARK: - Text

  private var run: TextRun { TextRun(text, font: style.font, color: style.color) }

  /// Letter-spacing comes after each character; what follows the last one would put the text off centre.
  private var trailingSpace: Double { style.font.letterSpacing * style.font.size }

  /// Of the whole text, in pixels; 0 without text.
  private func textWidth(with typesetter: any Typesetter) -> Double {
    text.isEmpty ? 0 : max(0, typesetter.width(of: run) - trailingSpace)
  }

  /// The text from `x` on, ellipsised where it is wider than `room`. Nil where there is nothing to show.
  private func text(at x: Double, baseline: Double, room: Double, with typesetter: any Typesetter) -> Primitive? {
    guard !text.isEmpty, room > 0 else { return nil }
    var run = self.run
    run.maxWidth = room + trailingSpace
    return Primitive(
      text: run, baseline: Point(x: x.rounded(), y: baseline.rounded()), width: typesetter.width(of: run),
      metrics: typesetter.metrics(of: style.font))
  }

  private func centeredText(with typesetter: any Typesetter) -> [Primitive] {
    let room = place.textArea(margin: style.padding).width
    let baseline = place.baseline(of: typesetter.metrics(of: style.font)) - place.inner.minY
    guard var text = text(at: 0, baseline: baseline, room: room, with: typesetter) else { return [] }
    // An ellipsised text may be narrower than its room.
    let x = place.centered(text.bounds.width - trailingSpace, margin: style.padding) - place.inner.minX
    (text.bounds.origin.x, text.anchor.x) = (x.rounded(), x.rounded())
    return [text]
  }

  // MARK: - Image

  /// The size at which the image is shown; nil where there is none.
  private func imageSize(in room: Size) -> Size? {
    let size = image?.size.fitted(in: room)
    return size == .zero ? nil : size
  }

  /// The image and the text as one group in the middle.
  private func group(of image: ImageReference, _ size: Size, with typesetter: any Typesetter) -> [Primitive] {
    let (block, bounds) = (place.textArea(margin: style.padding), place.inner)
    let metrics = typesetter.metrics(of: style.font)
    let textSize = Size(width: textWidth(with: typesetter), height: metrics.lineHeight)
    let layout = BadgeLayout(image: size, labelSize: textSize, in: block.size, spacing: spacing)
    // The group moves by whole pixels: image and text stay sharp and keep their distance.
    let dx = layout.group.minX.rounded() - layout.group.minX + block.minX - bounds.minX
    var dy = layout.group.minY.rounded() - layout.group.minY + block.minY - bounds.minY
    let baseline = layout.label.minY + opticalBaseline(of: metrics, in: layout.label.height)
    let ink = (
      top: min(baseline - metrics.inkAscent, layout.image.minY),
      bottom: max(baseline + metrics.inkDescent, layout.image.maxY)
    )
    dy += place.shift(ofInkFrom: bounds.minY + dy + ink.top, to: bounds.minY + dy + ink.bottom)
    let line = layout.label.offsetBy(dx: dx, dy: dy)
    let lineBaseline = line.minY + opticalBaseline(of: metrics, in: line.height)
    let text = text(at: line.minX, baseline: lineBaseline, room: line.width, with: typesetter)
    return [Primitive(.image(image), in: layout.image.offsetBy(dx: dx, dy: dy))] + (text.map { [$0] } ?? [])
  }
}
