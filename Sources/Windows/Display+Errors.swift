internal import Base
internal import X11

extension Display {
  /// Reports the errors that the server has sent since the last call, each kind once.
  package func reportErrors(once reported: inout Set<String>) {
    for error in takeErrors() where reported.insert(error.kind).inserted {
      reportError("the X server reported an error: \(error)")
    }
  }
}
