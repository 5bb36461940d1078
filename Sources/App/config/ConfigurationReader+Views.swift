internal import Base
internal import ScrollCore

/// Reads views.
extension ConfigurationReader {
  func view(
    _ entry: TOML.Entry, _ entries: [TOML.Entry], at place: TextPlace, window: Settings<WindowOptions>, number: Int
  ) throws(Failure) -> any PlannedView {
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

  func view<Kind: ViewKind>(
    _ kind: Kind.Type, _ entries: [TOML.Entry], at place: TextPlace, window: Settings<WindowOptions>, number: Int = 1
  ) throws(Failure) -> any PlannedView {
    var keys = ViewKeys<Kind>(window: window, id: number == 1 ? Kind.name : "\(Kind.name)-\(number)")
    for entry in entries { try take(entry, into: &keys) }
    do throws(Failure) {
      keys.request.sources = try SourceOptions(keys.given, of: kind, isInputPiped: false)
    } catch {
      throw wrong(error.keyed, at: place)
    }
    var plan = ViewPlan(request: keys.request, sources: keys.given, id: keys.id, looks: keys.looks)
    plan.hooks = keys.hooks.map { hook in
      var hook = hook
      hook.view = keys.id
      return hook
    }
    do throws(ValueError) { try plan.check() } catch { throw wrong(error.description, at: place) }
    return plan
  }

  private struct ViewKeys<Kind: ViewKind> {
    var request = ViewRequest<Kind>()
    /// The options about sources; arguments have an empty name.
    var given: [PropertyChange] = []
    var looks: [PropertyChange] = []
    var hooks: [Hook] = []
    var id: String

    init(window: Settings<WindowOptions>, id: String) {
      self.id = id
      request.window = window
    }
  }

  private func take<Kind: ViewKind>(
    _ entry: TOML.Entry, into keys: inout ViewKeys<Kind>
  ) throws(Failure) {
    let option = Kind.sourceOptions.first { $0.name == entry.key }
    if entry.key == Self.hooksKey || entry.key == PropertyInfo.hook.name {
      keys.hooks += try hooks(entry)
    } else if entry.key == Self.valuesKey, option != nil, case .table(let table) = entry.item.value {
      keys.given += try values(table).map { PropertyChange(PropertyInfo.liveValue.name, to: .text($0)) }
    } else if entry.key == PropertyInfo.feed.name, option != nil {
      keys.given += try feeds(entry).map { PropertyChange(entry.key, to: .text($0)) }
    } else {
      let values = try values(of: entry)
      if entry.key == "id", let id = values.first {
        keys.id = id.text
      } else if entry.key == "arguments" {
        keys.given += values.map { PropertyChange("", to: $0) }
      } else if let option, !option.isStartOnly, option != .events {
        let isOff = option.isFlag && values.map(\.text) == ["false"]
        if !isOff { keys.given += (option.isFlag ? [.flag(true)] : values).map { PropertyChange(option.name, to: $0) } }
      } else {
        try take(values, of: entry, into: &keys)
      }
    }
  }

  /// Reads a property.
  private func take<Kind: ViewKind>(
    _ values: [PropertyValue], of entry: TOML.Entry, into keys: inout ViewKeys<Kind>
  ) throws(Failure) {
    let isOwn = Kind.Style.property(named: entry.key) != nil
    guard isOwn || SharedStyle.names.contains(entry.key) else {
      throw wrong("unknown key '\(entry.key)'" + remedy(for: entry.key, in: Kind.self), at: entry.place)
    }
    for value in values {
      try reading(entry) { () throws(ValueError) in
        if isOwn {
          try keys.request.own.set(entry.key, to: value)
        } else {
          try keys.request.window.set(entry.key, to: value)
          keys.looks.append(PropertyChange(entry.key, to: value))
        }
      }
    }
  }

  /// The remedy for a key that a view does not have.
  private func remedy<Kind: ViewKind>(for key: String, in kind: Kind.Type) -> String {
    if Self.windowNames.contains(key) { return ": it is the window's; write it above its views" }
    if PropertyInfo.sources.contains(where: { $0.name == key && $0.isStartOnly }) {
      return ": it stands on the command line, as it says how newsreel starts"
    }
    if let views = FlagHints.elsewhere(key, than: Kind.name) {
      return ": \(Kind.name) cannot take it, but \(views) can"
    }
    let names =
      Kind.Style.properties.map(\.flag) + Kind.sourceOptions.map(\.name)
      + ["id", "arguments", "size", "row", "column", Self.hooksKey] + SharedStyle.names
    return hint(for: key, in: names, else: "newsreel properties \(Kind.name) lists them")
  }
}
