internal import Base
internal import Formats
internal import ScrollCore
internal import Windows

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
    var request = ViewRequest<Kind>()
    request.window = window
    let empty = ViewPlan(request: request, id: number == 1 ? Kind.name : "\(Kind.name)-\(number)")
    var (plan, valid) = (empty, [TOML.Entry]())
    for entry in entries {
      attempt { () throws(Failure) in
        try set(entry, in: &plan)
        valid.append(entry)
      }
    }
    while true {
      do throws(ValueError) {
        try plan.check()
        for i in plan.hooks.indices { plan.hooks[i].view = plan.id }
        return plan
      } catch {
        let key = valid.firstIndex { $0.key == kebabCase(error.name) }
        let problem = wrong(error.description, at: key.map { valid[$0].place } ?? place)
        guard let less = plans(key, of: valid, over: empty) else { throw problem }
        attempt { () throws(Failure) in throw problem }
        (plan, valid) = less
      }
    }
  }

  /// The plan without the key that contradicts others; nil if none of them can be blamed.
  private func plans<Kind: ViewKind>(
    _ key: Int?, of entries: [TOML.Entry], over empty: ViewPlan<Kind>
  ) -> (ViewPlan<Kind>, [TOML.Entry])? {
    // An error that names no key is about the latest one without which the others suit each other.
    let candidates = key.map { [$0] } ?? Array(entries.indices.reversed())
    for candidate in candidates {
      var (plan, rest) = (empty, entries)
      rest.remove(at: candidate)
      // Their problems are recorded already.
      let silent = ConfigurationReader(file: file, bytes: [])
      // Mistakes are reported when the view is read for good.
      for entry in rest { try? silent.set(entry, in: &plan) }
      // The same.
      if key != nil || (try? plan.check()) != nil { return (plan, rest) }
    }
    return nil
  }

  private func set<Kind: ViewKind>(_ entry: TOML.Entry, in plan: inout ViewPlan<Kind>) throws(Failure) {
    let key = entry.key
    let isOption = !ProgramOptions.names.contains(key) && Kind.sourceOptions.contains { $0.name == key }
    if key == Self.hooksKey || key == "hook" {
      plan.hooks += try hooks(entry)
    } else if key == "id" {
      plan.id = try id(of: entry.item)
    } else if key == "values", isOption, case .table(let table) = entry.item.value {
      for value in table.entries {
        attempt { () throws(Failure) in
          let named = PropertyChange(value.key, to: try self.value(of: value.item))
          try set("value", to: .table([named]), at: value.item, isNamed: false, in: &plan.request.sources)
        }
      }
    } else if key == "mqtt", isOption, case .table(let table) = entry.item.value {
      // The broker's keys are those of its flags, without their beginning.
      let flags = BrokerMessages.properties.map(\.flag).filter { flag in Kind.sourceOptions.contains { $0.name == flag }
      }
      let keys = flags.map { $0 == key ? "broker" : $0.hasPrefix("mqtt-") ? String($0.dropFirst(5)) : $0 }
      for part in table.entries {
        attempt { () throws(Failure) in
          guard let name = zip(keys, flags).first(where: { $0.0 == part.key })?.1 else {
            throw wrong("unknown key '\(part.key)'" + hint(for: part.key, in: keys), at: part.place)
          }
          try set(name, to: try value(of: part.item), at: part.item, isNamed: false, in: &plan.request.sources)
        }
      }
    } else if isOption || key == "arguments" {
      try set(entry, in: &plan.request.sources)
    } else if Kind.Style.property(named: key) != nil {
      try set(entry, in: &plan.request.own)
    } else if SharedStyle.names.contains(key) {
      try set(entry, in: &plan.request.window)
      plan.looks.append(PropertyChange(key, to: try value(of: entry.item)))
    } else {
      throw wrong("unknown key '\(key)'" + remedy(for: key, in: Kind.self), at: entry.place)
    }
  }

  /// An id precedes the names of its view's properties, as in ticker.scroll-speed.
  private func id(of item: TOML.Item) throws(Failure) -> String {
    let id = try text(of: item)
    guard !id.isEmpty, !id.contains("."), kebabCase(id) == id else {
      throw wrong("'\(id)' is not an id: it has lower-case letters and no '.', as id = \"news-ticker\"", at: item.place)
    }
    return id
  }

  /// The remedy for a key that a view does not have.
  private func remedy<Kind: ViewKind>(for key: String, in kind: Kind.Type) -> String {
    if Self.windowNames.contains(key) { return ": it is the window's; write it above its views" }
    if Self.layoutKeys.contains(key) { return ": it is for views in the rows and columns of a [[window]]" }
    if ProgramOptions.ofStart.contains(key) {
      return ": it is a command-line option only"
    }
    if let views = FlagHints.elsewhere(key, than: Kind.name) {
      return ": \(Kind.name) cannot take it, but \(views) can"
    }
    let names =
      Kind.Style.properties.map(\.flag) + Kind.sourceOptions.map(\.name)
      + ["id", "arguments", "size", "row", "column", Self.hooksKey] + SharedStyle.names
    let near = hint(for: key, in: names)
    guard near.isEmpty else { return near }
    if let other = FlagHints.meant(by: key, among: FlagHints.flags(of: Kind.name)).first {
      let written = FlagHints.written(other, for: key)
      return written == other ? "; did you mean '\(other)'?" : "; write \(written)"
    }
    return "; newsreel properties \(Kind.name) lists them"
  }
}
