internal import Scene

/// The names of roles and states on the bus (`AtspiRole`, `AtspiStateType`).
extension AccessibleNode {
  /// The role's number and name.
  var roleName: (number: UInt32, name: String) {
    switch role {
    case .application: (75, "application")
    case .window: (23, "frame")
    case .group: (39, "panel")
    case .list: (31, "list")
    case .link: (88, "link")
    case .listItem: (32, "list item")
    case .label, .number: (29, "label")
    case .button: (43, "push button")
    case .toggleButton: (62, "toggle button")
    case .entry: (79, "entry")
    case .notification: (101, "notification")
    case .menu: (33, "menu")
    case .menuItem: (35, "menu item")
    case .checkItem: (8, "check menu item")
    case .separator: (50, "separator")
    case .toolTip: (64, "tool tip")
    }
  }

  /// The interfaces of its object.
  var interfaces: [String] {
    var names = ["Accessible"]
    if role == .application { names.append("Application") } else { names.append("Component") }
    if !actions.isEmpty { names.append("Action") }
    if value != nil { names.append("Value") }
    if link != nil { names.append("Hyperlink") }
    if text != nil { names.append("Text") }
    if text != nil, states.contains(.editable) { names.append("EditableText") }
    return names.map { AccessibilityBus.prefix + $0 }
  }

  /// The states, as two words of bits.
  var stateBits: [UInt32] {
    // Visible: an object out of the view comes into it by itself.
    var numbers: [UInt32] = [25, 30]
    if !states.contains(.disabled) { numbers += [8, 24] }
    for state in States.all where state != .disabled && states.contains(state) {
      if let (number, _) = state.stateName { numbers.append(number) }
    }
    if role == .toggleButton || role == .checkItem { numbers.append(41) }
    if role == .entry { numbers.append(26) }
    return numbers.reduce(into: [0, 0]) { $0[Int($1 / 32)] |= 1 << ($1 % 32) }
  }
}

extension AccessibleNode.States {
  /// The number of a single state, and its name in events; nil for several.
  var stateName: (number: UInt32, name: String)? {
    switch self {
    case .active: (1, "active")
    case .focusable: (11, "focusable")
    case .focused: (12, "focused")
    case .checked: (4, "checked")
    case .disabled: (24, "sensitive")
    case .visited: (40, "visited")
    case .selectable: (22, "selectable")
    case .selected: (23, "selected")
    case .hasPopup: (42, "has-popup")
    case .editable: (7, "editable")
    case .checkable: (41, "checkable")
    default: nil
    }
  }
}
