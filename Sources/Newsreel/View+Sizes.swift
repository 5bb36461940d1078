internal import Scene
public import ScrollCore

/// What a program says of a view's sizes, beside `width` and `height`.
struct Sizing {
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
      setNeedsLayout()
    }
  }

  /// The least height, in pixels.
  public final var minHeight: Double {
    get { sizing.minimum.height }
    set {
      sizing.minimum.height = bounded(newValue, of: "minHeight", in: Self.lengths) ?? 0
      setNeedsLayout()
    }
  }

  /// Who gets the room that is left in a stack: the views with the highest priority above 0, in equal parts. Nil means 1 for
  /// views without a natural length along the stack (crawls in a row, auto-scrolling texts, groups), and 0 for others.
  public final var growPriority: Int? {
    get { sizing.growPriority }
    set {
      sizing.growPriority = newValue
      setNeedsLayout()
    }
  }

  /// Who gives way where a stack is too small: the views with the highest priority first, alike, down to their minimal
  /// size, then the next ones. With 0, the default, a view keeps its length, and what is beyond the stack is cut off.
  public final var shrinkPriority: Int {
    get { sizing.shrinkPriority }
    set {
      sizing.shrinkPriority = newValue
      setNeedsLayout()
    }
  }

  /// The size that the view would have by itself, with its border, in pixels; zero before its window was laid out.
  ///
  /// - Parameter width: Its width; nil for its natural one. The height follows: that of a token field has a row for all
  ///   chips that do not fit in the first one.
  public final func naturalSize(width: Double? = nil) -> Size { stage?.naturalSize(of: self, width: width) ?? .zero }
}
