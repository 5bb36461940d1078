import ScrollCore

@testable import App

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

enum SampleProperties: PropertyGroup {
  static let table = PropertyTable(ofView: "sample", Sample.self) { (sample: Sample) throws(ValueError) in
    guard sample.minFontSize <= 50 else {
      throw ValueError(name: "minFontSize", reason: "is above max-font-size")
    }
  }
}
