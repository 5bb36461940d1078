import Glibc

/// A rectangle of the screen, in pixels.
struct Box {
  var x = 0
  var y = 0
  var width = 0
  var height = 0

  /// The part that is inside a screen of that size.
  func clipped(width limitX: Int, height limitY: Int) -> Box {
    let left = min(max(0, x), limitX)
    let top = min(max(0, y), limitY)
    let right = max(left, min(limitX, x + width))
    let bottom = max(top, min(limitY, y + height))
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The screen of an Xvfb that was started with `-shmem`: an X window dump in shared memory, which the server draws to.
/// Looking at it costs the server nothing.
final class Framebuffer {
  private let segment: UnsafeMutableRawPointer
  private let pixels: UnsafeRawPointer
  private let bytesPerLine: Int
  let width: Int
  let height: Int

  /// - Parameter id: of the System V segment, as Xvfb prints it.
  init(id: Int32) throws(BenchError) {
    guard let segment = shmat(id, nil, Int32(SHM_RDONLY)), Int(bitPattern: segment) != -1 else {
      throw .system("shmat")
    }
    // It lives for as long as somebody is attached, however the server ends.
    shmctl(id, IPC_RMID, nil)
    self.segment = segment
    // XWDFile.h: 32-bit fields, the most significant byte first.
    func field(_ index: Int) -> Int { Int(UInt32(bigEndian: segment.load(fromByteOffset: index * 4, as: UInt32.self))) }
    (width, height, bytesPerLine) = (field(4), field(5), field(12))
    pixels = UnsafeRawPointer(segment) + field(0) + field(19) * 12
    guard field(1) == 7, field(11) == 32 else {
      shmdt(segment)
      throw BenchError("the virtual screen has \(field(11)) bits per pixel where 32 are expected")
    }
  }

  deinit { shmdt(segment) }

  /// The pixels of a row from column `x` on: blue in the lowest byte.
  func row(_ y: Int, from x: Int = 0) -> UnsafePointer<UInt32> {
    (pixels + y * bytesPerLine + x * 4).assumingMemoryBound(to: UInt32.self)
  }

  /// How many pixels differ clearly from the commonest colour, a few pixels inside the edge.
  func inkedPixels(in box: Box) -> Int {
    let margin = 3
    guard box.width > 2 * margin, box.height > 2 * margin else { return 0 }
    let background = commonestColor(in: box)
    func differs(_ pixel: UInt32, _ shift: UInt32) -> Bool {
      abs(Int32(pixel >> shift & 255) - Int32(background >> shift & 255)) > 64
    }
    var count = 0
    for y in box.y + margin..<box.y + box.height - margin {
      let line = row(y, from: box.x)
      for x in margin..<box.width - margin where line[x] & 0xffffff != background {
        if differs(line[x], 0) || differs(line[x], 8) || differs(line[x], 16) { count += 1 }
      }
    }
    return count
  }

  /// By majority vote over a sample; text is never the majority.
  private func commonestColor(in box: Box) -> UInt32 {
    var (color, votes): (UInt32, Int) = (0, 0)
    for y in stride(from: box.y, to: box.y + box.height, by: 3) {
      let line = row(y, from: box.x)
      for x in stride(from: 0, to: box.width, by: 7) {
        let pixel = line[x] & 0xffffff
        if votes == 0 { color = pixel }
        votes += pixel == color ? 1 : -1
      }
    }
    return color
  }
}

/// Tells whether something in a box has changed, from three of its rows: motion of text changes each of them.
struct ChangeDetector {
  private let framebuffer: Framebuffer
  private let box: Box
  private let rows: [Int]
  private var seen: [UInt32]

  init(_ framebuffer: Framebuffer, box: Box) {
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
