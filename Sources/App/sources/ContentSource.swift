internal import Base
package import ScrollCore

/// A source of content: its options, and how to open it. `SourceList.standard` is the list of them.
protocol ContentSource: HasProperties, Equatable, Sendable, SendableMetatype {
  /// The views that have its options.
  static var audience: SourceAudience { get }
  /// The options that name content; empty for a source that only supplements others. A command line that names content replaces
  /// that of the configuration.
  static var contents: [String] { get }

  /// Whether it is not asked for.
  var isEmpty: Bool { get }
  /// Whether it may be endless, so that the oldest headlines have to be dropped.
  var isStream: Bool { get }

  /// Checks its values together.
  func check() throws(ValueError)

  /// Adds its reader to the loop, if it is asked for.
  ///
  /// - Throws: if it cannot be opened.
  func open(in sources: LineSources) throws(Failure)
}

extension ContentSource {
  static var audience: SourceAudience { .everyone }
  static var contents: [String] { properties.map(\.flag) }
  var isEmpty: Bool { self == Self() }
  var isStream: Bool { !isEmpty }
  func check() throws(ValueError) {}

  fileprivate static var ofOptions: [Property<SourceOptions>] {
    properties.map { property in
      property.lifted(
        get: { $0[Self.self] },
        modify: { (options, change) throws(ValueError) in try options.change(Self.self, change) })
    }
  }
}

/// The views that have an option about sources.
package enum SourceAudience: Sendable {
  case everyone
  /// Strip and crawl.
  case headlines
  /// Views whose text can be edited.
  case editors
  case chips
  /// Views that can be a part of a wall.
  case walls
  /// The strip, as the program without a subcommand.
  case program
  /// It is not an option.
  case nobody
}

/// The sources and their options.
struct SourceList: Sendable {
  /// In the order of the help, and of opening.
  static let standard: [any ContentSource.Type] = [
    FileLines.self, CommandLines.self, Arguments.self, LiveValues.self, NewsFeeds.self, AlertFeeds.self,
    BrokerMessages.self, WallScreen.self,
  ]

  /// The sources in use; a test can add its own.
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

  /// The options that name content, or how to read it.
  var contents: [String] { kinds.flatMap { $0.contents } + SourceOptions.readings }

  /// The options of all commands.
  var all: [PropertyInfo] { options.filter { $0.audience != .nobody }.map(\.option) }

  /// The options for a view.
  func options(for audiences: Set<SourceAudience>) -> [PropertyInfo] {
    options.filter { $0.audience == .everyone || audiences.contains($0.audience) }.map(\.option)
  }
}

extension PropertyInfo {
  /// The options about sources, in the order of the manual.
  package static var sources: [PropertyInfo] { SourceList.current.all }
}
