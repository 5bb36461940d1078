internal import Base
package import Scene
package import ScrollCore
package import Windows

/// A view with a command of its own: its properties and its controller.
package protocol ViewKind: SendableMetatype {
  associatedtype Style: HasProperties & Equatable & Sendable & SendableMetatype
  /// The name of its command, such as "crawl".
  static var name: String { get }
  /// The texts about its command, for help and manual.
  static var text: CommandText { get }
  /// The options about sources that it has, besides those of all views.
  static var audiences: Set<SourceAudience> { get }
  /// The limit for arguments.
  static var argumentLimit: Int { get }
  /// Whether its arguments are files.
  static var takesFiles: Bool { get }
  /// Whether it fills the space left by other views.
  static var stretches: (across: Bool, down: Bool) { get }
  /// The events to print by default.
  static var printedEvents: Set<String> { get }
  /// Its default style.
  static var initial: Style { get }
  /// Its default theme; empty for none.
  static var initialTheme: String { get }
  /// The request's own defaults, below theme and settings.
  static func base(for request: ViewRequest<Self>) -> Style
  /// The style of a request.
  static func style(of request: ViewRequest<Self>) throws(ValueError) -> Style
  /// The message about missing content, with an example; nil if there is content, or may be later.
  static func missing(_ request: ViewRequest<Self>) -> String?
  /// Checks properties that depend on each other, such as a minimum and a maximum.
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

  /// The options about sources of its command, in the order of the help.
  package static var sourceOptions: [PropertyInfo] { SourceList.current.options(for: audiences) }
}

extension ViewRequest {
  /// - Throws: if there is nothing to show.
  func needContent() throws(Failure) {
    if let missing = Kind.missing(self) { throw .usage(missing) }
  }
}

/// A request for a view: its properties, those of its window, and its sources.
package struct ViewRequest<Kind: ViewKind> {
  package var own = Settings<Kind.Style>(Kind.initial)
  package var window = Settings<WindowOptions>()
  package var sources = Settings(SourceOptions(takesFiles: Kind.takesFiles, isInputPiped: false))
  /// The language of its texts.
  package var words = Words.english

  package init() {}

  /// Whether the user has set how fast headlines run.
  var hasSetSpeed: Bool { own.hasSet("scrollTime") || own.hasSet("scrollSpeed") }
}
