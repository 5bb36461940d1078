internal import Scene
internal import ScrollCore
internal import Windows

/// Measures and places the texts of a view of one's own, and knows the sizes of its images.
final class Typography {
  private weak var typesetter: (any Typesetter)?
  private var images: [String: Size?] = [:]

  init(_ typesetter: (any Typesetter)?) { self.typesetter = typesetter }

  /// Zero without a window.
  func size(of text: Text) -> TextSize {
    guard let typesetter else { return .zero }
    let run = run(of: text, typesetter)
    let metrics = typesetter.metrics(of: run.font)
    return TextSize(
      width: run.text.isEmpty ? 0 : typesetter.width(of: run), ascent: metrics.ascent, descent: metrics.descent,
      capHeight: metrics.capHeight)
  }

  /// A line at a baseline; nil if it is invisible.
  func primitive(_ text: Text, at point: Point, _ alignment: Alignment) -> Primitive? {
    guard let typesetter else { return nil }
    let run = run(of: text, typesetter)
    if run.text.isEmpty || run.maxWidth <= 0 { return nil }
    let width = typesetter.width(of: run)
    let x =
      switch alignment {
      case .left: point.x
      case .center: point.x - width / 2
      case .right: point.x - width
      }
    return Primitive(
      text: run, baseline: Point(x: x.rounded(), y: point.y.rounded()), width: width,
      metrics: typesetter.metrics(of: run.font))
  }

  /// A text broken at a width; empty without a window.
  func lines(of text: Text, width: Double) -> [Text] {
    guard let typesetter else { return [] }
    return typesetter.lines(of: run(of: text, typesetter), width: width).map { line in
      var part = text
      part.string = line.text
      return part
    }
  }

  private func run(of text: Text, _ typesetter: any Typesetter) -> TextRun {
    let size = text.size.isNaN ? 0 : text.size
    let written = text.font.description.isEmpty ? FontSpec.defaultFamily : TextCleaner.line(text.font.description)
    var font = FontSpec(written, size: size, tabularDigits: text.hasTabularDigits, with: typesetter)
    // "Bold 12" names no family.
    let read = typesetter.read(font: written)
    if read.family == written, read.weight != nil || read.size != nil || read.isItalic || read.stretch != 4 {
      font.family = FontSpec.defaultFamily
    }
    let width = text.maxWidth.isNaN ? .infinity : max(0, text.maxWidth)
    return TextRun(TextCleaner.line(text.string, limit: 4000), font: font, color: text.color, maxWidth: width)
  }

  /// The size of an image in pixels; nil if it cannot be read. A file is read once.
  func imageSize(_ path: String) -> Size? {
    if let known = images[path] { return known }
    if images.count > 1000 { images = [:] }
    let size = SizedImage(path: path)?.size
    images[path] = .some(size)
    return size
  }
}
