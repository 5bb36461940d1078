internal import Newswire
internal import Panels
internal import Scene
internal import ScrollCore

/// The controls of the Headlines… window, with their layout.
final class HeadlinesControls: PanelControls {
  let field: FieldView
  let list: RowListView<NewsItem.ID>
  let status: StatusLine
  private let unit: Double

  init(_ style: PanelStyle, _ words: Words) {
    unit = style.unit
    field = FieldView(placeholder: words[.searchHeadlines], style: style)
    list = RowListView(
      [ListColumn(words[.headlineColumn], .share(1)), ListColumn(words[.whenColumn], .fixed(96), isTrailing: true)],
      style: style)
    (list.title, list.hasMarks, list.rowHeight) = (words[.headlineList], true, 48)
    status = StatusLine(style)
  }

  /// In the order of Tab.
  var all: [any Control] { [field, list, status.view] }

  var layout: StackLayout {
    .stack(
      StackLayout.Stack(
        isRow: false, spacing: 2 * unit,
        [
          StackLayout.Part(.view(0), .natural), StackLayout.Part(.view(1), .share(1)),
          StackLayout.Part(.view(2), .natural),
        ]))
  }
}
