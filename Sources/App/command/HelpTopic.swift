/// A subject of `newsreel help` that is no command, such as keys, the mouse or themes: a page of Markdown in doc/help, which
/// is part of the program.
package struct HelpTopic: Sendable {
  /// The name to ask for, such as "keys".
  package let name: String
  private let markdown: [UInt8]
  /// Whether `newsreel --help` names it.
  private var isListed = true
  /// Whether the manual has a section on it. Without one, another page of the manual has the same.
  private var isInManual = true

  /// All topics, in the order of the manual.
  package static let all = [
    HelpTopic(name: "keys", markdown: PackageResources.keys_md),
    HelpTopic(name: "mouse", markdown: PackageResources.mouse_md),
    HelpTopic(name: "themes", markdown: PackageResources.themes_md, isInManual: false),
    HelpTopic(name: "strip", markdown: PackageResources.strip_md, isInManual: false),
    HelpTopic(name: "widgets", markdown: PackageResources.widgets_md, isListed: false),
    HelpTopic(name: "rows", markdown: PackageResources.rows_md),
    HelpTopic(name: "markup", markdown: PackageResources.markup_md),
    HelpTopic(name: "control", markdown: PackageResources.control_md),
    HelpTopic(name: "on-air", markdown: PackageResources.on_air_md),
    HelpTopic(name: "alerts", markdown: PackageResources.alerts_md),
    HelpTopic(name: "as-run", markdown: PackageResources.as_run_md),
    HelpTopic(name: "mqtt", markdown: PackageResources.mqtt_md),
    HelpTopic(name: "inspect", markdown: PackageResources.inspect_md),
    HelpTopic(name: "exit-status", markdown: PackageResources.exit_status_md, isListed: false),
    HelpTopic(name: "environment", markdown: PackageResources.environment_md, isListed: false),
    HelpTopic(name: "feed-elements", markdown: PackageResources.feed_elements_md, isListed: false),
    HelpTopic(name: "files", markdown: PackageResources.files_md, isListed: false),
    HelpTopic(name: "examples", markdown: PackageResources.examples_md, isListed: false),
  ]

  package static var listed: [HelpTopic] { all.filter(\.isListed) }
  static var inManual: [HelpTopic] { all.filter(\.isInManual) }

  package static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

  /// The page, with its tables and values filled in.
  package var page: HelpPage {
    HelpPage(markdown: HelpTables.filled(String(decoding: markdown, as: UTF8.self)), rows: HelpTables.rows(named:))
  }
}
