internal import Base
internal import Glibc
internal import Inspector
internal import Newswire
internal import ScrollCore
internal import Windows

/// The changes of the Settings… window: to the properties of a running window, over its socket, and to the configuration for
/// its next start.
final class SettingsModel {
  /// The window's name for `newsreel msg`.
  let name: String
  /// Whether other windows run, too.
  let isOneOfSeveral: Bool
  /// A request to a running window, and its answer.
  typealias Asking = (_ command: ControlCommand, _ arguments: [JSON]) throws(Failure) -> JSON?
  /// Asks the window. Nil after it has ended, until something is asked of the next one with its name.
  private var window: Asking?
  private let connect: () throws(Failure) -> Asking
  private var properties: [PropertyInfo] = []
  private var origin: JSON?
  private var past: [Step] = []

  /// A change that can be undone.
  private struct Step {
    var title: String
    /// The former values, and those that were set; nil for unset.
    var changes: [PropertyChange]
    var set: [PropertyChange] = []
    /// The former autostart entry; nil if it is unchanged.
    var autostart: Entry?
    /// The change of the configuration; nil if it was not saved.
    var saved: ConfigurationChange?
  }

  private struct Entry {
    /// Nil if there was none.
    var contents: [UInt8]?
  }

  /// The changes for undo.
  private static let most = 100

  /// - Parameter name: The window's name; nil for the only one, or the first strip.
  /// - Throws: `Failure` if there is none.
  convenience init(_ name: String?) throws(Failure) {
    let names = ControlName.all()
    guard let name = name ?? names.first(where: { $0.hasPrefix(StripKind.name) }) ?? names.first else {
      throw .system("no window of newsreel runs; start one, as newsreel &")
    }
    try self.init(name, isOneOfSeveral: names.count > 1) { () throws(Failure) in
      let connection = try ControlConnection.required(to: name)
      return { (command, arguments) throws(Failure) in try connection.ask(command, arguments) }
    }
  }

  /// - Parameter connect: Reaches the window with that name.
  init(_ name: String, isOneOfSeveral: Bool, connect: @escaping () throws(Failure) -> Asking) throws(Failure) {
    (self.name, self.isOneOfSeveral, self.connect) = (name, isOneOfSeveral, connect)
    try look()
  }

  /// Requests all values.
  func look() throws(Failure) {
    properties = (try ask(.properties)?.array ?? []).compactMap(PropertyInfo.init(told:))
    origin = try ask(.state)?["origin"]
  }

  @discardableResult
  private func ask(_ command: ControlCommand, _ arguments: [JSON] = []) throws(Failure) -> JSON? {
    let ask = if let window { window } else { try connect() }
    window = ask
    return try ask(command, arguments)
  }

  /// The window has ended.
  func disconnect() { window = nil }

  /// Takes over what the window reports. Returns whether anything differs.
  func adopt(_ new: [PropertyInfo]) -> Bool {
    defer { properties = new }
    return new != properties
  }

  func property(_ name: String) -> PropertyInfo? { properties.first { $0.name == name } }

  /// The value that a property is set to; nil if it is unset.
  private func given(_ name: String) -> PropertyValue? { property(name).flatMap { $0.isSet ? $0.value : nil } }

  // MARK: - Changes

  var canUndo: Bool { !past.isEmpty }

  /// Sets properties of the window, all or none, and writes them to the configuration.
  ///
  /// - Parameter title: Its name for undo.
  func set(_ changes: [PropertyChange], title: String) throws(Failure) {
    let former = changes.map { PropertyChange($0.name, to: given($0.name)) }
    try apply(changes)
    remember(Step(title: title, changes: former, set: changes.map { PropertyChange($0.name, to: given($0.name)) }))
    past[past.count - 1].saved = try write(changes)
  }

