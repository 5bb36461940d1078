internal import Base
internal import Formats

/// A click on a bar's headline.
package struct BarClick: Equatable, Sendable {
  package enum Action: Sendable {
    case open, next, previous
    /// Pauses, or goes on.
    case pause
  }

  /// The button's number in X11: 1 to 3 from the left, 4 and 5 for the wheel.
  let button: Int
  package let action: Action

  private init?(button: Int) {
    let action: Action? =
      switch button {
      case 1: .open
      case 2: .pause
      case 3, 5: .next
      case 4: .previous
      default: nil
      }
    guard let action else { return nil }
    (self.button, self.action) = (button, action)
  }

  /// What a bar writes for a click: an object of i3bar's endless array, or the button's number alone, as i3blocks does.
  /// Nil for anything else.
  package init?(line: String) {
    let text = line.drop { "[, \t".contains($0) }
    let button = text.hasPrefix("{") ? JSON(ifValid: String(text))?["button"]?.number : Int(text).map(Double.init)
    guard let number = button.flatMap({ Int(exactly: $0) }) else { return nil }
    self.init(button: number)
  }

  /// The areas of a text in a bar that runs commands. To go on after a pause takes a second command, so that there is none
  /// for the middle button.
  static func areas(of content: BarContent) -> [BarClick] {
    guard content.count > 0 else { return [] }
    return [1, 3, 4, 5].compactMap { BarClick(button: $0) }.filter { $0.action != .open || content.hasLink }
  }
}
