import ScrollCore

extension Frame {
  /// Makes the layers from an index on translucent, each by itself.
  mutating func fade(layersFrom first: Int, to opacity: Double) {
    let fading = Array(layers[first...])
    layers.removeSubrange(first...)
    for layer in fading {
      var layer = layer
      switch layer.kind {
      case .copy(var copy):
        copy.opacity *= opacity
        copy.fade.color = copy.fade.color.faded(to: opacity)
        layer.kind = .copy(copy)
        layers.append(layer)
      case .instances(let range):
        // Instances have no opacity: each becomes a layer.
        for instance in instances[range] where !instance.clip.isEmpty {
          layers.append(
            Layer(
              layer.content, clip: instance.clip, origin: instance.origin, opacity: opacity, speed: layer.speed,
              velocity: layer.velocity))
        }
      case .sprites(var batch):
        batch.style.color = batch.style.color.faded(to: opacity)
        batch.style.fade.color = batch.style.fade.color.faded(to: opacity)
        // They are no part of the picture below, which is translucent, too.
        batch.style.isOverlay = false
        layer.kind = .sprites(batch)
        layers.append(layer)
      }
    }
  }
}

extension Color {
  fileprivate func faded(to opacity: Double) -> Color {
    var color = self
    color.alpha = UInt8((Double(alpha) * min(1, max(0, opacity))).rounded())
    return color
  }
}
