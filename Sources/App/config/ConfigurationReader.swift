internal import Base
internal import Scene
internal import ScrollCore

/// Reads a configuration. The keys of a view's table are its properties and the options of its command, those of a
/// window's table the properties of windows; without any `[[window]]` all keys are those of the strip and its window.
struct ConfigurationReader: SettingsFile {
  let file: String
  let bytes: [UInt8]

  static let mostViews = 64

  func read() throws(Failure) -> Configuration {
    let table = try TOML.read(bytes, file: file)
    guard let windows = table["window"] else { return Configuration(windows: [try strip(table)]) }
    var hooks: [Hook] = []
    for entry in table.entries where entry.key != "window" {
      guard entry.key == Self.hooksKey else {
        let remedy = hint(
          for: entry.key, in: ["window", Self.hooksKey],
          else: "beside [[window]] there is nothing but [hooks]: what is about a window stands behind it, as "
            + "[window.keys], and what is about a view behind that, as [window.row.values]")
        throw wrong("unknown key '\(entry.key)'" + remedy, at: entry.place)
      }
      hooks = try self.hooks(entry)
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
      plans[plans.count - 1].hooks = hooks + plans[plans.count - 1].hooks
      guard plans[plans.count - 1].allHooks.count <= Hook.most else {
        throw wrong("more than \(Hook.most) hooks", at: item.place)
      }
    }
    return Configuration(windows: plans)
  }

  // MARK: - Windows

  /// A window with only the strip.
  private func strip(_ table: TOML.Table) throws(Failure) -> WindowPlan {
    let keys = try windowKeys(of: table)
    let view = try view(
      StripKind.self, keys.rest, at: TextPlace(line: 1, column: 1), window: keys.settings)
    return WindowPlan(
      settings: keys.settings, views: [view], layout: .view(0), events: keys.program.value.events, hooks: keys.hooks)
  }

  private func window(_ table: TOML.Table, at place: TextPlace) throws(Failure) -> WindowPlan {
    let keys = try windowKeys(of: table)
    var views: [any PlannedView] = []
    let layout = try layout(keys.rest, at: place, window: keys.settings, isWindow: true, depth: 0, &views)
    return WindowPlan(
      settings: keys.settings, views: views, layout: layout.layout, events: keys.program.value.events, hooks: keys.hooks
    )
  }

  private struct WindowKeys {
    var settings = Settings<WindowOptions>()
    var program = Settings<ProgramOptions>()
    var hooks: [Hook] = []
    /// The keys of its views.
    var rest: [TOML.Entry] = []
  }

  /// Splits the keys of a table into those of the window and the rest.
  private func windowKeys(of table: TOML.Table) throws(Failure) -> WindowKeys {
    var keys = WindowKeys()
    for entry in table.entries {
      switch entry.key {
      case "events": try set(entry, in: &keys.program)
      case Self.hooksKey, "hook": keys.hooks += try hooks(entry)
      case Self.keysKey: try bind(entry, in: &keys.settings)
      case _ where WindowOptions.property(named: entry.key) != nil: try set(entry, in: &keys.settings)
      default: keys.rest.append(entry)
      }
    }
    return keys
  }
}
