internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore

extension FeedsAction {
  /// Opens the window with the user's list, and returns when it has been closed.
  ///
  /// - Parameter theme: As `--theme` takes it.
  package static func window(theme: String?) -> FeedsAction {
    FeedsAction { (path) throws(Failure) in
      let loop = RunLoop()
      guard let panel = try FeedsPanel(path, theme: theme ?? Theme.automatic, in: loop) else {
        return ExitStatus.success
      }
      return try panel.window.run()
    }
  }
}

/// The Feeds… window: the user's list with a row for each feed.
final class FeedsPanel {
  private(set) var window: PanelWindow
  private let list: FollowedFeedList

  init?(_ path: String, theme: String, in loop: RunLoop) throws(Failure) {
    let kind = PanelKind(
      role: "feeds", title: FeedsPanelText.title, size: Size(width: 760, height: 520),
      minimumSize: Size(width: 600, height: 320))
    let list = FollowedFeedList(path: path)
    let window = try PanelWindow.open(kind, theme: theme, in: loop) { style, context in
      let field = FieldView(placeholder: FeedsPanelText.address, style: style)
      let button = ButtonView(FeedsPanelText.add, .main, style: style)
      let rows = RowListView(
        [
          ListColumn(FeedsPanelText.name, .share(1)), ListColumn(FeedsPanelText.interval, .fixed(80)),
          ListColumn(FeedsPanelText.only, .fixed(104)), ListColumn(FeedsPanelText.without, .fixed(104)),
        ], style: style)
      (rows.hasMarks, rows.hasSwitches, rows.isReorderable) = (true, true, true)
      rows.rowHeight = 52
      rows.emptyText = FeedsPanelText.empty
      rows.source = ({ list.feeds.count }, { list.row($0) })
      let gap = style.unit
      return Panel(
        [field, button, rows],
        .stack(
          .init(
            isRow: false, spacing: 2 * gap,
            [
              .init(
                .stack(.init(isRow: true, spacing: gap, [.init(.view(0), .share(1)), .init(.view(1), .natural)])),
                .natural),
              .init(.view(2), .share(1)),
            ])), style: style, in: context)
    }
    guard let window else { return nil }
    (self.window, self.list) = (window, list)
  }
}

extension FollowedFeedList {
  fileprivate func row(_ index: Int) -> ListRow {
    let feed = feeds[index]
    var name = ListCell(feed.label ?? title(of: feed) ?? feed.plainName, .strong, detail: feed.url)
    name.isEditable = true
    var only = ListCell(feed.only ?? "")
    (only.isEditable, only.placeholder) = (true, FeedsPanelText.anything)
    var without = ListCell(feed.without ?? "")
    (without.isEditable, without.placeholder) = (true, FeedsPanelText.anything)
    var interval = ListCell(feed.interval.map { FeedWords.duration($0) } ?? "15 min", .faint)
    interval.opensMenu = true
    return ListRow(
      [name, interval, only, without], mark: .dot(StripTheme().topicColor(index)),
      isOn: visibility(of: feed.url) == .shown)
  }
}
