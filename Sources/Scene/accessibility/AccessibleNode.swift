package import ScrollCore

/// A node of the accessible tree, for screen readers and other assistive technology: something with a name, and its
/// children.
package struct AccessibleNode: Equatable, Sendable {
  package enum Role: Equatable, Sendable {
    case application, window, group, list, link, listItem, label, button, toggleButton, number, entry, notification
    case toolTip
    case menu, menuItem, checkItem, separator
  }

  package struct States: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A window with the focus.
    package static let active = States(rawValue: 1)
    package static let focusable = States(rawValue: 2)
    /// Has the keyboard, or its mark.
    package static let focused = States(rawValue: 4)
    package static let checked = States(rawValue: 8)
    /// Cannot be used now.
    package static let disabled = States(rawValue: 16)
    /// A link that has been read.
    package static let visited = States(rawValue: 32)
    package static let selectable = States(rawValue: 64)
    package static let selected = States(rawValue: 128)
    package static let hasPopup = States(rawValue: 256)
    package static let editable = States(rawValue: 512)
    package static let checkable = States(rawValue: 1024)
  }

  /// An editable line with its caret, in Unicode scalars.
  package struct Text: Equatable, Sendable {
    package var line: String
    package var caret: Int

    package init(_ line: String, caret: Int) { (self.line, self.caret) = (line, caret) }

    package init(_ line: EditLine) {
      let before = line.text.utf8.prefix(line.caret)
      self.init(line.text, caret: String(decoding: before, as: UTF8.self).unicodeScalars.count)
    }
  }

  /// Unique among its siblings, and constant while the node is the same.
  package var key: Int
  package var role: Role
  package var name: String
  /// A description besides the name; empty for none.
  package var details = ""
  package var states: States = []
  /// The value of a number.
  package var value: Double?
  /// The target of a link.
  package var link: String?
  /// The text of an entry.
  package var text: Text?
  /// In window coordinates, or on the root window for a window; nil while it is not visible.
  package var place: Rect?
  /// The possible actions, besides the focus; the first is that of a click.
  package var actions: [AccessibleAction] = []
  package var children: [AccessibleNode] = []

  package init(_ key: Int, _ role: Role, _ name: String, at place: Rect? = nil) {
    (self.key, self.role, self.name, self.place) = (key, role, name, place)
  }

  /// A copy without the focus.
  package var withoutFocus: AccessibleNode {
    var node = self
    node.states.remove(.focused)
    node.children = children.map(\.withoutFocus)
    return node
  }

  /// The limit for the items of a list.
  package static let most = 500
  /// The limit for the characters of a name.
  package static let longest = 1000
}

/// An action that assistive technology performs for its user.
package enum AccessibleAction: Equatable, Sendable {
  /// Opens a headline's link.
  case open
  /// Acts like a click.
  case press
  /// Removes a chip.
  case remove
  /// Opens its menu.
  case menu
  /// Gives it the keyboard, or its mark.
  case focus
  /// Replaces the text of an entry.
  case write(String)

  /// Its name for clients.
  package var name: String {
    switch self {
    case .open: "open"
    case .press: "press"
    case .remove: "remove"
    case .menu: "menu"
    case .focus: "focus"
    case .write: "write"
    }
  }
}
