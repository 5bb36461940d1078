internal import Base
internal import Glibc
internal import Inspector
internal import Panels
internal import Scene
internal import ScrollCore
internal import Windows

/// `newsreel settings`: the window with the settings of a running window.
package enum SettingsAction {
  /// Opens it, and returns the exit status when it is closed.
  ///
  /// - Parameters:
  ///   - name: The window's name for `newsreel msg`; nil for the only one, or the first strip.
  ///   - theme: As for `--theme`.
  package static func run(_ name: String?, theme: String?) -> Int32 {
    reporting { () throws(Failure) in
      let model = try SettingsModel(name)
      return try SettingsPanel(model, theme: theme ?? Theme.automatic, in: RunLoop())?.run() ?? ExitStatus.success
    }
  }
}

/// The Settings… window: pictures of the themes, and a row for each of the other settings. A change is shown at once, saved,
/// and can be undone.
final class SettingsPanel: PanelProgram {
  let window: PanelWindow
  let words: Words
  private let rows: SettingsRows
  let controls: SettingsControls
  private let themes: [String]
  /// The strip's theme, which the window follows after a change.
  private var shownTheme: String
  private var model: SettingsModel { rows.model }

  /// Nil if the display has the window already.
  init?(_ model: SettingsModel, theme: String, words: Words = .user, in loop: RunLoop) throws(Failure) {
    let title = words[.settingsTitle] + (model.isOneOfSeveral ? " – \(model.name)" : "")
    let kind = PanelKind(
      role: "settings", subject: model.name, title: title, size: Size(width: 640, height: 672),
      minimumSize: Size(width: 480, height: 360))
    guard
      let opened: (window: PanelWindow, controls: SettingsControls) = try PanelWindow.open(
        kind, theme: theme, words: words, in: loop)
    else { return nil }
    (window, controls) = opened
    (self.words, rows) = (words, SettingsRows(model, words))
    shownTheme = model.property("theme")?.value.text ?? ""
    themes = [Theme.automatic] + Theme.shipped.map(\.name)
    controls.themes.choices = themes.compactMap { name in
      // A theme whose file is wrong is not offered.
      (try? StripTheme(named: name, DesktopWishes())).map {
        ThemeChooser.Choice(MenuEntry(theme: name, words).title, $0)
      }
    }
    controls.status.rest = StatusLine.Message(text: words[.settingsHint])
    wire()
    showState()
    loop.add(WindowFollower(model.name) { [unowned self] in receive($0) })
  }

  /// Shows what is set elsewhere, and follows a window that is started again.
  private func receive(_ news: InspectorNews) {
    switch news {
    case .properties(_, let properties): if model.adopt(properties) { showState() }
    case .link(_, .ended): model.disconnect()
    default: break
    }
  }

  private func wire() {
    let list = controls.list
    list.source = .init(
      count: { [unowned rows] in rows.rows.count }, id: { $0 }, row: { [unowned rows] in rows.row($0) })
    list.on.toggle = { [unowned self] row, _ in change { () throws(Failure) in try rows.toggle(row) } }
    list.on.edit = { [unowned self] row, _, text, _ in
      let before = rows.row(row)
      // If only saving failed, the change is in effect.
      return change { () throws(Failure) in try rows.set(row, to: text) } || rows.row(row) != before
    }
    list.on.open = { [unowned self] row, _, place, _ in openMenu(row, beside: place) }
    controls.themes.onChoose = { [unowned self] index, _ in
      let theme = PropertyChange("theme", to: .text(themes[index]))
      change { () throws(Failure) in try model.set([theme], title: words[.theme]) }
    }
    controls.undo.onPress = { [unowned self] _ in undo() }
    window.panel.onKey = { [unowned self] key, modifiers, _ in press(key, modifiers) }
  }

  func showState() {
    let theme = model.property("theme")?.value.text ?? ""
    if theme != shownTheme {
      shownTheme = theme
      window.use(theme: theme.isEmpty ? Theme.automatic : theme)
    }
    controls.themes.chosen = themes.firstIndex(of: theme.isEmpty ? Theme.automatic : theme)
    window.panel.layout = controls.layout(hasUndo: model.canUndo)
    window.context.setNeedsLayout()
  }

  /// Performs a change, and shows the values that follow from it. Returns whether it has succeeded.
  @discardableResult
  private func change(_ body: () throws(Failure) -> Void) -> Bool {
    act { () throws(Failure) in
      do throws(Failure) { try body() } catch {
        // The first error is the one to report.
        try? model.look()
        throw error
      }
      say(nil)
    }
  }

  private func undo() {
    var title: String?
    change { () throws(Failure) in title = try model.undo() }
    if let title { say(words[.undone, ["action": title]]) }
  }

  private func openMenu(_ row: Int, beside place: Rect) {
    let choices = rows.choices(row)
    let entries = choices.enumerated().map { index, choice in
      var entry = MenuEntry(choice.title, .suggestion("\(index)"))
      entry.isChecked = choice.isChosen
      return entry
    }
    window.openMenu(entries, beside: place) { [unowned self] kind in
      guard case .suggestion(let index) = kind, let index = Int(index) else { return }
      switch choices[index].value {
      case .text(let value): change { () throws(Failure) in try rows.set(row, to: value) }
      case .typed: controls.list.beginEditing(row, in: window.panel.context(of: controls.list).event)
      }
    }
  }

  private func press(_ key: Key?, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers.intersection([.control, .alt, .shift])) {
    case (.character("z")?, .control): undo()
    case (.character("w")?, .control), (.character("q")?, .control), (.escape?, []): window.end()
    default: return false
    }
    return true
  }
}

/// Follows a window over its socket, also when it is started again. It wakes up for the window's changes alone.
private final class WindowFollower: LoopSource {
  private let link: InspectorLink
  private let onNews: (InspectorNews) -> Void

  init(_ name: String, onNews: @escaping (InspectorNews) -> Void) {
    link = InspectorLink(to: name)
    self.onNews = onNews
  }

  func appendDescriptors(to descriptors: inout [pollfd]) {
    if let descriptor = link.descriptor { descriptors.append(descriptor) }
  }

  var deadline: Double { link.deadline(isShown: false) }

  func service(now: Double) -> ServiceResult {
    link.serve(now: now, isShown: false, onNews)
    return .idle
  }

  func close() {}
}
