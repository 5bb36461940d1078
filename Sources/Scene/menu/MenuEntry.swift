package import ScrollCore

/// A line of a menu.
package struct MenuEntry: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case command(UserCommand)
    case topic(TopicAction)
    /// A link that is opened.
    case link(String)
    /// A text for the clipboard.
    case copy(String)
    /// Does what the key does in the view.
    case key(Trigger)
    /// A theme by its name.
    case theme(String)
    /// What a typed text is to become.
    case suggestion(String)
    /// A list of its own, which takes the menu's place.
    case list([MenuEntry])
    /// Leads back to the list before.
    case back
    case separator
  }

  package var title: String
  package var kind: Kind
  /// The key that does the same, where there is one.
  package var key = ""
  /// It is the one that holds now.
  package var isChecked = false
  package var isEnabled = true
  /// It has been read.
  package var isFaint = false
  /// Of a topic.
  package var dot: Color?

  package init(_ title: String, _ kind: Kind, isEnabled: Bool = true) {
    (self.title, self.kind, self.isEnabled) = (title, kind, isEnabled)
  }

  var isList: Bool { if case .list = kind { true } else { false } }

  var role: AccessibleNode.Role { kind == .separator ? .separator : isChecked ? .checkItem : .menuItem }

  var states: AccessibleNode.States {
    var states: AccessibleNode.States = isEnabled ? .focusable : .disabled
    if isChecked { states.insert(.checked) }
    if isList { states.insert(.hasPopup) }
    return states
  }

  package static let separator = MenuEntry("", .separator, isEnabled: false)
}

/// How a menu looks.
package struct MenuStyle: Equatable, Sendable {
  package var font: FontSpec
  package var textColor: Color
  /// Of keys, and of what cannot be chosen.
  package var faintColor: Color
  package var background: Color
  package var lineColor: Color
  package var selectedTextColor: Color
  package var selectedBackground: Color
  /// What its lengths are multiplied by: 1 at 96 dots per inch.
  package var scale = 1.0
  /// It is read from the right: titles begin there, and lists open to the left.
  package var isMirrored = false

  /// In two colours: what is selected has them the other way round.
  package init(font: FontSpec, foreground: Color, background: Color, scale: Double) {
    self.font = font
    self.scale = scale
    (textColor, selectedBackground) = (foreground, foreground)
    (self.background, selectedTextColor) = (background.opaque, background.opaque)
    faintColor = foreground.mixed(with: background.opaque, share: 0.3)
    lineColor = foreground.mixed(with: background.opaque, share: 0.7)
  }

  /// Lengths in pixels.
  func length(_ pixels: Double) -> Double { (pixels * scale).rounded() }
  package var rowHeight: Double { max(length(26), (font.size * 1.7).rounded()) }
  var separatorHeight: Double { length(9) }
  var padding: Double { length(6) }
  /// Before the titles: room for a mark.
  var lead: Double { length(26) }
  var tail: Double { length(14) }
  /// Between a title and its key.
  var gap: Double { length(28) }
}
