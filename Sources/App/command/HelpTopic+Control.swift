internal import Inspector

extension HelpTopic {
  static let control = HelpTopic(
    name: "control", title: "Control",
    introduction: """
      newsreel msg COMMAND asks something of a window that runs, over its socket: NAME.sock in the folder newsreel of \
      $XDG_RUNTIME_DIR, which nobody but its user can open. Programs write a line of JSON there, \
      {"command":["set","scroll-speed",120],"request":7}, and read one, {"ok":true,"request":7} with "data" where there is \
      any, or {"ok":false,"request":7,"error":"…"}; a line has 1 MiB at most. A client that does not read what it has \
      asked for is left.
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
          "runs a command where something happens, by its words and without a shell: {text} and so on stand for what the "
            + "event's line says, {{ for a brace; it reads that line on its standard input and has NEWSREEL_EVENT, "
            + "NEWSREEL_TEXT and so on in its environment"
        ),
        (
          "[hooks]",
          "in a configuration the same, as item-clicked = [\"notify-send\", \"{text}\"]: for all windows, in [window.hooks] "
            + "for one, in [window.row.hooks] for a view"
        ),
        (
          "bounds",
          "\(HookRunner.mostRunning) programs at once, each hook 10 times a second; of what comes faster the newest "
            + "\(HookRunner.mostWaiting) wait. What an argument begins with is set off by a blank where it begins with a "
            + "dash, so that no headline is an option"
        ),
        ("Signals", ""),
        ("USR1", "holds the motion, and lets it go on; a counter, which has none, spins its number"),
        ("USR2", "reads the configuration again, where there is one"),
        ("TERM, INT, HUP", "ends the program, and saves what its user has done"),
      ])

  static let inspector = HelpTopic(
    name: CommandText.inspect.name, title: "The inspector",
    introduction: """
      newsreel inspect [NAME] \(CommandText.inspect.abstract.prefix(1).lowercased())\(CommandText.inspect.abstract.dropFirst()). \
      \(CommandText.inspect.discussion)
      """,
    rows: InspectorKeys.rows)
}
