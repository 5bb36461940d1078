internal import ScrollCore

/// The properties of the window.
public enum WindowProperties: PropertyGroup {
  public static let table = PropertyTable(WindowOptions.self, view: "window", title: "Window options")
}

public enum StripProperties: PropertyGroup {
  public static let table = PropertyTable(ofView: "strip", NoProperties.self)
}

public enum CrawlProperties: PropertyGroup {
  public static let table = PropertyTable(ofView: "crawl", Crawl.self) { (crawl: Crawl) throws(PropertyError) in
    try crawl.validate()
  }
}

public enum CounterProperties: PropertyGroup {
  public static let table = PropertyTable(ofView: "counter", OdometerProperties.self)
}

public enum TokensProperties: PropertyGroup {
  public static let table = PropertyTable(ofView: "tokens", NoProperties.self)
}

public enum CreditsProperties: PropertyGroup {
  public static let table = PropertyTable(ofView: "credits", NoProperties.self)
}

extension PropertyTable {
  /// Every table, in the order in which they are listed.
  public static let all: [PropertyTable] = [
    StripProperties.table, CrawlProperties.table, CounterProperties.table, TokensProperties.table,
    CreditsProperties.table, WindowProperties.table,
  ]

  /// The table of a view. What the window has too, as its border, is the window's on the view's command line.
  init<Owner: HasProperties & SendableMetatype>(
    ofView view: String, _ owner: Owner.Type, check: (@Sendable (Owner) throws(PropertyError) -> Void)? = nil
  ) {
    self.init(
      owner, view: view, title: "\(view.prefix(1).uppercased())\(view.dropFirst()) options",
      sharing: Set(WindowProperties.table.rows.map(\.name)), check: check)
  }
}

/// Stands for a view whose table is not there yet.
struct NoProperties: HasProperties {
  static let properties: [Property<NoProperties>] = []
}
