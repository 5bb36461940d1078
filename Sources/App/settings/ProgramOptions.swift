package import ScrollCore

/// The options of every command, apart from its content.
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
      "Events to print on standard output as lines of JSON, separated by commas, all or none: "
        + ProgramEvent.names.joined(separator: ", ")
        + " (default: edited; with tokens added, removed, moved and refused)",
      { .text($0.isEmpty ? "none" : $0.sorted().joined(separator: ",")) },
      { (value) throws(ValueError) in try ProgramEvent.parse(value.text) }
    ).with(\.takesLists, true),
    .several(
      "hook", \.hooks, unit: "event=command",
      "Runs a command at an event, as in 'item-clicked=notify-send {text}'; it is split into words like --command, "
        + "without a shell, and {text} stands for that field of the event's line; see newsreel help control; may be "
        + "repeated",
      { .text("\($0.event)=\(CommandWords.text($0.words))") },
      { (value) throws(ValueError) in [try Hook(written: value.text)] }),
    .optional(
      "config", \.configuration, unit: "file",
      "With the strip: shows the windows of a configuration, and follows the file; the default is newsreel.toml in "
        + "newsreel's folder of $XDG_CONFIG_HOME, if it exists"
    ).with(\.info.isFile, true),
    .flag(
      "orSend", \.handsOver,
      "If a window of that name (--name, or else the view's) is running, passes texts and properties to it and ends; "
        + "other options, such as --file, are refused then"),
  ]

  static let names = properties.map(\.flag)
  /// The options that concern the start of the program.
  static let ofStart: Set = ["config", "or-send"]

  func check() throws(ValueError) {
    guard hooks.count <= Hook.most else { throw ValueError(name: "hook", reason: "there are more than \(Hook.most)") }
  }
}
