package import ScrollCore

/// What comes from the programs that are looked at, and from the file system.
package enum InspectorNews: Sendable {
  /// These windows are looked at, in this order.
  case windows([String])
  case properties(window: String, [PropertyInfo])
  case state(window: String, process: Int, isPaused: Bool)
  case link(window: String, InspectedWindow.Link)
  /// The change of that number was carried out.
  case accepted(Int)
  case refused(Int, reason: String)
  /// What would be written.
  case planned(WritingPlan)
  case written(String)
  /// A word for the user, as that there is nothing to write.
  case said(String)
  /// It was not written, or there is nothing to write.
  case notWritten(String)
}

/// What the inspector asks of whoever runs it.
package enum InspectorEffect: Equatable, Sendable {
  /// A property is to have another value; nil: what it has where nobody sets it.
  case change(number: Int, window: String, property: String, value: String?, joins: Bool)
  /// All that is known of a window is to be asked for anew.
  case look(window: String)
  /// What is to be written into the configuration, and where: a path, or where that is for the program to say.
  case plan(window: String, path: String?)
  case write
  /// Windows that have ended are looked for at once.
  case retry
  case quit
}

/// What would be written into a configuration.
package struct WritingPlan: Equatable, Sendable {
  /// Where.
  package var path: String
  package enum Kind: Equatable, Sendable {
    /// Lines of a file are changed, which the program follows.
    case edit
    /// A file that is not there yet.
    case create
    /// Another file is there.
    case replace
  }
  package var kind: Kind
  /// What changes, a line for each: "+ scroll-speed = 120".
  package var lines: [String]
  /// What the file cannot say.
  package var warnings: [String]

  package init(path: String, kind: Kind, lines: [String], warnings: [String] = []) {
    (self.path, self.kind, self.lines, self.warnings) = (path, kind, lines, warnings)
  }
}
