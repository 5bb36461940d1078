package import ScrollCore

/// What is shown, for those who cannot see it: a thing with a name, and the things in it. Screen readers and other assistive
/// technology walk through it.
package struct AccessibleNode: Equatable, Sendable {
  package enum Role: Equatable, Sendable {
    case application, window, group, list, link, listItem, label, button, toggleButton, number, entry, notification
    case menu, menuItem, checkItem, separator
  }

  package struct States: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A window that has the keyboard.
    package static let active = States(rawValue: 1)
    package static let focusable = States(rawValue: 2)
    /// It has the keyboard, or the keyboard's mark.
    package static let focused = States(rawValue: 4)
    package static let checked = States(rawValue: 8)
    /// It cannot be used now.
    package static let disabled = States(rawValue: 16)
    /// A link that has been read.
    package static let visited = States(rawValue: 32)
    package static let selectable = States(rawValue: 64)
    package static let selected = States(rawValue: 128)
    package static let hasPopup = States(rawValue: 256)
    package static let editable = States(rawValue: 512)
  }

  /// Its own among its siblings, and the same for as long as the thing is the same.
  package var key: Int
  package var role: Role
  package var name: String
  /// What there is to say beyond the name; empty for nothing.
  package var details = ""
  package var states: States = []
  /// Of a number.
  package var value: Double?
  /// What a link leads to.
  package var link: String?
  /// Where it stands, in window coordinates, and that of a window on the root window; nil while it is out of sight.
  package var place: Rect?
  /// What can be done with it, besides giving it the keyboard; the first is what a click does.
  package var actions: [AccessibleAction] = []
  package var children: [AccessibleNode] = []

  package init(_ key: Int, _ role: Role, _ name: String, at place: Rect? = nil) {
    (self.key, self.role, self.name, self.place) = (key, role, name, place)
  }

  /// The same with the keyboard elsewhere.
  package var withoutFocus: AccessibleNode {
    var node = self
    node.states.remove(.focused)
    node.children = children.map(\.withoutFocus)
    return node
  }

  /// A long list shows so many of its things at most.
  package static let most = 500
  /// A name has so many characters at most.
  package static let longest = 1000
}

/// What an assistive technology asks of a thing, on behalf of its user.
package enum AccessibleAction: String, Equatable, Sendable {
  /// Opens a headline's link.
  case open
  /// Does what a click does.
  case press
  /// Takes a chip away.
  case remove
  /// Gives it the keyboard, or its mark.
  case focus
}
