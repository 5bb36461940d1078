internal import Scene
public import ScrollCore

/// A program's settings for a view's size, besides `width` and `height`.
struct Sizing: Equatable {
  var minimum = Size.zero
  /// Nil for 1 if the view has no natural length, else 0.
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

  /// The priority for the remaining room of a stack: the views with the highest one above 0 share it equally. Nil, the
  /// default, is 1 for views without a natural length along the stack (crawls and token fields in a row, auto-scrolling texts,
  /// groups), and 0 for others.
  public final var growPriority: Int? {
    get { sizing.growPriority }
    set { sizing.growPriority = newValue }
  }

  /// The priority for shrinking in a stack without enough room: the highest shrink first, equally, down to their
  /// minimal size, then the next. With 0, the default, a view keeps its length, and is cut off at the stack's end.
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
