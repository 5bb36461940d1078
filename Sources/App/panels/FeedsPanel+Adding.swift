internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// Adding feeds: typed, pasted or dropped addresses, and lists of other programs.
extension FeedsPanel {
  /// Adds the feeds of addresses, after checking each in a separate process.
  func add(_ addresses: DroppedAddresses) {
    guard let first = addresses.all.first else { return say(text.words[.noAddress], isWarning: true) }
    controls.field.show("", at: window.time)
    start(FeedTaking.Request(addresses.all, offersChoice: true), isCut: addresses.isCut)
    say(FeedTakenWords(text.words).looking(at: first, others: addresses.all.count - 1))
  }

  /// Adds the refused address unchecked.
  func addRefused() {
    guard let url = refused else { return }
    refused = nil
    start(FeedTaking.Request([url], isForced: true))
    showState()
  }

  private func start(_ request: FeedTaking.Request, isCut: Bool = false) {
    let before = edits.snapshot()
    act { () throws(Failure) in
      try FeedTaking.start(request, in: window.loop) { [weak self] results in
        self?.showResults(results, since: before, isCut: isCut)
      }
    }
  }

  private func showResults(_ results: [FeedTaken], since before: FeedList, isCut: Bool) {
    let words = FeedTakenWords(text.words).summary(of: results, isCut: isCut, now: wallClockNow())
    var added: [String] = []
    var wasImported = false
    var refused: String?
    for result in results {
      switch result {
      case .added(let url, _, _, _): added.append(url)
      case .imported(_, let new, _): wasImported = wasImported || new > 0
      case .choice(_, let feeds): choices.append(feeds)
      case .refused(let url, _): refused = url
      case .known: break
      }
    }
    if wasImported {
      edits.noteChange(since: before, words)
    } else if !added.isEmpty {
      edits.noteAdded(added, words)
    }
    rows.look()
    if let last = added.last, let row = rows.feeds.firstIndex(where: { $0.url == last }) {
      controls.list.select(row)
      controls.list.reveal(row)
    }
    say(words, isWarning: refused != nil)
    self.refused = refused
    showState()
    offerChoice()
  }

  /// Offers the feeds of a page to choose from.
  private func offerChoice() {
    guard let feeds = choices.first else { return }
    window.openMenu(
      feeds.map { MenuEntry($0.offered) }, beside: controls.field.bounds,
      cancel: { [unowned self] in
        choices.removeFirst()
        say(nil)
        offerChoice()
      },
      choose: { [unowned self] kind in
        choices.removeFirst()
        if case .suggestion(let url) = kind { add(DroppedAddresses(typed: url)) }
        offerChoice()
      })
  }

  // MARK: - Files

  /// Asks for a path to import from or export to, or stops asking.
  func ask(isImporting: Bool?) {
    self.isImporting = isImporting
    let start = isImporting == false ? PathCompletion.abbreviated(UserPaths.home + "/feeds.opml") : ""
    controls.path.show(start, at: window.time)
    showState()
    window.panel.focus(isImporting == nil ? controls.list : controls.path)
  }

  /// Imports from the path, or exports to it.
  func transfer(_ written: String) {
    guard let isImporting, !written.isEmpty else { return }
    let path = PathCompletion.expanded(written)
    // The result replaces the path field.
    self.isImporting = nil
    act { () throws(Failure) in
      if isImporting {
        let before = edits.snapshot()
        let (new, all) = try FeedsAction.merge(path, into: edits.path)
        let words = FeedTakenWords(text.words).summary(
          of: [.imported(path: path, new: new, of: all)], isCut: false, now: wallClockNow())
        if new > 0 { edits.noteChange(since: before, words) }
        rows.look()
        finish(words)
      } else {
        let list = try FeedList(path: edits.path)
        try list.save(to: path)
        finish(text.exported(list.feeds.count, written))
      }
    }
  }

  private func finish(_ words: String) {
    ask(isImporting: nil)
    say(words)
  }
}
