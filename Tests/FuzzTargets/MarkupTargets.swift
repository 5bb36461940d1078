import CRender
import ViewKit

@testable import Render
@testable import Scene
@testable import ScrollCore
@testable import X11

extension FuzzTarget {
  /// Lines that say what they look like.
  static let markups = [
    FuzzTarget("lemonbar") { try checkBar($0, .lemonbar) },
    FuzzTarget("dzen2") { try checkBar($0, .dzen2) },
    FuzzTarget("bitmaps", longest: 1024, checkBitmap),
    FuzzTarget("pango", longest: 1024, checkPango),
  ]

  private static func checkBar(_ bytes: [UInt8], _ markup: TextMarkup) throws {
    let text = TextCleaner.line(String(decoding: bytes, as: UTF8.self), limit: 4000)
    guard let line = markup.line(text, side: .left) else { throw Broken(description: "it is no line of a bar") }
    try hold(line.text.utf8.count <= text.utf8.count + 2, "its text has grown")
    try hold(line.parts.count == 3 && line.areas.count <= BarLine.mostAreas, "\(line.areas.count) areas")
    try hold(line.problems.count <= 9, "\(line.problems.count) problems")
    for step in line.parts.joined() { try hold(isBounded(step), "\(step) is without bounds") }
    var style = CrawlStyle()
    style.markup.kind = markup
    (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, 100, 0)
    let view = CrawlScene(style)
    view.show(Headline(text), at: 0)
    let harness = ViewHarness(view, size: Size(width: 400, height: 40))
    harness.layOut()
    view.start(at: 0)
    for t in [0, 1.5, 70] {
      harness.draw(at: t)
      harness.click(Point(x: Double(checksum(bytes) % 400), y: 20), at: t)
    }
    for look in view.headlines.layouts.values {
      guard let bar = look.bar else { continue }
      try hold(bar.width >= 0 && bar.width < 1e7, "a line of \(bar.width) px")
      try hold(bar.areas.allSatisfy { $0.left >= 0 && $0.left < $0.right }, "\(bar.areas)")
      try hold(
        bar.primitives.allSatisfy { $0.bounds.minX.isFinite && $0.bounds.maxY.isFinite }, "somewhere at infinity")
    }
  }

  private static func isBounded(_ step: BarLine.Step) -> Bool {
    let most = -BarLine.farthest...BarLine.farthest
    return switch step {
    case .shape(let shape): [shape.width, shape.height, shape.x, shape.y].allSatisfy(most.contains)
    case .room(let room): most.contains(room)
    case .block(let width, _): most.contains(width)
    case .move(.by(let x, let y)), .move(.to(let x, let y)): most.contains(x ?? 0) && most.contains(y ?? 0)
    default: true
    }
  }

  private static func checkBitmap(_ bytes: [UInt8]) throws {
    guard let bitmap = Bitmap(xbm: String(decoding: bytes, as: UTF8.self)) else { return }
    for box in bitmap.boxes {
      let isInside =
        box.x >= 0 && box.y >= 0 && box.x + box.width <= bitmap.width && box.y + box.height <= bitmap.height
      try hold(isInside && box.width > 0 && box.height > 0, "\(box) in \(bitmap.width) × \(bitmap.height)")
    }
  }

  private static func checkPango(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let plain = TextMarkup.plainText(ofPango: text)
    try hold(plain.utf8.count <= text.utf8.count, "its text has grown")
    var (list, read): (OpaquePointer?, UnsafeMutablePointer<CChar>?) = (nil, nil)
    guard pango_parse_markup(text, -1, 0, &list, &read, nil, nil) != 0, let list else { return }
    defer {
      pango_attr_list_unref(list)
      g_free(read)
    }
    MarkupBounds.apply(to: list, size: 20, dotsPerInch: 72)
    var attributes = pango_attr_list_get_attributes(list)
    while let item = attributes {
      if let attribute = item.pointee.data?.assumingMemoryBound(to: PangoAttribute.self) {
        defer { pango_attribute_destroy(attribute) }
        try check(attribute)
      }
      attributes = g_slist_delete_link(item, item)
    }
  }

  private static func check(_ attribute: UnsafeMutablePointer<PangoAttribute>) throws {
    let data = UnsafeMutableRawPointer(attribute)
    switch attribute.pointee.klass.pointee.type {
    case PANGO_ATTR_SIZE, PANGO_ATTR_ABSOLUTE_SIZE:
      let size = data.assumingMemoryBound(to: PangoAttrSize.self).pointee.size
      try hold((1...500 * PANGO_SCALE).contains(size), "a size of \(size)")
    case PANGO_ATTR_FONT_DESC:
      let size = pango_font_description_get_size(data.assumingMemoryBound(to: PangoAttrFontDesc.self).pointee.desc)
      try hold((0...500 * PANGO_SCALE).contains(size), "a font of \(size)")
    case PANGO_ATTR_LETTER_SPACING, PANGO_ATTR_RISE, PANGO_ATTR_BASELINE_SHIFT, PANGO_ATTR_ABSOLUTE_LINE_HEIGHT:
      let length = data.assumingMemoryBound(to: PangoAttrInt.self).pointee.value
      try hold((-1000 * PANGO_SCALE...1000 * PANGO_SCALE).contains(length), "a length of \(length)")
    case PANGO_ATTR_SCALE, PANGO_ATTR_LINE_HEIGHT:
      let factor = data.assumingMemoryBound(to: PangoAttrFloat.self).pointee.value
      try hold(factor >= 0.01 && factor <= 500, "a multiple of \(factor)")
    default: break
    }
  }
}
