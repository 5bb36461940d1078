internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore

/// A window's accessible objects on the bus of assistive technology, by AT-SPI. They answer calls, and report changes
/// while a client listens. Before that the views are not examined.
///
/// The registry (`org.a11y.atspi.Registry`) knows the listeners. Any client that has called a method counts as a
/// listener while it is on the bus, since it may cache the results.
final class AccessibilityBus: LoopSource {
  /// Returns the current state: an application with its windows.
  private let application: () -> AccessibleNode
  /// Performs an action on the object at a path of keys. Returns whether it had an effect.
  let perform: (AccessibleAction, [Int]) -> Bool
  /// Called when the bus is gone.
  var onEnd: () -> Void = {}
  let bus: Bus
  private(set) var objects = AccessibleObjects()
  /// The application's parent: its bus name and path.
  private(set) var desktop = (name: "", path: AccessibilityBus.nowhere)
  /// Whether it is registered, or will be soon.
  private var isRegistered = false
  /// The application's number in the registry.
  var registeredNumber: Int32 = 0
  /// The events with listeners.
  private var awaited: Set<String> = []
  /// The unique names of clients that have called a method.
  private var callers: Set<String> = []
  private var lastLook = -Seconds.infinity
  /// When to examine the views next.
  private var due = Seconds.infinity

  static let prefix = "org.a11y.atspi."
  static let nowhere = "/org/a11y/atspi/null"
  static let cachePath = "/org/a11y/atspi/cache"
  private static let base = "/org/a11y/atspi/accessible"
  private static let registry = "org.a11y.atspi.Registry"
  private static let registryPath = "/org/a11y/atspi/registry"
  /// The minimum time between two examinations of the views, in seconds.
  private static let pause = 0.1
  private static let mostCallers = 64

  /// Connects without waiting; nil if there is no such bus.
  init?(
    address: String, showing application: @escaping () -> AccessibleNode,
    perform: @escaping (AccessibleAction, [Int]) -> Bool
  ) {
    guard let bus = Bus(address: address) else { return nil }
    (self.bus, self.application, self.perform) = (bus, application, perform)
    bus.onEnd = { [unowned self] in onEnd() }
    bus.serve(below: "/org/a11y/atspi") { [unowned self] in answer($0) }
    let owner = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'"
    bus.follow(owner) { [unowned self] in follow(owner: $0) }
    for member in ["EventListenerRegistered", "EventListenerDeregistered"] {
      let rule = "type='signal',path='\(Self.registryPath)',interface='\(Self.registry)',member='\(member)'"
      bus.follow(rule) { [unowned self] _ in askForListeners() }
    }
    register()
  }

  // MARK: - The registry

  /// Registers the application with the registry.
  private func register() {
    isRegistered = true
    // This connection knows its name only after an answer.
    askForListeners { [unowned self] in
      bus.call(
        Self.registry, "\(Self.base)/root", Self.prefix + "Socket", "Embed",
        write: { writer in writer.structure("so") { self.reference(AccessibleObjects.root, to: writer) } },
        answer: { [unowned self] message in
          guard !message.isError else { return }
          message.structure("so") { message.text().flatMap { name in message.objectPath().map { (name, $0) } } }
            .map { self.desktop = $0 }
          // A new window may have the focus already.
          changed()
        })
    }
  }

  private func askForListeners(then: @escaping () -> Void = {}) {
    bus.call(Self.registry, Self.registryPath, Self.registry, "GetRegisteredEvents") { [unowned self] message in
      if message.isError { return }
      var awaited: Set<String> = []
      message.forEachStructure("ss") {
        guard message.text() != nil, let event = message.text() else { return }
        if awaited.count < Self.mostEvents { awaited.insert(Self.plain(event)) }
      }
      self.awaited = awaited
      if !isListenedTo { objects.removeAll() }
      then()
    }
  }

  private static let mostEvents = 256

  /// Forgets clients that leave the bus, and registers again with a restarted registry.
  private func follow(owner message: BusMessage) {
    guard let name = message.text(), message.text() != nil, let new = message.text() else { return }
    if new.isEmpty { callers.remove(name) }
    if name == Self.registry {
      if new.isEmpty { isRegistered = false } else if !isRegistered { register() }
    }
    if !isListenedTo { objects.removeAll() }
  }

  /// Normalises an event's name: "object:state-changed:focused" and "Object:StateChanged:Focused" are equal.
  private static func plain(_ event: String) -> String {
    event.lowercased().filter { $0 != "-" && $0 != "_" }.split(separator: ":").joined(separator: ":")
  }

  /// Whether a client listens to this event, or to all of its kind.
  func awaits(_ event: String) -> Bool {
    let name = Self.plain(event)
    return awaited.contains { name == $0 || name.hasPrefix($0 + ":") }
  }

  private var isListenedTo: Bool { !awaited.isEmpty || !callers.isEmpty }

  // MARK: - Changes

  /// Schedules an examination after a possible change.
  func changed() {
    guard isListenedTo else { return }
    due = min(due, max(monotonicNow(), lastLook + Self.pause))
  }

  /// Examines the views, and reports the changes.
  private func look(now: Seconds) {
    (due, lastLook) = (.infinity, now)
    let former = Set(objects.objects.keys)
    let events = objects.update(to: application())
    guard isListenedTo, !events.isEmpty else { return }
    // No client knows anything of the first objects.
    if !former.isEmpty { updateCaches(ofNew: objects.objects.keys.filter { !former.contains($0) }.sorted()) }
    for event in events { tell(event) }
    updateCaches(ofGone: former.filter { objects[$0] == nil }.sorted())
  }

  /// Updates the objects before a call is answered.
  ///
  /// - Parameter isWriting: Whether the present text counts, which may have changed since the last frame.
  func handleCall(from caller: String, isWriting: Bool) {
    if callers.count < Self.mostCallers { callers.insert(caller) }
    let now = monotonicNow()
    if isWriting || objects.count == 0 || due < .infinity || now - lastLook > Self.pause { look(now: now) }
  }

  /// Examines the views at once, after an action.
  func examineAgain() { look(now: monotonicNow()) }

  // MARK: - Objects

  func path(of number: Int) -> String {
    "\(Self.base)/" + (number == AccessibleObjects.root ? "root" : String(number))
  }

  /// The object at a path, or nil.
  func number(at path: String) -> Int? {
    guard path.hasPrefix(Self.base + "/") else { return nil }
    let name = path.dropFirst(Self.base.utf8.count + 1)
    let number = name == "root" ? AccessibleObjects.root : Int(name)
    return number.flatMap { objects[$0] == nil || $0 == AccessibleObjects.root && name != "root" ? nil : $0 }
  }

  /// Writes a reference to an object: the members of "(so)".
  func reference(_ number: Int?, to writer: BusWriter) {
    writer.text(number == nil ? "" : bus.uniqueName ?? "")
    writer.path(number.map(path) ?? Self.nowhere)
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) { bus.appendDescriptors(to: &descriptors) }

  var deadline: Double { min(bus.deadline, due) }

  func service(now: Double) -> ServiceResult {
    if due <= now { look(now: now) }
    return bus.service(now: now)
  }

  func close() { bus.close() }
}
