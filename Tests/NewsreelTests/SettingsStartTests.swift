import Base
import Formats
import Newswire
import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

/// What is set in the Settings… window at every start of the strip but the first, without a window: the requests and answers
/// are those of a running one.
@Suite("Settings at every start") struct SettingsStartTests {
  enum Later: String, CaseIterable {
    case runsOn, looksAgain, isSetAgain, settingsOpensAgain, restarts, restartsTwice, restartsAndIsSetAgain
    case isChangedAndUndone, isUndoneAndSetAgain
  }

  /// What the file has at first.
  enum File: String, CaseIterable {
    case none, defaults, own

    var text: String? {
      switch self {
      case .none: nil
      case .defaults: ConfigurationText.defaults
      case .own:
        """
        # Mine.
        scroll-speed = 33 # slow

        label = "Mine"
        opacity = 0.7

        [keys]
        x = "pause"
        # The end.
        """
      }
    }
  }

  /// A strip without arguments that follows the user's configuration.
  private final class Strip {
    private(set) var own = Settings<StripStyle>(StripKind.initial)
    private(set) var window = Settings<WindowOptions>()
    /// The properties that are asked for.
    private let names: Set<String>
    /// Whether its next change fails.
    var refuses = false
    private var origin = WindowOrigin.commandLine(Settings(SourceOptions(takesFiles: false, isInputPiped: false)))

    init(telling changes: [PropertyChange]) throws {
      names = Set(changes.map(\.name) + ["label", "scroll-speed"])
      try start()
    }

    func start() throws {
      let file = ConfigurationFile(for: ViewRequest<StripKind>())
      guard let content = try file.content() else {
        (own, window) = (Settings(StripKind.initial), Settings())
        return
      }
      #expect(content.problems.isEmpty)
      let plan = try #require(content.configuration?.windows.first)
      let view = try #require(plan.views.first as? ViewPlan<StripKind>)
      (own, window) = (view.request.own, plan.settings)
      origin = .configuration(path: file.path, index: 0)
    }

    var model: SettingsModel {
      get throws {
        try SettingsModel("strip", isOneOfSeveral: false) { () throws(Failure) in
          { (command, arguments) throws(Failure) in try self.answer(command, arguments) }
        }
      }
    }

    private func answer(_ command: ControlCommand, _ arguments: [JSON]) throws(Failure) -> JSON? {
      do {
        var id: JSON?
        let line = Array(ControlRequest.line(command, arguments).utf8)
        let request = try line.withUnsafeBytes { try ControlRequest(parsing: $0, id: &id) }
        switch command {
        case .set: try change(try request.changes())
        case .reset: try change(try request.texts().map { PropertyChange($0, to: nil) })
        // As the lines of a socket.
        case .properties: return try JSON(parsing: JSON.array(properties.map(\.json)).line)
        case .state: return try JSON(parsing: JSON.object([("origin", origin.json)]).line)
        default: break
        }
        return nil
      } catch {
        throw (error as? Failure) ?? .usage((error as? ValueError)?.description ?? "\(error)")
      }
    }

    func change(_ changes: [PropertyChange]) throws(ValueError) {
      if refuses { throw ValueError(reason: "it refuses") }
      let isWindows = { (change: PropertyChange) in WindowOptions.property(named: change.name) != nil }
      try window.apply(changes.filter(isWindows))
      try own.apply(changes.filter { !isWindows($0) })
    }

    private var properties: [PropertyInfo] {
      let own = StripStyle.properties.map {
        PropertyInfo($0, of: self.own.value, initial: StripKind.initial, view: "strip")
          .with(\.isSet, self.own.hasSet($0.name))
      }
      let all =
        own.filter { !$0.isShared }
        + WindowOptions.properties.map {
          PropertyInfo($0, of: window.value, initial: WindowOptions(), view: "window")
            .with(\.isSet, window.hasSet($0.name))
        }
      return all.filter { names.contains($0.name) }
    }
  }

