internal import CX11
internal import Scene
internal import ScrollCore

// How the layers of a frame are put together.

extension Compositor {
  func compose(_ frame: borrowing Frame, _ damage: Rect, on target: borrowing Surface) {
    // What lies under a layer that covers all of the damage is not seen.
    var first = 0
    var isCovered = false
    for i in frame.layers.indices.reversed() where !isCovered {
      let layer = frame.layers[i]
      if layer.content.background?.isOpaque == true, layer.opacity >= 1, layer.stamps == nil,
        layer.clip.intersection(damage) == damage
      {
        first = i
        isCovered = true
      }
    }
    if !isCovered {
      target.fill(
        frame.background, x: Int(damage.minX), y: Int(damage.minY), width: Int(damage.width),
        height: Int(damage.height))
    }
    for i in first..<frame.layers.count {
      let area = frame.layers[i].clip.intersection(damage)
      if !area.isEmpty { compose(frame.layers[i], of: frame, area, on: target) }
    }
  }

  /// Draws a layer, as far as it lies in `area`.
  private func compose(_ layer: Layer, of frame: borrowing Frame, _ area: Rect, on target: borrowing Surface) {
    guard layer.opacity > 0, layer.stamps?.isEmpty != true else { return }
    if layer.marks != nil {
      return sheets.draw(layer, of: frame, area, on: target, wholePixels: wholePixels)
    }
    let stamps = frame.stamps
    if !layer.content.isBlank {
      let set = tiles(for: layer, stamps)
      for i in layer.stamps ?? 0..<1 {
        let stamp = layer.stamp(i, of: stamps)
        copy(layer, set, stamp, stamp.clip.intersection(area), to: target)
      }
    }
    guard layer.fade > 0 else { return }
    for i in layer.stamps ?? 0..<1 {
      fades.apply(
        to: target, clip: layer.fadeBounds ?? layer.stamp(i, of: stamps).clip, area: area, fade: layer.fade,
        color: layer.fadeColor, axis: layer.content.axis)
    }
  }

  /// The tiles of a layer's content; they cover what it shows.
  func tiles(for layer: Layer, _ stamps: [Stamp]) -> TileSet {
    let set = renderer.tiles(for: layer.content)
    if let range = layer.stamps {
      set.cover(stamps[range], wholePixels: wholePixels)
    } else {
      set.cover(CollectionOfOne(layer.stamp(0, of: [])), wholePixels: wholePixels)
    }
    return set
  }

  private func copy(_ layer: Layer, _ set: TileSet, _ stamp: Stamp, _ area: Rect, to target: borrowing Surface) {
    if area.isEmpty { return }
    let source = set.source(for: stamp, wholePixels: wholePixels)
    let (x, y) = (Int(area.minX), Int(area.minY))
    let (sourceX, sourceY) = (source.x + x - Int(stamp.clip.minX), source.y + y - Int(stamp.clip.minY))
    if set.isOpaque, layer.opacity >= 1 {
      source.tile.surface.copy(
        x: sourceX, y: sourceY, width: Int(area.width), height: Int(area.height), to: target.pixmap, atX: x, y: y)
    } else {
      let mask = layer.opacity < 1 ? fades.mask(opacity: layer.opacity) : 0
      XRenderComposite(
        display.raw, Int32(layer.erases ? PictOpOutReverse : PictOpOver), source.tile.surface.picture, mask,
        target.picture, Int32(sourceX), Int32(sourceY), 0, 0, Int32(x), Int32(y), UInt32(area.width),
        UInt32(area.height))
    }
  }
}

extension Layer {
  /// One of its stamps, by its place in the frame's; where it has none, the layer's own place.
  func stamp(_ i: Int, of stamps: [Stamp]) -> Stamp {
    self.stamps == nil ? Stamp(clip: clip, origin: origin) : stamps[i]
  }
}
