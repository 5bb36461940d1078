package import ScrollCore

extension Frame {
  /// Makes the layers from an index on translucent, each by itself. What has the colour around it stays opaque.
  mutating func fade(layersFrom first: Int, to opacity: Double) {
    let fading = Array(layers[first...])
    layers.removeSubrange(first...)
    for layer in fading {
      var layer = layer
      switch layer.kind {
      case .copy(let copy) where copy.isOutside: layers.append(layer)
      case .copy(var copy):
        copy.opacity *= opacity
        copy.fade.color = ground(copy.fade.color, opacity)
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
        batch.style.fade.color = ground(batch.style.fade.color, opacity)
        // They are no part of the picture below, which is translucent, too.
        batch.style.isOverlay = false
        layer.kind = .sprites(batch)
        layers.append(layer)
      }
    }
  }
}

extension Frame {
  /// A translucent background on what is behind it.
  private func ground(_ color: Color, _ opacity: Double) -> Color {
    let color = color.faded(to: opacity)
    return background.isOpaque ? color.over(background) : color
  }
}

extension Color {
  /// The same, that much more translucent.
  package func faded(to opacity: Double) -> Color {
    var color = self
    color.alpha = UInt8((Double(alpha) * min(1, max(0, opacity))).rounded())
    return color
  }
}
