internal import Base
internal import Inspector
internal import Newswire
internal import ScrollCore

/// What the Settings… window changes: the properties of a window that runs, over its socket, and the configuration that says so
/// at the next start.
final class SettingsModel {
  /// The window's name for `newsreel msg`.
  let name: String
  private let connection: ControlConnection
  private var properties: [PropertyInfo] = []
  private var origin: JSON?
  private var past: [Step] = []

  /// Something that was done, and can be undone.
  private struct Step {
    var title: String
    /// What is set again; nil: nothing was set.
    var changes: [PropertyChange]
    /// The entry by which the program started with the desktop; nil: it is as now.
    var autostart: Entry?
  }

  private struct Entry {
    /// Nil: there was none.
    var contents: [UInt8]?
  }

  /// Steps that can be undone.
  private static let most = 100

  /// - Parameter name: Of the window; nil: the only one, or the first strip.
  /// - Throws: `Failure` where there is none.
  init(_ name: String?) throws(Failure) {
    let names = ControlName.all()
    guard let name = name ?? names.first(where: { $0.hasPrefix(StripKind.name) }) ?? names.first else {
      throw .system("no window of newsreel runs; start one, as newsreel &")
    }
    guard let connection = try ControlConnection(to: name) else {
      throw .system("no window named \(name) runs" + (names.isEmpty ? "" : hint(for: name, in: names)))
    }
    (self.name, self.connection) = (name, connection)
    try look()
  }

  /// Asks for all values.
  func look() throws(Failure) {
    properties = (try ask(.properties, [])?.array ?? []).compactMap(PropertyInfo.init(told:))
    origin = try ask(.state, [])?["origin"]
  }

  private func ask(_ command: ControlCommand, _ arguments: [JSON]) throws(Failure) -> JSON? {
    try connection.send(ControlRequest.line(command, arguments))
    guard let line = try connection.line(), let answer = try? JSON(parsing: line) else {
      throw .system("\(name) has ended")
    }
    guard answer["ok"]?.bool == true else { throw .system(answer["error"]?.string ?? "it was refused") }
    return answer["data"]
  }

  func property(_ name: String) -> PropertyInfo? { properties.first { $0.name == name } }

  // MARK: - Changing

  var canUndo: Bool { !past.isEmpty }

  /// Sets properties of the window, all or none, and has the configuration say so.
  ///
  /// - Parameter title: What it is called where it is undone.
  func set(_ changes: [PropertyChange], title: String) throws(Failure) {
    let former = changes.map { change in
      let property = self.property(change.name)
      return PropertyChange(change.name, to: property?.isSet == true ? property?.value : nil)
    }
    try apply(changes)
    remember(Step(title: title, changes: former))
    try write()
  }

  /// Has the program start with the desktop, or not.
  func setAutostart(_ starts: Bool, title: String) throws(Failure) {
    let former = Autostart.contents
    try Autostart.set(starts ? Array(Autostart.entry([]).utf8) : nil)
    remember(Step(title: title, changes: [], autostart: Entry(contents: former)))
  }

  private func remember(_ step: Step) {
    past.append(step)
    if past.count > Self.most { past.removeFirst() }
  }

  /// Takes the last change back. Returns what it was; nil where there is none.
  func undo() throws(Failure) -> String? {
    guard let step = past.popLast() else { return nil }
    if let entry = step.autostart { try Autostart.set(entry.contents) }
    if !step.changes.isEmpty {
      try apply(step.changes)
      try write()
    }
    return step.title
  }

  private func apply(_ changes: [PropertyChange]) throws(Failure) {
    // What adds up is set anew.
    let cleared = changes.filter { $0.value == nil || property($0.name)?.joins == true }
    if !cleared.isEmpty { _ = try ask(.reset, cleared.map { .string($0.name) }) }
    let set = changes.compactMap { change in change.value.map { (change.name, $0.json) } }
    if !set.isEmpty { _ = try ask(.set, [.object(set)]) }
    try look()
  }

  /// Has the configuration say what is set now, as the inspector does.
  private func write() throws(Failure) {
    let path = UserPaths.configuration
    let change: ConfigurationChange
    if let file = origin?["configuration"]?.string {
      let index = origin?["window"]?.number.flatMap(Int.init(exactly:)) ?? 0
      change = try ConfigurationChange(to: file, showing: [(index, properties)])
    } else if !AtomicFile.exists(path) {
      change = try ConfigurationChange(new: path, origin: origin, showing: properties)
    } else if case .object(let sources)? = origin?["sources"], sources.isEmpty {
      // Without words of its own the program shows this file at its next start.
      change = try ConfigurationChange(to: path, showing: [(0, properties)])
    } else {
      throw Failure(of: path, reason: "is not that of this window: it is changed until it ends, and not written")
    }
    if !change.plan.lines.isEmpty { try change.write() }
  }
}
