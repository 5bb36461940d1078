internal import Scene
internal import ScrollCore
internal import X11

/// A sprite on a surface, in the surface's pixels: one glyph, or two while it rolls. Kept small, because each frame
/// compares many.
struct PlacedSprite: Equatable {
  /// The origins of both glyphs. `next` is negative unless the sprite rolls.
  var x, y, nextY: Int32
  var glyph, next: Int16
  /// The columns that it inks.
  var left, right: Int32

  var isRolling: Bool { next >= 0 }
  var columns: Range<Int> { Int(left)..<Int(right) }
}

/// Sprites in the blank parts of a surface, each in a window, in the surface's pixels.
struct SpriteOverlay {
  struct Window {
    var columns: Range<Int>
    /// The sprites visible in the window, from left to right.
    var sprites: Range<Int>
  }

  /// All that the picture depends on besides windows and sprites.
  struct Appearance: Equatable {
    var atlas: Int
    var revision: Int
    /// The fade covers rolling sprites at both ends of `fadeRows`.
    var style: SpriteStyle
    var fadeRows: Range<Int>
    /// The visible rows.
    var rows: Range<Int>
  }

  /// The area to redraw when a surface gets other sprites.
  struct Change {
    /// Columns to clear first; neighbouring ones are merged.
    var stretches: [Range<Int>] = []
    /// The sprites visible there.
    var sprites: [Int] = []

    mutating func removeAll() {
      stretches.removeAll(keepingCapacity: true)
      sprites.removeAll(keepingCapacity: true)
    }
  }

  var appearance: Appearance?
  var windows: [Window] = []
  var sprites: [PlacedSprite] = []

  mutating func removeAll() {
    appearance = nil
    windows.removeAll(keepingCapacity: true)
    sprites.removeAll(keepingCapacity: true)
  }

  /// Finds the parts to redraw if `old`, of the same appearance, is already drawn.
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

  /// The index of the window with these columns, most likely `hint`.
  private func place(of columns: Range<Int>, from hint: Int) -> Int? {
    if hint < windows.count, windows[hint].columns == columns { return hint }
    return windows.firstIndex { $0.columns == columns }
  }

  /// Stretches closer than this are merged.
  private static let gap = 8
}
