package import ScrollCore

/// Shows layers somewhere beside their place, without drawing their contents again.
package final class MovedFrame {
  /// Kept, so that its storage is.
  private var frame = Frame(size: .zero, background: .clear)
  /// The contents that stay on whole pixels in their view, for motion by fractions; by the IDs of those.
  private var floating: [Int: (content: Content, revision: Int, filling: Int)] = [:]
  /// The largest content that moves by fractions in both directions, in pixels: it has a tile for each of 16 places in a pixel.
  private static let largest = 131_072.0

  package init() {}

  /// Adds the layers that `draw` adds, with its times and news, in another place.
  ///
  /// - Parameters:
  ///   - offset: The shift from `draw`'s places, in quarters of a pixel.
  ///   - area: The area in which they are visible, in whole pixels.
  ///   - isMoving: Whether the next frame shows them elsewhere: then text is drawn the same way at all places.
  package func add(
    to target: inout Frame, movedBy offset: Point, seenIn area: Rect, isMoving: Bool, _ draw: (inout Frame) -> Void
  ) {
    frame.clear()
    (frame.size, frame.background, frame.isRedraw) = (target.size, target.background, target.isRedraw)
    draw(&frame)
    target.takeNews(of: &frame)
    if isMoving || !offset.x.isWhole || !offset.y.isWhole {
      letFloat(by: offset)
    } else if !floating.isEmpty {
      floating = [:]
    }
    target.add(frame, movedBy: offset, seenIn: area)
  }

  /// Has layers that do not run by themselves show contents that can stand between pixels.
  private func letFloat(by offset: Point) {
    for i in frame.layers.indices where frame.layers[i].speed == 0 && frame.layers[i].velocity == 0 {
      if case .sprites = frame.layers[i].kind { continue }
      frame.layers[i].content = content(of: frame.layers[i], movedBy: offset)
    }
    if floating.count > frame.layers.count { floating = floating.filter { $0.value.filling == frame.filling } }
  }

  private func content(of layer: Layer, movedBy offset: Point) -> Content {
    let (content, known) = (layer.content, floating[layer.content.id])
    let origin = if case .copy(let copy) = layer.kind { copy.origin } else { Point.zero }
    var axes = [content.rests ? nil : content.axis, known?.content.axis]
    if !(origin.x + offset.x).isWhole { axes.append(.horizontal) }
    if !(origin.y + offset.y).isWhole { axes.append(.vertical) }
    var axis = axes.compactMap(\.self).reduce(nil) { $0 == nil || $0 == $1 ? $1 : .both } ?? content.axis
    if axis == .both, layer.clip.width * layer.clip.height > Self.largest { axis = content.axis }
    if axis == content.axis, !content.rests { return content }
    var shown = if let known, known.content.axis == axis { known.content } else { Content(axis: axis) }
    if known?.revision != content.revision || known?.content.axis != axis {
      shown.show(content.primitives, on: content.background)
    }
    floating[content.id] = (shown, content.revision, frame.filling)
    return shown
  }
}

extension Point {
  /// The nearest place at which a moved frame can be: by quarters of a pixel.
  package var inQuarters: Point { Point(x: (4 * x).rounded() / 4, y: (4 * y).rounded() / 4) }

  package static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  package static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}

extension Frame {
  /// Adds another frame's layers, moved by whole or quarter pixels and clipped to `area`.
  fileprivate mutating func add(_ other: borrowing Frame, movedBy offset: Point, seenIn area: Rect) {
    let first = takeParts(of: other)
    let area = area.intersection(Rect(origin: .zero, size: size))
    for i in other.layers.indices {
      var layer = other.layers[i].numbered(from: first)
      let place = layer.clip.offsetBy(dx: offset.x, dy: offset.y)
      layer.clip = (layer.content.background == nil ? place.pixels : place.nearestPixels).intersection(area)
      switch layer.kind {
      case .copy(var copy):
        copy.origin = Point(x: copy.origin.x + offset.x, y: copy.origin.y + offset.y)
        copy.fade = copy.fade.moved(by: offset, endingAt: place.nearestPixels)
        layer.kind = .copy(copy)
        if layer.content.background != nil, copy.fade.length == 0, !copy.erases {
          add(layer, copy, covering: place, seenIn: area)
          continue
        }
      case .instances(let range): move(instances: range, dx: offset.x, dy: offset.y, into: layer.clip)
      case .sprites(var batch):
        move(instances: batch.windows, dx: offset.x, dy: offset.y, into: layer.clip)
        move(sprites: batch.sprites, by: offset)
        batch.style.fade = batch.style.fade.moved(by: offset, endingAt: place.nearestPixels)
        layer.kind = .sprites(batch)
      }
      if !layer.clip.isEmpty { layers.append(layer) }
    }
  }

  /// Adds a layer with a background, which covers the pixels at its edges only in part.
  private mutating func add(_ layer: Layer, _ copy: Layer.Copy, covering place: Rect, seenIn area: Rect) {
    for row in Stretch.all(from: place.minY, to: place.maxY) {
      for column in Stretch.all(from: place.minX, to: place.maxX) {
        var (part, copy) = (layer, copy)
        part.clip = Rect(x: column.start, y: row.start, width: column.length, height: row.length).intersection(area)
        copy.opacity *= row.share * column.share
        part.kind = .copy(copy)
        if !part.clip.isEmpty { layers.append(part) }
      }
    }
  }
}

/// Neighbouring pixels that something covers alike.
private struct Stretch {
  var start: Double
  var length: Double
  /// How much of each is covered, 0 to 1.
  var share = 1.0

  /// The coverage of a stretch: a part of a pixel, whole ones, a part of another.
  static func all(from low: Double, to high: Double) -> [Stretch] {
    let (first, last) = (low.rounded(.up), high.rounded(.down))
    let all = [
      Stretch(start: first - 1, length: 1, share: first - low), Stretch(start: first, length: last - first),
      Stretch(start: last, length: 1, share: high - last),
    ]
    return all.filter { $0.length > 0 && $0.share > 0 }
  }
}

extension Fade {
  /// The same fade elsewhere, at the ends of a place that is only seen in part, perhaps.
  fileprivate func moved(by offset: Point, endingAt place: Rect) -> Fade {
    if length == 0 { return self }
    var fade = self
    fade.bounds = bounds?.offsetBy(dx: offset.x, dy: offset.y).nearestPixels ?? place
    return fade
  }
}

extension Rect {
  /// Of the same size, at the nearest whole pixel.
  fileprivate var nearestPixels: Rect {
    Rect(x: minX.rounded(), y: minY.rounded(), width: width, height: height)
  }
}

extension Double {
  /// Whether it is nearer to a whole pixel than to a quarter of one.
  fileprivate var isWhole: Bool { abs(self - rounded()) < 0.125 }
}
