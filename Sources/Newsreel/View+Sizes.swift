internal import Scene
public import ScrollCore

/// What a program says of a view's sizes, beside `width` and `height`.
struct Sizing: Equatable {
  var minimum = Size.zero
  /// Nil for 1 where the view has no natural length, else 0.
  var growPriority: Int?
  var shrinkPriority = 0
}

extension View {
  /// The least width, in pixels: a natural width is at least this, and a stack does not shrink the view below it.
  public final var minWidth: Double {
    get { sizing.minimum.width }
    set {
      sizing.minimum.width = bounded(newValue, of: "minWidth", in: Self.lengths) ?? 0
    }
  }

  /// The least height, in pixels.
  public final var minHeight: Double {
    get { sizing.minimum.height }
    set {
      sizing.minimum.height = bounded(newValue, of: "minHeight", in: Self.lengths) ?? 0
    }
  }

  /// Who gets the room that is left in a stack: the views with the highest priority above 0, in equal parts. Nil, the default,
  /// is 1 for views without a natural length along the stack (crawls and token fields in a row, auto-scrolling texts, groups),
  /// and 0 for others.
  public final var growPriority: Int? {
    get { sizing.growPriority }
    set { sizing.growPriority = newValue }
  }

  /// Who gives way where a stack is too small: the views with the highest priority first, alike, down to their minimal
  /// size, then the next ones. With 0, the default, a view keeps its length, and what is beyond the stack is cut off.
  public final var shrinkPriority: Int {
    get { sizing.shrinkPriority }
    set { sizing.shrinkPriority = newValue }
  }

  /// The size that the view would have by itself, with its border and at least its minimal size, in pixels. A `width` or
  /// `height` that was set does not count. Outside of a window it is measured as on the primary monitor; zero without an X server.
  ///
  /// - Parameter width: Its width; nil for its natural one. The height follows: that of a token field has a row for all
  ///   chips that do not fit in the first one.
  public final func naturalSize(width: Double? = nil) -> Size {
    stage?.naturalSize(of: self, width: width) ?? Ruler.ofThread?.naturalSize(of: self, width: width) ?? .zero
  }
}
