internal import Base
internal import Formats
internal import Scene
internal import ScrollCore
internal import Windows

/// A view of a configuration or command: its kind, properties and sources.
struct ViewPlan<Kind: ViewKind>: PlannedView {
  var request: ViewRequest<Kind>
  var id: String
  /// Options of its style that usually belong to a window.
  var looks: [PropertyChange] = []
  /// The programs to run at events in it.
  var hooks: [Hook] = []

  var kind: String { Kind.name }
  var stretches: (across: Bool, down: Bool) { Kind.stretches }
  var printedEvents: Set<String> { Kind.printedEvents }
  var exitsAtEnd: Bool { request.sources.value.exitsAtEnd }
  var own: [PropertyChange] { request.own.changes }

  func check() throws(ValueError) {
    try request.sources.value.check()
    if let missing = Kind.missing(request) { throw ValueError(reason: missing) }
    _ = try Kind.style(of: request)
  }

  func makeController(
    in window: Settings<WindowOptions>, words: Words
  ) throws(ValueError) -> any ViewController {
    var request = request
    request.words = words
    request.window = try settings(over: window)
    return try Kind.makeController(request)
  }

  var text: String {
    let sources = request.sources.changes.filter { !ProgramOptions.names.contains($0.name) }
    return "view = \"\(kind)\"\nid = \(TOMLText.quoted(id))\n" + sources.toml + hooks.text
      + request.own.changes.toml + looks.toml
  }

  func settings(over window: Settings<WindowOptions>) throws(ValueError) -> Settings<WindowOptions> {
    var settings = window
    try settings.apply(looks)
    return settings
  }

  func changes(from former: any PlannedView) -> [PropertyChange]? {
    guard let former = former as? Self, former.request.sources == request.sources else { return nil }
    let gone = former.own.filter { old in !own.contains { $0.name == old.name } }
    return gone.map { PropertyChange($0.name, to: nil) } + own.filter { !former.own.contains($0) }
  }
}

/// A view plan of any kind.
protocol PlannedView {
  /// The name of its kind, such as "crawl".
  var kind: String { get }
  /// Whether it fills the space left by other views.
  var stretches: (across: Bool, down: Bool) { get }
  var printedEvents: Set<String> { get }
  /// Whether the end of its last source ends the program.
  var exitsAtEnd: Bool { get }
  /// The programs to run at events in it.
  var hooks: [Hook] { get set }
  /// Its settings, as lines of a configuration.
  var text: String { get }
  /// Options of its style that usually belong to a window.
  var looks: [PropertyChange] { get set }
  /// The properties set for it.
  var own: [PropertyChange] { get }
  /// The prefix of its properties in a window of several views.
  var id: String { get }
  /// - Throws: if it cannot be shown.
  func check() throws(ValueError)
  func makeController(in window: Settings<WindowOptions>, words: Words) throws(ValueError) -> any ViewController
  /// The settings of its window, with its own options of style.
  func settings(over window: Settings<WindowOptions>) throws(ValueError) -> Settings<WindowOptions>
  /// The properties to set when it replaces `former`; nil if it needs a new view.
  func changes(from former: any PlannedView) -> [PropertyChange]?
}

/// A window of a configuration or command.
struct WindowPlan {
  var settings: Settings<WindowOptions>
  var views: [any PlannedView]
  var layout: StackLayout
  /// The events to print; nil for the default of its views.
  var events: Set<String>?
  /// The programs to run at events in any of its views.
  var hooks: [Hook] = []

  /// The kind of its content.
  var kind: String { views.count == 1 ? views[0].kind : "newsreel" }
  /// Its name for `newsreel msg`.
  var name: String { ControlName.of(settings, showing: kind) }

  var printedEvents: Set<String> { events ?? views.reduce(into: []) { $0.formUnion($1.printedEvents) } }
  /// Its hooks, with those of its views.
  var allHooks: [Hook] { hooks + views.flatMap(\.hooks) }

  /// Whether the other plan has the same views in the same arrangement, regardless of style and size.
  func isAlike(_ other: WindowPlan) -> Bool {
    views.count == other.views.count && zip(views, other.views).allSatisfy { $0.changes(from: $1) != nil }
      && layout.isAlike(other.layout)
  }

  /// Whether a view of the other plan can stay in a window of this one.
  func hasCommonView(with other: WindowPlan) -> Bool {
    views.contains { view in other.views.contains { view.changes(from: $0) != nil } }
  }
}

extension [Hook] {
  /// A line of a configuration; empty for none.
  var text: String {
    var lists: [(event: String, words: [String])] = []
    for hook in self {
      let words = TOMLText.list(hook.words)
      if let i = lists.firstIndex(where: { $0.event == hook.event }) {
        lists[i].words.append(words)
      } else {
        lists.append((hook.event, [words]))
      }
    }
    let members = lists.map { "\($0.event) = [\($0.words.joined(separator: ", "))]" }
    return members.isEmpty ? "" : "hooks = { \(members.joined(separator: ", ")) }\n"
  }
}

/// The content of a configuration file.
struct Configuration {
  var windows: [WindowPlan]
  /// The problems of the file, whose parts are left out; consequences of a mistake come after it.
  var problems: [Failure] = []
}
