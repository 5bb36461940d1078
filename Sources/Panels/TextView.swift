package import Scene
package import ScrollCore

/// A message on a panel, in as many lines as it needs, aligned at the leading end.
package final class TextView: Control {
  package enum Role: Equatable, Sendable { case body, faint, warning }

  /// Text, role and style are applied by the next `layout`.
  package var text: String
  package var role: Role
  package var style: PanelStyle
  /// Read out at once instead of the text.
  package var heard: String?
  package var takesKeys: Bool { false }
  private var content = Content(rests: true)
  private(set) var bounds = Rect.zero

  package init(_ text: String, _ role: Role = .body, style: PanelStyle) {
    (self.text, self.role, self.style) = (text, role, style)
  }

  private var font: FontSpec { role == .faint ? style.smallFont : style.font }

  private var color: Color {
    switch role {
    case .body: style.textColor
    case .faint: style.faintColor
    case .warning: style.warningColor
    }
  }

  private var rowHeight: Double { (font.size * 1.45).rounded() }
  private var run: TextRun { TextRun(text, font: font, color: color) }

  package func naturalSize(in context: MeasureContext) -> Size {
    let width = text.isEmpty ? 0 : context.typesetter.width(of: run).rounded(.up)
    return Size(width: min(context.area.width, width), height: rowHeight)
  }

  package func naturalHeight(width: Double, in context: MeasureContext) -> Double {
    if text.isEmpty || width < 1 { return rowHeight }
    return rowHeight * Double(context.typesetter.lineBreaks(of: run, width: width).count)
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    bounds = frame.inner
    guard !text.isEmpty, !bounds.isEmpty else { return content.show([], on: nil) }
    let lines = typesetter.lines(of: run, width: bounds.width + 0.5)
    let most = max(1, Int(min(1000, bounds.height / rowHeight)))
    // A line in a higher place, such as beside a button, is centred.
    let top = lines.count == 1 ? ((bounds.height - rowHeight) / 2).rounded() : 0
    content.show(
      lines.prefix(most).enumerated().map { row, line in
        let isCut = row == most - 1 && lines.count > most
        var words = isCut ? lines[row...].map(\.text).joined() : line.text
        // The space of a break, which needs no room.
        while words.last == " " { words.removeLast() }
        let place = Rect(x: 0, y: top + Double(row) * rowHeight, width: bounds.width, height: rowHeight)
        return style.text(words, font: font, color: color, in: place, with: typesetter)
      }, on: nil)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    if content.isBlank { return }
    frame.add(Layer(content, clip: bounds, origin: bounds.origin))
  }
}
