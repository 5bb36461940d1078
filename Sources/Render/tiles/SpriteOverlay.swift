internal import Scene
internal import ScrollCore
internal import X11

/// A sprite on a surface, in its pixels: a glyph, or two of them where it rolls. Small, as many of them are compared for
/// each frame.
struct PlacedSprite: Equatable {
  /// The origins of both glyphs; `next` is negative where the sprite does not roll.
  var x, y, nextY: Int32
  var glyph, next: Int16
  /// The columns that it inks.
  var left, right: Int32

  var isRolling: Bool { next >= 0 }
  var columns: Range<Int> { Int(left)..<Int(right) }
}

/// Sprites that stand in the blank parts of a surface, each within a window, in the surface's pixels.
struct SpriteOverlay {
  struct Window {
    var columns: Range<Int>
    /// Those of the sprites that are seen through it, from left to right.
    var sprites: Range<Int>
  }

  /// All that the picture follows from, besides windows and sprites.
  struct Look: Equatable {
    var atlas: Int
    var revision: Int
    /// The fade lies over what rolls, at both ends of `fadeRows`.
    var style: SpriteStyle
    var fadeRows: Range<Int>
    /// Those that are seen.
    var rows: Range<Int>
  }

  /// What is to be drawn for a surface to have other sprites.
  struct Change {
    /// Columns that are to be blank first; those close to each other are one stretch.
    var stretches: [Range<Int>] = []
    /// The sprites that are seen there.
    var sprites: [Int] = []

    mutating func removeAll() {
      stretches.removeAll(keepingCapacity: true)
      sprites.removeAll(keepingCapacity: true)
    }
  }

  var look: Look?
  var windows: [Window] = []
  var sprites: [PlacedSprite] = []

  mutating func removeAll() {
    look = nil
    windows.removeAll(keepingCapacity: true)
    sprites.removeAll(keepingCapacity: true)
  }

  /// Finds what is to be drawn where `old`, of the same look, is there already.
  func findChange(from old: SpriteOverlay, in change: inout Change) {
    change.removeAll()
    var (hint, kept) = (0, 0)
    for window in windows {
      let first = change.stretches.count
      if let place = old.place(of: window.columns, from: hint), old.windows[place].sprites.count == window.sprites.count
      {
        (hint, kept) = (place + 1, kept + 1)
        findChange(in: window, from: old, old.windows[place], &change)
      } else {
        change.stretches.append(window.columns)
      }
      guard change.stretches.count > first else { continue }
      let stretches = change.stretches[first...]
      for i in window.sprites where stretches.contains(where: { $0.overlaps(sprites[i].columns) }) {
        change.sprites.append(i)
      }
    }
    guard kept < old.windows.count else { return }
    for gone in old.windows where place(of: gone.columns, from: 0) == nil { change.stretches.append(gone.columns) }
  }

  private func findChange(in window: Window, from old: SpriteOverlay, _ oldWindow: Window, _ change: inout Change) {
    let first = change.stretches.count
    for (i, j) in zip(window.sprites, oldWindow.sprites) where sprites[i] != old.sprites[j] {
      let stretch = sprites[i].columns.hull(with: old.sprites[j].columns).clamped(to: window.columns)
      if stretch.isEmpty { continue }
      if let last = change.stretches[first...].last, stretch.lowerBound - last.upperBound < Self.gap {
        change.stretches[change.stretches.count - 1] = last.hull(with: stretch)
      } else {
        change.stretches.append(stretch)
      }
    }
  }

  /// Where a window with these columns stands in the list, most likely at `hint`.
  private func place(of columns: Range<Int>, from hint: Int) -> Int? {
    if hint < windows.count, windows[hint].columns == columns { return hint }
    return windows.firstIndex { $0.columns == columns }
  }

  /// Stretches that are less than so many pixels apart are drawn as one.
  private static let gap = 8
}
