package import ScrollCore

/// An entry of a menu.
package struct MenuEntry: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case command(UserCommand)
    case topic(TopicAction)
    /// Opens a link.
    case link(String)
    /// Copies a text to the clipboard.
    case copy(String)
    /// Acts like a key in the view.
    case key(Trigger)
    /// Selects a theme by name.
    case theme(String)
    /// Completes a typed text.
    case suggestion(String)
    /// Opens a submenu in place of the menu.
    case list([MenuEntry])
    /// Returns to the previous menu.
    case back
    case separator
  }

  package var title: String
  package var kind: Kind
  /// The key with the same effect, if any.
  package var key = ""
  /// A second line, in a smaller font.
  package var detail = ""
  /// Whether it is the current choice.
  package var isChecked = false
  package var isEnabled = true
  /// Whether it is shown faintly, as a headline that has been read.
  package var isFaint = false
  /// The colour of a topic.
  package var dot: Color?

  package init(_ title: String, _ kind: Kind, isEnabled: Bool = true) {
    (self.title, self.kind, self.isEnabled) = (title, kind, isEnabled)
  }

  /// Whether the menu stays open after a choice, as that is often made several times.
  var staysOpen: Bool { kind == .command(.faster) || kind == .command(.slower) }

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

/// The appearance of a menu.
package struct MenuStyle: Equatable, Sendable {
  package var font: FontSpec
  package var textColor: Color
  /// The colour of keys and details.
  package var faintColor: Color
  package var background: Color
  package var lineColor: Color
  package var selectedTextColor: Color
  package var selectedBackground: Color
  /// The scale of its lengths: 1 at 96 dots per inch.
  package var scale = 1.0
  /// Whether it is read from the right: titles start there, and submenus open to the left.
  package var isMirrored = false

  /// A style of two colours, which are swapped for the selection.
  package init(font: FontSpec, foreground: Color, background: Color, scale: Double) {
    self.font = font
    self.scale = scale
    (textColor, selectedBackground) = (foreground, foreground)
    (self.background, selectedTextColor) = (background.opaque, background.opaque)
    faintColor = foreground.mixed(with: background.opaque, share: 0.3)
    lineColor = foreground.mixed(with: background.opaque, share: 0.7)
  }

  /// The colour of disabled entries, which differs from the others' even if a theme has one colour for all text.
  var disabledColor: Color {
    faintColor.looksLike(textColor) ? textColor.faint(on: background, and: background, share: 0.5) : faintColor
  }

  var smallFont: FontSpec {
    var small = font
    small.size *= 6 / 7
    return small
  }

  /// Scales a length to whole pixels.
  func length(_ pixels: Double) -> Double { (pixels * scale).rounded() }
  package var rowHeight: Double { max(length(26), (font.size * 1.7).rounded()) }
  var separatorHeight: Double { length(9) }
  var padding: Double { length(6) }
  /// The space for a mark before the titles.
  var lead: Double { length(26) }
  var tail: Double { length(14) }
  /// The space between a title and its key.
  var gap: Double { length(28) }
}
