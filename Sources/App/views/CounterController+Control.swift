internal import Base
internal import Scene
internal import ScrollCore

/// A counter's commands over the socket.
extension CounterController {
  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    switch request.command {
    case .counter, .add, .replace: show(try request.number(), at: context.time)
    case .start: counter.start(at: context.time)
    case .stop: counter.stop()
    default: throw Failure.unsuited(request)
    }
    context.setNeedsDisplay()
    return nil
  }

  func state(at t: Seconds) -> [(String, JSON)] {
    [("number", counter.number.map { .numeral($0.description) } ?? .null)]
  }
}
