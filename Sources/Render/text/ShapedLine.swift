internal import CRender
internal import Scene
internal import ScrollCore

/// A shaped line of text: glyphs in visual order, at places in pixels from the left end of the baseline.
final class ShapedLine {
  struct Glyph {
    var index: UInt32
    var x: Float
    var y: Float
  }

  /// Glyphs of one font and colour. `minX` and `maxX` bound their advances.
  struct Run {
    var face: FontFace
    var color: Color?
    var background: Color?
    var underline = false
    var strikethrough = false
    var glyphs: Range<Int>
    var minX: Float
    var maxX: Float
  }

  /// What a line inks. It is read from the fonts when it is first needed: measuring a width does not.
  struct Ink {
    /// In pixels from the left end of the baseline.
    var bounds = Rect.zero
    /// How far a glyph reaches to the left and to the right of its origin, and of its run's advances.
    var (left, right): (Float, Float) = (0, 0)
  }

  /// Returns the face of a font that the shaper chose; nil if it cannot be drawn.
  typealias Faces = (UnsafeMutablePointer<PangoFont>) -> FontFace?

  private(set) var glyphs: [Glyph] = []
  private(set) var runs: [Run] = []
  private(set) var width = 0.0
  private(set) lazy var ink = measuredInk
  /// The font's size in pixels, which places and scales the lines that markup draws.
  private let size: Double

  init(_ layout: OpaquePointer, size: Double, _ face: Faces) {
    self.size = size
    guard let line = pango_layout_get_line_readonly(layout, 0) else { return }
    var items: [PangoGlyphItem] = []
    var node = line.pointee.runs
    while let item = node {
      if let run = item.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) { items.append(run.pointee) }
      node = item.pointee.next
    }
    glyphs.reserveCapacity(items.reduce(0) { $0 + Int($1.glyphs?.pointee.num_glyphs ?? 0) })
    runs.reserveCapacity(items.count)
    var pen = 0
    for item in items { append(item, pen: &pen, face) }
    width = Double(pen) / Double(PANGO_SCALE)
  }

  /// The background of a text, from top to bottom, below the baseline.
  var background: ClosedRange<Double> { -0.95 * size...0.25 * size }
  var underline: ClosedRange<Double> { 0.1 * size...0.1 * size + thickness }
  var strikethrough: ClosedRange<Double> { -0.3 * size...thickness - 0.3 * size }
  private var thickness: Double { max(1, size / 14) }

  private var measuredInk: Ink {
    var ink = Ink()
    for run in runs {
      for glyph in glyphs[run.glyphs] {
        guard let own = run.face.ink(of: glyph.index) else { continue }
        let place = own.offsetBy(dx: Double(glyph.x), dy: Double(glyph.y))
        ink.bounds = ink.bounds.union(place)
        ink.left = max(ink.left, -Float(own.minX), run.minX - Float(place.minX))
        ink.right = max(ink.right, Float(own.maxX), Float(place.maxX) - run.maxX)
      }
      guard let bar = run.background != nil ? background : run.underline ? underline : nil else { continue }
      let width = Double(run.maxX - run.minX)
      ink.bounds = ink.bounds.union(
        Rect(x: Double(run.minX), y: bar.lowerBound, width: width, height: bar.upperBound - bar.lowerBound))
    }
    return ink
  }

  /// An estimate for the cache's bound: the glyphs and runs, with their arrays and the line's place there.
  var byteCount: Int { glyphs.count * MemoryLayout<Glyph>.stride + runs.count * MemoryLayout<Run>.stride + 384 }

  private func append(_ item: PangoGlyphItem, pen: inout Int, _ face: Faces) {
    guard let string = item.glyphs?.pointee, let analysis = item.item?.pointee.analysis else { return }
    let start = glyphs.count
    let startX = pen
    for i in 0..<Int(string.num_glyphs) {
      let info = string.glyphs[i]
      let isDrawn = info.glyph != PangoGlyph(PANGO_GLYPH_EMPTY)
      if isDrawn {
        // A character without a glyph is drawn as the font's "missing" box.
        let isUnknown = info.glyph & PangoGlyph(PANGO_GLYPH_UNKNOWN_FLAG) != 0
        glyphs.append(
          Glyph(
            index: isUnknown ? 0 : info.glyph,
            x: Float(Double(pen + Int(info.geometry.x_offset)) / Double(PANGO_SCALE)),
            y: Float(Double(Int(info.geometry.y_offset) + Int(item.y_offset)) / Double(PANGO_SCALE))))
      }
      pen += Int(info.geometry.width)
    }
    guard let font = analysis.font, let face = face(font) else {
      glyphs.removeSubrange(start...)
      return
    }
    var run = Run(
      face: face, color: nil, background: nil, glyphs: start..<glyphs.count,
      minX: Float(Double(startX) / Double(PANGO_SCALE)), maxX: Float(Double(pen) / Double(PANGO_SCALE)))
    Self.read(analysis.extra_attrs, into: &run)
    runs.append(run)
  }

  /// Reads what markup sets besides fonts: colours and lines.
  private static func read(_ attributes: UnsafeMutablePointer<GSList>?, into run: inout Run) {
    var node = attributes
    while let item = node {
      node = item.pointee.next
      guard let data = item.pointee.data else { continue }
      let type = data.assumingMemoryBound(to: PangoAttribute.self).pointee.klass.pointee.type
      switch type {
      case PANGO_ATTR_FOREGROUND:
        run.color = Color(data.assumingMemoryBound(to: PangoAttrColor.self).pointee.color)
      case PANGO_ATTR_BACKGROUND:
        run.background = Color(data.assumingMemoryBound(to: PangoAttrColor.self).pointee.color)
      case PANGO_ATTR_UNDERLINE:
        run.underline = data.assumingMemoryBound(to: PangoAttrInt.self).pointee.value != 0
      case PANGO_ATTR_STRIKETHROUGH:
        run.strikethrough = data.assumingMemoryBound(to: PangoAttrInt.self).pointee.value != 0
      default: break
      }
    }
  }
}

extension Color {
  fileprivate init(_ color: PangoColor) {
    self.init(
      red: UInt8(color.red >> 8), green: UInt8(color.green >> 8), blue: UInt8(color.blue >> 8))
  }
}
