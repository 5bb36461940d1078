internal import Base
internal import ScrollCore

/// Where a configuration is wrong, and why.
struct ConfigurationError: Error, CustomStringConvertible {
  let description: String
}

/// Reads a configuration. The keys of a view's table are its properties and the options of its command, those of a
/// window's table the properties of windows; without any `[[window]]` all keys are those of the strip and its window.
struct ConfigurationReader {
  let file: String
  let bytes: [UInt8]

  /// The deepest that rows and columns are nested.
  private static let deepest = 8
  private static let mostViews = 64

  func read() throws(ConfigurationError) -> Configuration {
    let table: TOML.Table
    do throws(TOML.Wrong) { table = try TOML.read(bytes) } catch { throw wrong(error.reason, at: error.place) }
    guard let windows = table["window"] else { return Configuration(windows: [try strip(table)]) }
    if let other = table.entries.first(where: { $0.key != "window" }) {
      let remedy = hint(for: other.key, in: ["window"], else: "beside [[window]] there is nothing; put it into one")
      throw wrong("unknown key '\(other.key)'" + remedy, at: other.place)
    }
    guard case .array(let items) = windows.value, !items.isEmpty else {
      throw wrong("windows are written as [[window]]", at: windows.place)
    }
    guard items.count <= Self.mostViews else { throw wrong("more than \(Self.mostViews) windows", at: windows.place) }
    var plans: [WindowPlan] = []
    for item in items {
      guard case .table(let table) = item.value else {
        throw wrong("a window is a table, not \(item.value.kind)", at: item.place)
      }
      plans.append(try window(table, at: item.place))
    }
    return Configuration(windows: plans)
  }

  // MARK: - Windows

  /// A window with the strip alone.
  private func strip(_ table: TOML.Table) throws(ConfigurationError) -> WindowPlan {
    let keys = try windowKeys(of: table)
    let view = try view(StripKind.self, keys.rest, at: TOML.Place(line: 1, column: 1), window: keys.settings)
    return WindowPlan(settings: keys.settings, layout: .view(view), events: keys.events)
  }

  private func window(_ table: TOML.Table, at place: TOML.Place) throws(ConfigurationError) -> WindowPlan {
    let keys = try windowKeys(of: table)
    var count = 0
    let layout = try layout(keys.rest, at: place, window: keys.settings, isWindow: true, depth: 0, &count)
    return WindowPlan(settings: keys.settings, layout: layout.plan, events: keys.events)
  }

  /// What is about the window, and the rest of the keys.
  private func windowKeys(
    of table: TOML.Table
  ) throws(ConfigurationError) -> (settings: Settings<WindowOptions>, events: Set<String>?, rest: [TOML.Entry]) {
    var settings = Settings<WindowOptions>()
    var events: Set<String>?
    var rest: [TOML.Entry] = []
    for entry in table.entries {
      if entry.key == OptionText.events.name {
        let names = try texts(of: entry).joined(separator: ",")
        events = try reading(entry) { () throws(UsageError) in try ProgramEvent.parse(names) }
      } else if WindowOptions.property(named: entry.key) != nil {
        for text in try texts(of: entry) {
          try reading(entry) { () throws(ValueError) in try settings.set(entry.key, to: text) }
        }
      } else {
        rest.append(entry)
      }
    }
    return (settings, events, rest)
  }

  // MARK: - Rows and columns

  private func layout(
    _ entries: [TOML.Entry], at place: TOML.Place, window: Settings<WindowOptions>, isWindow: Bool, depth: Int,
    _ count: inout Int
  ) throws(ConfigurationError) -> (plan: LayoutPlan, length: StackLength?) {
    guard depth <= Self.deepest else {
      throw wrong("rows and columns are nested more than \(Self.deepest) deep", at: place)
    }
    var entries = entries
    let length = try take("size", from: &entries).map(length)
    if let entry = take("row", from: &entries) ?? take("column", from: &entries) {
      let spacing = try take("spacing", from: &entries).map(spacing) ?? 0
      if let other = entries.first {
        let keys = ["row", "column", "spacing", "size"] + (isWindow ? WindowOptions.properties.map(\.flag) : [])
        throw wrong("unknown key '\(other.key)'" + hint(for: other.key, in: keys), at: other.place)
      }
      guard case .array(let items) = entry.item.value, !items.isEmpty else {
        throw wrong("\(entry.key) is a list of tables, as [[window.\(entry.key)]]", at: entry.item.place)
      }
      var parts: [(plan: LayoutPlan, length: StackLength)] = []
      for item in items {
        guard case .table(let table) = item.value else {
          throw wrong("a view is a table, not \(item.value.kind)", at: item.place)
        }
        let part = try self.layout(
          table.entries, at: item.place, window: window, isWindow: false, depth: depth + 1, &count)
        parts.append((part.plan, part.length ?? Self.usualLength(of: part.plan, isRow: entry.key == "row")))
      }
      return (.stack(isRow: entry.key == "row", spacing: spacing, parts), length)
    }
    count += 1
    guard count <= Self.mostViews else { throw wrong("more than \(Self.mostViews) views in a window", at: place) }
    guard let kind = take("view", from: &entries) else {
      throw wrong("which view? write view = \"crawl\", or a row or column of views", at: place)
    }
    return (.view(try view(kind, entries, at: place, window: window, number: count)), length)
  }

  /// What scrolls takes the rest of the room, what has a size of its own that.
  private static func usualLength(of plan: LayoutPlan, isRow: Bool) -> StackLength {
    guard case .view(let view) = plan else { return .share(1) }
    return (isRow ? view.stretches.across : view.stretches.down) ? .share(1) : .natural
  }