  /// Switches autostart.
  func setAutostart(_ starts: Bool, title: String) throws(Failure) {
    let former = Autostart.contents
    try Autostart.set(starts ? Array(Autostart.entry([]).utf8) : nil)
    remember(Step(title: title, changes: [], autostart: Entry(contents: former)))
  }

  private func remember(_ step: Step) {
    past.append(step)
    if past.count > Self.most { past.removeFirst() }
  }

  /// Undoes the last change, which stays if that fails. Returns its name, or nil.
  ///
  /// - Throws: `Failure`, also if the properties have been changed otherwise since; that change is the user's, and stays.
  func undo() throws(Failure) -> String? {
    guard let step = past.last else { return nil }
    guard try isInForce(step) else {
      past.removeLast()
      throw Failure(of: step.title, .of(.hasChangedSince))
    }
    if let entry = step.autostart { try Autostart.set(entry.contents) }
    if !step.changes.isEmpty {
      try apply(step.changes)
      // Byte for byte, with the comments beside what was taken out.
      if let saved = step.saved, !(try saved.undo()) { try write(step.changes) }
    }
    past.removeLast()
    return step.title
  }

  /// Whether the properties still have the values that a step has set, or have the former ones again, by an undo that failed
  /// at the file. The window may differ for a moment: see `overlay`.
  private func isInForce(_ step: Step) throws(Failure) -> Bool {
    for _ in 0..<10 {
      if [step.set, step.changes].contains(where: { $0.allSatisfy { given($0.name) == $0.value } }) { return true }
      usleep(30_000)
      try look()
    }
    return false
  }

  private func apply(_ changes: [PropertyChange]) throws(Failure) {
    // A value that adds up is reset first.
    let cleared = changes.filter { $0.value == nil || property($0.name)?.addsUp == true }
    if !cleared.isEmpty { try ask(.reset, cleared.map { .string($0.name) }) }
    let set = changes.compactMap { change in change.value.map { (change.name, $0.json) } }
    if !set.isEmpty { try ask(.set, [.object(set)]) }
    try look()
    for change in changes { try overlay(change) }
  }

  /// Updates a property's description to a change. The window may differ for a moment: it has read its file again after
  /// the change and before it answered, and follows once the change is in the file.
  private func overlay(_ change: PropertyChange) throws(Failure) {
    guard let index = properties.firstIndex(where: { $0.name == change.name }) else { return }
    guard let value = change.value else {
      if properties[index].isSet, let initial = properties[index].initial { properties[index].value = initial }
      properties[index].isSet = false
      return
    }
    properties[index].value = properties[index].written(
      try usage { () throws(ValueError) in try properties[index].kind.read(value) })
    properties[index].isSet = true
  }

  /// Writes the changes to the configuration, and nothing else: the rest of the file is the user's.
  @discardableResult
  private func write(_ changes: [PropertyChange]) throws(Failure) -> ConfigurationChange {
    guard let change = try ConfigurationChange.keeping(Set(changes.map(\.name)), of: properties, from: origin) else {
      throw Failure(of: UserPaths.configuration, .of(.isNotOfWindow))
    }
    try change.write()
    return change
  }
}

extension PropertyInfo {
  /// A value as its property writes it, as the window reports it and the file has it: keys that are bound have an order of
  /// their own. The same value where the property is not known.
  fileprivate func written(_ value: PropertyValue) -> PropertyValue {
    func written<Owner: HasProperties & Equatable & Sendable>(by settings: Settings<Owner>) -> PropertyValue? {
      var settings = settings
      // The window reports an impossible value.
      try? settings.set(name, to: value)
      return settings.changes.first?.value
    }
    func written<Kind: ViewKind>(by kind: Kind.Type) -> PropertyValue? {
      written(by: Settings<Kind.Style>(Kind.initial))
    }
    if view == "window" { return written(by: Settings<WindowOptions>()) ?? value }
    return Views.all.first { $0.name == view }.flatMap { written(by: $0) } ?? value
  }
}
