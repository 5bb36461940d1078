import Newsreel
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

/// What flags, files, the socket and the inspector can set, a program can set, too: by the same names.
@Suite("Every property of the library's views") struct LibraryWalkTests {
  private static let picture = Project.folder + "/Tests/RenderTests/Pictures/square.jpg"

  /// Sets each property by its name, reads it back by name and type, and takes it back.
  private func walk<Style>(_ make: () -> StyledView<Style>, shownAs kind: String) throws {
    let names = Style.properties.map(\.flag)
    let asked = PropertyInfo.all.filter { $0.view == kind }.map(\.name)
    #expect(asked == names, "\(kind)")
    for property in Style.properties {
      let view = make()
      let before = try #require(view.value(of: property.flag))
      let text =
        property.flag.hasSuffix("image") ? Self.picture : SampleValues.text(for: property, of: view.style)
      do throws(ValueError) { try view.set(property.flag, to: text) } catch {
        Issue.record("\(kind) \(property.flag) \(text): \(error)")
        continue
      }
      var wanted = make().style
      try property.set(text: text, of: &wanted)
      #expect(view.value(of: property.flag) == property.value(of: wanted).text, "\(property.flag)")
      #expect(property.value(of: view.style) == property.value(of: wanted), "\(property.flag)")
      try view.set(property.name, to: before)
      #expect(view.value(of: property.name) == before, "\(property.flag)")
    }
  }

  @Test("Each is set by name, read back by name and by type, and taken back") func all() throws {
    try walk({ BadgeView("Label") as StyledView<Badge> }, shownAs: "badge")
    try walk({ CrawlView("Text") as StyledView<CrawlStyle> }, shownAs: "crawl")
    try walk({ CounterView() as StyledView<CounterProperties> }, shownAs: "counter")
    try walk({ AutoScrollView("Text") as StyledView<AutoScrollStyle> }, shownAs: "credits")
    try walk({ TokenFieldView() as StyledView<TokenFieldProperties> }, shownAs: "tokens")
    try walk({ StripView() as StyledView<StripStyle> }, shownAs: "strip")
  }
}
