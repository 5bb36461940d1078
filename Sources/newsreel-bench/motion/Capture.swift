import Base
import TestKit

/// What a strip on the screen showed, from one change to the next.
struct Picture {
  /// Seconds since the capture began.
  var time: Double
  /// Mean luminance of each column, in several groups of rows, one after the other.
  var profile: [Float]
}

/// The pictures of a box, as they came.
struct Capture {
  static let groups = 4

  let width: Int
  let duration: Double
  private(set) var pictures: [Picture] = []
  /// The longest time between two looks: what is shorter than that may have been missed.
  private(set) var longestGap = 0.0

  private static let interval = 0.000_25

  /// Looks at the box some thousand times a second.
  init(_ framebuffer: Framebuffer, box: WindowPlace, seconds: Double) throws {
    width = box.width
    duration = seconds
    var eye = Eye(framebuffer: framebuffer, box: box, detector: ChangeDetector(framebuffer, box: box))
    let start = monotonicNow()
    pictures.append(Picture(time: 0, profile: try eye.stillProfile()))
    var looked = monotonicNow()
    while true {
      try rest(until: looked + Self.interval)
      let time = monotonicNow()
      guard time - start < seconds else { return }
      longestGap = max(longestGap, time - looked)
      looked = time
      guard eye.detector.hasChanged() else { continue }
      pictures.append(Picture(time: time - start, profile: try eye.stillProfile()))
      looked = monotonicNow()
    }
  }

  /// Reads a box while the server may be in the midst of drawing there.
  private struct Eye {
    let framebuffer: Framebuffer
    let box: WindowPlace
    var detector: ChangeDetector

    /// The profile once the picture has stood still for a moment; a screen would hardly ever see it before.
    mutating func stillProfile() throws -> [Float] {
      for _ in 0..<8 {
        try rest(until: monotonicNow() + Capture.interval)
        if detector.hasChanged() { continue }
        let profile = Capture.profile(framebuffer, box)
        if !detector.hasChanged() { return profile }
      }
      return Capture.profile(framebuffer, box)
    }
  }

  /// For pictures that come from elsewhere.
  init(pictures: [Picture], width: Int, duration: Double) {
    (self.pictures, self.width, self.duration) = (pictures, width, duration)
  }

  /// The profile of what a box shows now.
  static func profile(_ framebuffer: Framebuffer, _ box: WindowPlace) -> [Float] {
    var result = [Float](repeating: 0, count: groups * box.width)
    result.withUnsafeMutableBufferPointer { result in
      for row in 0..<box.height {
        let line = framebuffer.row(box.y + row, from: box.x)
        let base = row * groups / box.height * box.width
        for x in 0..<box.width {
          let pixel = line[x]
          let sum = 77 * (pixel >> 16 & 255) &+ 150 * (pixel >> 8 & 255) &+ 29 * (pixel & 255)
          result[base + x] += Float(sum)
        }
      }
    }
    let scale = Float(groups) / Float(256 * box.height)
    for index in result.indices { result[index] *= scale }
    return result
  }
}
