import Glibc
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import Base
@testable import Scene
@testable import Windows

/// The as-run log against the pixels: ten minutes of frames, drawn and looked at one by one.
@Suite("As-run against pixels", .serialized, .tags(.x11, .slow)) struct AsRunPixelTests {
  private static let (width, height, rate) = (200, 14, 60.0)

  /// What is found in the pixels of one colour: when it was seen, and for how many frames all of it.
  private struct Passage {
    var first: Double
    var last: Double
    /// The width that is seen in each frame.
    var widths: [Int]
  }

  /// Finds the columns of a colour in frames.
  private struct Eye {
    var passages: [Passage] = []
    private var isSeen = false

    mutating func look(_ columns: ClosedRange<Int>?, at t: Double) {
      defer { isSeen = columns != nil }
      guard let columns else { return }
      if !isSeen { passages.append(Passage(first: t, last: t, widths: [])) }
      passages[passages.count - 1].last = t
      passages[passages.count - 1].widths.append(columns.count)
    }
  }

  private static func crawl(speed: Double) throws -> CrawlController {
    var request = ViewRequest<CrawlKind>()
    let texts = ["#ff0000", "#00ff00", "#0000ff"].map { "<span foreground=\"\($0)\">Jot \($0.dropFirst())</span>" }
    request.sources = try Settings(arguments: texts)
    for (name, value) in [
      ("markup", "pango"), ("scroll-time", "0"), ("scroll-speed", "\(speed)"), ("delay-at-start", "0"),
      ("repeat-when-out-of-bounds", "false"), ("repeat-spacing", "71"), ("separator-size", "0"),
      ("background", "#000000"), ("font", "DejaVu Sans 9px"), ("start-out-of-bounds", "true"),
    ] { try request.own.set(name, to: value) }
    return try CrawlController(request)
  }

  @Test("Within a refresh over ten minutes, and over five at twice the speed", arguments: [60.0, 120])
  func pixels(_ speed: Double) async throws {
    let time = 36_000 / speed
    let server = try await XServer(width: 640, height: 100)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let controller = try Self.crawl(speed: speed)
    let views = WindowViews(controller)
    let window = try OffscreenWindow(views, size: Size(width: Double(Self.width), height: Double(Self.height)))
    try views.open(in: RunLoop(), isForPicture: true)
    controller.crawl.recordShowings(since: 0)
    var (eyes, showings) = ([Eye(), Eye(), Eye()], [Showing]())
    var columns: [ClosedRange<Int>?] = [nil, nil, nil]
    var drawn = -1
    for frame in 0..<Int(time * Self.rate) {
      let t = Double(frame) / Self.rate
      window.show(at: t)
      if window.pictureCount != drawn { columns = Self.columns(of: try window.pixels()) }
      drawn = window.pictureCount
      for i in eyes.indices { eyes[i].look(columns[i], at: t) }
      if frame % 60 == 0 { showings += controller.crawl.takeShowings(at: t).ended }
    }
    showings += controller.crawl.takeShowings(at: time).ended
    let ids = controller.crawl.itemIDs
    var count = 0
    for (id, eye) in zip(ids, eyes) {
      let own = showings.filter { $0.item == id }
      #expect(own.count >= eye.passages.count - 1 && own.count <= eye.passages.count)
      for (showing, passage) in zip(own, eye.passages) {
        count += 1
        let full = passage.widths.max() ?? 0
        let whole = Double(passage.widths.count { $0 >= full - 1 }) / Self.rate
        let refresh = 1 / Self.rate + 1e-6
        #expect(abs(showing.first - passage.first) <= refresh, "\(showing) \(passage.first)")
        #expect(abs(showing.last - passage.last) <= refresh, "\(showing) \(passage.last)")
        // A refresh, and the pixel that is left out above, at either end.
        #expect(abs(showing.whole - whole) <= 2 * (refresh + 1.125 / speed), "\(showing) \(whole)")
      }
    }
    #expect(count > Int(speed))
  }

  /// The columns in which something red, green and blue is.
  private static func columns(of pixels: [UInt32]) -> [ClosedRange<Int>?] {
    var found: [ClosedRange<Int>?] = [nil, nil, nil]
    pixels.withUnsafeBufferPointer { pixels in
      var (x, i) = (0, 0)
      while i < pixels.count {
        let pixel = pixels[i] & 0xFFFFFF
        if pixel != 0 {
          for (color, shift) in [16, 8, 0].enumerated() where pixel >> shift & 0xFF != 0 {
            let range = found[color] ?? x...x
            found[color] = min(range.lowerBound, x)...max(range.upperBound, x)
          }
        }
        i += 1
        x += 1
        if x == width { x = 0 }
      }
    }
    return found
  }
}
