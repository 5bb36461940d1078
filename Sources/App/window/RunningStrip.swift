internal import Base
internal import Glibc
internal import ScrollCore
internal import Windows

/// The strip of the user's feeds or configuration that runs on this display: what `newsreel` without arguments starts.
enum RunningStrip {
  /// Shows its windows again. Returns false if there is none.
  static func show() -> Bool {
    var isThere = false
    for name in ControlName.all() {
      // A window that does not answer cannot be shown; another one is.
      guard let connection = (try? ControlConnection(to: name, patience: patience)) ?? nil,
        let state = (try? connection.ask(.state)) ?? nil, isMeant(state)
      else { continue }
      do throws(Failure) {
        try connection.ask(.show)
        isThere = true
      } catch { continue }
    }
    return isThere
  }

  /// In seconds.
  private static let patience = 2.0

  /// Whether a window's state says that it is on this display, and of no other sources than the user's.
  static func isMeant(_ state: JSON) -> Bool {
    guard state["display"]?.string == display, let origin = state["origin"] else { return false }
    if let file = origin["configuration"]?.string { return file == UserPaths.absolute(UserPaths.configuration) }
    return state["view"]?.string == StripKind.name && origin["sources"] == .object([])
      && origin["reads-input"]?.bool == false
  }

  /// The display of the environment, without a screen.
  static var display: String {
    let name = getenv("DISPLAY").map { String(cString: $0) } ?? ""
    return name.hasSuffix(".0") ? String(name.dropLast(2)) : name
  }
}

extension ViewRequest {
  /// Whether it is `newsreel` without arguments.
  var isOfStripAlone: Bool {
    self is ViewRequest<StripKind> && own.isUntouched && window.isUntouched && sources.isUntouched
      && !sources.value.readsInput
  }
}
