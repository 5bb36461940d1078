internal import Scene

/// A change of the accessible tree.
enum AccessibleEvent: Equatable {
  case removed(Int, from: Int, index: Int)
  case added(Int, to: Int, index: Int)
  case renamed(Int)
  case described(Int)
  /// Its value has changed.
  case counted(Int)
  /// Its text or caret has changed, with the former one.
  case typed(Int, before: AccessibleNode.Text)
  case changed(Int, AccessibleNode.States, isOn: Bool)
  /// An urgent object has appeared.
  case announced(Int)
}

/// The objects of the accessible tree, each with its own number while it exists.
struct AccessibleObjects {
  struct Object {
    /// Without its children.
    var node: AccessibleNode
    let parent: Int?
    var children: [Int] = []
  }

  /// The number of the application.
  static let root = 0
  private(set) var objects: [Int: Object] = [:]
  private var last = root

  subscript(number: Int) -> Object? { objects[number] }
  var count: Int { objects.count }

  mutating func removeAll() { objects = [:] }

  /// The keys of an object and its ancestors, starting below the application.
  func path(of number: Int) -> [Int] {
    var (path, next): ([Int], Int) = ([], number)
    while let object = objects[next], let parent = object.parent {
      path.append(object.node.key)
      next = parent
    }
    return path.reversed()
  }

  /// The place of an item among those of its list or menu, from 1; nil for other objects.
  func place(of number: Int) -> (place: Int, count: Int)? {
    guard let object = objects[number], object.node.role.isItem, let parent = object.parent.flatMap({ objects[$0] }),
      [.list, .menu].contains(parent.node.role)
    else { return nil }
    let items = parent.children.filter { objects[$0]?.node.role.isItem ?? false }
    return items.firstIndex(of: number).map { ($0 + 1, items.count) }
  }

  // MARK: - Updates

  /// Replaces the tree. Objects with the same keys stay. Returns the changes, with the focus last; of the first tree only
  /// the active and the focused object.
  mutating func update(to tree: AccessibleNode) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    guard objects[Self.root] != nil else {
      add(tree, Self.root, to: nil, &events)
      return events.filter(\.isActivation) + events.filter(\.isFocusGained)
    }
    update(Self.root, to: tree, &events)
    return events.filter { !$0.isFocus } + events.filter(\.isFocusLost) + events.filter(\.isFocusGained)
  }

  private mutating func update(_ number: Int, to new: AccessibleNode, _ events: inout [AccessibleEvent]) {
    guard let old = objects[number] else { return }
    var node = new
    node.children = []
    objects[number]?.node = node
    if old.node.name != new.name {
      events.append(.renamed(number))
      if new.role == .notification { events.append(.announced(number)) }
    }
    if old.node.details != new.details { events.append(.described(number)) }
    if old.node.value != new.value { events.append(.counted(number)) }
    if let text = old.node.text, text != new.text { events.append(.typed(number, before: text)) }
    for state in AccessibleNode.States.all where old.node.states.contains(state) != new.states.contains(state) {
      events.append(.changed(number, state, isOn: new.states.contains(state)))
    }
    updateChildren(of: number, old.children, to: new.children, &events)
  }

  private mutating func updateChildren(
    of number: Int, _ old: [Int], to new: [AccessibleNode], _ events: inout [AccessibleEvent]
  ) {
    var free = Dictionary(
      old.compactMap { child in objects[child].map { ($0.node.key, child) } }, uniquingKeysWith: { a, _ in a })
    let kept = new.map { node -> Int? in
      guard let child = free[node.key], objects[child]?.node.role == node.role else { return nil }
      free[node.key] = nil
      return child
    }
    let stays = Set(kept.compactMap(\.self))
    // An object that moves among its siblings is removed and added again.
    let isMoved = old.filter(stays.contains) != kept.compactMap(\.self)
    for (index, child) in old.enumerated().reversed() where isMoved || !stays.contains(child) {
      events.append(.removed(child, from: number, index: index))
      if !stays.contains(child) { forget(child) }
    }
    var children: [Int] = []
    for (index, node) in new.enumerated() {
      let child = kept[index] ?? nextNumber()
      children.append(child)
      if kept[index] == nil || isMoved { events.append(.added(child, to: number, index: index)) }
      if kept[index] == nil { add(node, child, to: number, &events) } else { update(child, to: node, &events) }
    }
    objects[number]?.children = children
  }

  private mutating func nextNumber() -> Int {
    last += 1
    return last
  }

  private mutating func add(_ tree: AccessibleNode, _ number: Int, to parent: Int?, _ events: inout [AccessibleEvent]) {
    var node = tree
    node.children = []
    objects[number] = Object(node: node, parent: parent)
    if node.role == .notification { events.append(.announced(number)) }
    for state in [AccessibleNode.States.active, .focused] where node.states.contains(state) {
      events.append(.changed(number, state, isOn: true))
    }
    var children: [Int] = []
    for child in tree.children {
      let next = nextNumber()
      children.append(next)
      add(child, next, to: number, &events)
    }
    objects[number]?.children = children
  }

  private mutating func forget(_ number: Int) {
    for child in objects[number]?.children ?? [] { forget(child) }
    objects[number] = nil
  }
}

extension AccessibleNode.States {
  static let all: [Self] = [
    .active, .focusable, .focused, .checked, .disabled, .visited, .selectable, .selected, .hasPopup, .editable,
    .checkable,
  ]
}

extension AccessibleEvent {
  fileprivate var isActivation: Bool { if case .changed(_, .active, true) = self { true } else { false } }
  fileprivate var isFocusGained: Bool { if case .changed(_, .focused, true) = self { true } else { false } }
  fileprivate var isFocusLost: Bool { if case .changed(_, .focused, false) = self { true } else { false } }
  fileprivate var isFocus: Bool { isFocusGained || isFocusLost }
}

extension AccessibleNode.Role {
  /// Whether it is counted in its list or menu.
  fileprivate var isItem: Bool {
    switch self {
    case .listItem, .link, .menuItem, .checkItem: true
    case .application, .window, .group, .list, .label, .button, .toggleButton, .number, .entry, .notification, .toolTip,
      .menu, .separator:
      false
    }
  }
}
