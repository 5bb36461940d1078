package import ScrollCore

/// News from the inspected programs and the file system.
package enum InspectorNews: Sendable {
  /// The inspected windows, in order.
  case windows([String])
  case properties(window: String, [PropertyInfo])
  case state(window: String, process: Int, isPaused: Bool)
  case link(window: String, InspectedWindow.Link)
  /// The change with this number has been applied.
  case accepted(Int)
  case refused(Int, reason: String)
  /// A plan for writing.
  case planned(WritingPlan)
  case written(String)
  /// A message for the user.
  case said(String)
  /// Nothing was written, with the reason.
  case notWritten(String)
}

/// The inspector's requests to its host.
package enum InspectorEffect: Equatable, Sendable {
  /// Set a property; a nil value unsets it.
  case change(number: Int, window: String, property: String, value: String?, addsUp: Bool)
  /// Read all properties of a window again.
  case refresh(window: String)
  /// Plan the text to write into the configuration. A nil path leaves the place to the program.
  case plan(window: String, path: String?)
  case write
  /// Look at once for windows that have ended and may run again.
  case retry
  case quit
}

/// The text to write to a configuration.
package struct WritingPlan: Equatable, Sendable {
  /// The path of the file.
  package var path: String
  package enum Kind: Equatable, Sendable {
    /// Changes lines of a file that the program follows.
    case edit
    /// Creates a file.
    case create
    /// Replaces another file.
    case replace
  }
  package var kind: Kind
  /// The changes, a line each: "+ scroll-speed = 120".
  package var lines: [String]
  /// Values that a file cannot express.
  package var warnings: [String]

  package init(path: String, kind: Kind, lines: [String], warnings: [String] = []) {
    (self.path, self.kind, self.lines, self.warnings) = (path, kind, lines, warnings)
  }
}
