internal import Base
internal import Formats
internal import Inspector
internal import Newswire
internal import ScrollCore
internal import Windows

/// The edits that make a configuration match the settings of running windows.
struct ConfigurationChange {
  private(set) var plan: WritingPlan
  private var bytes: [UInt8]
  /// The file's content when this was created; nil if there was no file.
  private let former: [UInt8]?

  /// A running window: its index in the file, and its properties.
  typealias Shown = (index: Int, properties: [PropertyInfo])

  // MARK: - Changing a file

  /// The change that keeps properties of a window for its next start; nil if no configuration belongs to the window.
  ///
  /// - Parameters:
  ///   - names: The properties to keep.
  ///   - properties: The window's.
  ///   - origin: Its `WindowOrigin`.
  static func keeping(
    _ names: Set<String>, of properties: [PropertyInfo], from origin: JSON?
  ) throws(Failure) -> ConfigurationChange? {
    let kept = properties.filter { names.contains($0.name) }
    if let file = origin?["configuration"]?.string {
      let index = origin?["window"]?.number.flatMap(Int.init(exactly:)) ?? 0
      return try ConfigurationChange(to: file, showing: [(index, kept)])
    }
    // A strip without arguments uses this file at its next start.
    guard properties.first(where: { $0.view != "window" })?.view == StripKind.name,
      origin?["sources"] == .object([]), origin?["reads-input"]?.bool == false
    else { return nil }
    let path = UserPaths.configuration
    if AtomicFile.exists(path) { return try ConfigurationChange(to: path, showing: [(0, kept)]) }
    let others = properties.filter { !names.contains($0.name) }.map { $0.with(\.isSet, false) }
    return try ConfigurationChange(new: path, origin: origin, showing: kept + others)
  }

  /// Changes the keys of a file whose values differ from those of the windows. Without a line in the plan there is
  /// nothing to change.
  ///
  /// - Throws: `Failure` with the reason why it cannot be changed.
  init(to path: String, showing windows: [Shown]) throws(Failure) {
    let former = try WatchedFile.read(path)
    var lines: [String] = []
    bytes = try Self.changed(former, path, windows, &lines)
    // Verifies that the result reads as intended.
    var rest: [String] = []
    _ = try Self.changed(bytes, path, windows, &rest)
    if let line = rest.first { throw Failure(of: path, reason: "cannot be made to say: \(line)") }
    // Editors leave an empty file for a moment; running windows do not follow that.
    if !bytes.contains(where: { $0 > 0x20 }) { bytes = Array("# Nothing is set.\n".utf8) }
    self.former = former
    plan = WritingPlan(path: path, kind: .edit, lines: lines)
  }

  private static func changed(
    _ bytes: [UInt8], _ path: String, _ windows: [Shown], _ lines: inout [String]
  ) throws(Failure) -> [UInt8] {
    let configuration: Configuration
    do throws(Failure) { configuration = try ConfigurationReader(file: path, bytes: bytes).read() } catch {
      throw Failure(of: "it is not written", reason: error.description)
    }
    do throws(Failure) {
      let root = try TOML.read(bytes)
      var edit = TOMLEdit(bytes)
      for window in windows where configuration.windows.indices.contains(window.index) {
        let plan = configuration.windows[window.index]
        let tables = ViewTables(of: window.index, in: root)
        let isMany = plan.views.count > 1
        try change(
          &edit, tables.window, window.properties.filter { $0.view == "window" }, plan.settings.changes, &lines)
        for (view, table) in zip(plan.views, tables.views) {
          let own = window.properties.filter { $0.view == (isMany ? view.id : view.kind) }
          try change(&edit, table, own, view.own, &lines)
        }
      }
      return edit.result
    } catch {
      throw Failure(of: path, reason: error.description)
    }
  }

