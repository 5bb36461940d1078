package import ScrollCore

/// The visibility of a blinking caret: it alternates after the user's last action, and stays on after ten seconds.
struct CaretBlink: Equatable, Sendable {
  /// Seconds on, and seconds off.
  static let half: Seconds = 0.53
  /// The number of changes.
  static let changes = 18.0
  var since: Seconds

  func isShown(at t: Seconds) -> Bool {
    let phase = ((t - since) / Self.half).rounded(.down)
    return phase < 0 || phase >= Self.changes || phase.truncatingRemainder(dividingBy: 2) == 0
  }

  func nextChange(at t: Seconds) -> Seconds {
    let phase = max(0, ((t - since) / Self.half).rounded(.down))
    return phase >= Self.changes ? .infinity : since + (phase + 1) * Self.half
  }
}

extension EditLine {
  /// Selects by a press at a position; `clicks` counts presses in quick succession at one place.
  mutating func select(at index: Int, clicks: Int, extending: Bool) {
    switch clicks {
    case 1: select(from: extending ? anchor : index, to: index)
    case 2: selectWord(at: index)
    default: selectAll()
    }
  }
}

/// The drawing of an editable line: text, selection, an input method's composition, a placeholder or the rest of a
/// completion, and the caret. It scrolls to show the caret.
package struct TextFieldDrawing: Sendable {
  /// The appearance. Other colours follow from these.
  package struct Style: Equatable, Sendable {
    var font: FontSpec
    var color: Color
    var tint: Color
    /// For placeholder and completion.
    var dimmed: Color
    var placeholder = ""
    /// Whether lines start at the right; nil where the direction of their text decides.
    var isMirrored: Bool?

    package init(
      font: FontSpec, color: Color, tint: Color, dimmed: Color, placeholder: String = "", isMirrored: Bool? = nil
    ) {
      (self.font, self.color, self.tint, self.dimmed) = (font, color, tint, dimmed)
      (self.placeholder, self.isMirrored) = (placeholder, isMirrored)
    }

    /// In pixels.
    var caretWidth: Double { max(1, (font.size / 13).rounded()) }
  }

  private var text = Content()
  private var caret = Content()
  private var run: TextRun?
  private var width = 0.0
  /// The caret's position from the text's left end, in pixels.
  private var caretX = 0.0
  private var caretWidth = 1.0
  private var size = Size.zero
  /// How much of the text is hidden on the left, in pixels; negative if it is aligned to the right.
  private var offset = 0.0
  private var top = 0.0
  private var lineHeight = 0.0

  /// Redraws the line for a field of this size, with its text on `baseline`, in pixels from the field's top.
  mutating func update(
    _ line: EditLine, completion: String? = nil, style: Style, size: Size, baseline: Double,
    typesetter: any Typesetter
  ) {
    let shown = line.shown
    let metrics = typesetter.metrics(of: style.font)
    let run = TextRun(shown.text, font: style.font, color: style.color)
    self.run = run
    self.size = size
    top = baseline - metrics.ascent
    lineHeight = metrics.lineHeight
    width = shown.text.isEmpty ? 0 : typesetter.width(of: run)
    caretWidth = style.caretWidth
    caretX = shown.text.isEmpty ? 0 : typesetter.caret(in: run, at: shown.caret)

    var pieces = marks(shown, run: run, style: style, typesetter: typesetter)
    let place = Point(x: 0, y: baseline)
    if !shown.text.isEmpty { pieces.append(Primitive(text: run, baseline: place, width: width, metrics: metrics)) }
    let isMirrored =
      style.isMirrored ?? (!shown.text.isEmpty && typesetter.direction(of: shown.text) == .rightToLeft)
    if let rest = rest(of: shown.text, completion: completion, style: style) {
      let dimmed = TextRun(rest, font: style.font, color: style.dimmed)
      let restWidth = typesetter.width(of: dimmed)
      let end = Point(x: shown.text.isEmpty && isMirrored ? -restWidth : width, y: baseline)
      pieces.append(Primitive(text: dimmed, baseline: end, width: restWidth, metrics: metrics))
    }
    if text.primitives != pieces { text.primitives = pieces }
    let bar = [
      Primitive(
        .box(radius: 0, fill: style.tint), in: Rect(x: 0, y: 0, width: caretWidth, height: lineHeight.rounded()))
    ]
    if caret.primitives != bar { caret.primitives = bar }
    reveal(isMirrored: isMirrored)
  }

  /// Hides `pixels` of the text on the left, as far as the caret stays visible.
  mutating func hide(left pixels: Double) { offset = pixels }

  /// Adds the field at `origin`, in window coordinates, and schedules the caret's next change. Without a blink there is
  /// no caret.
  func draw(into frame: inout Frame, at t: Seconds, origin: Point, clip: Rect, blink: CaretBlink?) {
    let area = Rect(
      x: origin.x.rounded(.down), y: origin.y.rounded(.down), width: size.width.rounded(.up),
      height: size.height.rounded(.up)
    ).intersection(clip)
    guard !area.isEmpty else { return }
    if !text.primitives.isEmpty {
      frame.add(Layer(text, clip: area, origin: Point(x: origin.x - offset.rounded(), y: origin.y)))
    }
    guard let blink else { return }
    frame.change(at: blink.nextChange(at: t))
    if blink.isShown(at: t) {
      let place = caretRect
      frame.add(
        Layer(
          caret, clip: area, origin: Point(x: (origin.x + place.minX).rounded(), y: (origin.y + place.minY).rounded())))
    }
  }

  /// The caret in the field: where an input method shows its candidates.
  var caretRect: Rect {
    Rect(x: caretX - offset.rounded(), y: top, width: caretWidth, height: lineHeight)
  }

  /// The text position, in UTF-8 bytes, nearest to `x` pixels from the field's left edge.
  func index(at x: Double, typesetter: any Typesetter) -> Int {
    guard let run, !run.text.isEmpty else { return 0 }
    return typesetter.index(in: run, at: x + offset.rounded())
  }

  // MARK: - Details

  /// The selection behind the text, and the underline of the composition.
  private func marks(_ shown: EditLine.Shown, run: TextRun, style: Style, typesetter: any Typesetter) -> [Primitive] {
    var pieces: [Primitive] = []
    func extent(_ range: Range<Int>) -> (left: Double, right: Double) {
      let ends = (typesetter.caret(in: run, at: range.lowerBound), typesetter.caret(in: run, at: range.upperBound))
      return (min(ends.0, ends.1), max(ends.0, ends.1))
    }
    if !shown.selection.isEmpty {
      let (left, right) = extent(shown.selection)
      var fill = style.tint
      fill.alpha = UInt8(Int(fill.alpha) * 2 / 5)
      let box = Rect(x: left, y: top.rounded(), width: right - left, height: lineHeight.rounded())
      pieces.append(Primitive(.box(radius: 0, fill: fill), in: box))
    }
    if let composed = shown.composed {
      let (left, right) = extent(composed)
      let line = Rect(x: left, y: (top + lineHeight).rounded() - 1, width: right - left, height: 1)
      pieces.append(Primitive(.box(radius: 0, fill: style.color), in: line))
    }
    return pieces
  }

  /// The dimmed text after the text.
  private func rest(of text: String, completion: String?, style: Style) -> String? {
    if text.isEmpty { return style.placeholder.isEmpty ? nil : style.placeholder }
    guard let completion, completion.count > text.count else { return nil }
    return String(completion.dropFirst(text.count))
  }

  /// Scrolls as little as possible to make the caret visible.
  private mutating func reveal(isMirrored: Bool) {
    let most = width + caretWidth - size.width
    if most <= 0 {
      offset = isMirrored ? most : 0
    } else {
      offset = max(0, min(most, max(min(offset, caretX), caretX + caretWidth - size.width)))
    }
  }
}
