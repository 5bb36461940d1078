internal import Panels
internal import Scene
internal import ScrollCore

/// The controls of the Feeds… window, with their layout.
final class FeedsControls: PanelControls {
  let field: FieldView
  let add: ButtonView
  /// By address.
  let list: RowListView<String>
  let status: StatusLine
  /// What the message offers.
  let offer: ButtonView
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
    var message = false
    var offer = false
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
    status = StatusLine(style)
    offer = ButtonView("", style: style)
    importing = ButtonView(words[.importItem], .quiet, style: style)
    exporting = ButtonView(words[.exportItem], .quiet, style: style)
    path = FieldView(style: style)
    transfer = ButtonView("", .main, style: style)
    cancel = ButtonView(words[.cancel], style: style)
  }

  /// In the order of Tab.
  var all: [any Control] {
    [field, add, list, path, transfer, cancel, status.view, offer, importing, exporting]
  }

  private func part(_ control: any Control, _ length: StackLength) -> StackLayout.Part {
    StackLayout.Part(.view(all.firstIndex { $0 === control } ?? 0), length)
  }

  private func row(_ parts: [StackLayout.Part]) -> StackLayout.Part {
    StackLayout.Part(.stack(StackLayout.Stack(isRow: true, spacing: unit, parts)), .natural)
  }

  var layout: StackLayout { layout(Shown()) }

  func layout(_ shown: Shown) -> StackLayout {
    let message = [part(status.view, .share(1))] + (shown.offer ? [part(offer, .natural)] : [])
    var below = [row(message + [part(importing, .natural), part(exporting, .natural)])]
    if shown.path {
      below = [row([part(path, .share(1)), part(transfer, .natural), part(cancel, .natural)])]
      if shown.message { below.append(row(message)) }
    }
    return .stack(
      StackLayout.Stack(
        isRow: false, spacing: 2 * unit,
        [row([part(field, .share(1)), part(add, .natural)]), part(list, .share(1))] + below))
  }
}
