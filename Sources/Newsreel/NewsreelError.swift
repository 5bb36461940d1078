internal import App
internal import ScrollCore

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

extension NewsreelError {
  init(_ error: OpeningError) {
    switch error {
    case .property(let name, let reason): self = .property(name: name, reason: reason)
    case .usage(let reason), .failure(let reason): self = .window(reason: reason)
    }
  }

  init(_ error: ValueError) { self = .property(name: kebabCase(error.name), reason: error.reason) }
}
