internal import Panels
internal import Scene
internal import ScrollCore

/// The controls of the Settings… window, with their layout.
final class SettingsControls: PanelControls {
  let themes: ThemeChooser
  let list: RowListView<Int>
  let status: StatusLine
  let undo: ButtonView
  private let unit: Double

  init(_ style: PanelStyle, _ words: Words) {
    unit = style.unit
    themes = ThemeChooser(style: style)
    themes.title = words[.theme]
    list = RowListView([ListColumn("", .share(1)), ListColumn("", .share(1))], style: style)
    (list.title, list.hasSwitches, list.rowHeight) = (words[.settingsTitle], true, 36)
    status = StatusLine(style)
    undo = ButtonView(words[.undo], style: style)
  }

  /// In the order of Tab.
  var all: [any Control] { [themes, list, status.view, undo] }

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
