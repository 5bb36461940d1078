import Scene
import ScrollCore
import TestKit

@testable import Render
@testable import X11

extension XWindow {
  /// What has come from the server.
  func drainEvents() -> [Event] {
    var events: [Event] = []
    while let event = nextEvent(reading: true) { events.append(event) }
    return events
  }

  /// Shows it, and waits until it is there.
  func showAndWait(isolation: isolated (any Actor)? = #isolation) async throws {
    show()
    display.flush()
    try await waitUntil("the window to be mapped") { drainEvents().contains(.mapped) }
  }
}

extension Content {
  /// Numbered headlines, so many pixels apart.
  static func headlines(
    _ count: Int, every pitch: Double, on background: Color, _ typesetter: PangoTypesetter
  ) -> Content {
    let font = FontSpec(size: 18)
    let metrics = typesetter.metrics(of: font)
    let pieces = (0..<count).map { number in
      let run = TextRun("Headline number \(number)", font: font, color: .white)
      return Primitive(
        text: run, baseline: Point(x: Double(number) * pitch, y: 25), width: typesetter.width(of: run),
        metrics: metrics)
    }
    return Content(background: background, primitives: pieces)
  }
}
