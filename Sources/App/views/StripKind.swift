internal import Base
package import Scene
package import ScrollCore

extension Theme {
  /// A strip's style with this theme. A text that others replace stands still where it fits, as the time of day.
  func style(for request: ViewRequest<StripKind>) -> StripStyle {
    var style = StripStyle()
    style.theme = strip
    style.crawl.scrollOnlyWhenTooLong = request.sources.replaces
    return style
  }
}

/// The strip as a view of the command line.
package enum StripKind {
  package static let name = "strip"
  package static let text = CommandText.headlines(
    name: "", abstract: "A news ticker for the X11 desktop",
    discussion: """
      Shows a strip along the edge of the screen: a label, headlines that scroll by, their number, and a chip for each \
      topic. A click on a chip takes its headlines off, and another one brings them back; its × removes it, and for ten \
      seconds it can be undone there, later with newsreel feeds show. Without a source it shows the feeds of newsreel feeds list, and \
      where there are none, the headlines that it ships with. \
      A first argument that is no subcommand is a headline.
      """)

  package static var sourceOptions: [OptionText] { OptionText.joining + [.config] }

  package static func style(of request: ViewRequest<Self>) throws(ValueError) -> StripStyle {
    try style(of: request, over: Theme.load(request.own.value.themeName).style(for: request))
  }

  package static var stretches: (across: Bool, down: Bool) { (true, false) }

  package static func validate(_ style: StripStyle) throws(ValueError) { try style.crawl.validate() }
}

extension StripStyle: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { theme.font = font.text }
    if let color = shared.foreground { theme.textColor = color }
    theme.background = shared.background(over: theme.background)
  }
}
