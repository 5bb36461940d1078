package import ScrollCore

/// The appearance of a label. Lengths in pixels.
package struct LabelStyle: Equatable, Sendable {
  package var font: FontSpec
  package var color: Color
  /// The block behind the text; nil for none.
  package var background: Color?
  /// The space on each side.
  package var padding: Double

  package init(font: FontSpec, color: Color, background: Color? = nil, padding: Double = 0) {
    (self.font, self.color, self.background, self.padding) = (font, color, background, padding)
  }
}

/// An image and its size in pixels.
package struct SizedImage: Equatable, Sendable {
  package let path: String
  package private(set) var size: Size

  package init(path: String, size: Size) { (self.path, self.size) = (path, size) }

  /// Its size within a height: reduced, but never enlarged.
  func limited(to height: Double) -> SizedImage {
    var limited = self
    limited.size = size.fitted(in: Size(width: 8 * height, height: height))
    return limited
  }
}

/// A line of text in the middle of a block, after an optional image. Text that does not fit is ellipsised.
package final class LabelView: SceneView {
  /// Text, style, image and spacing are applied by the next `layout`.
  package var text: String
  package var style: LabelStyle
  /// Whether the text is Pango markup.
  var isMarkup = false
  /// Shown at its size or reduced to fit, never enlarged. It leaves half of the width to the text.
  package var image: SizedImage?
  /// The gaps beside the image, in pixels.
  package var spacing = 5.0
  /// From the middle, in pixels.
  package var offset = Point.zero
  /// Whether the image is at the right of the text.
  var isMirrored = false
  /// Whether to leave out the text, which is drawn elsewhere.
  var hidesText = false
  /// The place of the text: its line in window coordinates, and the baseline below its top.
  private(set) var textPlace = (bounds: Rect.zero, baseline: 0.0)

  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    text.isEmpty
      ? nil : AccessibleNode(0, .label, isMarkup ? TextMarkup.plainText(ofPango: text) : text, at: place.inner)
  }

  private var content = Content(rests: true)
  private var place = VisibleFrame()

  package init(_ text: String, style: LabelStyle, image: SizedImage? = nil) {
    (self.text, self.style, self.image) = (text, style, image)
  }

  /// The width of image and text in a block of this height, in whole pixels; 0 without either.
  package func naturalWidth(height: Double, with typesetter: any Typesetter) -> Double {
    let image = imageSize(in: Size(width: .greatestFiniteMagnitude, height: height))
    guard image != nil || !text.isEmpty else { return 0 }
    let imageWidth = image.map { $0.width + 2 * spacing } ?? 0
    return (imageWidth + textWidth(with: typesetter) + 2 * style.padding).rounded(.up)
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    place = frame
    let (room, bounds) = (frame.textArea(margin: style.padding), frame.inner)
    let imageRoom = room.width - leastText(in: room.width, with: typesetter)
    let image = imageSize(in: Size(width: imageRoom, height: bounds.height))
    let metrics = typesetter.metrics(of: style.font)
    let text = shownText(in: room.width - (image.map { $0.width + 2 * spacing } ?? 0), with: typesetter)
    let textSize = Size(width: text.map { $0.width - trailingSpace } ?? 0, height: metrics.lineHeight)
    let layout = BadgeLayout(image: image, labelSize: textSize, in: room.size, spacing: spacing, dy: offset.y)
    let group = layout.group
    // The group moves by whole pixels, so that image and text stay sharp and keep their distance.
    let left = max(room.minX, frame.centered(group.width, margin: style.padding) + offset.x)
    let dx = (left - bounds.minX).rounded() - group.minX
    var dy = room.minY - bounds.minY
    if image != nil { dy += group.minY.rounded() - group.minY }
    let baseline = group.minY + opticalBaseline(of: metrics, in: group.height)
    dy += frame.shift(
      ofInkFrom: bounds.minY + dy + min(baseline - metrics.inkAscent, layout.image.minY),
      to: bounds.minY + dy + max(baseline + metrics.inkDescent, layout.image.maxY))
    var primitives: [Primitive] = []
    if let path = self.image?.path, image != nil {
      primitives.append(Primitive(.image(path), in: layout.image.offsetBy(dx: dx, dy: dy)))
    }
    let place = Point(x: (layout.label.minX + dx).rounded(), y: (baseline + dy).rounded())
    textPlace.bounds = Rect(
      x: bounds.minX + place.x, y: bounds.minY + (place.y - metrics.ascent).rounded(.down), width: textSize.width,
      height: metrics.lineHeight.rounded(.up) + 1)
    textPlace.baseline = bounds.minY + place.y - textPlace.bounds.minY
    if let text, !hidesText {
      primitives.append(Primitive(text: text.run, baseline: place, width: text.width, metrics: metrics))
    }
    if isMirrored { primitives = primitives.map { $0.mirrored(in: 2 * (group.midX + dx)) } }
    content.show(primitives, on: style.background)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard !place.inner.isEmpty, !content.isBlank else { return }
    frame.add(Layer(content, clip: place.inner, origin: place.inner.origin))
  }

  // MARK: - Parts

  private var run: TextRun { TextRun(text, font: style.font, color: style.color, isMarkup: isMarkup) }

  /// Letter-spacing follows each character; the last one's would put the text off centre.
  private var trailingSpace: Double { style.font.letterSpacing * style.font.size }

  /// The width of the whole text, in pixels; 0 without text.
  private func textWidth(with typesetter: any Typesetter) -> Double {
    text.isEmpty ? 0 : max(0, typesetter.width(of: run) - trailingSpace)
  }

  /// The width that an image leaves to the text with its gaps: as much as it needs, up to half.
  private func leastText(in room: Double, with typesetter: any Typesetter) -> Double {
    text.isEmpty ? 0 : min(2 * spacing + textWidth(with: typesetter), room / 2)
  }

  /// The text, ellipsised if it is wider than `room`. Nil if nothing is left.
  private func shownText(in room: Double, with typesetter: any Typesetter) -> (run: TextRun, width: Double)? {
    guard !text.isEmpty, room > 0 else { return nil }
    var run = self.run
    run.maxWidth = room + trailingSpace
    return (run, typesetter.width(of: run))
  }

  /// The displayed size of the image; nil without one.
  private func imageSize(in room: Size) -> Size? {
    let size = image?.size.fitted(in: room)
    return size == .zero ? nil : size
  }
}
