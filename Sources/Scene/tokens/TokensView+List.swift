import ScrollCore

/// A list of all chips, which scrolls, instead of a part of them and "+N".
struct ChipList {
  var isOpen = false
  /// When it closes after the pointer has left.
  var until = Seconds.infinity

  /// How long it stays open without the pointer, in seconds.
  static let time = 2.0
}

/// The list behind "+N" takes the rows of the field, so that the window stays as it is. A click on "+N" opens it, and so
/// does a selection that goes behind it. It closes with Escape, when the keyboard leaves or, without the keyboard, by a
/// click beside the chips or a while after the pointer has left.
extension TokensView {
  /// Whether a selected chip is behind "+N".
  var hidesSelection: Bool { field.selectedIndices.contains { !layout.shows($0) } }

  /// The settings of the list's layout.
  func list(of properties: TokenFieldProperties) -> TokenFieldProperties {
    var list = properties
    list.overflow = properties.maxRows > 1 ? .wrap : .scroll
    return list
  }

  /// Shows the chips behind "+N" from the first one on.
  func openList(at t: Seconds) {
    let first = layout.hidden.lowerBound
    guard !layout.hidden.isEmpty, !properties.areSwitches else { return }
    list = ChipList(isOpen: true)
    arrange(at: t, isDue: true)
    guard layout.shows(first) else { return }
    let place = layout.places[first]
    scroll(to: Point(x: place.minX - fadeLength, y: place.minY), at: t)
  }

  func closeList(at t: Seconds) {
    guard list.isOpen else { return }
    list = ChipList()
    arrange(at: t, isDue: true)
  }

  /// Lets the list wait for a pointer that comes back.
  func followPointer(isInside: Bool, at t: Seconds) {
    list.until = isInside || field.isFocused || !list.isOpen ? .infinity : t + ChipList.time
  }
}
