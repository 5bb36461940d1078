package import Scene
package import ScrollCore

extension Compositor {
  /// The earliest visible change of a frame that was drawn for `t`.
  package func nextChange(of frame: borrowing Frame, after t: Seconds) -> Seconds {
    if let run, run.isAll(of: frame) {
      return min(frame.nextTurn, t + run.timeToNextPlace(from: frame.runners[0].place))
    }
    var next = frame.nextTurn
    for layer in frame.layers where layer.velocity != 0 {
      let (grid, axis) = (grid(of: layer), layer.content.axis)
      func move(_ origin: Point) {
        let along = axis.turned(origin.x, origin.y).along
        next = min(next, t + grid.timeToNextPlace(from: along, velocity: layer.velocity))
      }
      switch layer.kind {
      case .copy(let copy): move(copy.origin)
      case .instances(let range): for i in range { move(frame.instances[i].origin) }
      case .sprites: next = min(next, frame.nextChange)
      }
    }
    return next
  }
}
