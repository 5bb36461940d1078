package import ScrollCore

/// What is shown at one moment: layers, the later ones above the earlier, on a background.
///
/// A frame is filled for every moment; its storage is kept, so that filling allocates nothing. It cannot be copied:
/// shared storage would have to be allocated again.
package struct Frame: ~Copyable, Sendable {
  package var size: Size
  package var background: Color
  package private(set) var layers: [Layer] = []
  /// Those of all layers; each layer has a range of them.
  package private(set) var instances: [Instance] = []
  package private(set) var sprites: [Sprite] = []
  /// The earliest time at which something will look different: infinity when nothing moves, the frame's own
  /// time or less when it changes with every refresh.
  package private(set) var nextChange: Seconds = .infinity

  package init(size: Size, background: Color) {
    self.size = size
    self.background = background
  }

  package mutating func clear() {
    layers.removeAll(keepingCapacity: true)
    if !instances.isEmpty { instances.removeAll(keepingCapacity: true) }
    if !sprites.isEmpty { sprites.removeAll(keepingCapacity: true) }
    nextChange = .infinity
  }

  /// A layer that fades into a see-through colour fades into what is seen of it on the background, where that is solid.
  package mutating func add(_ layer: Layer) {
    layers.append(layer)
    let fade = layer.fade
    if fade.length > 0, !fade.color.isOpaque, background.isOpaque {
      layers[layers.count - 1].fade.color = fade.color.over(background)
    }
  }

  /// Adds a content that is shown at several places, for the cost of one layer and a copy for each.
  package mutating func add(_ content: Content, at places: [Instance], clip: Rect) {
    layers.append(Layer(content, clip: clip, .instances(append(places))))
  }

  /// Adds sprites of an atlas, for the cost of one layer. What reaches out of the clip is cut.
  package mutating func add(_ atlas: Atlas, _ group: SpriteGroup, clip: Rect, _ style: SpriteStyle) {
    let first = sprites.count
    sprites.append(contentsOf: group.sprites)
    let batch = SpriteBatch(
      grid: atlas.grid, style: style, sprites: first..<sprites.count, windows: append(group.windows))
    layers.append(Layer(atlas.content, clip: clip, .sprites(batch)))
  }

  private mutating func append(_ new: [Instance]) -> Range<Int> {
    instances.append(contentsOf: new)
    return instances.count - new.count..<instances.count
  }

  /// Asks to be drawn again at `time`.
  package mutating func change(at time: Seconds) {
    nextChange = min(nextChange, time)
  }
}