  private static func change(
    _ edit: inout TOMLEdit, _ place: ViewTables.Place, _ properties: [PropertyInfo],
    _ set: [PropertyChange], _ lines: inout [String]
  ) throws(Failure) {
    for property in properties {
      let key = String(property.title)
      let old = set.first { $0.name == key }?.value?.text
      let new = property.isSet ? property.text : nil
      let entry = place.table.entries.first { $0.key == key || kebabCase($0.key) == key }
      guard old != new else { continue }
      if let old { lines.append("- \(key) = \(property.written(old))") }
      guard let new else {
        if let entry { try edit.remove(entry) }
        continue
      }
      lines.append("+ \(key) = \(property.written(new))")
      if let entry {
        try edit.replace(entry, by: property.written(new))
      } else {
        try edit.add(key, property.written(new), to: place.table, at: place.header)
      }
    }
  }

  // MARK: - Creating a file

  /// Creates a file with the settings of a window that was started by a command line.
  init(new path: String, origin: JSON?, showing properties: [PropertyInfo]) throws(Failure) {
    guard let view = properties.first(where: { $0.view != "window" })?.view else {
      throw Failure(of: path, reason: "there is nothing to write")
    }
    // The strip's keys need no headers.
    var text = view == StripKind.name ? "" : "[[window]]\n"
    let (own, window) = (
      properties.filter { $0.view != "window" && $0.isSet }, properties.filter { $0.view == "window" && $0.isSet }
    )
    text += window.map { "\($0.name) = \($0.written($0.text))\n" }.joined()
    if view != StripKind.name { text += "view = \(TOMLText.quoted(view))\n" }
    if case .object(let sources)? = origin?["sources"] {
      for (name, value) in sources {
        text += "\(name) = \(PropertyValue(value)?.toml ?? "\"\"")\n"
      }
    }
    text += own.map { "\($0.name) = \($0.written($0.text))\n" }.joined()
    bytes = Array(text.utf8)
    do throws(Failure) { _ = try ConfigurationReader(file: path, bytes: bytes).read() } catch {
      throw Failure(of: "it is not written", reason: error.description)
    }
    former = AtomicFile.exists(path) ? try WatchedFile.read(path) : nil
    plan = WritingPlan(
      path: path, kind: former == nil ? .create : .replace,
      lines: text.split(separator: "\n").map { "+ \($0)" },
      warnings: origin?["reads-input"]?.bool == true ? ["What comes from standard input is not a part of it."] : [])
  }

  // MARK: - Writing

  func write() throws(Failure) {
    if plan.lines.isEmpty { return }
    let now = AtomicFile.exists(plan.path) ? try WatchedFile.read(plan.path) : nil
    guard now == former else { throw Failure(of: plan.path, .of(.hasChangedSince)) }
    try AtomicFile.write(bytes, to: plan.path, mode: 0o644)
  }

  /// Takes back what was written, byte for byte. Returns false if the file has changed since, or was new.
  func undo() throws(Failure) -> Bool {
    if plan.lines.isEmpty { return true }
    guard let former, AtomicFile.exists(plan.path), try WatchedFile.read(plan.path) == bytes else { return false }
    try AtomicFile.write(former, to: plan.path, mode: 0o644)
    return true
  }
}

extension PropertyInfo {
  /// The value in TOML.
  fileprivate func written(_ text: String) -> String {
    switch kind {
    case .flag, .integer, .number: text
    case .text, .font, .color, .choice: TOMLText.quoted(text)
    }
  }
}

/// The tables of a configuration that configure a window and its views in order.
private struct ViewTables {
  struct Place {
    var table: TOML.Table
    /// The place of its name; nil for the file's top level.
    var header: TextPlace?
  }

  let window: Place
  private(set) var views: [Place] = []

  init(of index: Int, in root: TOML.Table) {
    guard case .array(let items)? = root["window"]?.value, items.indices.contains(index),
      case .table(let table) = items[index].value
    else {
      window = Place(table: root)
      views = [window]
      return
    }
    window = Place(table: table, header: items[index].place)
    collect(window)
  }

  private mutating func collect(_ place: Place) {
    guard let item = place.table["row"] ?? place.table["column"], case .array(let items) = item.value else {
      views.append(place)
      return
    }
    for case (.table(let table), let header) in items.map({ ($0.value, $0.place) }) {
      collect(Place(table: table, header: header))
    }
  }
}
