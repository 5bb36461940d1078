internal import CX11
internal import ScrollCore

/// Memory shared with the server (MIT-SHM): pixels reach it with a request of 40 bytes. Local servers only.
final class SharedPixels {
  private let display: OpaquePointer
  /// Images keep its address.
  private let segment: UnsafeMutablePointer<XShmSegmentInfo>
  private var isShared = false
  /// The offset of the next pixels, in bytes.
  private var next = 0
  /// The parts that the server may still be reading, the oldest first.
  private var inUse: [(bytes: Range<Int>, serial: UInt)] = []

  private static let size = 1 << 17

  /// Waits for the server once (`XShmAttach`). Nil if the server cannot share.
  ///
  /// - Parameter ignoringErrors: Runs requests that may fail.
  init?(_ display: OpaquePointer, ignoringErrors: (() -> Void) -> Void) {
    self.display = display
    let name = String(cString: XDisplayString(display))
    // Pixels are written in this machine's byte order, so the server's must be the same.
    guard name.hasPrefix(":") || name.hasPrefix("unix"), 1.littleEndian == 1,
      XImageByteOrder(display) == LSBFirst, XShmQueryExtension(display) != 0
    else { return nil }
    let id = shmget(IPC_PRIVATE, Self.size, Int32(IPC_CREAT) | 0o600)
    guard id >= 0 else { return nil }
    // The kernel frees the segment with its last user, even after a crash.
    defer { shmctl(id, IPC_RMID, nil) }
    guard let memory = shmat(id, nil, 0), Int(bitPattern: memory) != -1 else { return nil }
    segment = .allocate(capacity: 1)
    segment.initialize(
      to: XShmSegmentInfo(shmseg: 0, shmid: id, shmaddr: memory.assumingMemoryBound(to: CChar.self), readOnly: 1))
    ignoringErrors {
      XShmAttach(display, segment)
      XSync(display, 0)
    }
    // A server on another machine does not have the segment, or has another one with its number.
    var state = shmid_ds()
    isShared = shmctl(id, IPC_STAT, &state) == 0 && state.shm_nattch >= 2
    if !isShared { return nil }
  }

  deinit {
    if isShared { XShmDetach(display, segment) }
    shmdt(segment.pointee.shmaddr)
    segment.deallocate()
  }

  /// The drawable.
  struct Target {
    var drawable: UInt
    var visual: UnsafeMutablePointer<Visual>
    var depth: Int32
    var context: GC
  }

  /// Puts pixels on a drawable (`XShmPutImage`). False if the memory is full, or the server wants another pixel layout.
  func put(
    _ pixels: UnsafeRawBufferPointer, stride: Int, _ part: PixelRect, on target: Target, x: Int, y: Int
  ) -> Bool {
    let row = 4 * part.width
    guard let start = room(for: row * part.height), let memory = segment.pointee.shmaddr else { return false }
    let image = XShmCreateImage(
      display, target.visual, UInt32(target.depth), ZPixmap, memory + start, segment,
      UInt32(part.width), UInt32(part.height))
    guard let image else { return false }
    defer { nr_destroy_image(image) }
    guard image.pointee.bits_per_pixel == 32, Int(image.pointee.bytes_per_line) == row else { return false }
    for y in part.rows {
      let from = 4 * (y * stride + part.x)
      UnsafeMutableRawPointer(memory + start + (y - part.y) * row).copyMemory(
        from: pixels.baseAddress! + from, byteCount: row)
    }
    inUse.append((start..<start + row * part.height, XNextRequest(display)))
    next = start + row * part.height
    XShmPutImage(
      display, target.drawable, target.context, image, 0, 0, Int32(x), Int32(y), UInt32(part.width),
      UInt32(part.height), 0)
    return true
  }

  /// The place to write `count` bytes, or nil.
  private func room(for count: Int) -> Int? {
    let done = XLastKnownRequestProcessed(display)
    inUse.removeAll { $0.serial <= done }
    let start = next + count <= Self.size ? next : 0
    let bytes = start..<start + count
    return bytes.upperBound <= Self.size && !inUse.contains { $0.bytes.overlaps(bytes) } ? start : nil
  }
}
