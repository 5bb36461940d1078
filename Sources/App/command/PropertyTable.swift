internal import ScrollCore

/// The properties of one view, or of the window, without the type that holds them.
package struct PropertyTable: Sendable {
  /// "crawl", as the view's command is called.
  package let view: String
  /// The heading over them: "Crawl options".
  package let title: String
  package let rows: [PropertyRow]
  /// The rows that are flags of the view's command: those whose name the window does not have too.
  package let flags: [PropertyRow]
  package var options: [OptionText] { flags.map(\.option) }

  /// The table of `Owner`, with the defaults of `initial`. What the window has too, as its border, is the window's on the
  /// view's command line.
  private init<Owner: HasProperties>(_ initial: Owner, view: String, sharing shared: Set<String>) {
    self.view = view
    title = "\(view.prefix(1).uppercased())\(view.dropFirst()) options"
    rows = Owner.properties.map { PropertyRow($0, of: initial) }
    flags = rows.filter { !shared.contains($0.name) }
  }

  package static let window = PropertyTable(WindowOptions(), view: "window", sharing: [])

  package init<Kind: ViewKind>(of kind: Kind.Type) {
    self.init(Kind.initial, view: Kind.name, sharing: Set(Self.window.rows.map(\.name)))
  }

  /// Every table, in the order in which they are listed.
  package static let all: [PropertyTable] = Views.all.map { PropertyTable(of: $0) } + [window]
}
