package import ScrollCore

// Layers that run steadily can do so without being asked for.

extension Frame {
  /// A layer that runs on: where it stood when the frame was filled, and where it stands now.
  package struct Runner: Sendable {
    package let layer: Int
    fileprivate let start: Point
    package fileprivate(set) var place: Point
  }

  /// Asks to be drawn for every moment at which layers that run steadily come to stand elsewhere: what they show is followed by
  /// something else, which they cannot do by themselves.
  mutating func follow() { hasFollowers = true }

  /// Has the layers that run steadily stand where they are so many seconds after the frame was filled.
  package mutating func run(on seconds: Seconds) {
    if runners.isEmpty {
      for i in layers.indices where layers[i].velocity != 0 {
        runners.append(Runner(layer: i, start: layers[i].origin, place: layers[i].origin))
      }
    }
    for i in runners.indices {
      let layer = runners[i].layer
      runners[i].place = layers[layer].content.axis.point(
        along: layers[layer].velocity * seconds, of: runners[i].start)
      layers[layer].move(to: runners[i].place)
    }
  }
}

extension Layer {
  /// Puts a copy's origin there.
  mutating func move(to origin: Point) {
    guard case .copy(var copy) = kind else { return }
    copy.origin = origin
    kind = .copy(copy)
  }
}
