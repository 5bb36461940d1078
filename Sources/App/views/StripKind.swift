internal import Base
package import Scene
package import ScrollCore
internal import Windows

/// The kind of the strip.
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

  package static let audiences: Set<SourceAudience> = [.headlines, .program]

  package static var initialTheme: String { Theme.automatic }

  /// A text that gets replaced, such as the time, stands still if it fits.
  package static func base(for request: ViewRequest<Self>) -> StripStyle {
    var style = initial
    style.crawl.scrollLeft = !request.words.isRightToLeft
    style.crawl.scrollOnlyWhenTooLong = request.sources.value.replaces
    style.hasFreeSpeed = !request.hasSetSpeed
    return style
  }

  package static var stretches: (across: Bool, down: Bool) { (true, false) }

  package static func validate(_ style: StripStyle) throws(ValueError) { try style.crawl.validate() }
}

extension StripStyle: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) { theme.adopt(shared) }
}
