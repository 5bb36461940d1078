internal import Base
internal import Scene
internal import ScrollCore

/// A view that a configuration or a command asks for: of which kind, with what properties and sources.
struct ViewPlan<Kind: ViewKind>: PlannedView {
  var request: ViewRequest<Kind>
  var id: String
  /// What is said of its looks alone, where that is an option of windows.
  var looks: [PropertyChange] = []
  /// What is run where something happens in it.
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

  func makeController(in window: Settings<WindowOptions>) throws(ValueError) -> any ViewController {
    var request = request
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
    guard let former = former as? Self, former.id == id, former.request.sources == request.sources else { return nil }
    let gone = former.own.filter { old in !own.contains { $0.name == old.name } }
    return gone.map { PropertyChange($0.name, to: nil) } + own.filter { !former.own.contains($0) }
  }
}

/// A view plan, of whatever kind.
protocol PlannedView {
  /// "crawl".
  var kind: String { get }
  /// Whether it takes the room that is left across and down.
  var stretches: (across: Bool, down: Bool) { get }
  var printedEvents: Set<String> { get }
  /// The end of its last source ends the program.
  var exitsAtEnd: Bool { get }
  /// What is run where something happens in it.
  var hooks: [Hook] { get }
  /// What is set, as lines of a configuration.
  var text: String { get }
  /// What is said of its looks alone, where that is an option of windows.
  var looks: [PropertyChange] { get set }
  /// What is set of its own properties.
  var own: [PropertyChange] { get }
  /// What its properties are called by in a window of several views.
  var id: String { get }
  /// - Throws: where it could not be shown.
  func check() throws(ValueError)
  func makeController(in window: Settings<WindowOptions>) throws(ValueError) -> any ViewController
  /// What is set of its window, with what is said of its own looks.
  func settings(over window: Settings<WindowOptions>) throws(ValueError) -> Settings<WindowOptions>
  /// What has to be set where the former one is shown; nil where it has to be made anew.
  func changes(from former: any PlannedView) -> [PropertyChange]?
}

/// A window that a configuration or a command asks for.
struct WindowPlan {
  var settings: Settings<WindowOptions>
  var views: [any PlannedView]
  var layout: StackLayout
  /// The events that are printed; nil: those that suit its views.
  var events: Set<String>?
  /// What is run where something happens in any of its views.
  var hooks: [Hook] = []

  /// What it shows, in a word.
  var kind: String { views.count == 1 ? views[0].kind : "newsreel" }
  /// What it is called by `newsreel msg`.
  var name: String { ControlName.of(settings, showing: kind) }

  var printedEvents: Set<String> { events ?? views.reduce(into: []) { $0.formUnion($1.printedEvents) } }
  /// Those of its views, too.
  var allHooks: [Hook] { hooks + views.flatMap(\.hooks) }
  /// The end of all sources ends the program.
  var exitsAtEnd: Bool { views.allSatisfy(\.exitsAtEnd) }

  /// Whether the same views are arranged in the same way, whatever they look like and however large they are.
  func isAlike(_ other: WindowPlan) -> Bool {
    views.count == other.views.count && zip(views, other.views).allSatisfy { $0.changes(from: $1) != nil }
      && layout.isAlike(other.layout)
  }
}

extension [Hook] {
  /// As a line of a configuration; empty for none.
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

/// What a configuration file says.
struct Configuration {
  var windows: [WindowPlan]
}
