internal import App

/// Why a window cannot be opened, or a property cannot be set.
public enum NewsreelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The caller's mistake: there is no such property, or it does not take that value.
  case property(name: String, reason: String)
  /// No window can be opened: no X server answers, or it lacks what is needed.
  case window(reason: String)

  public var description: String {
    switch self {
    case .property(let name, let reason): "\(name): \(reason)"
    case .window(let reason): reason
    }
  }
}
