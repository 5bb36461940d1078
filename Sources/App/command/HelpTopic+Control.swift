internal import Inspector

extension HelpTopic {
  static let control = HelpTopic(
    name: "control", title: "Control",
    introduction: """
      newsreel msg COMMAND sends a command to a running window, over its socket: NAME.sock in the folder newsreel of \
      $XDG_RUNTIME_DIR, which only its user can open. Programs write a line of JSON, \
      {"command":["set","scroll-speed",120],"request":7}, and read one: {"ok":true,"request":7} with "data" if there is \
      any, or {"ok":false,"request":7,"error":"…"}. The limit for a line is 1 MiB. A client that does not read its answers \
      is disconnected.
      """,
    rows: [("Commands", "")]
      + ControlCommand.allCases.map {
        ([$0.rawValue, $0.arguments].filter { !$0.isEmpty }.joined(separator: " "), $0.meaning)
      } + [("Events of subscribe and --events", "")]
      + ProgramEvent.meanings.map { event in
        (event.name, event.meaning + (event.fields.isEmpty ? "" : " (\(event.fields.joined(separator: ", ")))"))
      } + [
        ("Hooks", ""),
        (
          "--hook EVENT=COMMAND",
          "runs a command at an event, split into words and without a shell: {text} and so on stand for the fields of the "
            + "event's line, {{ for a brace; it gets that line on its standard input, and NEWSREEL_EVENT, "
            + "NEWSREEL_TEXT and so on in its environment"
        ),
        (
          "[hooks]",
          "the same in a configuration, as in item-clicked = [\"notify-send\", \"{text}\"]: for all windows, in [window.hooks] "
            + "for one, in [window.row.hooks] for a view"
        ),
        (
          "bounds",
          "\(HookRunner.mostRunning) programs at once, each hook 10 times a second; of faster events the newest "
            + "\(HookRunner.mostWaiting) wait. An argument that a headline starts with a dash gets a blank in front, so "
            + "that it is not taken for an option"
        ),
        ("Signals", ""),
        ("USR1", "pauses and resumes the motion; a counter spins its number"),
        ("USR2", "reads the configuration again, if there is one"),
        ("TERM, INT, HUP", "ends the program after saving its state"),
      ])

  static let inspector = HelpTopic(
    name: CommandText.inspect.name, title: "The inspector",
    introduction: """
      newsreel inspect [NAME] \(CommandText.inspect.abstract.prefix(1).lowercased())\(CommandText.inspect.abstract.dropFirst()). \
      \(CommandText.inspect.discussion)
      """,
    rows: InspectorKeys.rows)
}
