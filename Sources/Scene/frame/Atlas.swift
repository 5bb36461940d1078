package import ScrollCore

/// Shapes side by side that are shown one by one, in any colour and any number: digits, as a rule.
package struct Atlas: Sendable {
  /// White on nothing, moving both ways.
  package var content = Content(axis: .both)
  package var grid = Grid()

  /// Where the cells are in the content. A cell's number counts from the left.
  package struct Grid: Equatable, Sendable {
    package var cells = 0
    /// From one cell to the next, and a cell's height, in whole pixels.
    package var pitch = 1.0
    package var height = 1.0
    /// How far in its stretch of the content a cell has its origin, so that what reaches out to the left is in it.
    package var lead = 0.0
  }

  package init() {}
}

/// A cell of an atlas at a place, or one that rolls on to another.
package struct Sprite: Equatable, Sendable {
  package var cell: Int
  /// Where the cell's origin stands, or that of the place in which it rolls, in window coordinates; fractions count.
  package var origin: Point
  /// What rolls in from below.
  package var next: Int
  /// How far the two have moved up, in heights of a cell: from 0, where the cell stands still, to less than 1.
  package var fraction: Double
  /// The window that shows it, counted from the batch's first. Sprites come in the order of their windows.
  package var window: Int

  package init(cell: Int, next: Int? = nil, fraction: Double = 0, origin: Point, window: Int = 0) {
    (self.cell, self.next, self.fraction) = (cell, next ?? cell, fraction)
    (self.origin, self.window) = (origin, window)
  }
}

/// Sprites and the windows that show them, to be added to a frame as one layer. Kept from frame to frame, so that
/// filling it allocates nothing.
package struct SpriteGroup: Sendable {
  package var sprites: [Sprite] = []
  /// Their clips bound what is seen; their origins say exactly where they begin.
  package var windows: [Instance] = []

  package init() {}

  package mutating func removeAll() {
    sprites.removeAll(keepingCapacity: true)
    windows.removeAll(keepingCapacity: true)
  }
}

/// What sprites of one layer have in common.
package struct SpriteStyle: Equatable, Sendable {
  package var color: Color
  /// At the top and the bottom of the layer: over those sprites that roll, and under the others.
  package var fade: Fade
  /// The sprites show only where the layer below, which is of one colour there, has nothing to show, so that they can
  /// be drawn into its picture.
  package var isOverlay: Bool

  package init(_ color: Color, fade: Fade = Fade(), isOverlay: Bool = false) {
    (self.color, self.fade, self.isOverlay) = (color, fade, isOverlay)
  }
}

/// Cells of an atlas, as these of the frame's sprites say, seen through these of its instances.
package struct SpriteBatch: Equatable, Sendable {
  package var grid: Atlas.Grid
  package var style: SpriteStyle
  package var sprites: Range<Int>
  package var windows: Range<Int>
}
