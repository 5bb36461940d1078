import ScrollCore
import TestKit

@testable import App
@testable import Render
@testable import Scene
@testable import Windows
@testable import X11

/// The same histories on a real X server, drawn by the frame driver and the compositor: there is ink on the glass where a
/// headline is, and none where none is. Only time is virtual.
final class GlassSoak: StripSoak {
  private let server: XServer
  private let display: Display
  private let window: XWindow
  private let driver: FrameDriver
  private var hasNews = true

  static let largest = Size(width: 1900, height: 48)

  init(seed: UInt64, on server: XServer) throws {
    self.server = server
    display = try Display(name: server.display)
    window = XWindow(display, frame: Rect(origin: .zero, size: Self.largest), style: .init())
    let typesetter = PangoTypesetter(display)
    let view = SoakedView()
    let context = ViewContext()
    driver = FrameDriver(
      FrameTarget(view, in: window, context, typesetter: typesetter, background: .black, scale: 1))
    try super.init(seed: seed, typesetter: typesetter, context: context)
    view.strip = strip
    driver.beforeFrame = { [unowned self] in update(at: $0) }
    driver.handle(.mapped, now: 0)
    window.show()
    resized()
  }

  override var shownTime: Seconds { driver.shownTime }

  override func resized() {
    super.resized()
    driver.handle(.moved(Rect(origin: .zero, size: size)), now: t)
  }

  override func draw() {
    _ = driver.step(now: t, hasNews: hasNews)
    hasNews = false
    perform(context.takeActions())
    // A tick may be up to a refresh away.
    for _ in 0..<3 where context.needsDisplay || context.hasActions {
      t += driver.refreshPeriod
      _ = driver.step(now: t, hasNews: true)
      perform(context.takeActions())
    }
  }

  // MARK: - Frame by frame

  /// How many frames have been sent to the server.
  var frameCount: Int { driver.report.shown }

  /// The next refresh of the screen.
  func refresh() {
    t += driver.refreshPeriod
    context.time = t
    _ = driver.step(now: t, hasNews: true)
    perform(context.takeActions())
  }

  /// Whether the label's colour is seen where headlines are.
  func showsBreakIn() throws -> Bool {
    display.sync()
    let (place, ground) = (crawl.bounds, strip.style.theme.labelBackground)
    let rgb = UInt32(ground.red) << 16 | UInt32(ground.green) << 8 | UInt32(ground.blue)
    let part = try server.screenshot().cropped(
      x: Int(place.minX), y: Int(place.midY), width: Int(place.width), height: 1)
    return part.pixels.contains { $0 & 0xff_ffff == rgb }
  }

  /// Others cover it for a while, or the screen is off.
  private func hide() {
    driver.handle(.unmapped, now: t)
    _ = driver.step(now: t, hasNews: false)
    t += Double.random(in: 0...3000, using: &random)
    context.time = t
    driver.handle(.mapped, now: t)
    driver.handle(.exposed, now: t)
  }

  override func happen() {
    if Int.random(in: 0..<300, using: &random) == 0 { hide() } else { super.happen() }
    hasNews = true
  }

  // MARK: - What is to be true

  /// Headlines beside which nothing else is drawn.
  override var isPlain: Bool {
    guard super.isPlain, crawl.pointer.mark == nil else { return false }
    if case .topic = strip.pointed.target { return false }
    return true
  }

  override var difference: String? {
    display.sync()
    let bounds = crawl.bounds
    let inner = Int(bounds.minX) + Self.fade..<Int(bounds.maxX) - Self.fade
    guard inner.count > 50, let picture = try? server.screenshot() else { return nil }
    let ground = strip.style.theme.background
    let rgb = UInt32(ground.red) << 16 | UInt32(ground.green) << 8 | UInt32(ground.blue)
    let isInked = picture.cropped(x: 0, y: 4, width: Int(bounds.maxX), height: Int(size.height) - 8).inkedColumns(
      on: rgb)
    return missing(in: inner, isInked) ?? stray(in: inner, isInked)
  }

  /// Where texts fade, in pixels.
  private static let fade = 40

  /// A stretch of a headline without ink. Nowhere in its words is so much room.
  private func missing(in inner: Range<Int>, _ isInked: [Bool]) -> String? {
    let room = Int(size.height / 3)
    for headline in expected {
      let columns = (Int(headline.place.lowerBound) + 4..<Int(headline.place.upperBound) - 3).clamped(to: inner)
      var empty = 0
      for column in columns {
        empty = isInked[column] ? 0 : empty + 1
        if empty > room {
          return "\(headline.text.prefix(8)) has no ink at \(column), at \(headline.place) in \(inner)"
        }
      }
    }
    return nil
  }

  /// Ink beside all headlines, and what stands between them.
  private func stray(in inner: Range<Int>, _ isInked: [Bool]) -> String? {
    var isCovered = isInked.map { _ in false }
    func cover(_ range: Range<Int>) { for column in range.clamped(to: inner) { isCovered[column] = true } }
    for segment in crawl.train.segments {
      let x = Int(crawl.bounds.minX + crawl.train.x(of: segment, at: shownTime))
      cover(x - 3..<x + Int(segment.width) + 4)
      let middle = x - Int(crawl.train.crawl.repeatSpacing / 2)
      cover(middle - 10..<middle + 11)
    }
    return inner.first { isInked[$0] && !isCovered[$0] }.map {
      "ink at \($0), where nothing is: \(expected.map(\.place))"
    }
  }
}

/// What the driver shows before the strip is there.
private final class SoakedView: SceneView {
  var strip: StripScene?

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    strip?.layout(in: frame, pass)
  }

  func draw(into frame: inout Frame, at t: Seconds) { strip?.draw(into: &frame, at: t) }
}

extension Screenshot {
  /// Whether a column has a pixel that differs from the ground by more than rounding.
  fileprivate func inkedColumns(on ground: UInt32) -> [Bool] {
    var isInked = [Bool](repeating: false, count: width)
    pixels.withUnsafeBufferPointer { pixels in
      isInked.withUnsafeMutableBufferPointer { isInked in
        var (index, column) = (0, 0)
        while index < pixels.count {
          if pixels[index] != ground, !isInked[column] { isInked[column] = Self.isInk(pixels[index], ground) }
          index &+= 1
          column = column &+ 1 == width ? 0 : column &+ 1
        }
      }
    }
    return isInked
  }

  private static func isInk(_ a: UInt32, _ b: UInt32) -> Bool {
    for shift: UInt32 in [0, 8, 16] {
      let (one, other) = (Int((a >> shift) & 255), Int((b >> shift) & 255))
      if abs(one - other) > 48 { return true }
    }
    return false
  }
}
