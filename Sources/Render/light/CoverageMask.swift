internal import CRender
internal import CX11
internal import ScrollCore

/// The coverage of each pixel, 0 to 255. Additions add up, so that joined glyphs leave no seam.
final class CoverageMask {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var bytes: [UInt8] = []
  /// Bounds of the covered pixels.
  private(set) var bounds = PixelRect(width: 0, height: 0)

  /// Resizes the mask and clears it.
  func reset(width: Int, height: Int) {
    clear()
    (self.width, self.height) = (width, height)
    if bytes.count < width * height { bytes = [UInt8](repeating: 0, count: width * height) }
  }

  /// Clears the mask.
  func clear() {
    for y in bounds.rows {
      for i in y * width + bounds.x..<y * width + bounds.columns.upperBound { bytes[i] = 0 }
    }
    bounds = PixelRect(width: 0, height: 0)
  }

  /// Adds the coverage computed by FreeType's rasteriser, exact to 1/256 (`FT_Outline_Render`). The outline's origin is
  /// the mask's upper left corner; its y grows upwards.
  func add(_ render: (UnsafeMutablePointer<FT_Raster_Params>) -> Void) {
    let (width, height) = (width, height)
    guard width > 0, height > 0 else { return }
    let found = bytes.withUnsafeMutableBufferPointer { bytes -> PixelRect in
      guard let base = bytes.baseAddress else { return PixelRect(width: 0, height: 0) }
      var target = SpanTarget(bytes: base, width: width, height: height)
      withUnsafeMutablePointer(to: &target) { target in
        var params = FT_Raster_Params()
        params.flags = Int32(FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP)
        params.gray_spans = { y, count, spans, user in
          guard let user, let spans else { return }
          user.assumingMemoryBound(to: SpanTarget.self).pointee.add(spans, count: Int(count), y: Int(y))
        }
        params.user = UnsafeMutableRawPointer(target)
        params.clip_box = FT_BBox(xMin: 0, yMin: -height, xMax: width, yMax: 0)
        render(&params)
      }
      return target.bounds
    }
    bounds = bounds.hull(with: found)
  }

  /// Rounds each pixel to full or no coverage.
  func harden() {
    for y in bounds.rows {
      for i in y * width + bounds.x..<y * width + bounds.columns.upperBound { bytes[i] = bytes[i] < 128 ? 0 : 255 }
    }
  }

  /// Adds rows of coverage, clipped to the mask.
  func add(_ rows: ArraySlice<UInt8>, in place: PixelRect) {
    let part = place.intersection(PixelRect(width: width, height: height))
    guard !part.isEmpty else { return }
    bytes.withUnsafeMutableBufferPointer { bytes in
      rows.withUnsafeBufferPointer { rows in
        for y in part.rows {
          var source = (y - place.y) * place.width + part.x - place.x
          for i in y * width + part.x..<y * width + part.columns.upperBound {
            bytes[i] = addCoverage(bytes[i], rows[source])
            source += 1
          }
        }
      }
    }
    bounds = bounds.hull(with: part)
  }
}

/// The destination of FreeType's spans.
private struct SpanTarget {
  let bytes: UnsafeMutablePointer<UInt8>
  let width: Int
  let height: Int
  private var left = Int.max
  private var right = 0
  private var top = Int.max
  private var bottom = 0

  init(bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int) {
    (self.bytes, self.width, self.height) = (bytes, width, height)
  }

  var bounds: PixelRect {
    left < right ? PixelRect(columns: left..<right, rows: top..<bottom) : PixelRect(width: 0, height: 0)
  }

  mutating func add(_ spans: UnsafePointer<FT_Span>, count: Int, y: Int) {
    let row = -1 - y
    guard row >= 0, row < height else { return }
    let line = bytes + row * width
    for i in 0..<count {
      let (start, end) = (max(0, Int(spans[i].x)), min(width, Int(spans[i].x) + Int(spans[i].len)))
      guard start < end, spans[i].coverage > 0 else { continue }
      for x in start..<end { line[x] = addCoverage(line[x], spans[i].coverage) }
      (left, right) = (min(left, start), max(right, end))
      (top, bottom) = (min(top, row), max(bottom, row + 1))
    }
  }
}

/// Saturating addition.
private func addCoverage(_ a: UInt8, _ b: UInt8) -> UInt8 {
  let (sum, isMore) = a.addingReportingOverflow(b)
  return isMore ? 255 : sum
}
