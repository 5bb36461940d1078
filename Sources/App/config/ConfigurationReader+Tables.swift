internal import Base
internal import Formats
internal import ScrollCore
internal import Windows

/// Reads settings that are tables in the file and texts as flags: hooks, keys, values and feeds.
extension ConfigurationReader {
  static let hooksKey = "hooks"
  static let keysKey = "keys"

  /// The keys of a window that do not belong to its views.
  static let windowNames = WindowOptions.properties.map(\.flag) + ["events", hooksKey, keysKey]

  // MARK: - Hooks

  /// `item-clicked = ["notify-send", "{text}"]`, a list of such lists, or a text as for `--hook`.
  func hooks(_ entry: TOML.Entry) throws(Failure) -> [Hook] {
    guard entry.key == Self.hooksKey else {
      var options = Settings<ProgramOptions>()
      try set(entry, in: &options)
      return options.value.hooks
    }
    var hooks: [Hook] = []
    for event in try table(entry, as: "[hooks]", with: "item-clicked = [\"notify-send\", \"{text}\"]").entries {
      attempt { () throws(Failure) in
        if let problem = Hook.problem(ofEvent: event.key) { throw wrong(problem, at: event.place) }
        for item in try vectors(event) {
          let (words, place) = (try texts(of: item), "\(file):\(item.place.line):\(item.place.column)")
          do throws(ValueError) { hooks.append(try Hook(event: event.key, words: words, place: place)) } catch {
            throw wrong(error.description, at: event.item.place)
          }
        }
      }
    }
    return hooks
  }

  /// The argument vectors of a hook: one or several.
  private func vectors(_ entry: TOML.Entry) throws(Failure) -> [TOML.Item] {
    guard case .array(let items) = entry.item.value else {
      throw wrong("\(entry.key) takes a list of words, as [\"notify-send\", \"{text}\"]", at: entry.item.place)
    }
    let lists = items.filter { if case .array = $0.value { true } else { false } }
    return lists.isEmpty ? [entry.item] : items
  }

  // MARK: - Keys

  /// `"ctrl+n" = "next"`, as for the property `bind`.
  func bind(_ entry: TOML.Entry, in settings: inout Settings<WindowOptions>) throws(Failure) {
    for key in try table(entry, as: "[keys]", with: "\"ctrl+n\" = \"next\"").entries {
      attempt { () throws(Failure) in
        if let sign = key.key.first(where: { ",=".contains($0) }) {
          throw wrong("this key is called \(sign == "," ? "comma" : "equal")", at: key.place)
        }
        guard case .string(let action) = key.item.value else {
          throw wrong("\(key.key) takes an action in quotes, as \"next\"", at: key.item.place)
        }
        try set("bind", to: .table([PropertyChange(key.key, to: .text(action))]), at: key.item, in: &settings)
      }
    }
  }

  private func table(_ entry: TOML.Entry, as name: String, with example: String) throws(Failure)
    -> TOML.Table
  {
    guard case .table(let table) = entry.item.value else {
      throw wrong("\(entry.key) is a table: \(name), and below it \(example)", at: entry.item.place)
    }
    return table
  }
}
