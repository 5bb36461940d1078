package import ScrollCore

/// A part of the window and where its content stands there.
package struct Stamp: Equatable, Sendable {
  /// As a layer's.
  package var clip: Rect
  package var origin: Point

  package init(clip: Rect, origin: Point) {
    self.clip = clip
    self.origin = origin
  }
}

/// A cell of a sheet at a place, or one that rolls on to another.
package struct Mark: Equatable, Sendable {
  package var cell: Int
  /// Where the cell's origin stands, or that of the place in which it rolls, in window coordinates; fractions count.
  package var origin: Point
  /// What rolls in from below.
  package var next: Int
  /// How far the two have moved up, in heights of a cell: from 0, where the cell stands still, to less than 1.
  package var fraction: Double
  /// Through which of the layer's stamps it is seen, counted from the first; for a layer that has some.
  package var window: Int

  package init(cell: Int, next: Int? = nil, fraction: Double = 0, origin: Point, window: Int = 0) {
    self.cell = cell
    self.next = next ?? cell
    self.fraction = fraction
    self.origin = origin
    self.window = window
  }
}

/// Shapes side by side that are shown one by one, in any colour and any number: digits, as a rule.
package struct Sheet: Sendable {
  /// White on nothing, moving both ways.
  package var content: Content
  package var cells = 0
  /// From one cell to the next, and a cell's height, in whole pixels.
  package var pitch = 1.0
  package var height = 1.0
  /// How far in its stretch of the content a cell has its origin, so that what reaches out to the left is in it.
  package var lead = 0.0

  package init(id: Int) { content = Content(id: id, axis: .both) }
}

/// Cells of a sheet in one colour, each as one of the frame's marks says.
package struct Marks: Sendable {
  package var sheet: Sheet
  package var color: Color
  package var range: Range<Int>

  /// Whether they would be drawn the same as `other`, their places aside.
  func looksLike(_ other: Marks?) -> Bool { color == other?.color && range.count == other?.range.count }
}

/// Some content at a place.
package struct Layer: Sendable {
  package var content: Content
  /// The part of the window that it may mark: whole pixels.
  package var clip: Rect
  /// Where the content's (0, 0) stands, in window coordinates. Fractions count along the content's axis; across
  /// it they are rounded.
  package var origin: Point
  /// 0 to 1.
  package var opacity: Double
  /// Pixels at both ends of the clip, along the axis, over which the layer fades into `fadeColor`.
  package var fade: Double
  package var fadeColor: Color
  /// Where the ends are over which it fades, if the clip does not reach them.
  package var fadeBounds: Rect?
  /// Those of the frame's stamps at which the content is shown, instead of at the origin; their clips lie within the
  /// layer's. Where it has marks: through whose clips these are seen, as far as the layer's reaches; their origins tell
  /// exactly where they begin.
  package internal(set) var stamps: Range<Int>?
  /// Shown instead of the content as a whole: cells of a sheet.
  package internal(set) var marks: Marks?
  /// It shows itself only where the layer below, which is of one colour there, has nothing to show.
  package internal(set) var isInlaid = false
  /// It takes away what lies under it, as far as it covers, instead of covering it: how a see-through window gets its
  /// round corners.
  package var erases = false

  package init(
    _ content: Content, clip: Rect, origin: Point, opacity: Double = 1, fade: Double = 0,
    fadeColor: Color = .clear
  ) {
    self.content = content
    self.clip = clip
    self.origin = origin
    self.opacity = opacity
    self.fade = fade
    self.fadeColor = fadeColor
  }

  /// Whether it would be drawn the same as `other`, its stamps aside.
  package func looksLike(_ other: Layer) -> Bool {
    content.id == other.content.id && content.revision == other.content.revision
      && origin == other.origin && clip == other.clip && opacity == other.opacity
      && fade == other.fade && fadeColor == other.fadeColor && fadeBounds == other.fadeBounds
      && erases == other.erases
      && stamps?.count == other.stamps?.count && marks?.looksLike(other.marks) != false
  }
}

/// What is shown at one moment: layers, the later ones above the earlier, on a background.
///
/// A frame is filled anew for every moment; its storage is kept, so that filling allocates nothing. It is not copied:
/// shared storage would be allocated anew.
package struct Frame: ~Copyable, Sendable {
  package var size: Size
  package var background: Color
  package private(set) var layers: [Layer] = []
  package private(set) var stamps: [Stamp] = []
  package private(set) var marks: [Mark] = []
  /// The earliest time at which something will look different: infinity when nothing moves, the frame's own
  /// time or less when it changes with every refresh.
  package private(set) var nextChange: Seconds = .infinity

  package init(size: Size, background: Color) {
    self.size = size
    self.background = background
  }

  package mutating func clear() {
    layers.removeAll(keepingCapacity: true)
    if !stamps.isEmpty { stamps.removeAll(keepingCapacity: true) }
    if !marks.isEmpty { marks.removeAll(keepingCapacity: true) }
    nextChange = .infinity
  }

  /// A layer that fades into a see-through colour fades into what is seen of it on the background, where that is solid.
  package mutating func add(_ layer: Layer) {
    layers.append(layer)
    if layer.fade > 0, !layer.fadeColor.isOpaque, background.isOpaque {
      layers[layers.count - 1].fadeColor = layer.fadeColor.over(background)
    }
  }

  /// Adds a content that is shown at many places: for the cost of one layer and a copy each.
  package mutating func add(_ content: Content, stamps: [Stamp], clip: Rect) {
    var layer = Layer(content, clip: clip, origin: clip.origin)
    layer.stamps = keep(stamps)
    layers.append(layer)
  }

  /// Adds cells of a sheet, all in one colour, for the cost of one layer; what reaches out of the clip is cut.
  package mutating func add(_ sheet: Sheet, marks: [Mark], color: Color, clip: Rect) {
    var layer = Layer(sheet.content, clip: clip, origin: clip.origin)
    layer.marks = Marks(sheet: sheet, color: color, range: keep(marks))
    layers.append(layer)
  }

  /// Adds cells of a sheet that are seen through windows. Those that roll lie under the layer's fade at the top and the
  /// bottom of its `fadeBounds`, the others above it.
  ///
  /// - Parameter isInlaid: whether the layer below, which is of one colour in the windows, has nothing to show there.
  package mutating func add(
    _ sheet: Sheet, marks: [Mark], color: Color, windows: [Stamp], clip: Rect, fade: Double, fadeColor: Color,
    fadeBounds: Rect, isInlaid: Bool
  ) {
    var layer = Layer(sheet.content, clip: clip, origin: clip.origin, fade: fade, fadeColor: fadeColor)
    layer.fadeBounds = fadeBounds
    layer.stamps = keep(windows)
    layer.marks = Marks(sheet: sheet, color: color, range: keep(marks))
    layer.isInlaid = isInlaid
    layers.append(layer)
  }

  private mutating func keep(_ new: [Mark]) -> Range<Int> {
    marks.append(contentsOf: new)
    return marks.count - new.count..<marks.count
  }

  private mutating func keep(_ new: [Stamp]) -> Range<Int> {
    stamps.append(contentsOf: new)
    return stamps.count - new.count..<stamps.count
  }

  /// Asks to be drawn again at `time`.
  package mutating func change(at time: Seconds) {
    nextChange = min(nextChange, time)
  }
}
