public import ScrollCore

extension WindowError: CustomStringConvertible {
  /// What is wrong, as a sentence without its end.
  public var description: String {
    switch self {
    case .noPlace(let reason): "The window has no place: \(reason)"
    case .noDisplay(let reason): "The window cannot be shown: \(reason)"
    case .lost(let reason): "The window has gone: \(reason)"
    }
  }

  /// The same, by the name that Foundation has for it.
  public var localizedDescription: String { description }

  /// What Foundation says about an `any Error` that it does not know.
  public var _domain: String { description }
}

extension ValueError {
  /// The same as `description`, by the name that Foundation has for it.
  public var localizedDescription: String { description }
}
