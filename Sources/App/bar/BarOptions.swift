internal import Bars
internal import Base
package import ScrollCore

/// The options of `newsreel bar`, besides those about sources.
package struct BarOptions: HasProperties, Equatable, Sendable {
  /// The bar; nil until it is named.
  var format: BarFormat?
  /// In cells; nil for whole headlines.
  var width: Int?
  /// In cells a second.
  var speed = 4.0
  /// In seconds; nil for the time that it takes to read.
  var hold: Double?
  var isOnce = false
  var name = BarOptions.usualName

  package init() {}

  static let usualName = "bar"
  /// How long a headline of `--once` has its turn, in seconds.
  static let usualTurn = 8.0

  package static let properties: [Property<BarOptions>] = [
    .optional(
      "format", \.format, kind: .choice(BarFormat.allCases.map(\.rawValue)), "The bar that reads the lines",
      { .text($0.rawValue) }, { (value) in BarFormat(rawValue: value.text) }),
    .optional(
      "width", \.width, range: 1...10_000, unit: "cells",
      "The room for a headline, in cells of a terminal; whole headlines without it"),
    .number(
      "scrollSpeed", \.speed, range: 0...20, unit: "cells/s",
      "How fast a longer headline moves through the width, in steps of a cell; 0 cuts it"),
    .optional(
      "hold", \.hold, range: 0.5...1e6, unit: "s",
      "How long each headline is shown; the time that it takes to read without it, and a longer one moves to its end"),
    .flag(
      "once", \.isOnce,
      "Prints the headline whose turn it is by the clock, and ends: for a bar that runs a command again and again"),
    .written(
      "name", \.name, { $0 },
      { (name) throws(ValueError) in
        if let problem = ControlName.problem(name) { throw ValueError("'\(name)': \(problem)") }
        return name
      }, unit: "name", "The name for newsreel msg; open, next, previous, pause and resume are for bars"),
  ]

  /// The bar, which has to be named, and may need standard input for itself.
  func format(for sources: SourceOptions) throws(ValueError) -> BarFormat {
    guard let format else {
      let names = BarFormat.allCases.map(\.rawValue)
      throw ValueError(
        name: "format",
        reason: "which bar is it? It is one of \(names.joined(separator: ", ")), as in --format \(names[0])")
    }
    let readsInput = sources.readsInput || sources[LiveValues.self].file == "-"
    guard format.sendsClicks, !isOnce, readsInput else { return format }
    throw ValueError(
      name: "format",
      reason: "\(format.rawValue) writes clicks to standard input, so that no headlines can come there; "
        + "use --command or --file"
    )
  }

  var pace: BarPace {
    var pace = BarPace()
    (pace.hold, pace.width, pace.speed) = (hold, width, speed)
    return pace
  }
}

extension PropertyInfo {
  /// The options of `newsreel bar`.
  package static let bar = BarOptions.properties.map { PropertyInfo($0, of: BarOptions()) }

  /// Those about its sources: without what needs a window.
  package static let barSources = SourceList.current.options(for: [.headlines]).filter {
    !BarOptions.ofWindows.contains($0.name)
  }
}

extension BarOptions {
  /// The options about sources that say something about a window.
  fileprivate static let ofWindows = Set(
    ["markup-run", "mqtt-display", "home-assistant"] + ProgramOptions.names + AsRunOptions.properties.map(\.flag))
}

extension CommandText {
  package static let bar = CommandText(
    name: "bar", argument: "headline",
    argumentMeaning: "A headline; a single - stands for the lines of standard input",
    abstract: "Prints the headlines for another bar, without a window, also on Wayland",
    discussion: """
      It prints a line for Waybar, Polybar, i3bar, i3blocks, xmobar, lemonbar or tmux whenever something else is to be seen: one \
      headline after the other, new ones next, urgent ones at once. The sources are those of the strip: without any it shows the feeds of \
      newsreel feeds list. A click opens the headline's link, the wheel goes back and forth, the right button goes on, and the middle one \
      pauses where the bar passes it on. doc/bars.md has a recipe for each bar.
      """)
}
