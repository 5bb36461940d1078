import Glibc

/// The screen of an Xvfb that was started with `-shmem`: an X window dump (X11/XWDFile.h) in shared memory, which the server
/// draws to. Looking at it costs the server nothing.
package final class Framebuffer: Sendable {
  // Memory that is only read, and that stays until the object goes.
  private nonisolated(unsafe) let segment: UnsafeRawPointer
  private nonisolated(unsafe) let pixels: UnsafeRawPointer
  private let bytesPerLine: Int
  private let bytesPerPixel: Int
  /// Where a pixel has its red, green and blue.
  private let masks: [UInt32]
  package let width: Int
  package let height: Int

  /// - Parameter id: of the System V segment, as Xvfb prints it.
  package init(id: Int32) throws {
    guard let segment = shmat(id, nil, Int32(SHM_RDONLY)), Int(bitPattern: segment) != -1 else {
      throw HarnessError("shmat: \(String(cString: strerror(errno)))")
    }
    // It lives for as long as somebody is attached, however the server ends.
    shmctl(id, IPC_RMID, nil)
    self.segment = UnsafeRawPointer(segment)
    // 32-bit fields, the most significant byte first.
    func field(_ index: Int) -> Int { Int(UInt32(bigEndian: segment.load(fromByteOffset: index * 4, as: UInt32.self))) }
    (width, height, bytesPerLine) = (field(4), field(5), field(12))
    pixels = UnsafeRawPointer(segment) + field(0) + field(19) * 12
    bytesPerPixel = field(11) / 8
    // A screen of 8 bits has none itself; windows on it may have these colours (Xvfb's TrueColor).
    masks = bytesPerPixel == 1 ? [0x07, 0x38, 0xC0] : (14...16).map { UInt32(field($0)) }
    guard field(1) == 7, [1, 2, 4].contains(bytesPerPixel) else {
      shmdt(segment)
      throw HarnessError("the virtual screen has \(field(11)) bits a pixel")
    }
  }

  deinit { shmdt(segment) }

  /// The pixels of a row from column `x` on, where they have 32 bits: blue in the lowest byte, nothing of meaning in the highest.
  package func row(_ y: Int, from x: Int = 0) -> UnsafePointer<UInt32> {
    (pixels + y * bytesPerLine + x * 4).assumingMemoryBound(to: UInt32.self)
  }

  /// What the screen shows in the rectangle, as far as that is inside.
  package func screenshot(of place: WindowPlace) -> Screenshot {
    let part = place.clipped(width: width, height: height)
    let count = part.width * part.height
    if masks != [0xFF0000, 0xFF00, 0xFF] {
      let pixels = (0..<count).map { color(x: part.x + $0 % part.width, y: part.y + $0 / part.width) }
      return Screenshot(width: part.width, height: part.height, pixels: pixels)
    }
    let pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      var index = 0
      for y in 0..<part.height {
        let line = row(part.y + y, from: part.x)
        var x = 0
        // A plain loop: without the optimiser, a screen takes long enough.
        while x < part.width {
          buffer[index] = line[x] & 0xFF_FFFF
          (x, index) = (x &+ 1, index &+ 1)
        }
      }
      initialized = count
    }
    return Screenshot(width: part.width, height: part.height, pixels: pixels)
  }

  /// A pixel of any layout, as 0xRRGGBB.
  private func color(x: Int, y: Int) -> UInt32 {
    let address = pixels + y * bytesPerLine + x * bytesPerPixel
    let pixel =
      switch bytesPerPixel {
      case 1: UInt32(address.load(as: UInt8.self))
      case 2: UInt32(address.load(as: UInt16.self))
      default: address.load(as: UInt32.self)
      }
    return masks.reduce(0) { color, mask in
      let (shift, most) = (mask.trailingZeroBitCount, mask >> mask.trailingZeroBitCount)
      return color << 8 | ((pixel & mask) >> shift * 255 + most / 2) / most
    }
  }
}
