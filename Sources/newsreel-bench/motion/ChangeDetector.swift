import Glibc
import TestKit

/// Tells whether something in a box has changed, from three of its rows: motion of text changes each of them.
struct ChangeDetector {
  private let framebuffer: Framebuffer
  private let box: WindowPlace
  private let rows: [Int]
  private var seen: [UInt32]

  init(_ framebuffer: Framebuffer, box: WindowPlace) {
    self.framebuffer = framebuffer
    self.box = box
    rows = [0.35, 0.5, 0.65].map { box.y + Int(Double(box.height) * $0) }
    seen = [UInt32](repeating: 0, count: box.width * rows.count)
    _ = hasChanged()
  }

  /// Since the last call.
  mutating func hasChanged() -> Bool {
    let size = box.width * 4
    var result = false
    seen.withUnsafeMutableBytes { seen in
      guard let base = seen.baseAddress else { return }
      for (index, y) in rows.enumerated() {
        let line = framebuffer.row(y, from: box.x)
        if memcmp(base + index * size, line, size) != 0 {
          memcpy(base + index * size, line, size)
          result = true
        }
      }
    }
    return result
  }
}
