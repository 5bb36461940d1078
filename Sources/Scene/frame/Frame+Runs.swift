package import ScrollCore

// Moving layers that run steadily, without asking the views.

extension Frame {
  /// A layer that runs on, with its place when the frame was filled and its current place.
  package struct Runner: Sendable {
    package let layer: Int
    fileprivate let start: Point
    package fileprivate(set) var place: Point
  }

  /// Requests a redraw for every moment at which steady layers move, since something else follows them.
  mutating func follow() { hasFollowers = true }

  /// Moves steady layers to their places `seconds` after the frame was filled.
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
  /// Moves a copy's origin.
  mutating func move(to origin: Point) {
    guard case .copy(var copy) = kind else { return }
    copy.origin = origin
    kind = .copy(copy)
  }
}
