internal import Base
internal import ScrollCore

/// Reads settings that are tables here and texts as flags: hooks, keys, values and feeds.
extension ConfigurationReader {
  static let hooksKey = "hooks"
  static let keysKey = "keys"
  static let valuesKey = PropertyInfo.values.name

  /// The keys of a window that do not belong to its views.
  static let windowNames =
    WindowOptions.properties.map(\.flag) + [PropertyInfo.events.name, hooksKey, keysKey]

  // MARK: - Hooks

  /// `item-clicked = ["notify-send", "{text}"]`, a list of such lists, or a text as for `--hook`.
  func hooks(_ entry: TOML.Entry) throws(Failure) -> [Hook] {
    var hooks: [Hook] = []
    guard entry.key == Self.hooksKey else {
      for text in try texts(of: entry) {
        hooks.append(try reading(entry) { () throws(Failure) in try Hook(written: text) })
      }
      return hooks
    }
    for event in try table(entry, as: "[hooks]", with: "item-clicked = [\"notify-send\", \"{text}\"]").entries {
      if let problem = Hook.problem(ofEvent: event.key) { throw wrong(problem, at: event.place) }
      for item in try vectors(event) {
        let words = try texts(of: TOML.Entry(key: event.key, place: event.place, item: item))
        hooks.append(
          try reading(event) { () throws(Failure) in
            try Hook(event: event.key, words: words, place: place(item.place))
          })
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

  /// `"ctrl+n" = "next"`, as texts for the property `bind`.
  func bindings(_ entry: TOML.Entry) throws(Failure) -> [(entry: TOML.Entry, text: String)] {
    var bindings: [(entry: TOML.Entry, text: String)] = []
    for key in try table(entry, as: "[keys]", with: "\"ctrl+n\" = \"next\"").entries {
      if let sign = key.key.first(where: { ",=".contains($0) }) {
        throw wrong("this key is called \(sign == "," ? "comma" : "equal")", at: key.place)
      }
      guard case .string(let action) = key.item.value, !action.contains(",") else {
        throw wrong("\(key.key) takes an action in quotes, as \"next\"", at: key.item.place)
      }
      bindings.append((key, "\(key.key)=\(action)"))
    }
    return bindings
  }

  // MARK: - Values

  /// `aapl = 211.4`, or `load = { command = "…", every = 5 }`, as texts for `--value`.
  func values(_ table: TOML.Table) throws(Failure) -> [String] {
    var texts: [String] = []
    for entry in table.entries {
      guard case .table(let source) = entry.item.value else {
        texts.append("\(entry.key)=\(try text(of: entry.item))")
        continue
      }
      texts.append(try written(entry.key, source, as: ValueSource.names))
    }
    for (entry, text) in zip(table.entries, texts) {
      try reading(entry) { () throws(Failure) in _ = try ValueSource(written: text) }
    }
    return texts
  }

  // MARK: - Feeds

  /// Addresses, or tables `{ url = "…", label = "…" }`, as texts for `--feed`.
  func feeds(_ entry: TOML.Entry) throws(Failure) -> [String] {
    guard case .array(let items) = entry.item.value else { return try texts(of: entry) }
    var feeds: [String] = []
    for item in items {
      guard case .table(let table) = item.value else {
        feeds.append(try text(of: item))
        continue
      }
      guard let url = table["url"] else { throw wrong("a feed needs a url", at: item.place) }
      let text = try written(try self.text(of: url), table, as: FeedChange.names, besides: "url")
      try reading(TOML.Entry(key: entry.key, place: item.place, item: item)) { () throws(Failure) in
        _ = try FeedChange.feed(written: text)
      }
      feeds.append(text)
    }
    return feeds
  }

  // MARK: - Tables

  /// Converts a table to a flag's text: `HEAD name=value …`.
  private func written(
    _ head: String, _ table: TOML.Table, as names: [String], besides own: String? = nil
  ) throws(Failure) -> String {
    var fields: [(String, String)] = []
    for entry in table.entries where entry.key != own {
      guard names.contains(entry.key) else {
        throw wrong(
          "unknown key '\(entry.key)'"
            + hint(for: entry.key, in: names, else: "there are \(names.joined(separator: ", "))"), at: entry.place)
      }
      fields.append((entry.key, try text(of: entry.item)))
    }
    return WrittenFields(head: head, fields: fields).text
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
