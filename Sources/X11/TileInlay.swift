internal import Scene
internal import ScrollCore

/// Marks that stand in the blank parts of a surface, each within a window, in the surface's pixels.
struct TileInlay {
  struct Window {
    var columns: Range<Int>
    /// Those of the marks that are seen through it, from left to right.
    var marks: Range<Int>
  }

  /// What all that is seen follows from, besides windows and marks.
  struct Look: Equatable {
    var sheet: Int
    var revision: Int
    var color: Color
    /// Over how many pixels at both ends of `fadeRows` what rolls fades into `fadeColor`.
    var fade: Double
    var fadeColor: Color
    var fadeRows: Range<Int>
    /// Those that are seen.
    var rows: Range<Int>
  }

  /// What is to be drawn for a surface to have other marks.
  struct Change {
    /// Columns that are to be blank first; those close to each other are one stretch.
    var stretches: [Range<Int>] = []
    /// The marks that are seen there.
    var marks: [Int] = []

    mutating func clear() {
      stretches.removeAll(keepingCapacity: true)
      marks.removeAll(keepingCapacity: true)
    }
  }

  var look: Look?
  var windows: [Window] = []
  var marks: [PlacedMark] = []

  mutating func clear() {
    look = nil
    windows.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
  }

  /// Finds what is to be drawn where `old`, of the same look, is there already.
  func findChange(from old: TileInlay, in change: inout Change) {
    change.clear()
    var (hint, kept) = (0, 0)
    for window in windows {
      let first = change.stretches.count
      if let place = old.place(of: window.columns, from: hint), old.windows[place].marks.count == window.marks.count {
        (hint, kept) = (place + 1, kept + 1)
        findChange(in: window, from: old, old.windows[place], &change)
      } else {
        change.stretches.append(window.columns)
      }
      guard change.stretches.count > first else { continue }
      let stretches = change.stretches[first...]
      for i in window.marks where stretches.contains(where: { $0.overlaps(marks[i].columns) }) {
        change.marks.append(i)
      }
    }
    guard kept < old.windows.count else { return }
    for gone in old.windows where place(of: gone.columns, from: 0) == nil { change.stretches.append(gone.columns) }
  }

  private func findChange(in window: Window, from old: TileInlay, _ oldWindow: Window, _ change: inout Change) {
    let first = change.stretches.count
    for (i, j) in zip(window.marks, oldWindow.marks) where marks[i] != old.marks[j] {
      let stretch = marks[i].columns.hull(with: old.marks[j].columns).clamped(to: window.columns)
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
