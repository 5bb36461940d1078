internal import Base
internal import Formats
internal import Scene
internal import ScrollCore
internal import Windows

/// Formats configurations as TOML.
enum ConfigurationText {
  /// The output of `newsreel config init`: every property of the strip and its window, with its meaning and default.
  static var defaults: String {
    var text = """
      # The configuration of newsreel. A running newsreel follows it: saved changes show at once.
      #
      # Lines behind # show the defaults. Remove the # to change one. newsreel config check finds mistakes.
      # Several windows, and views beside and below each other, are written as
      #
      #   [[window]]
      #   place = "in-top"
      #   [[window.row]]
      #   view = "crawl"
      #   feed = ["https://example.org/feed.xml"]
      #   [[window.row]]
      #   view = "counter"
      #   command = "nproc"
      #   every = 10
      #
      # with view = "strip", "crawl", "counter", "tokens", "credits" or "badge", column instead of row for one below the
      # other, size = 200 (pixels), "content" or "2fr" (shares), and arguments = ["…"] for what stands behind a command.
      #
      # Programs that are run where something happens, keys, live numbers and feeds may be written as tables, at the end:
      #
      #   [hooks]                     # newsreel help control lists the events
      #   item-clicked = ["notify-send", "{text}"]
      #   [keys]                      # newsreel help keys lists keys and actions
      #   "ctrl+n" = "next"
      #   [values]                    # what {load} and {limit} in a headline show
      #   load = { command = "cut -c1-4 /proc/loadavg", every = 5 }
      #   limit = 4
      #   [[feed]]
      #   url = "https://example.org/feed.xml"
      #   label = "Example"
      #   on = "mon-fri 08:00-18:00"  # newsreel help on-air has what says when and how
      #   [[schedule]]                # the same for a topic
      #   topic = "Canteen"
      #   every = 2

      """
    for view in [StripKind.name, "window"] {
      text += "\n# \(PropertyInfo.title(of: view))\n"
      for info in PropertyInfo.all.flags where info.view == view {
        text += "\n# \(info.meaning)\(notes(info)).\n# \(info.name) = \(info.value.toml)\n"
      }
    }
    return text + "\n# Source options\n"
      + StripKind.sourceOptions.filter { !ProgramOptions.ofStart.contains($0.name) }.map { option in
        let value = option.addsUp ? #"["…"]"# : option.value.text.isEmpty ? #""…""# : option.value.toml
        return "\n# \(option.meaning)\(notes(option)).\n# \(option.name) = \(value)\n"
      }.joined()
  }

  private static func notes(_ info: PropertyInfo) -> String {
    let values = info.choices.isEmpty ? info.kind.rangeText : info.choices.joined(separator: ", ")
    return values.isEmpty ? "" : " (\(values))"
  }

  // MARK: - Formatting

  /// A file with all settings of a configuration.
  static func text(of configuration: Configuration) -> String {
    configuration.windows.map { window in
      var text = "[[window]]\n" + window.settings.changes.toml
      if let events = window.events { text += "events = \(TOMLText.list(events.sorted()))\n" }
      return text + window.hooks.text + self.text(of: window.layout, window.views, path: "window")
    }.joined(separator: "\n")
  }

  private static func text(of layout: StackLayout, _ views: [any PlannedView], path: String) -> String {
    switch layout {
    case .view(let number): return views[number].text
    case .stack(let stack):
      let path = path + (stack.isRow ? ".row" : ".column")
      return (stack.spacing > 0 ? "spacing = \(shortest(stack.spacing))\n" : "")
        + stack.parts.map { part in
          "\n[[\(path)]]\nsize = \(text(of: part.length))\n" + text(of: part.layout, views, path: path)
        }.joined()
    }
  }

  private static func text(of length: StackLength) -> String {
    switch length {
    case .fixed(let pixels): shortest(pixels)
    case .natural: "\"content\""
    case .share(let parts): "\"\(shortest(parts))fr\""
    }
  }
}

extension PropertyValue {
  /// The value in TOML.
  var toml: String {
    switch self {
    case .flag, .integer, .number: text
    case .text, .color: TOMLText.quoted(text)
    case .list(let values): "[" + values.map(\.toml).joined(separator: ", ") + "]"
    case .table(let members):
      "{ " + members.map { "\(TOMLText.key($0.name)) = \($0.value?.toml ?? "\"\"")" }.joined(separator: ", ") + " }"
    }
  }
}

extension [PropertyChange] {
  /// Lines of a configuration.
  var toml: String { map { "\($0.name) = \($0.value?.toml ?? "\"\"")\n" }.joined() }
}
