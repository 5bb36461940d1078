package import ScrollCore

/// A content in a part of the window: a copy of it, several, or sprites of an atlas.
package struct Layer: Sendable {
  package var content: Content
  /// The part of the window that the layer may mark, in whole pixels of the window.
  package var clip: Rect
  package internal(set) var kind: Kind

  package enum Kind: Equatable, Sendable {
    /// The content, once.
    case copy(Copy)
    /// The content at several places: these of the frame's `instances`, whose clips lie within the layer's.
    case instances(Range<Int>)
    /// Cells of an atlas, whose content this is.
    case sprites(SpriteBatch)
  }

  package struct Copy: Equatable, Sendable {
    /// Where the content's (0, 0) stands, in window coordinates. Fractions count along the content's axis; across it
    /// they are rounded.
    package var origin: Point
    /// 0 to 1.
    package var opacity: Double
    package var fade: Fade
    /// Takes away what lies below, as far as the content covers it, instead of covering it: how a see-through window
    /// gets its round corners.
    package var erases: Bool
  }

  package init(
    _ content: Content, clip: Rect, origin: Point, opacity: Double = 1, fade: Fade = Fade(), erases: Bool = false
  ) {
    self.init(content, clip: clip, .copy(Copy(origin: origin, opacity: opacity, fade: fade, erases: erases)))
  }

  init(_ content: Content, clip: Rect, _ kind: Kind) {
    self.content = content
    self.clip = clip
    self.kind = kind
  }

  /// Where a copy's origin stands; that of the clip for other layers.
  package var origin: Point { if case .copy(let copy) = kind { copy.origin } else { clip.origin } }

  /// A copy's opacity; 1 for other layers.
  package var opacity: Double { if case .copy(let copy) = kind { copy.opacity } else { 1 } }

  /// What the layer fades into at its ends.
  package var fade: Fade {
    get {
      switch kind {
      case .copy(let copy): copy.fade
      case .instances(_): Fade()
      case .sprites(let batch): batch.style.fade
      }
    }
    set {
      switch kind {
      case .copy(var copy):
        copy.fade = newValue
        kind = .copy(copy)
      case .instances(_): break
      case .sprites(var batch):
        batch.style.fade = newValue
        kind = .sprites(batch)
      }
    }
  }

  /// Whether nothing below shows through its clip.
  package var isOpaque: Bool {
    guard case .copy(let copy) = kind, let background = content.background else { return false }
    return background.isOpaque && copy.opacity >= 1 && !copy.erases
  }

  /// Whether it would be drawn the same as `other`, the places of instances and sprites aside.
  package func looksLike(_ other: Layer) -> Bool {
    guard content.id == other.content.id, content.revision == other.content.revision, clip == other.clip else {
      return false
    }
    switch (kind, other.kind) {
    case (.copy(let copy), .copy(let other)): return copy == other
    case (.instances(let range), .instances(let other)): return range.count == other.count
    case (.sprites(let batch), .sprites(let other)):
      return batch.style == other.style && batch.sprites.count == other.sprites.count
        && batch.windows.count == other.windows.count
    default: return false
    }
  }
}
