package import ScrollCore

/// The inspector: every property of a program's windows, and the user's changes. It does not know the terminal or the
/// program: keys and news come in, pages and effects go out.
package struct Inspector: Sendable {
  package internal(set) var windows: [InspectedWindow] = []
  /// The part shown; nil until one is known.
  var part: InspectedPart?
  /// The name of the selected property of each part.
  var selections: [InspectedPart: String] = [:]
  /// The first visible row of each part.
  var tops: [InspectedPart: Int] = [:]
  /// The search text, for names and meanings.
  var query = EditLine()
  /// The page on which the search began.
  var searchedFrom: InspectedPart?
  var mode = Mode.list
  var history = ChangeHistory()
  /// The changes without an answer.
  var pending: [Int: PendingChange] = [:]
  var lastNumber = 0
  var notice: Notice?
  package private(set) var rows = 24
  package private(set) var columns = 80
  let text: CellText

  enum Mode: Sendable {
    case list
    /// Typing a search text.
    case search
    case edit(ValueEditor)
    case choose(ChoiceList)
    case help(top: Int)
    /// Typing the path of a new configuration.
    case path(TextEditor, window: String)
    /// Confirming a plan for writing.
    case plan(WritingPlan, top: Int)
  }

  /// A line for the user.
  struct Notice: Equatable, Sendable {
    var text: String
    var isError = false
  }

  package init(_ text: CellText = CellText()) { self.text = text }

  package mutating func resize(rows: Int, columns: Int) {
    (self.rows, self.columns) = (max(1, rows), max(1, columns))
    settle()
  }

  var layout: InspectorLayout { InspectorLayout(rows: rows, columns: columns) }

  // MARK: - Display

  var window: InspectedWindow? { part.flatMap { part in windows.first { $0.name == part.window } } }

  /// All pages.
  var parts: [InspectedPart] {
    windows.flatMap { window in window.views.map { InspectedPart(window: window.name, view: $0) } }
  }

  /// The properties of a page that match the search.
  func properties(of part: InspectedPart) -> [PropertyInfo] {
    guard let window = windows.first(where: { $0.name == part.window }) else { return [] }
    func spelled(_ text: String) -> String { text.lowercased().replacing("colour", with: "color") }
    let words = spelled(query.text).split(separator: " ")
    return window.properties.filter { property in
      property.view == part.view
        && words.allSatisfy { property.title.contains($0) || spelled(property.meaning).contains($0) }
    }
  }

  var properties: [PropertyInfo] { part.map(properties) ?? [] }

  /// The index of the selected property.
  func selectedIndex(in properties: [PropertyInfo]) -> Int? {
    guard let part, !properties.isEmpty else { return nil }
    return properties.firstIndex { $0.name == selections[part] } ?? 0
  }

  package var selected: PropertyInfo? {
    let properties = properties
    return selectedIndex(in: properties).map { properties[$0] }
  }

  /// Scrolls the selection into view after a change.
  mutating func settle() {
    let parts = parts
    if part.map({ !parts.contains($0) }) ?? true {
      part = parts.first { $0.window == part?.window } ?? parts.first
    }
    guard let part else { return }
    let properties = properties(of: part)
    let height = max(1, layout.listHeight)
    var top = min(tops[part] ?? 0, max(0, properties.count - height))
    if let index = selectedIndex(in: properties) { top = max(min(top, index), index - height + 1) }
    tops[part] = max(0, top)
  }

  /// The visible window.
  package var shownWindow: String? { part?.window }

  package func properties(ofWindow name: String) -> [PropertyInfo] {
    windows.first { $0.name == name }?.properties ?? []
  }

  /// Whether a window has not answered yet.
  package func isNew(_ name: String) -> Bool { windows.first { $0.name == name }?.link == .waiting }

  // MARK: - News

  /// Handles news and returns the effects.
  package mutating func receive(_ news: InspectorNews) -> [InspectorEffect] {
    defer { settle() }
    switch news {
    case .windows(let names):
      windows = names.map { name in windows.first { $0.name == name } ?? InspectedWindow(name: name) }
    case .properties(let name, let properties):
      // Values reported before a change are outdated.
      guard !pending.values.contains(where: { $0.step.window == name }) else { return [] }
      change(name) { $0.properties = properties }
    case .state(let name, let process, let isPaused): change(name) { ($0.process, $0.isPaused) = (process, isPaused) }
    case .link(let name, let link): update(link: link, of: name)
    case .accepted(let number): return end(number, refusedFor: nil)
    case .refused(let number, let reason): return end(number, refusedFor: reason)
    case .planned(let plan):
      // The user may have given up meanwhile.
      guard case .list = mode else { return [] }
      mode = .plan(plan, top: 0)
    case .written(let path): notice = Notice(text: "written to \(path)")
    case .said(let text): notice = Notice(text: text)
    case .notWritten(let reason):
      if case .plan = mode { mode = .list }
      notice = Notice(text: reason, isError: true)
    }
    return []
  }

  private mutating func update(link: InspectedWindow.Link, of name: String) {
    change(name) { $0.link = link }
    guard link == .ended else { return }
    for number in pending.filter({ $0.value.step.window == name }).keys { pending[number] = nil }
    if part?.window == name { mode = .list }
  }

  private mutating func change(_ name: String, _ body: (inout InspectedWindow) -> Void) {
    guard let index = windows.firstIndex(where: { $0.name == name }) else { return }
    body(&windows[index])
  }
}

/// The layout of a page.
struct InspectorLayout {
  let rows: Int
  let columns: Int

  static let least = (rows: 8, columns: 40)

  var isTooSmall: Bool { rows < Self.least.rows || columns < Self.least.columns }

  let tabs = 1
  let heading = 2
  let list = 3
  var footer: Int { rows - 1 }
  var notice: Int { rows - 2 }
  /// The number of lines of a property's description.
  var detailHeight: Int { rows >= 16 ? 3 : rows >= 11 ? 1 : 0 }
  var detail: Int { notice - detailHeight }
  /// The rule between the list and the description of the selected property.
  var rule: Int { detail - 1 }
  var listHeight: Int { max(0, rule - list) }

  /// The columns of the list: start and width; nil without room.
  struct Column: Equatable {
    var start: Int
    var width: Int
  }

  typealias ListColumns = (name: Column, value: Column, initial: Column?, takes: Column?)

  func listColumns(names: Int) -> ListColumns {
    let name = Column(start: 3, width: max(8, min(names, columns >= 100 ? 30 : 24, columns / 3)))
    let value = name.start + name.width + 2
    guard columns >= 60 else { return (name, Column(start: value, width: max(1, columns - value - 2)), nil, nil) }
    let rest = columns - value - 6
    let initial = min(rest / 4, 26)
    let takes = min(rest / 3, 34)
    let width = min(rest - initial - takes, 48)
    let start = value + width + 2
    return (
      name, Column(start: value, width: width), Column(start: start, width: initial),
      Column(start: start + initial + 2, width: takes)
    )
  }
}
