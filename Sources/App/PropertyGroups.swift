internal import Scene
internal import ScrollCore

/// The properties of the window.
package enum WindowGroup: PropertyGroup {
  package static let table = PropertyTable(WindowOptions.self, view: "window", title: "Window options")
}

package enum StripGroup: PropertyGroup {
  package static let table = PropertyTable(ofView: "strip", StripStyle.self) {
    (style: StripStyle) throws(ValueError) in try style.crawl.validate()
  }
}

package enum CrawlGroup: PropertyGroup {
  package static let table = PropertyTable(ofView: "crawl", CrawlView.Style.self) {
    (style: CrawlView.Style) throws(ValueError) in try style.crawl.validate()
  }
}

package enum CounterGroup: PropertyGroup {
  package static let table = PropertyTable(ofView: "counter", CounterProperties.self)
}

package enum TokensGroup: PropertyGroup {
  package static let table = PropertyTable(ofView: "tokens", TokenFieldProperties.self, initial: .window)
}

package enum CreditsGroup: PropertyGroup {
  package static let table = PropertyTable(ofView: "credits", CreditsView.Style.self)
}

extension PropertyTable {
  /// Every table, in the order in which they are listed.
  package static let all: [PropertyTable] = [
    StripGroup.table, CrawlGroup.table, CounterGroup.table, TokensGroup.table,
    CreditsGroup.table, WindowGroup.table,
  ]

  /// The table of a view. What the window has too, as its border, is the window's on the view's command line.
  init<Owner: HasProperties & SendableMetatype>(
    ofView view: String, _ owner: Owner.Type, initial: Owner = Owner(),
    check: (@Sendable (Owner) throws(ValueError) -> Void)? = nil
  ) {
    self.init(
      owner, initial: initial, view: view, title: "\(view.prefix(1).uppercased())\(view.dropFirst()) options",
      sharing: Set(WindowGroup.table.rows.map(\.name)), check: check)
  }
}
