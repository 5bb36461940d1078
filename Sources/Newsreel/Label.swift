internal import Scene
public import ScrollCore

/// Text at rest: a line, or several. It is broken at the view's width, and where it has line ends.
///
///     let title = Label("Departures", alignment: .center)
///     (title.fontSize, title.padding) = (20, Insets(top: 4, bottom: 4))
///
/// Without a width it is as wide as its longest line.
public final class Label: View {
  /// What it says; at most 100 lines of 4,000 characters are shown.
  public var text: String { didSet { if text != oldValue { textChanged() } } }
  /// The font. A size in it overrides `fontSize`.
  public var font: Font = "" { didSet { if font != oldValue { textChanged() } } }
  /// The em in pixels.
  public var fontSize = 15.0 {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      fontSize = bounded(fontSize, of: "fontSize", in: 1...FontSpec.largest) ?? 15
      if fontSize != oldValue { textChanged() }
    }
  }
  /// The colour of the text.
  public var textColor = Palette.text {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      textColor = valid(textColor, "textColor", or: oldValue)
      if textColor != oldValue { setNeedsDisplay() }
    }
  }
  /// Where lines stand across the view.
  public var alignment: Alignment { didSet { if alignment != oldValue { setNeedsDisplay() } } }
  /// The most lines that it shows, from 1 up; the last one ends in an ellipsis if there is more. Nil for as many as there are.
  public var maxLines: Int? {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      maxLines = maxLines.map { Int(nearest: bounded(Double($0), of: "maxLines", in: 1...100) ?? 1) }
      if maxLines != oldValue { textChanged() }
    }
  }
  /// The lines for a width, as long as nothing changes.
  private var known: (width: Double, lines: [Text])?

  /// - Parameters:
  ///   - text: What it says.
  ///   - alignment: Where lines stand across the view.
  public init(_ text: String = "", alignment: Alignment = .left) {
    (self.text, self.alignment) = (text, alignment)
    super.init()
  }

  private func textChanged() {
    known = nil
    setNeedsLayout()
  }

  override public func sizeThatFits(_ room: Size) -> Size {
    let lines = lines(in: room.width)
    let width = lines.reduce(0) { max($0, measure($1).width) }
    return Size(width: min(room.width, width.rounded(.up)), height: (Double(lines.count) * lineHeight).rounded(.up))
  }

  override public func draw(in canvas: inout Canvas) {
    let area = Rect(origin: .zero, size: canvas.size)
    let lines = lines(in: area.width)
    let metrics = measure(Text("", font: font, size: fontSize))
    let top = area.minY + max(0, (area.height - Double(lines.count) * lineHeight) / 2)
    let x =
      switch alignment {
      case .left: area.minX
      case .center: area.midX
      case .right: area.maxX
      }
    for (number, line) in lines.enumerated() {
      let middle = top + (Double(number) + 0.5) * lineHeight
      var line = line
      line.color = textColor
      let baseline = middle + (metrics.ascent - metrics.descent) / 2
      canvas.draw(line, at: Point(x: x, y: baseline.rounded()), align: alignment)
    }
  }

  override public var accessibilityLabel: String? { text }

  private var lineHeight: Double { (measure(Text("", font: font, size: fontSize)).height * 1.15).rounded(.up) }

  /// The most lines of a text without a limit of its own.
  private static let mostLines = 100

  private func lines(in width: Double) -> [Text] {
    if let known, known.width == width { return known.lines }
    let most = maxLines ?? Self.mostLines
    var lines: [Text] = []
    let paragraphs = text.split(separator: "\n", maxSplits: most, omittingEmptySubsequences: false)
    for paragraph in paragraphs where lines.count <= most {
      lines += brokenLines(of: Text(String(paragraph.prefix(4000)), font: font, size: fontSize), in: width)
    }
    if lines.count > most {
      // The rest is in one line, which does not fit.
      let rest = lines[(most - 1)...].map(\.string).joined(separator: " ")
      lines.removeSubrange((most - 1)...)
      lines.append(Text(rest + "…", font: font, size: fontSize))
    }
    for index in lines.indices { lines[index].maxWidth = max(1, width) }
    known = (width, lines)
    return lines
  }
}

extension View {
  /// A text broken at a width; as it is if the width is more than X can count, or nothing can be measured.
  final func brokenLines(of text: Text, in width: Double) -> [Text] {
    let broken = width < Self.lengths.upperBound ? typography.lines(of: text, width: max(1, width)) : []
    return broken.isEmpty ? [text] : broken
  }

  /// Measures texts, outside of a window too.
  final var typography: Typography { Typography(typesetter ?? Ruler.ofThread?.typesetter) }

  /// A colour that a literal could give; otherwise the former one, and that is reported.
  final func valid(_ color: Color, _ name: String, or former: Color) -> Color {
    do throws(ValueError) { _ = try PropertyKind.color.check(.color(color), ifBelow: "") } catch {
      refuse(error.named(name))
      return former
    }
    return color
  }

  /// Insets of lengths that X can count.
  final func bounded(_ insets: Insets, of name: String) -> Insets {
    func length(_ path: KeyPath<Insets, Double>, _ side: String) -> Double {
      bounded(insets[keyPath: path], of: "\(name).\(side)", in: Self.lengths) ?? 0
    }
    return Insets(
      top: length(\.top, "top"), right: length(\.right, "right"), bottom: length(\.bottom, "bottom"),
      left: length(\.left, "left"))
  }
}

extension Insets {
  /// The same, with that much more at both sides.
  func widened(by length: Double) -> Insets {
    Insets(top: top, right: right + length, bottom: bottom, left: left + length)
  }
}
