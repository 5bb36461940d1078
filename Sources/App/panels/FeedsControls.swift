internal import Scene
internal import ScrollCore

/// The controls of the Feeds… window, with their layout.
final class FeedsControls: PanelControls {
  let field: FieldView
  let add: ButtonView
  let list: RowListView
  let status: StatusLine
  let addAnyway: ButtonView
  let undo: ButtonView
  let importing: ButtonView
  let exporting: ButtonView
  let path: FieldView
  let transfer: ButtonView
  let cancel: ButtonView
  private let unit: Double

  static let (nameColumn, onlyColumn) = (0, 2)

  /// The optional parts.
  struct Shown: Equatable {
    /// Whether to ask for a path to import from or export to.
    var path = false
    var addAnyway = false
    var undo = false
  }

  init(_ style: PanelStyle, _ words: Words) {
    unit = style.unit
    field = FieldView(placeholder: words[.address], style: style)
    add = ButtonView(words[.add], .main, style: style)
    list = RowListView(
      [
        ListColumn(words[.feed], .share(1)), ListColumn(words[.every], .fixed(72)),
        ListColumn(words[.onlyWith], .fixed(112)), ListColumn(words[.without], .fixed(112)),
      ], style: style)
    (list.hasMarks, list.hasSwitches, list.isReorderable) = (true, true, true)
    list.rowHeight = 52
    list.emptyText = words[.noFeeds]
    status = StatusLine(style)
    addAnyway = ButtonView(words[.addAnyway], style: style)
    undo = ButtonView(words[.undo], style: style)
    importing = ButtonView(words[.importItem], .quiet, style: style)
    exporting = ButtonView(words[.exportItem], .quiet, style: style)
    path = FieldView(style: style)
    transfer = ButtonView("", .main, style: style)
    cancel = ButtonView(words[.cancel], style: style)
  }

  /// In the order of Tab.
  var all: [any Control] {
    [field, add, list, status.view, addAnyway, undo, importing, exporting, path, transfer, cancel]
  }

  private func part(_ control: any Control, _ length: StackLength) -> StackLayout.Part {
    StackLayout.Part(.view(all.firstIndex { $0 === control } ?? 0), length)
  }

  private func row(_ parts: [StackLayout.Part]) -> StackLayout.Part {
    StackLayout.Part(.stack(StackLayout.Stack(isRow: true, spacing: unit, parts)), .natural)
  }

  var layout: StackLayout { layout(Shown()) }

  func layout(_ shown: Shown) -> StackLayout {
    var below: [StackLayout.Part]
    if shown.path {
      below = [part(path, .share(1)), part(transfer, .natural), part(cancel, .natural)]
    } else {
      below = [part(status.view, .share(1))]
      if shown.addAnyway { below.append(part(addAnyway, .natural)) }
      if shown.undo { below.append(part(undo, .natural)) }
      below += [part(importing, .natural), part(exporting, .natural)]
    }
    return .stack(
      StackLayout.Stack(
        isRow: false, spacing: 2 * unit,
        [row([part(field, .share(1)), part(add, .natural)]), part(list, .share(1)), row(below)]))
  }
}
