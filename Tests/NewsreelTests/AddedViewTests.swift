import ArgumentParser
import Base
import Newswire
import ScrollCore
import Testing
import ViewKit

@testable import App
@testable import Scene
@testable import Windows
@testable import newsreel

// MARK: - Adding a view

/// A box that is as long as its share of the view says.
final class MeterView: SceneView {
  struct Style: HasProperties, Equatable, Sendable {
    var color = Color(rgb: 0x5BD08C)
    var background = Color(rgb: 0x12161C)
    var most = 100.0

    static let properties: [Property<Style>] = [
      .color("color", \.color, "Colour of the box"), .color("background", \.background, "Colour behind it"),
      .number("most", \.most, range: 1...1e9, "The number that fills the view"),
    ]
  }

  /// Style and number take effect at the next `layout`.
  var style: Style
  var number = 0.0
  private var content = Content(rests: true)
  private var place = VisibleFrame()

  init(_ style: Style) { self.style = style }

  func naturalSize(in context: MeasureContext) -> Size {
    Size(width: 200 * context.scale, height: 24 * context.scale)
  }

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    place = frame
    let share = min(max(number / style.most, 0), 1)
    let box = Rect(x: 0, y: 0, width: frame.inner.width * share, height: frame.inner.height)
    content.show([Primitive(.box(radius: 0, fill: style.color), in: box)], on: style.background)
  }

  func draw(into frame: inout Frame, at t: Seconds) {
    frame.add(Layer(content, clip: place.inner, origin: place.inner.origin))
  }
}

/// Shows the last number of its sources.
final class MeterController: ThemedController, LineReceiver {
  let meter: MeterView
  var looks: StyleResolver<MeterKind>
  private var context = ViewContext()

  init(_ request: ViewRequest<MeterKind>) throws(ValueError) {
    looks = try StyleResolver(request)
    meter = MeterView(try looks.style())
    if let text = request.sources.value.texts.first { show(text) }
  }

  var view: any SceneView { meter }
  var style: MeterView.Style { meter.style }
  func appearance(of style: MeterView.Style, by looks: StyleResolver<MeterKind>) -> WindowAppearance {
    WindowAppearance(background: style.background, border: looks.border)
  }
  func apply(_ style: MeterView.Style, at t: Seconds) { meter.style = style }

  func open(_ connection: SourceConnection) throws(Failure) {
    context = connection.context
    try LineSources(looks.request.sources.value, for: self, connection).open()
    followTheme(connection)
  }

  let delivery = LineDelivery.lines

  func receive(_ event: LineEvent, at t: Seconds) {
    guard case .line(let line) = event else { return }
    show(String(decoding: line, as: UTF8.self))
    context.setNeedsLayout()
  }

  private func show(_ text: String) {
    if let number = Double(text), number.isFinite { meter.number = number }
  }
}

/// Its command.
enum MeterKind: ViewKind {
  typealias Style = MeterView.Style
  static let text = CommandText(
    name: "meter", argument: "number", argumentMeaning: "The number to show first",
    abstract: "Shows a number as the length of a box", discussion: "Each line of the sources is a new number.")
  static let argumentLimit = 1

  static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> any ViewController {
    try MeterController(request)
  }
}

extension MeterView.Style: SharedStyling {
  /// How it follows a theme.
  mutating func adopt(_ theme: StripTheme) { (color, background) = (theme.counterColor, theme.background) }

  /// How it follows the options of its window.
  mutating func adopt(_ shared: SharedStyle) {
    if let color = shared.foreground { self.color = color }
    background = shared.background(over: background)
  }
}

// MARK: - Tests

@Suite("A view that is added") struct AddedViewTests {
  /// The widths of the boxes that a view of 200 pixels shows.
  private func widths(_ meter: MeterView) -> [Double] {
    let harness = ViewHarness(meter, size: Size(width: 200, height: 24))
    return harness.layer(at: 0)?.content.primitives.map(\.bounds.width) ?? []
  }

  @Test("It shows what its arguments and sources say, and is set by flags") func flags() throws {
    let command = try ViewCommand<MeterKind>.parse(["--most", "50", "--command", "printf '10\\nx\\n20\\n'", "40"])
    let controller = try MeterController(try command.request())
    #expect(widths(controller.meter) == [160])
    let loop = RunLoop()
    try controller.open(SourceConnection(loop: loop, context: ViewContext(), isForPicture: true))
    loop.run()
    #expect(widths(controller.meter) == [80])
  }

  @Test("It follows themes and its window, and what is wrong is refused") func looks() throws {
    let command = try ViewCommand<MeterKind>.parse(["--theme", "amber", "--background", "#010203"])
    let style = try MeterController(try command.request()).style
    #expect(try style.color == Theme.load("amber").strip.counterColor && style.background == Color(rgb: 0x010203))
    let wrong = try #require(throws: (any Error).self) { try ViewCommand<MeterKind>.parse(["--most", "0"]) }
    #expect(ViewCommand<MeterKind>.message(for: wrong) == "--most: 0 is out of range (1 to 1000000000)")
    #expect(ViewCommand<MeterKind>.helpMessage().contains("The number that fills the view"))
  }
}
