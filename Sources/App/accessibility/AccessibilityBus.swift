internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore

/// A window's things on the bus of assistive technology, by AT-SPI: objects that answer when they are asked, and tell what
/// becomes different while somebody listens. Nothing is looked at before that.
///
/// The registry knows who listens (`org.a11y.atspi.Registry`); whoever has asked for anything counts as one who listens for as long
/// as it is on the bus, for it may keep what it was told.
final class AccessibilityBus: LoopSource {
  /// What is shown now: an application with its windows.
  private let application: () -> AccessibleNode
  /// Does what is asked of the thing at that path of keys; returns whether there was something to do.
  let perform: (AccessibleAction, [Int]) -> Bool
  /// Called when the bus has gone.
  var onEnd: () -> Void = {}
  let bus: Bus
  private(set) var objects = AccessibleObjects()
  /// What contains the application: its bus name and path.
  private(set) var desktop = (name: "", path: AccessibilityBus.nowhere)
  /// The registry knows of it, or will soon.
  private var isRegistered = false
  /// The registry's number for the application.
  var registeredNumber: Int32 = 0
  /// The events that somebody waits for.
  private var awaited: Set<String> = []
  /// The unique names of those who have asked for something.
  private var callers: Set<String> = []
  private var lastLook = -Seconds.infinity
  /// When what is shown is to be looked at again.
  private var due = Seconds.infinity

  static let prefix = "org.a11y.atspi."
  static let nowhere = "/org/a11y/atspi/null"
  static let cachePath = "/org/a11y/atspi/cache"
  private static let base = "/org/a11y/atspi/accessible"
  private static let registry = "org.a11y.atspi.Registry"
  private static let registryPath = "/org/a11y/atspi/registry"
  /// What is shown is looked at so often at most, in seconds.
  private static let pause = 0.1
  private static let mostCallers = 64

  /// Connects without waiting; nil where there is no such bus.
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

  /// Puts the application on the registry's desktop.
  private func register() {
    isRegistered = true
    // An answer has to come before this connection knows its name.
    askForListeners { [unowned self] in
      bus.call(
        Self.registry, "\(Self.base)/root", Self.prefix + "Socket", "Embed",
        write: { writer in writer.structure("so") { self.reference(AccessibleObjects.root, to: writer) } },
        answer: { [unowned self] message in
          guard !message.isError else { return }
          message.structure("so") { message.text().flatMap { name in message.objectPath().map { (name, $0) } } }
            .map { self.desktop = $0 }
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

  /// Whoever leaves the bus asks for nothing any more. A registry that has come back has forgotten the application.
  private func follow(owner message: BusMessage) {
    guard let name = message.text(), message.text() != nil, let new = message.text() else { return }
    if new.isEmpty { callers.remove(name) }
    if name == Self.registry {
      if new.isEmpty { isRegistered = false } else if !isRegistered { register() }
    }
    if !isListenedTo { objects.removeAll() }
  }

  /// "object:state-changed:focused" and "Object:StateChanged:Focused" are one.
  private static func plain(_ event: String) -> String {
    event.lowercased().filter { $0 != "-" && $0 != "_" }.split(separator: ":").joined(separator: ":")
  }

  /// Whether somebody waits for an event of that name, or for all of its kind.
  func awaits(_ event: String) -> Bool {
    let name = Self.plain(event)
    return awaited.contains { name == $0 || name.hasPrefix($0 + ":") }
  }

  private var isListenedTo: Bool { !awaited.isEmpty || !callers.isEmpty }

  // MARK: - What is shown

  /// Something may be shown differently.
  func changed() {
    guard isListenedTo else { return }
    due = min(due, max(monotonicNow(), lastLook + Self.pause))
  }

  /// Looks at what is shown, and tells what is different.
  private func look(now: Seconds) {
    (due, lastLook) = (.infinity, now)
    let former = Set(objects.objects.keys)
    let events = objects.update(to: application())
    guard isListenedTo, !events.isEmpty else { return }
    tellCaches(ofNew: objects.objects.keys.filter { !former.contains($0) }.sorted())
    for event in events { tell(event) }
    tellCaches(ofGone: former.filter { objects[$0] == nil }.sorted())
  }

  /// Who asks for something is shown how it is now.
  func takeCall(from caller: String) {
    if callers.count < Self.mostCallers { callers.insert(caller) }
    let now = monotonicNow()
    if objects.count == 0 || due < .infinity || now - lastLook > Self.pause { look(now: now) }
  }

  /// Looks at once, after something was done.
  func lookAgain() { look(now: monotonicNow()) }

  // MARK: - Objects

  func path(of number: Int) -> String {
    "\(Self.base)/" + (number == AccessibleObjects.root ? "root" : String(number))
  }

  /// The object at a path; nil where there is none.
  func number(at path: String) -> Int? {
    guard path.hasPrefix(Self.base + "/") else { return nil }
    let name = path.dropFirst(Self.base.utf8.count + 1)
    let number = name == "root" ? AccessibleObjects.root : Int(name)
    return number.flatMap { objects[$0] == nil || $0 == AccessibleObjects.root && name != "root" ? nil : $0 }
  }

  /// Writes a reference to an object: the parts of "(so)".
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
