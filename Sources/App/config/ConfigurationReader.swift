internal import Base
internal import Formats
internal import Scene
internal import ScrollCore
internal import Windows

/// Reads a configuration. The keys of a view's table are its properties and the options of its command, those of a
/// window's table the properties of windows; without any `[[window]]` all keys are those of the strip and its window.
///
/// It leaves out what is wrong, and goes on: a configuration with a mistake shows all the rest.
struct ConfigurationReader: SettingsFile {
  let file: String
  let bytes: [UInt8]
  /// The problems in the order of reading: consequences of a mistake come after it.
  private let problems = Problems()

  private final class Problems { var all: [Failure] = [] }

  init(file: String, bytes: [UInt8]) { (self.file, self.bytes) = (file, bytes) }

  static let mostViews = 64

  /// Reads a file without a mistake.
  ///
  /// - Throws: the first mistake, with its place and the remedy.
  func read() throws(Failure) -> Configuration {
    let configuration = readable()
    if let first = configuration.problems.first { throw first }
    return configuration
  }

  /// Reads what is valid; without a window, the strip with its defaults.
  func readable() -> Configuration {
    let (table, wrong) = TOML.readable(bytes, file: file)
    problems.all = wrong
    var windows = table["window"].map { self.windows($0, beside: table) } ?? [strip(table)].compactMap { $0 }
    if windows.isEmpty { windows = [WindowPlan(ViewRequest<StripKind>())] }
    return Configuration(windows: windows, problems: problems.all)
  }

  /// Reads a part; if it is wrong, that is noted, and the part left out.
  func attempt(_ part: () throws(Failure) -> Void) { _ = attempting(part) }

  func attempting<Part>(_ part: () throws(Failure) -> Part) -> Part? {
    do throws(Failure) { return try part() } catch {
      problems.all.append(error)
      return nil
    }
  }

  private func windows(_ windows: TOML.Item, beside table: TOML.Table) -> [WindowPlan] {
    var hooks: [Hook] = []
    for entry in table.entries where entry.key != "window" {
      attempt { () throws(Failure) in
        guard entry.key == Self.hooksKey else {
          let remedy = hint(
            for: entry.key, in: ["window", Self.hooksKey],
            else:
              "only [hooks] may precede [[window]]; put window tables such as [window.keys] below it, and view tables "
              + "such as [window.row.values] below those")
          throw wrong("unknown key '\(entry.key)'" + remedy, at: entry.place)
        }
        hooks = try self.hooks(entry)
      }
    }
    var plans: [WindowPlan] = []
    attempt { () throws(Failure) in
      guard case .array(let items) = windows.value, !items.isEmpty else {
        throw wrong("windows are written as [[window]]", at: windows.place)
      }
      for item in items.prefix(Self.mostViews) {
        attempt { () throws(Failure) in
          guard case .table(let table) = item.value else {
            throw wrong("a window is a table, not \(item.value.kind)", at: item.place)
          }
          guard var plan = window(table, at: item.place) else { return }
          plan.hooks = hooks + plan.hooks
          plans.append(limited(plan, at: item.place))
        }
      }
      guard items.count <= Self.mostViews else { throw wrong("more than \(Self.mostViews) windows", at: windows.place) }
    }
    return plans
  }

  /// The plan with as many hooks as a window may have.
  private func limited(_ plan: WindowPlan, at place: TextPlace) -> WindowPlan {
    let over = plan.allHooks.count - Hook.most
    guard over > 0 else { return plan }
    attempt { () throws(Failure) in throw wrong("more than \(Hook.most) hooks", at: place) }
    var plan = plan
    for i in plan.views.indices { plan.views[i].hooks = [] }
    plan.hooks = Array(plan.hooks.prefix(Hook.most))
    return plan
  }

  // MARK: - Windows

  /// A window with only the strip.
  private func strip(_ table: TOML.Table) -> WindowPlan? {
    let (keys, start) = (windowKeys(of: table), TextPlace(line: 1, column: 1))
    guard
      let view = attempting({ () throws(Failure) in
        try view(StripKind.self, keys.rest, at: start, window: keys.settings)
      })
    else { return nil }
    let plan = WindowPlan(
      settings: keys.settings, views: [view], layout: .view(0), events: keys.program.value.events, hooks: keys.hooks)
    return limited(plan, at: start)
  }

  private func window(_ table: TOML.Table, at place: TextPlace) -> WindowPlan? {
    let keys = windowKeys(of: table)
    var views: [any PlannedView] = []
    guard
      let layout = layout(keys.rest, at: place, window: keys.settings, isWindow: true, depth: 0, &views)
    else { return nil }
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
  private func windowKeys(of table: TOML.Table) -> WindowKeys {
    var keys = WindowKeys()
    for entry in table.entries {
      attempt { () throws(Failure) in
        switch entry.key {
        case "events": try set(entry, in: &keys.program)
        case Self.hooksKey, "hook": keys.hooks += try hooks(entry)
        case Self.keysKey: try bind(entry, in: &keys.settings)
        case _ where WindowOptions.property(named: entry.key) != nil: try set(entry, in: &keys.settings)
        default: keys.rest.append(entry)
        }
      }
    }
    if let entry = table.entries.first(where: { $0.key == "theme" }), !keys.settings.value.theme.isEmpty {
      attempt { () throws(Failure) in
        do throws(ValueError) { _ = try Theme.load(keys.settings.value.theme) } catch {
          // It has just been set, so that it is known.
          try? keys.settings.reset("theme")
          throw wrong(error.named("theme").description, at: entry.item.place)
        }
      }
    }
    return keys
  }
}
