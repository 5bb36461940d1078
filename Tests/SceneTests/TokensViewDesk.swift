import Scene
import ScrollCore

/// Half an em for each character, whatever it is.
final class TokenPitch: Typesetter {
  private(set) var measured = 0

  func metrics(of font: FontSpec) -> FontMetrics {
    FontMetrics(ascent: font.size * 0.8, descent: font.size * 0.2, capHeight: font.size * 0.7)
  }

  func width(of run: TextRun) -> Double {
    measured += 1
    return min(Double(run.text.count) * run.font.size / 2, run.maxWidth)
  }

  func lineBreaks(of run: TextRun, width: Double) -> [Range<Int>] { [0..<run.text.utf8.count] }

  func caret(in run: TextRun, at index: Int) -> Double {
    Double(String(decoding: run.text.utf8.prefix(index), as: UTF8.self).count) * run.font.size / 2
  }

  func index(in run: TextRun, at x: Double) -> Int {
    let count = max(0, min(run.text.count, Int((x / (run.font.size / 2)).rounded())))
    return run.text.prefix(count).utf8.count
  }

  func direction(of text: String) -> TextDirection {
    text.unicodeScalars.contains { (0x590...0x6ff).contains($0.value) } ? .rightToLeft : .leftToRight
  }
}

/// A user in front of the view: font of 10 px, so that a character is 5 px wide.
struct TokensDesk {
  let view: TokensView
  let typesetter = TokenPitch()
  var bounds: Rect

  init(
    _ labels: [String], in bounds: Rect = Rect(x: 0, y: 0, width: 300, height: 30),
    _ adjust: (inout TokenFieldProperties) -> Void = { _ in }
  ) {
    var properties = TokenFieldProperties()
    properties.textMargin = 10
    adjust(&properties)
    var ids = ContentIDs()
    view = TokensView(properties: properties, font: FontSpec(size: 10), makeID: { ids.next() })
    self.bounds = bounds
    view.change(at: 0) { $0.setTokens(labels.map { Token($0) }) }
    view.layout(in: bounds, with: typesetter)
    _ = view.drainEvents()
  }

  static func strip(_ labels: [String], width: Double = 400) -> TokensDesk {
    TokensDesk(labels, in: Rect(x: 100, y: 6, width: width, height: 24)) { $0 = .strip }
  }

  func frame(at t: Seconds) -> Frame {
    var frame = Frame(size: Size(width: 600, height: 100), background: .black)
    view.draw(into: &frame, at: t)
    return frame
  }

  /// The layers: what text (| for a caret or a flash), where, and how much of it.
  func picture(at t: Seconds) -> [String] {
    frame(at: t).layers.map { layer in
      let texts = layer.content.primitives.compactMap { piece -> String? in
        if case .text(let run) = piece.element { run.text } else { nil }
      }
      func place(_ number: Double) -> String { shortest((number * 1000).rounded() / 1000) }
      let share = layer.opacity == 1 ? "" : " \(shortest((layer.opacity * 100).rounded(.down)))%"
      let what = texts.isEmpty ? "|" : texts.joined()
      return "\(what) \(place(layer.origin.x)),\(place(layer.origin.y))\(share)"
    }
  }

  func revisions(at t: Seconds) -> [Int] { frame(at: t).layers.map(\.content.revision) }

  func pieces(of label: String, at t: Seconds) -> [Primitive] {
    frame(at: t).layers.first { layer in
      layer.content.primitives.contains { if case .text(let run) = $0.element { run.text == label } else { false } }
    }?.content.primitives ?? []
  }

  func place(of label: String, at t: Seconds) -> Rect {
    let layer = frame(at: t).layers.first { layer in
      layer.content.primitives.contains { if case .text(let run) = $0.element { run.text == label } else { false } }
    }
    guard let layer, let box = layer.content.primitives.first?.bounds else { return .zero }
    return box.offsetBy(dx: layer.origin.x, dy: layer.origin.y)
  }

  func click(on label: String, at t: Seconds, tap: TokenTap = .plain) {
    let place = place(of: label, at: t)
    click(Point(x: place.minX + 5, y: place.midY), at: t, tap: tap)
  }

  func clickRemove(of label: String, at t: Seconds) {
    let place = place(of: label, at: t)
    click(Point(x: place.maxX - 12, y: place.midY), at: t)
  }

  func click(_ point: Point, at t: Seconds, tap: TokenTap = .plain) {
    view.pointer(.moved(point), at: t)
    view.pointer(.pressed(point, tap: tap), at: t)
    view.pointer(.released(point), at: t)
  }

  func type(_ text: String, at t: Seconds) {
    for character in text { view.insert(String(character), at: t) }
  }
}
