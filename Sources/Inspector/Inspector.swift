package import ScrollCore

/// The inspector: every property of the windows of a program, and what a user does to them. It knows no terminal and no
/// program: keys and news come in, a page and effects come out.
package struct Inspector: Sendable {
  package internal(set) var windows: [InspectedWindow] = []
  /// What is shown; nil where nothing is known yet.
  var part: InspectedPart?
  /// What is selected, by parts: the names of properties.
  var selections: [InspectedPart: String] = [:]
  /// The first row that is seen, by parts.
  var tops: [InspectedPart: Int] = [:]
  /// What is searched for, in names and meanings.
  var query = EditLine()
  var mode = Mode.list
  var history = ChangeHistory()
  /// The changes that have no answer yet.
  var pending: [Int: PendingChange] = [:]
  var lastNumber = 0
  var notice: Notice?
  package private(set) var rows = 24
  package private(set) var columns = 80
  let text: CellText

  enum Mode: Sendable {
    case list
    /// A word is typed that is searched for.
    case search
    case edit(ValueEditor)
    case choose(ChoiceList)
    case help(top: Int)
    /// Where a new configuration is to be written.
    case path(TextEditor, window: String)
    /// What would be written, to be agreed to.
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

  // MARK: - What is shown

  var window: InspectedWindow? { part.flatMap { part in windows.first { $0.name == part.window } } }

  /// All pages that there are.
  var parts: [InspectedPart] {
    windows.flatMap { window in window.views.map { InspectedPart(window: window.name, view: $0) } }
  }

  /// The properties of a page that are searched for.
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

  /// Where what is selected stands among the properties.
  func selectedIndex(in properties: [PropertyInfo]) -> Int? {
    guard let part, !properties.isEmpty else { return nil }
    return properties.firstIndex { $0.name == selections[part] } ?? 0
  }

  package var selected: PropertyInfo? {
    let properties = properties
    return selectedIndex(in: properties).map { properties[$0] }
  }

  /// Brings what is selected into view, after whatever has changed.
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

  /// The window that is looked at now.
  package var shownWindow: String? { part?.window }

  package func properties(ofWindow name: String) -> [PropertyInfo] {
    windows.first { $0.name == name }?.properties ?? []
  }

  /// Nothing has come from that window yet.
  package func isNew(_ name: String) -> Bool { windows.first { $0.name == name }?.link == .waiting }

  // MARK: - News

  /// Takes what has come, and returns what follows from it.
  package mutating func take(_ news: InspectorNews) -> [InspectorEffect] {
    defer { settle() }
    switch news {
    case .windows(let names):
      windows = names.map { name in windows.first { $0.name == name } ?? InspectedWindow(name: name) }
    case .properties(let name, let properties):
      // What was told before a change is old.
      guard !pending.values.contains(where: { $0.step.window == name }) else { return [] }
      change(name) { $0.properties = properties }
    case .state(let name, let process, let isPaused): change(name) { ($0.process, $0.isPaused) = (process, isPaused) }
    case .link(let name, let link): take(link, of: name)
    case .accepted(let number): return end(number, refusedFor: nil)
    case .refused(let number, let reason): return end(number, refusedFor: reason)
    case .planned(let plan):
      // What was asked for may have been given up since.
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

  private mutating func take(_ link: InspectedWindow.Link, of name: String) {
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

/// Where things stand on a page.
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
  /// Lines of what is said about a property.
  var detailHeight: Int { rows >= 16 ? 3 : rows >= 11 ? 1 : 0 }
  var detail: Int { notice - detailHeight }
  /// The line between the list and what is said about the property that is selected in it.
  var rule: Int { detail - 1 }
  var listHeight: Int { max(0, rule - list) }

  /// Where the columns of the list begin, and how wide they are; those without room are none.
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
