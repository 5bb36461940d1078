internal import X11

extension Display {
  /// Says what the server has refused since the last call, once of each kind of error.
  func reportErrors(once reported: inout Set<String>) {
    for error in takeErrors() where reported.insert(error.kind).inserted {
      reportError("the X server refused something: \(error)")
    }
  }
}