  private func length(_ entry: TOML.Entry) throws(ConfigurationError) -> StackLength {
    switch entry.item.value {
    case .integer(let pixels) where 0...32767 ~= pixels: return .fixed(Double(pixels))
    case .float(let pixels) where 0...32767 ~= pixels: return .fixed(pixels)
    case .string("content"): return .natural
    case .string(let text):
      if text.hasSuffix("fr"), let parts = Double(text.dropLast(2)), parts > 0, parts <= 1000 { return .share(parts) }
    default: break
    }
    throw wrong("size takes pixels, \"content\" or a share as \"2fr\"", at: entry.item.place)
  }

  private func spacing(_ entry: TOML.Entry) throws(ConfigurationError) -> Double {
    guard case .integer(let pixels) = entry.item.value, 0...10000 ~= pixels else {
      throw wrong("spacing takes a number of pixels, 0 to 10000", at: entry.item.place)
    }
    return Double(pixels)
  }

  private func take(_ key: String, from entries: inout [TOML.Entry]) -> TOML.Entry? {
    entries.firstIndex { $0.key == key }.map { entries.remove(at: $0) }
  }

  // MARK: - Views

  private func view(
    _ entry: TOML.Entry, _ entries: [TOML.Entry], at place: TOML.Place, window: Settings<WindowOptions>, number: Int
  ) throws(ConfigurationError) -> any PlannedView {
    guard case .string(let name) = entry.item.value else {
      throw wrong("view takes a name in quotes", at: entry.item.place)
    }
    guard let kind = Views.all.first(where: { $0.name == name }) else {
      let names = Views.all.map { $0.name }
      throw wrong(
        "there is no view '\(name)'" + hint(for: name, in: names, else: "there are \(names.joined(separator: ", "))"),
        at: entry.item.place)
    }
    return try view(kind, entries, at: place, window: window, number: number)
  }

  private func view<Kind: ViewKind>(
    _ kind: Kind.Type, _ entries: [TOML.Entry], at place: TOML.Place, window: Settings<WindowOptions>, number: Int = 1
  ) throws(ConfigurationError) -> any PlannedView {
    var request = ViewRequest<Kind>()
    request.window = window
    var given: [String: [String]] = [:]
    var looks: [PropertyChange] = []
    var id = number == 1 ? Kind.name : "\(Kind.name)-\(number)"
    for entry in entries {
      let words = try texts(of: entry)
      if entry.key == "id", let word = words.first {
        id = word
      } else if entry.key == "arguments" {
        given[""] = words
      } else if let option = Kind.sourceOptions.first(where: { $0.name == entry.key }) {
        if words != ["false"] || !option.isFlag { given[option.name] = option.isFlag ? [""] : words }
      } else if Kind.Style.property(named: entry.key) == nil, SharedStyle.names.contains(entry.key) {
        for word in words {
          try reading(entry) { () throws(ValueError) in try request.window.set(entry.key, to: word) }
          looks.append(PropertyChange(name: entry.key, text: word))
        }
      } else {
        for word in words { try reading(entry) { () throws(ValueError) in try set(entry.key, to: word, of: &request) } }
      }
    }
    do throws(UsageError) {
      let options = Kind.sourceOptions.compactMap { option in given[option.name].map { (option, $0) } }
      request.sources = try SourceOptions(
        GivenOptions(options), arguments: given[""] ?? [], takesFiles: Kind.takesFiles, isInputPiped: false)
    } catch {
      throw wrong(
        error.description.hasPrefix("--") ? String(error.description.dropFirst(2)) : error.description, at: place)
    }
    let plan = ViewPlan(request: request, sources: given, id: id, looks: looks)
    do throws(ValueError) { try plan.check() } catch { throw wrong(error.description, at: place) }
    return plan
  }

  private func set<Kind: ViewKind>(_ key: String, to text: String, of request: inout ViewRequest<Kind>)
    throws(ValueError)
  {
    guard Kind.Style.property(named: key) != nil else {
      if WindowOptions.property(named: key) != nil {
        throw ValueError("unknown key '\(key)': it is the window's; write it above its views")
      }
      let names =
        Kind.Style.properties.map(\.flag) + Kind.sourceOptions.map(\.name) + [
          "id", "arguments", "size", "row", "column",
        ]
        + SharedStyle.names
      throw ValueError(
        "unknown key '\(key)'" + hint(for: key, in: names, else: "newsreel properties \(Kind.name) lists them"))
    }
    try request.own.set(key, to: text)
  }

  // MARK: - Values

  /// The value as texts, one for each element of a list.
  private func texts(of entry: TOML.Entry) throws(ConfigurationError) -> [String] {
    guard case .array(let items) = entry.item.value else { return [try text(of: entry.item)] }
    var texts: [String] = []
    for item in items { texts.append(try text(of: item)) }
    return texts
  }

  private func text(of item: TOML.Item) throws(ConfigurationError) -> String {
    switch item.value {
    case .string(let text), .moment(let text): return text
    case .integer(let integer): return "\(integer)"
    case .float(let number): return shortest(number)
    case .boolean(let truth): return truth ? "true" : "false"
    case .array, .table: throw wrong("a value is expected, not \(item.value.kind)", at: item.place)
    }
  }

  private func reading<Result, Reason: Error & CustomStringConvertible>(
    _ entry: TOML.Entry, _ body: () throws(Reason) -> Result
  ) throws(ConfigurationError) -> Result {
    do throws(Reason) { return try body() } catch {
      let text = error.description
      throw wrong(
        text.hasPrefix("--") ? String(text.dropFirst(2)) : text,
        at: text.hasPrefix("unknown key") ? entry.place : entry.item.place)
    }
  }

  private func wrong(_ reason: String, at place: TOML.Place) -> ConfigurationError {
    ConfigurationError(description: "\(file):\(place.line):\(place.column): \(reason)")
  }
}