  /// A value that it does not have by itself of each row of Settings, or of each property.
  private static func values(ofAll: Bool = false) -> [PropertyChange] {
    let own = StripStyle.properties.filter { WindowOptions.property(named: $0.name) == nil }.map {
      PropertyChange($0.flag, to: .text(SampleValues.text(for: $0, of: StripKind.initial)))
    }
    let window = WindowOptions.properties.map {
      PropertyChange($0.flag, to: .text(SampleValues.text(for: $0, of: WindowOptions())))
    }
    // A table of keys stays beside what is set.
    let bindings = PropertyChange("bind", to: .text("m=pause,x=pause"))
    // Other words for `layer` and `dock`, and what contradicts others.
    let others = ["dock", "above", "below", "normal", "topic-colors"]
    let rows = Set(SettingsRow.all.compactMap(\.name))
    let all = (own + window).filter { $0.name != "bind" } + [bindings]
    return all.filter { ofAll ? !others.contains($0.name) : rows.contains($0.name) }
  }

  private func write(_ file: File) throws {
    guard let text = file.text else { return }
    AtomicFile.makeDirectories(above: UserPaths.configuration)
    try Files.write(text, to: UserPaths.configuration)
  }

  private func text() -> String? { try? Project.text(of: UserPaths.configuration) }

