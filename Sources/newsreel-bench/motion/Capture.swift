import Base
import Glibc
import TestKit

/// What a strip on the screen showed, from one change to the next.
struct CapturedPicture {
  /// Seconds since the capture began.
  var time: Double
  /// Mean light of each column, in several groups of rows, one after the other: what is emitted, and not code values.
  var profile: [Float]
  /// How far the time may be off, in seconds: the picture came between two looks, most likely half way.
  var uncertainty = 0.0
}

/// The pictures of a box, as they came.
struct Capture {
  static let groups = 4

  let width: Int
  let duration: Double
  private(set) var pictures: [CapturedPicture] = []
  /// The profile of the same text at rest, where there is one.
  var still: [Float]?
  /// The longest time between two looks: what is shorter than that may have been missed.
  private(set) var longestGap = 0.0

  /// Seconds from one look to the next, and for which a picture stands still that is no longer drawn on.
  private static let interval = 0.000_05
  fileprivate static let drawingTime = 0.000_25

  /// Looks at the box many thousand times a second, before all other programs where it may.
  init(_ framebuffer: Framebuffer, box: WindowPlace, seconds: Double) throws {
    self.init(pictures: [], width: box.width, duration: seconds)
    try ahead { try look(framebuffer, box) }
  }

  private mutating func look(_ framebuffer: Framebuffer, _ box: WindowPlace) throws {
    var eye = Eye(framebuffer, box: box)
    let start = monotonicNow()
    pictures.append(CapturedPicture(time: 0, profile: try eye.stillProfile()))
    var looked = monotonicNow()
    while true {
      try rest(until: looked + Self.interval)
      let time = monotonicNow()
      guard time - start < duration else { return }
      let gap = time - looked
      longestGap = max(longestGap, gap)
      looked = time
      guard eye.hasChanged() else { continue }
      pictures.append(
        CapturedPicture(time: time - gap / 2 - start, profile: try eye.stillProfile(), uncertainty: gap / 2))
      looked = monotonicNow()
    }
  }

  /// For pictures that come from elsewhere.
  init(pictures: [CapturedPicture], width: Int, duration: Double) {
    (self.pictures, self.width, self.duration) = (pictures, width, duration)
  }

  /// The profile of what a box shows now; white has 255.
  static func profile(_ framebuffer: Framebuffer, _ box: WindowPlace) -> [Float] {
    var result = [Float](repeating: 0, count: groups * box.width)
    result.withUnsafeMutableBufferPointer { result in
      lights.withUnsafeBufferPointer { lights in
        for row in 0..<box.height {
          let line = framebuffer.row(box.y + row, from: box.x)
          let base = row * groups / box.height * box.width
          for x in 0..<box.width {
            let pixel = line[x]
            result[base + x] +=
              lights[Int(pixel >> 16 & 255)] + lights[256 + Int(pixel >> 8 & 255)] + lights[512 + Int(pixel & 255)]
          }
        }
      }
    }
    let scale = Float(groups) / Float(box.height)
    for index in result.indices { result[index] *= scale }
    return result
  }

  /// The light of red's code values, of green's and of blue's.
  private static let lights = [Light.weights.red, Light.weights.green, Light.weights.blue].flatMap { weight in
    Light.ofCode.map { Float($0 * weight * 255) }
  }
}

/// Reads a box while the server may be in the midst of drawing there. Whether something has changed it tells from three
/// of its rows: motion of text changes each of them.
private struct Eye {
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

  /// The profile once the picture has stood still for a moment; a screen would hardly ever see it before.
  mutating func stillProfile() throws -> [Float] {
    for _ in 0..<8 {
      try rest(until: monotonicNow() + Capture.drawingTime)
      if hasChanged() { continue }
      let profile = Capture.profile(framebuffer, box)
      if !hasChanged() { return profile }
    }
    return Capture.profile(framebuffer, box)
  }
}

extension Framebuffer {
  /// How many pixels differ clearly from the one in the corner, a few pixels inside the edge: there is hardly ever text.
  func inkedPixels(in box: WindowPlace) -> Int {
    let margin = 3
    guard box.width > 2 * margin, box.height > 2 * margin else { return 0 }
    let ground = row(box.y + margin, from: box.x)[margin]
    func differs(_ pixel: UInt32, _ shift: UInt32) -> Bool {
      abs(Int32(pixel >> shift & 255) - Int32(ground >> shift & 255)) > 64
    }
    return (box.y + margin..<box.y + box.height - margin).reduce(0) { count, y in
      let line = row(y, from: box.x)
      return count + (margin..<box.width - margin).count { x in [0, 8, 16].contains { differs(line[x], $0) } }
    }
  }
}
