internal import Base
internal import Scene

/// Reports changes.
extension AccessibilityBus {
  func tell(_ event: AccessibleEvent) {
    switch event {
    case .removed(let child, let parent, let index):
      emit(parent, "Object", "ChildrenChanged", "remove", Int32(index), 0, "(so)") { writer in
        writer.structure("so") { self.reference(child, to: writer) }
      }
    case .added(let child, let parent, let index):
      emit(parent, "Object", "ChildrenChanged", "add", Int32(index), 0, "(so)") { writer in
        writer.structure("so") { self.reference(child, to: writer) }
      }
    case .renamed(let number):
      emit(number, "Object", "PropertyChange", "accessible-name", 0, 0, "s") { $0.text(self.node(number)?.name ?? "") }
    case .described(let number):
      emit(number, "Object", "PropertyChange", "accessible-description", 0, 0, "s") {
        $0.text(self.node(number)?.details ?? "")
      }
    case .counted(let number):
      emit(number, "Object", "PropertyChange", "accessible-value", 0, 0, "d") {
        $0.number(self.node(number)?.value ?? 0)
      }
    case .typed(let number, let before): reportTyped(number, before: before)
    case .changed(let number, let state, let isOn): tell(number, state, isOn)
    case .announced(let number): announce(number)
    }
  }

  private func tell(_ number: Int, _ state: AccessibleNode.States, _ isOn: Bool) {
    if state == .active {
      emit(number, "Window", isOn ? "Activate" : "Deactivate", "", 0, 0, "s") { $0.text(self.node(number)?.name ?? "") }
    }
    guard let (_, name) = state.stateName else { return }
    tell(number, name, isOn != (state == .disabled))
  }

  private func tell(_ number: Int, _ state: String, _ isOn: Bool) {
    emit(number, "Object", "StateChanged", state, isOn ? 1 : 0, 0, "i") { $0.integer(0) }
  }

  /// Announces an object at once, by the event for that if a client waits for it; otherwise as a notification that
  /// appears.
  private func announce(_ number: Int) {
    guard awaits("object:announcement") else { return tell(number, "showing", true) }
    emit(number, "Object", "Announcement", "", 0, 0, "s") { $0.text(self.node(number)?.name ?? "") }
  }

  private func node(_ number: Int) -> AccessibleNode? { objects[number]?.node }

  /// Emits a signal in AT-SPI's common form: a detail, two numbers, a value of the given type, and no properties.
  func emit(
    _ number: Int, _ kind: String, _ member: String, _ detail: String, _ first: Int32, _ second: Int32, _ type: String,
    write: (BusWriter) -> Void
  ) {
    bus.emit(path(of: number), Self.prefix + "Event." + kind, member) { writer in
      writer.text(detail)
      writer.integer(first)
      writer.integer(second)
      writer.variant(type) { write(writer) }
      writer.array(of: "{sv}")
    }
  }

  // MARK: - Caches of clients

  /// Reports new objects to the caches of clients, before any other event about them.
  ///
  /// libatspi puts an object with an index in the place of the sibling that it has there. Only an object of a new parent
  /// has one, therefore; the others are inserted by the event about their parent's children.
  func updateCaches(ofNew numbers: [Int]) {
    let new = Set(numbers)
    for number in numbers {
      let hasNewParent = objects[number]?.parent.map(new.contains) ?? false
      bus.emit(Self.cachePath, Self.prefix + "Cache", "AddAccessible") { writer in
        self.writeCacheItem(number, at: hasNewParent ? self.index(of: number) : -1, to: writer)
      }
    }
  }

  /// Reports removed objects to the caches of clients, after all other events.
  func updateCaches(ofGone numbers: [Int]) {
    for number in numbers {
      bus.emit(Self.cachePath, Self.prefix + "Cache", "RemoveAccessible") { writer in
        writer.structure("so") { self.reference(number, to: writer) }
      }
    }
  }

  static let cacheItem = "(so)(so)(so)iiassusau"

  /// Writes the cached properties of an object.
  ///
  /// - Parameter index: Its place among its siblings; -1 for none.
  func writeCacheItem(_ number: Int, at index: Int32, to writer: BusWriter) {
    guard let object = objects[number] else { return }
    writer.structure(Self.cacheItem) {
      writer.structure("so") { reference(number, to: writer) }
      writer.structure("so") { reference(AccessibleObjects.root, to: writer) }
      writer.structure("so") { parent(of: object, to: writer) }
      writer.integer(index)
      writer.integer(Int32(object.children.count))
      writer.array(of: "s") { for name in object.node.interfaces { writer.text(name) } }
      writer.text(object.node.name)
      writer.unsigned(object.node.roleName.number)
      writer.text(object.node.details)
      writer.array(of: "u") { for word in object.node.stateBits { writer.unsigned(word) } }
    }
  }

  func parent(of object: AccessibleObjects.Object, to writer: BusWriter) {
    if let parent = object.parent { return reference(parent, to: writer) }
    writer.text(desktop.name)
    writer.path(desktop.path)
  }

  /// The object's index among its siblings; -1 for the application.
  func index(of number: Int) -> Int32 {
    let siblings = objects[number]?.parent.flatMap { objects[$0]?.children }
    return siblings?.firstIndex(of: number).map { Int32($0) } ?? -1
  }
}
