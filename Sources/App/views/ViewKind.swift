internal import Base
internal import Scene
package import ScrollCore

/// A view that has a command of its own: what can be set of it, and who wires it to its sources.
package protocol ViewKind: SendableMetatype {
  associatedtype Style: HasProperties & Equatable & Sendable & SendableMetatype
  /// "crawl", as its command is called.
  static var name: String { get }
  /// What help and manual say of its command.
  static var text: CommandText { get }
  /// Which of the options about sources it takes, beside those for everyone.
  static var audiences: Set<SourceAudience> { get }
  /// The most arguments that its command takes.
  static var argumentLimit: Int { get }
  /// Its command's arguments are files.
  static var takesFiles: Bool { get }
  /// Whether it takes the room that is left across and down, beside other views.
  static var stretches: (across: Bool, down: Bool) { get }
  /// The events that are printed where --events does not say which.
  static var printedEvents: Set<String> { get }
  /// What it looks like where nobody sets anything.
  static var initial: Style { get }
  /// The theme that it has where nobody asks for one; empty for none.
  static var initialTheme: String { get }
  /// What theme and settings are laid over, where the rest of a request has a say in it.
  static func base(for request: ViewRequest<Self>) -> Style
  /// How the view of a request looks.
  static func style(of request: ViewRequest<Self>) throws(ValueError) -> Style
  /// What has to be given where nothing is there to show, with an example; nil where something is, or may come.
  static func missing(_ request: ViewRequest<Self>) -> String?
  /// Looks at values together, as a smallest and a largest one.
  static func validate(_ style: Style) throws(ValueError)
  static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> any ViewController
}

extension ViewKind {
  package static var name: String { text.name }
  package static var audiences: Set<SourceAudience> { [] }
  package static var argumentLimit: Int { text.argument.isEmpty ? 0 : .max }
  package static var takesFiles: Bool { false }
  package static var stretches: (across: Bool, down: Bool) { (false, false) }
  package static var printedEvents: Set<String> { ["edited"] }
  package static var initial: Style { Style() }
  package static var initialTheme: String { "" }
  package static func base(for request: ViewRequest<Self>) -> Style { initial }
  package static func validate(_ style: Style) throws(ValueError) {}
  package static func missing(_ request: ViewRequest<Self>) -> String? { nil }

  /// The options about sources that its command takes, in the order of its help.
  package static var sourceOptions: [PropertyInfo] { SourceList.current.options(for: audiences) }
}

extension ViewRequest {
  /// Says what is missing where there is nothing to show.
  func needContent() throws(Failure) {
    if let missing = Kind.missing(self) { throw .usage(missing) }
  }
}

/// What is asked of a view: its properties, those of its window, and where its content comes from.
package struct ViewRequest<Kind: ViewKind> {
  package var own = Settings<Kind.Style>(Kind.initial)
  package var window = Settings<WindowOptions>()
  package var sources = Settings(SourceOptions(takesFiles: Kind.takesFiles, isInputPiped: false))

  package init() {}
}
