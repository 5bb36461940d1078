import ScrollCore

@testable import App
@testable import Windows

/// A view that has a property of each kind.
struct Sample: HasProperties, Equatable {
  enum Mood: String, CaseIterable, Sendable { case calm, wild }

  var scrollLeft = true
  var scrollRepeat = -1
  var scrollSpeed = 0.0
  var title = "none"
  var textColor = Color(rgb: 0xFF0000)
  var mood = Mood.calm
  var minFontSize = 0.0
  var borderWidth = 0.0

  static let properties: [Property<Sample>] = [
    .flag("scrollLeft", \.scrollLeft, "Which way it scrolls"),
    .integer("scrollRepeat", \.scrollRepeat, range: -1...Int.max, "How often it scrolls"),
    .number("scrollSpeed", \.scrollSpeed, unit: "px/s", "How fast it scrolls"),
    .text("title", \.title, "What it is called"),
    .color("textColor", \.textColor, "What colour it has"),
    .choice("mood", \.mood, "What it feels like"),
    .number("minFontSize", \.minFontSize, range: 0...100, unit: "pt", "Smallest size"),
    .number("borderWidth", \.borderWidth, unit: "px", "Its own border"),
  ]
}

/// Its properties as those of a view.
enum SampleKind: ViewKind {
  typealias Style = Sample
  static let name = "sample"
  static let table = PropertyInfo.all(of: Self.self)
  static let text = CrawlKind.text

  static func validate(_ sample: Sample) throws(ValueError) {
    guard sample.minFontSize <= 50 else {
      throw ValueError(name: "minFontSize", reason: "is above max-font-size")
    }
  }

  static func style(of request: ViewRequest<Self>) -> Sample { request.own.value }

  static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> any ViewController {
    throw ValueError(name: "sample", reason: "is shown nowhere")
  }
}

extension Settings {
  /// What has been set, as it is written.
  var given: [String: String] {
    Dictionary(
      uniqueKeysWithValues: Owner.properties.filter { hasSet($0.name) }.map { ($0.flag, $0.value(of: value).text) })
  }
}
