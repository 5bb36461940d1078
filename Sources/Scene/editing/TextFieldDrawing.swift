internal import ScrollCore

/// When a caret is shown: on and off in turn since the last thing that the user did, on for good after ten
/// seconds without anything.
struct CaretBlink: Equatable, Sendable {
  /// Seconds on, and seconds off.
  static let half: Seconds = 0.53
  /// How many times it changes.
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
  /// What a press at a place in the text selects; `clicks` counts presses in quick succession at one place.
  mutating func select(at index: Int, clicks: Int, extending: Bool) {
    switch clicks {
    case 1: select(from: extending ? anchor : index, to: index)
    case 2: selectWord(at: index)
    default: selectAll()
    }
  }
}

/// A line of text that is being edited, as it is drawn: text, selection, what an input method composes, a
/// placeholder or the rest of a completion, and the caret. It shows the part in which the caret is.
struct TextFieldDrawing: Sendable {
  /// How it looks. Colours that are not named here follow from these.
  struct Style: Equatable, Sendable {
    var font: FontSpec
    var color: Color
    var tint: Color
    /// Of placeholder and completion.
    var dimmed: Color
    var placeholder = ""
    /// An empty one begins on the right.
    var isMirrored = false

    /// In pixels.
    var caretWidth: Double { max(1, (font.size / 13).rounded()) }
  }

  private var text = Content()
  private var caret = Content()
  private var run: TextRun?
  private var width = 0.0
  /// The caret's place in the text, from its left end.
  private var caretX = 0.0
  private var caretWidth = 1.0
  private var size = Size.zero
  /// How much of the text is hidden on the left; negative where it stands on the right.
  private var offset = 0.0
  private var top = 0.0
  private var lineHeight = 0.0

  /// Draws the line anew into a field of this size, its text on `baseline`, pixels from the field's top.
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
    let isMirrored = shown.text.isEmpty ? style.isMirrored : typesetter.direction(of: shown.text) == .rightToLeft
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
    reveal(isRightToLeft: isMirrored)
  }

  /// Lets so many pixels of the text be hidden on its left, until the caret would be among them.
  mutating func hide(left pixels: Double) { offset = pixels }

  /// Adds the field at `origin`, in window coordinates, and asks for the caret's next change. No blink: no caret.
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

  /// The caret's place in the field: where an input method puts its candidates.
  var caretRect: Rect {
    Rect(x: caretX - offset.rounded(), y: top, width: caretWidth, height: lineHeight)
  }

  /// The text position, in UTF-8 bytes, nearest to `x` pixels from the field's left edge.
  func index(at x: Double, typesetter: any Typesetter) -> Int {
    guard let run, !run.text.isEmpty else { return 0 }
    return typesetter.index(in: run, at: x + offset.rounded())
  }

  // MARK: - Help

  /// The selection behind the text and the line under what is being composed.
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

  /// What is shown dimmed after the text.
  private func rest(of text: String, completion: String?, style: Style) -> String? {
    if text.isEmpty { return style.placeholder.isEmpty ? nil : style.placeholder }
    guard let completion, completion.count > text.count else { return nil }
    return String(completion.dropFirst(text.count))
  }

  /// Moves the shown part as little as possible so that the caret is in it.
  private mutating func reveal(isRightToLeft: Bool) {
    let most = width + caretWidth - size.width
    if most <= 0 {
      offset = isRightToLeft ? most : 0
    } else {
      offset = max(0, min(most, max(min(offset, caretX), caretX + caretWidth - size.width)))
    }
  }
}
