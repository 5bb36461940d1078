internal import Base
package import ScrollCore

/// Where content comes from: what is set of it, and how it is opened. A new one is one more type in `SourceList.standard`.
protocol ContentSource: HasProperties, Equatable, Sendable, SendableMetatype {
  /// The views that take its options.
  static var audience: SourceAudience { get }
  /// Those of its properties that bring what is shown: a command line that names any source takes them from a configuration.
  /// None where it only goes with what others bring.
  static var contents: [String] { get }

  /// It was not asked for.
  var isEmpty: Bool { get }
  /// It goes on for as long as it likes, so that what is oldest has to go.
  var isStream: Bool { get }

  /// Looks at its values together.
  func check() throws(ValueError)

  /// Adds to the loop what reads it, if it was asked for.
  ///
  /// - Throws: for a source that cannot be opened.
  func open(in sources: LineSources) throws(Failure)
}

extension ContentSource {
  static var audience: SourceAudience { .everyone }
  static var contents: [String] { properties.map(\.flag) }
  var isEmpty: Bool { self == Self() }
  var isStream: Bool { !isEmpty }
  func check() throws(ValueError) {}

  fileprivate static var ofOptions: [Property<SourceOptions>] {
    properties.map { property in property.lifted(get: { $0[Self.self] }, set: { $0[Self.self] = $1 }) }
  }
}

/// The views that an option about sources is for.
package enum SourceAudience: Sendable {
  case everyone
  /// Views that headlines join.
  case headlines
  /// Views whose text can be edited in place.
  case editors
  case chips
  /// The program without a command.
  case program
  /// It is no option.
  case nobody
}

/// The sources that there are, and what can be set of them.
struct SourceList: Sendable {
  /// In the order in which help lists their options, and in which they are opened.
  static let standard: [any ContentSource.Type] = [
    FileLines.self, CommandLines.self, Arguments.self, LiveValues.self, NewsFeeds.self,
  ]

  /// Those of this program; a test may add one of its own.
  @TaskLocal static var current = SourceList(standard)

  let kinds: [any ContentSource.Type]
  let properties: [Property<SourceOptions>]
  private let options: [(audience: SourceAudience, option: PropertyInfo)]

  init(_ kinds: [any ContentSource.Type]) {
    self.kinds = kinds
    let groups =
      kinds.map { (audience: $0.audience, properties: Self.properties(of: $0)) } + SourceOptions.general
    properties = groups.flatMap(\.properties)
    options = groups.flatMap { group in
      group.properties.map { (group.audience, PropertyInfo($0, of: SourceOptions())) }
    }
  }

  private static func properties<Source: ContentSource>(of kind: Source.Type) -> [Property<SourceOptions>] {
    kind.ofOptions
  }

  /// The properties that say what is shown.
  var contents: [String] { kinds.flatMap { $0.contents } + SourceOptions.readings }

  /// The options of all commands.
  var all: [PropertyInfo] { options.filter { $0.audience != .nobody }.map(\.option) }

  /// The options for some views.
  func options(for audiences: Set<SourceAudience>) -> [PropertyInfo] {
    options.filter { $0.audience == .everyone || audiences.contains($0.audience) }.map(\.option)
  }
}

extension PropertyInfo {
  /// Every option about sources, in the order in which the manual lists them.
  package static var sources: [PropertyInfo] { SourceList.current.all }
}
