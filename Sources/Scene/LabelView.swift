package import ScrollCore

/// A line of text in the middle of a block: the strip's label, the counter's caption. It is ellipsised where it
/// does not fit.
package final class LabelView: View {
  /// These take effect at the next `layout`.
  package var text: String
  package var style: LabelStyle

  private var content = Content()
  private var opening = VisibleFrame()
  private var bounds: Rect { opening.inner }

  package init(_ text: String, style: LabelStyle) {
    self.text = text
    self.style = style
  }

  /// The width that shows the whole text, in whole pixels; 0 without text.
  package func naturalWidth(with typesetter: any Typesetter) -> Double {
    text.isEmpty ? 0 : (label.width(with: typesetter) + 2 * style.padding).rounded(.up)
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
    let label = self.label
    let room = opening.textArea(margin: style.padding).width
    let baseline = opening.baseline(of: typesetter.metrics(of: style.font)) - bounds.minY
    guard var piece = label.piece(at: 0, baseline: baseline, room: room, with: typesetter) else { return [] }
    // An ellipsised text may be narrower than its room.
    let x = opening.centered(piece.bounds.width - label.trailingSpace, margin: style.padding) - bounds.minX
    piece.bounds.origin.x = x.rounded()
    piece.anchor.x = x.rounded()
    return [piece]
  }

  private var label: LabelText { LabelText(text: text, style: style) }
}
