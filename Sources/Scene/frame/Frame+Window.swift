internal import ScrollCore

extension Frame {
  /// Clips layers to the window. A view may have any place and size, but the X server has no pixmap of more than 32767
  /// pixels; and invisible parts need no drawing.
  package mutating func cutToWindow() {
    let window = Rect(origin: .zero, size: size)
    var isCut = false
    for i in layers.indices {
      let clip = layers[i].clip.intersection(window)
      if clip == layers[i].clip { continue }
      layers[i] = cut(layers[i], to: clip)
      isCut = true
    }
    if isCut { layers.removeAll { $0.clip.isEmpty } }
  }

  private mutating func cut(_ whole: Layer, to clip: Rect) -> Layer {
    var layer = whole
    layer.clip = clip
    // Fades stay at the ends of the whole.
    switch layer.kind {
    case .copy(var copy):
      if copy.fade.length > 0 { copy.fade.bounds = copy.fade.bounds ?? whole.clip }
      layer.kind = .copy(copy)
    case .instances(let range):
      // Empty instances are dropped: they would have to be drawn at their places.
      layer.kind = .instances(append(cut(range, to: clip).filter { !$0.clip.isEmpty }))
    case .sprites(var batch):
      batch.windows = append(cut(batch.windows, to: clip))
      if batch.style.fade.length > 0 { batch.style.fade.bounds = batch.style.fade.bounds ?? whole.clip }
      layer.kind = .sprites(batch)
    }
    return layer
  }

  private func cut(_ range: Range<Int>, to clip: Rect) -> [Instance] {
    instances[range].map { Instance(clip: $0.clip.intersection(clip), origin: $0.origin) }
  }
}
