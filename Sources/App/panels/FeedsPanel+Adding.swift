internal import Base
internal import Newswire
internal import Panels
internal import Scene
internal import ScrollCore
internal import Windows

/// Adding feeds: typed, pasted or dropped addresses, and lists of other programs.
extension FeedsPanel {
  /// Adds the feeds of typed addresses. Refused addresses return to the field.
  func add(typed text: String) {
    let addresses = DroppedAddresses(typed: text)
    if !addresses.all.isEmpty { controls.field.show("", at: window.time) }
    add(addresses, typed: text)
  }

  /// Adds the feeds of addresses, after checking each in a separate process.
  func add(_ addresses: DroppedAddresses, typed: String = "") {
    guard let first = addresses.all.first else { return say(text.words[.noAddress], isWarning: true) }
    say(FeedTakenWords(text.words).looking(at: first, others: addresses.all.count - 1))
    start(FeedTaking.Request(addresses.all, offersChoice: true), isCut: addresses.isCut, typed: typed)
  }

  private func start(_ request: FeedTaking.Request, isCut: Bool = false, typed: String = "") {
    let hasStarted = act { () throws(Failure) in
      let before = try edits.snapshot()
      try FeedTaking.start(request, in: window.loop) { [weak self] results in
        self?.showResults(results, since: before, isCut: isCut, typed: typed)
      }
    }
    if !hasStarted { giveBack(typed) }
  }

  /// Shows a text in the field again, unless there is another one by now.
  private func giveBack(_ typed: String) {
    if controls.field.text.isEmpty { controls.field.show(typed, at: window.time) }
  }

  private func showResults(_ results: [FeedTaken], since before: FeedList, isCut: Bool, typed: String) {
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
    var offer: StatusLine.Offer?
    if wasImported || !added.isEmpty {
      if wasImported { edits.noteChange(since: before, words) } else { edits.recordAdded(added, words) }
      offer = undoOffer
    }
    rows.look()
    if let last = added.last, let row = controls.list.index(of: last) {
      controls.list.select(row)
      controls.list.reveal(row)
    }
    if let refused {
      giveBack(typed)
      offer = StatusLine.Offer(title: text.words[.addAnyway]) { [unowned self] in addUnchecked(refused, typed: typed) }
    }
    say(words, isWarning: refused != nil, offering: offer)
    offerChoice()
  }

  /// Adds a refused address. What was typed for it goes from the field.
  private func addUnchecked(_ url: String, typed: String) {
    if controls.field.text == typed { controls.field.show("", at: window.time) }
    say(nil)
    start(FeedTaking.Request([url], isForced: true), typed: typed)
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
    controls.status.say(nil)
    let start = isImporting == false ? PathCompletion.abbreviated(UserPaths.home + "/feeds.opml") : ""
    controls.path.show(start, at: window.time)
    showState()
    window.panel.focus(isImporting == nil ? controls.list : controls.path)
  }

  /// Imports from the path, or exports to it. If that fails the path stays.
  ///
  /// - Parameter replaces: Whether it was asked for again to replace an existing file.
  func transfer(_ written: String, replaces: Bool = false) {
    guard let isImporting, !written.isEmpty else { return }
    let path = PathCompletion.expanded(written)
    if isImporting { return importList(path) }
    if !replaces, AtomicFile.exists(path) {
      let offer = StatusLine.Offer(title: words[.replace]) { [unowned self] in transfer(written, replaces: true) }
      return say(words[.fileExists, ["path": written]], isWarning: true, offering: offer)
    }
    act { () throws(Failure) in
      let list = try FeedList(path: edits.path)
      try list.save(to: path)
      finish(text.exported(list.feeds.count, written))
    }
  }

  private func importList(_ path: String) {
    act { () throws(Failure) in
      let before = try edits.snapshot()
      let (new, all) = try FeedsAction.merge(path, into: edits.path)
      let words = FeedTakenWords(text.words).summary(
        of: [.imported(path: path, new: new, of: all)], isCut: false, now: wallClockNow())
      if new > 0 { edits.noteChange(since: before, words) }
      rows.look()
      finish(words, offering: new > 0 ? undoOffer : nil)
    }
  }

  private func finish(_ words: String, offering offer: StatusLine.Offer? = nil) {
    ask(isImporting: nil)
    say(words, offering: offer)
  }
}