  private func go(on later: Later, _ strip: Strip, _ model: inout SettingsModel, _ changes: [PropertyChange]) throws {
    switch later {
    case .runsOn: break
    case .looksAgain: try model.look()
    case .isSetAgain: for _ in 0..<2 { try model.set(changes, title: "all") }
    case .settingsOpensAgain:
      model = try strip.model
      try model.set(changes, title: "all")
    case .restarts: try strip.start()
    case .restartsTwice: for _ in 0..<2 { try strip.start() }
    case .restartsAndIsSetAgain:
      try strip.start()
      model = try strip.model
      try model.set(changes, title: "all")
    case .isChangedAndUndone:
      try model.set([PropertyChange("label", to: .text("Another"))], title: "label")
      try model.set([PropertyChange("scroll-speed", to: nil)], title: "speed")
      for title in ["speed", "label"] { #expect(try model.undo() == title) }
    case .isUndoneAndSetAgain:
      #expect(try model.undo() == "all")
      try strip.start()
      try model.look()
      try model.set(changes, title: "all")
    }
  }

  private static let cases =
    Later.allCases.map { ($0, File.own) } + [
      (.restarts, .none), (.isChangedAndUndone, .none), (.restartsAndIsSetAgain, .none),
      (.isChangedAndUndone, .defaults),
    ]

  @Test("What was set is so, in the strip and in its file", arguments: cases)
  func same(_ later: Later, _ file: File) throws { try check(later, file, Self.values()) }

  @Test("All properties can be kept", arguments: File.allCases) func all(_ file: File) throws {
    try check(.restarts, file, Self.values(ofAll: true))
  }

  private func check(_ later: Later, _ file: File, _ changes: [PropertyChange]) throws {
    let home = try VirtualHome()
    try home.system.run {
      try write(file)
      let strip = try Strip(telling: changes)
      var model = try strip.model
      try model.set(changes, title: "all")
      let (own, window, written) = (strip.own, strip.window, text())
      for change in changes {
        let given = (own.changes + window.changes).first { $0.name == change.name }
        #expect(given?.value?.text.isEmpty == false, "\(change.name)")
      }
      for _ in 0..<2 {
        try go(on: later, strip, &model, changes)
        #expect(strip.own == own && strip.window == window)
        #expect(text() == written)
      }
    }
  }

  @Test("What was undone is as before, after a start too", arguments: File.allCases, [2]) func undone(
    _ file: File, starts: Int
  ) throws {
    let home = try VirtualHome()
    try home.system.run {
      try write(file)
      let changes = Self.values()
      let strip = try Strip(telling: changes)
      let (own, window, written) = (strip.own, strip.window, text())
      var model = try strip.model
      for _ in 0..<2 {
        try model.set(changes, title: "all")
        #expect(try model.undo() == "all" && !model.canUndo)
        #expect(strip.own == own && strip.window == window)
        // Where there was no file, one that sets nothing is left: one without a byte may be half written.
        #expect(text() == written ?? "# Nothing is set.\n")
        for _ in 0..<starts { try strip.start() }
        #expect(strip.own == own && strip.window == window)
        model = try strip.model
      }
    }
  }

  @Test("An undo that fails, at the window or at the file, can be repeated; what was changed elsewhere stays")
  func failedUndo() throws {
    let home = try VirtualHome()
    try home.system.run {
      try write(.own)
      let strip = try Strip(telling: Self.values())
      let model = try strip.model
      for label in ["A", "B", "C"] { try model.set([PropertyChange("label", to: .text(label))], title: label) }
      for _ in 0..<2 {
        strip.refuses = true
        #expect(throws: Failure.self) { try model.undo() }
        #expect(strip.own.value.label == "C")
      }
      strip.refuses = false
      #expect(try model.undo() == "C" && strip.own.value.label == "B")
      home.system.disk.fail(.death, after: 0)
      #expect(throws: Failure.self) { try model.undo() }
      home.system.disk = VirtualSystem.Disk()
      #expect(try model.undo() == "B" && strip.own.value.label == "A" && text()?.contains("label = \"A\"") == true)
      try strip.change([PropertyChange("label", to: .text("Theirs"))])
      try model.look()
      #expect(throws: Failure(of: "A", .of(.hasChangedSince))) { try model.undo() }
      #expect(!model.canUndo && strip.own.value.label == "Theirs")
    }
  }

  @Test("Of more changes than can be undone the latest can") func mostUndone() throws {
    let home = try VirtualHome()
    try home.system.run {
      try write(.own)
      let strip = try Strip(telling: Self.values())
      let model = try strip.model
      for number in 0...100 { try model.set([PropertyChange("label", to: .text("\(number)"))], title: "\(number)") }
      for number in (1...100).reversed() { #expect(try model.undo() == "\(number)") }
      #expect(!model.canUndo && strip.own.value.label == "0" && text()?.contains("label = \"0\"") == true)
    }
  }

  @Test("Each row of Settings is kept by itself, and undone by itself") func each() throws {
    let home = try VirtualHome()
    try home.system.run {
      try write(.own)
      let changes = Self.values()
      let strip = try Strip(telling: changes)
      let (own, window) = (strip.own, strip.window)
      let model = try strip.model
      #expect(changes.count > 10)
      for change in changes {
        try model.set([change], title: change.name)
        let (setOwn, setWindow) = (strip.own, strip.window)
        #expect(setOwn != own || setWindow != window, "\(change.name)")
        try strip.start()
        #expect(strip.own == setOwn && strip.window == setWindow, "\(change.name)")
        #expect(try model.undo() == change.name)
        try strip.start()
        #expect(strip.own == own && strip.window == window && text() == File.own.text, "\(change.name)")
      }
    }
  }

  @Test("What a click does is kept beside other keys, and undone, whatever the window tells meanwhile")
  func click() throws {
    let home = try VirtualHome()
    try home.system.run {
      try write(.own)
      let strip = try Strip(telling: Self.values())
      let before = strip.window
      let rows = SettingsRows(try strip.model, .english)
      let row = try #require(rows.rows.firstIndex { $0.setting.part == .click })
      for action in ["pause", "menu", "pause"] {
        try rows.set(row, to: action)
        let written = text() ?? ""
        #expect(written.contains("bind = \"") && written.contains("button1=\(action)"), "\(written)")
        let set = strip.window
        try strip.start()
        #expect(strip.window == set && set != before)
        try rows.model.look()
        #expect(try rows.model.undo() != nil)
        try strip.start()
        #expect(strip.window == before && text() == File.own.text)
        try rows.model.look()
      }
    }
  }
}
