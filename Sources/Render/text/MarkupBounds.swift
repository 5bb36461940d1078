internal import CRender
internal import Glibc

/// Bounds for markup: arbitrary sizes and spacing would take unbounded memory and time.
enum MarkupBounds {
  /// In pixels or points: the largest size, and the farthest that markup may move what follows.
  private static let largest = 500.0
  private static let farthest = 1000.0

  /// Clamps the values of attributes in place, and makes points of the screen's resolution those of the font map, which are pixels:
  /// to set its resolution has Pango list all fonts once more.
  ///
  /// - Parameter size: The size of the text's own font, in pixels.
  static func apply(to list: OpaquePointer?, size: Double, dotsPerInch: Double) {
    guard let list else { return }
    // Clamps absolute sizes first, then multiples of the largest one.
    var most = size
    visit(list, &most) { attribute, most in
      if let most, let attribute { most.pointee = max(most.pointee, MarkupBounds.boundLength(attribute)) }
    }
    visit(list, &most) { attribute, most in
      if let most, let attribute { MarkupBounds.boundFactor(attribute, of: most.pointee) }
    }
    var pixels = dotsPerInch / 72
    visit(list, &pixels) { attribute, pixels in
      if let pixels, let attribute { MarkupBounds.scalePoints(attribute, by: pixels.pointee) }
    }
  }

  private typealias Visit =
    @convention(c) (
      UnsafeMutablePointer<PangoAttribute>?, UnsafeMutablePointer<Double>?
    ) -> Void

  /// Calls a function for each attribute (`pango_attr_list_filter`, which removes nothing here).
  private static func visit(_ list: OpaquePointer, _ most: inout Double, _ visit: Visit) {
    withoutActuallyEscaping(visit) { visit in
      withUnsafeMutablePointer(to: &most) { most in
        var call = Call(visit: visit, most: most)
        let taken = pango_attr_list_filter(
          list,
          { attribute, data in
            guard let call = data?.assumingMemoryBound(to: Call.self).pointee else { return 0 }
            call.visit(attribute, call.most)
            return 0
          }, &call)
        if let taken { pango_attr_list_unref(taken) }
      }
    }
  }

  private struct Call {
    var visit: Visit
    var most: UnsafeMutablePointer<Double>
  }

  /// Returns the size, if the attribute is one, or 0.
  private static func boundLength(_ attribute: UnsafeMutablePointer<PangoAttribute>) -> Double {
    let data = UnsafeMutableRawPointer(attribute)
    switch attribute.pointee.klass.pointee.type {
    case PANGO_ATTR_SIZE, PANGO_ATTR_ABSOLUTE_SIZE:
      let size = data.assumingMemoryBound(to: PangoAttrSize.self)
      size.pointee.size = bounded(size.pointee.size, 1.0 / 64...largest)
      return Double(size.pointee.size) / Double(PANGO_SCALE)
    case PANGO_ATTR_FONT_DESC:
      guard let font = data.assumingMemoryBound(to: PangoAttrFontDesc.self).pointee.desc,
        pango_font_description_get_set_fields(font).rawValue & PANGO_FONT_MASK_SIZE.rawValue != 0
      else { return 0 }
      let size = bounded(pango_font_description_get_size(font), 0...largest)
      if pango_font_description_get_size_is_absolute(font) != 0 {
        pango_font_description_set_absolute_size(font, Double(size))
      } else {
        pango_font_description_set_size(font, size)
      }
      return Double(size) / Double(PANGO_SCALE)
    case PANGO_ATTR_LETTER_SPACING, PANGO_ATTR_RISE, PANGO_ATTR_BASELINE_SHIFT, PANGO_ATTR_ABSOLUTE_LINE_HEIGHT:
      let length = data.assumingMemoryBound(to: PangoAttrInt.self)
      length.pointee.value = bounded(length.pointee.value, -farthest...farthest)
      return 0
    default: return 0
    }
  }

  private static func scalePoints(_ attribute: UnsafeMutablePointer<PangoAttribute>, by pixels: Double) {
    let data = UnsafeMutableRawPointer(attribute)
    func scaled(_ size: Int32) -> Int32 { Int32((Double(size) * pixels).rounded()) }
    switch attribute.pointee.klass.pointee.type {
    case PANGO_ATTR_SIZE:
      let size = data.assumingMemoryBound(to: PangoAttrSize.self)
      size.pointee.size = scaled(size.pointee.size)
    case PANGO_ATTR_FONT_DESC:
      guard let font = data.assumingMemoryBound(to: PangoAttrFontDesc.self).pointee.desc,
        pango_font_description_get_set_fields(font).rawValue & PANGO_FONT_MASK_SIZE.rawValue != 0,
        pango_font_description_get_size_is_absolute(font) == 0
      else { return }
      pango_font_description_set_size(font, scaled(pango_font_description_get_size(font)))
    default: return
    }
  }

  /// - Parameter size: The largest size that the factor multiplies.
  private static func boundFactor(_ attribute: UnsafeMutablePointer<PangoAttribute>, of size: Double) {
    let isScale = attribute.pointee.klass.pointee.type == PANGO_ATTR_SCALE
    guard isScale || attribute.pointee.klass.pointee.type == PANGO_ATTR_LINE_HEIGHT else { return }
    let factor = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: PangoAttrFloat.self)
    let most = isScale ? max(1, largest / max(1, size)) : 8
    factor.pointee.value = factor.pointee.value > 0.01 ? min(most, factor.pointee.value) : 0.01
  }

  private static func bounded(_ value: Int32, _ range: ClosedRange<Double>) -> Int32 {
    let scaled = min(range.upperBound, max(range.lowerBound, Double(value) / Double(PANGO_SCALE)))
    return Int32((scaled * Double(PANGO_SCALE)).rounded())
  }
}
