package import ScrollCore

/// The options of every command that are not about content.
package struct ProgramOptions: HasProperties, Equatable, Sendable {
  /// The events to print; nil for the default of the view.
  package var events: Set<String>?
  /// The programs to run at events.
  var hooks: [Hook] = []
  /// The path of the configuration.
  package var configuration: String?
  /// Whether to hand the content to a running window of the same name.
  package var handsOver = false

  package init() {}

  package static let properties: [Property<ProgramOptions>] = [
    .optional(
      "events", \.events, unit: "names",
      "Which events are told on standard output as lines of JSON, with commas between them, all or none: "
        + ProgramEvent.names.joined(separator: ", ")
        + " (default: edited; with tokens added, removed, moved and refused)",
      { .text($0.isEmpty ? "none" : $0.sorted().joined(separator: ",")) },
      { (value) throws(ValueError) in try ProgramEvent.parse(value.text) }
    ).with(\.takesLists, true),
    .several(
      "hook", \.hooks, unit: "event=command",
      "Runs a command where something happens, as 'item-clicked=notify-send {text}'; it is split into words as "
        + "--command's, there is no shell, and {text} stands for what the event's line says under that name; newsreel "
        + "help control says more; may be given several times",
      { .text("\($0.event)=\(CommandWords.text($0.words))") },
      { (value) throws(ValueError) in [try Hook(written: value.text)] }),
    .optional(
      "config", \.configuration, unit: "file",
      "With the strip: shows what a configuration says, and follows it; without it, newsreel.toml in newsreel's folder of "
        + "$XDG_CONFIG_HOME, where there is one"
    ).with(\.isFile, true),
    .flag(
      "orSend", \.handsOver,
      "Where a window of that name (--name, else the view's) runs already, hands it texts and properties, and ends; "
        + "what else is asked for, as --file, is refused then"),
  ]

  static let names = properties.map(\.flag)
  /// The options that concern the start of the program.
  static let ofStart: Set = ["config", "or-send"]

  func check() throws(ValueError) {
    guard hooks.count <= Hook.most else { throw ValueError(name: "hook", reason: "there are more than \(Hook.most)") }
  }
}
