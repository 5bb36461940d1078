package import ScrollCore

/// Shapes side by side, to be shown one by one in any colour and number: usually digits.
package struct Atlas: Sendable {
  /// White on transparent, movable in both directions.
  package var content = Content(axis: .both)
  package var grid = Grid()

  /// The places of the cells in the content. Cells are numbered from the left.
  package struct Grid: Equatable, Sendable {
    package var cells = 0
    /// The distance of two cells, and a cell's height, in whole pixels.
    package var pitch = 1.0
    package var height = 1.0
    /// The offset of a cell's origin within its part of the content, for overhang on the left.
    package var lead = 0.0
  }

  package init() {}
}

/// A cell of an atlas at a place, or one that rolls to another.
package struct Sprite: Equatable, Sendable {
  package var cell: Int
  /// The origin of the cell, or of the place in which it rolls, in window coordinates; may be fractional.
  package var origin: Point
  /// The cell that rolls in from below.
  package var next: Int
  /// How far the two have moved up, in heights of a cell: 0 at rest, below 1.
  package var fraction: Double
  /// The index of the window that shows it, from the batch's first. Sprites are ordered by windows.
  package var window: Int

  package init(cell: Int, next: Int? = nil, fraction: Double = 0, origin: Point, window: Int = 0) {
    (self.cell, self.next, self.fraction) = (cell, next ?? cell, fraction)
    (self.origin, self.window) = (origin, window)
  }
}

/// Sprites with the windows that show them, to be added to a frame as one layer. Reused between frames, so that filling
/// it does not allocate.
package struct SpriteGroup: Sendable {
  package var sprites: [Sprite] = []
  /// Their clips limit what is visible; their origins are the exact starts.
  package var windows: [Instance] = []

  package init() {}

  package mutating func removeAll() {
    sprites.removeAll(keepingCapacity: true)
    windows.removeAll(keepingCapacity: true)
  }
}

/// The properties shared by the sprites of a layer.
package struct SpriteStyle: Equatable, Sendable {
  package var color: Color
  /// At the top and bottom of the layer: over rolling sprites, and under the others.
  package var fade: Fade
  /// Whether the sprites only show where the layer below has a single colour and no ink, so that they can be drawn into
  /// its picture.
  package var isOverlay: Bool

  package init(_ color: Color, fade: Fade = Fade(), isOverlay: Bool = false) {
    (self.color, self.fade, self.isOverlay) = (color, fade, isOverlay)
  }
}

/// Cells of an atlas: a range of the frame's sprites, seen through a range of its instances.
package struct SpriteBatch: Equatable, Sendable {
  package var grid: Atlas.Grid
  package var style: SpriteStyle
  package var sprites: Range<Int>
  package var windows: Range<Int>
}
