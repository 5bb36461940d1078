internal import Base
internal import Newswire
internal import Scene

/// The edits of the Feeds… window to the user's list, like those of `newsreel feeds`, with undo.
final class FeedEdits {
  let path: String
  private var steps: [Step] = []
  private static let most = 100

  /// An edit.
  private struct Step {
    /// A description, such as "World is removed".
    let words: String
    /// The list before and after the edit.
    var lists: (before: FeedList, after: FeedList)?
    /// The file before and after the edit: while it is unchanged, undo restores it byte for byte.
    var files: (before: [UInt8], after: [UInt8])?
    /// The feed's visibility before the edit.
    var visibility: (url: String, before: FeedVisibility)?
    /// The added feeds.
    var added: [String] = []
  }

  private let text: FeedsPanelText

  init(_ path: String, _ text: FeedsPanelText) { (self.path, self.text) = (path, text) }

  var canUndo: Bool { !steps.isEmpty }

  // An edit returns its description, or nil if nothing has changed.

  /// Removes a feed. One of an account is hidden, as the account would bring it back.
  ///
  /// - Parameter account: The name of its account, or nil.
  func remove(_ feed: FeedSpec, name: String, account: String?) throws(Failure) -> String? {
    if let account { return try set(feed, .hidden, text.hidden(name, account)) }
    let before = try HiddenFeedList().visibility(of: feed.url)
    var step = try change(text.done(.feedRemoved, to: name)) { (list) throws(Failure) in
      try list.takeOff([list.feeds.feed(feed.url).url])
    }
    step.visibility = (feed.url, before)
    return note(step)
  }

  func set(_ feed: FeedSpec, name: String, _ property: String, to value: String) throws(Failure) -> String? {
    let change = try FeedChange(property, to: value)
    let changed = try change.applied(to: feed)
    guard changed != feed else { return nil }
    let words = property == "label" ? text.renamed(name, changed.label) : text.done(.feedChanged, to: name)
    return note(
      try self.change(words) { (list) throws(Failure) in
        list.update(try change.applied(to: list.feeds.feed(feed.url)))
      })
  }

  /// - Parameter other: The address of the feed that has the place now.
  func move(_ feed: FeedSpec, name: String, toPlaceOf other: String) throws(Failure) -> String? {
    note(
      try change(text.done(.feedMoved, to: name)) { (list) throws(Failure) in
        let (moved, other) = (try list.feeds.feed(feed.url), try list.feeds.feed(other))
        list.move(moved.url, to: list.feeds.firstIndex(of: other) ?? 0)
      })
  }

  func set(_ feed: FeedSpec, name: String, _ visibility: FeedVisibility) throws(Failure) -> String? {
    try set(feed, visibility, text.done(visibility == .shown ? .feedOn : .feedOff, to: name))
  }

  private func set(_ feed: FeedSpec, _ visibility: FeedVisibility, _ words: String) throws(Failure) -> String? {
    _ = try FeedList(path: path).feeds.feed(feed.url)
    var hidden = try HiddenFeedList()
    let before = hidden.visibility(of: feed.url)
    guard try hidden.set(feed.url, visibility) else { return nil }
    var step = Step(words: words)
    step.visibility = (feed.url, before)
    return note(step)
  }

  /// Records feeds added by another process.
  func recordAdded(_ urls: [String], _ words: String) {
    var step = Step(words: words)
    step.added = urls
    note(step)
  }

  /// The current list, before a change by another process.
  ///
  /// - Throws: if it cannot be read. To undo back to an empty list would remove all feeds.
  func snapshot() throws(Failure) -> FeedList { try FeedList(path: path) }

  /// Records a change by another process.
  func noteChange(since before: FeedList, _ words: String) {
    // A list that cannot be read by now cannot be changed back, either.
    guard let after = try? snapshot() else { return }
    var step = Step(words: words)
    step.lists = (before, after)
    note(step)
  }

  /// Undoes the last edit, which stays if that fails. Returns its description, or nil.
  func undo() throws(Failure) -> String? {
    guard let step = steps.last else { return nil }
    if let lists = step.lists {
      let present = try AtomicFile.read(path, limit: 16 << 20)
      if let files = step.files, present == files.after {
        try AtomicFile.write(files.before, to: path)
      } else {
        try FeedList.change(path) { (list) throws(Failure) in list.revert(lists.after, to: lists.before) }
      }
    }
    if !step.added.isEmpty {
      try FeedList.change(path) { (list) throws(Failure) in try list.takeOff(step.added) }
    }
    if let (url, before) = step.visibility {
      var hidden = try HiddenFeedList()
      try hidden.set(url, before)
    }
    steps.removeLast()
    return step.words
  }

  private func change(_ words: String, _ body: (inout FeedList) throws(Failure) -> Void) throws(Failure) -> Step {
    let old = try AtomicFile.read(path, limit: 16 << 20)
    var step = Step(words: words)
    step.lists = try FeedList.change(path) { (list) throws(Failure) in
      let before = list
      try body(&list)
      return (before, list)
    }
    if let old, let new = try AtomicFile.read(path, limit: 16 << 20) { step.files = (old, new) }
    return step
  }

  @discardableResult
  private func note(_ step: Step) -> String {
    steps.append(step)
    if steps.count > Self.most { steps.removeFirst() }
    return step.words
  }
}

extension [FeedSpec] {
  /// The feed with an address.
  ///
  /// - Throws: `Failure` if it has gone.
  func feed(_ url: String) throws(Failure) -> FeedSpec {
    guard let feed = first(where: { $0.url == url }) else {
      throw Failure(of: url, .of(.leftList))
    }
    return feed
  }
}
