internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore

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

/// The Settings… window: pictures of the themes, and a row for each of the other settings. What is changed is shown at once,
/// written, and can be undone.
final class SettingsPanel: PanelProgram {
  let window: PanelWindow
  private let words: Words
  private let rows: SettingsRows
  private let controls: SettingsControls
  private let themes: [String]
  private var message: (text: String, isWarning: Bool)?
  private var model: SettingsModel { rows.model }

  /// Nil if the display has the window already.
  init?(_ model: SettingsModel, theme: String, words: Words = .user, in loop: RunLoop) throws(Failure) {
    let kind = PanelKind(
      role: "settings", title: words[.settingsTitle], size: Size(width: 640, height: 640),
      minimumSize: Size(width: 480, height: 360))
    guard
      let opened: (window: PanelWindow, controls: SettingsControls) = try PanelWindow.open(
        kind, theme: theme, words: words, in: loop)
    else { return nil }
    (window, controls) = opened
    (self.words, rows) = (words, SettingsRows(model, words))
    themes = [Theme.automatic] + Theme.shipped.map(\.name)
    controls.themes.choices = themes.compactMap { name in
      (try? StripTheme(named: name, DesktopWishes())).map {
        ThemeChooser.Choice(MenuEntry(theme: name, words).title, $0)
      }
    }
    wire()
    showState()
  }

  private func wire() {
    let list = controls.list
    list.source = ({ [unowned rows] in rows.rows.count }, { [unowned rows] in rows.row($0) })
    list.on.toggle = { [unowned self] row, _ in act { () throws(Failure) in try rows.toggle(row) } }
    list.on.edit = { [unowned self] row, _, text, _ in act { () throws(Failure) in try rows.set(row, to: text) } }
    list.on.open = { [unowned self] row, _, place, _ in openMenu(row, beside: place) }
    controls.themes.onChoose = { [unowned self] index, _ in
      let change = PropertyChange("theme", to: .text(themes[index]))
      act { () throws(Failure) in try model.set([change], title: words[.theme]) }
    }
    controls.undo.onPress = { [unowned self] _ in undo() }
    window.panel.onKey = { [unowned self] key, modifiers, _ in press(key, modifiers) }
  }

  private func showState() {
    let theme = model.property("theme")?.value.text ?? ""
    controls.themes.chosen = themes.firstIndex(of: theme.isEmpty ? Theme.automatic : theme)
    controls.message.text = message?.text ?? words[.settingsHint]
    controls.message.role = message?.isWarning == true ? .warning : .faint
    window.panel.layout = controls.layout(hasUndo: model.canUndo)
    window.context.setNeedsLayout()
  }

  /// Performs a change, and shows its error.
  private func act(_ body: () throws(Failure) -> Void) {
    do throws(Failure) {
      try body()
      message = nil
    } catch {
      message = (error.description, true)
      try? model.look()
    }
    showState()
  }

  private func undo() {
    act { () throws(Failure) in
      guard let title = try model.undo() else { return }
      message = (words[.undone, ["action": title]], false)
    }
  }

  private func openMenu(_ row: Int, beside place: Rect) {
    let choices = rows.choices(row)
    let entries = choices.map { choice in
      var entry = MenuEntry(choice.title, .copy(choice.value))
      entry.isChecked = choice.isChosen
      return entry
    }
    window.openMenu(entries, beside: place) { [unowned self] kind in
      if case .copy(let value) = kind { act { () throws(Failure) in try rows.set(row, to: value) } }
    }
  }

  private func press(_ key: Key?, _ modifiers: InputEvent.Modifiers) -> Bool {
    switch (key, modifiers.intersection([.control, .alt, .shift])) {
    case (.character("z")?, .control): undo()
    case (.character("w")?, .control), (.character("q")?, .control), (.escape?, []): window.onClose()
    default: return false
    }
    return true
  }
}

/// The controls of the Settings… window, with their layout.
final class SettingsControls: PanelControls {
  let themes: ThemeChooser
  let list: RowListView
  let message: TextView
  let undo: ButtonView
  private let unit: Double

  init(_ style: PanelStyle, _ words: Words) {
    unit = style.unit
    themes = ThemeChooser(style: style)
    themes.title = words[.theme]
    list = RowListView([ListColumn("", .share(1)), ListColumn("", .share(1))], style: style)
    (list.hasSwitches, list.rowHeight) = (true, 36)
    message = TextView("", .faint, style: style)
    undo = ButtonView(words[.undo], style: style)
  }

  /// In the order of Tab.
  var all: [any Control] { [themes, list, message, undo] }

  var layout: StackLayout { layout(hasUndo: false) }

  func layout(hasUndo: Bool) -> StackLayout {
    func part(_ number: Int, _ length: StackLength) -> StackLayout.Part { StackLayout.Part(.view(number), length) }
    let below = [part(2, .share(1))] + (hasUndo ? [part(3, .natural)] : [])
    return .stack(
      StackLayout.Stack(
        isRow: false, spacing: 2 * unit,
        [
          part(0, .natural), part(1, .share(1)),
          StackLayout.Part(.stack(StackLayout.Stack(isRow: true, spacing: unit, below)), .natural),
        ]))
  }
}
