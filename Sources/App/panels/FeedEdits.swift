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
  /// The description of the last edit, or nil.
  var last: String? { steps.last?.words }

  /// Removes a feed. One of an account is hidden, as the account would bring it back.
  ///
  /// - Parameter account: The name of its account, or nil.
  func remove(_ feed: FeedSpec, name: String, account: String?) throws(Failure) {
    if let account { return try set(feed, .hidden, text.hidden(name, account)) }
    let before = try HiddenFeedList().visibility(of: feed.url)
    try change(text.done(.feedRemoved, to: name)) { (list) throws(Failure) in try list.takeOff([feed.url]) }
    steps[steps.count - 1].visibility = (feed.url, before)
  }

  func set(_ feed: FeedSpec, name: String, _ property: String, to value: String) throws(Failure) {
    let change = try FeedChange(property, to: value)
    let changed = try change.applied(to: feed)
    guard changed != feed else { return }
    let words = property == "label" ? text.renamed(name, changed.label) : text.done(.feedChanged, to: name)
    try self.change(words) { (list) throws(Failure) in
      guard let present = list.feeds.first(where: { $0.url == feed.url }) else {
        throw Failure(of: feed.url, reason: "is not in the list any more")
      }
      list.update(try change.applied(to: present))
    }
  }

  func move(_ feed: FeedSpec, name: String, to place: Int) throws(Failure) {
    try change(text.done(.feedMoved, to: name)) { (list) throws(Failure) in list.move(feed.url, to: place) }
  }

  func set(_ feed: FeedSpec, name: String, _ visibility: FeedVisibility) throws(Failure) {
    try set(feed, visibility, text.done(visibility == .shown ? .feedOn : .feedOff, to: name))
  }

  private func set(_ feed: FeedSpec, _ visibility: FeedVisibility, _ words: String) throws(Failure) {
    var hidden = try HiddenFeedList()
    let before = hidden.visibility(of: feed.url)
    guard try hidden.set(feed.url, visibility) else { return }
    var step = Step(words: words)
    step.visibility = (feed.url, before)
    note(step)
  }

  /// Records feeds added by another process.
  func noteAdded(_ urls: [String], _ words: String) {
    var step = Step(words: words)
    step.added = urls
    note(step)
  }

  /// The current list, before a change by another process.
  func snapshot() -> FeedList { (try? FeedList(path: path)) ?? FeedList() }

  /// Records a change by another process.
  func noteChange(since before: FeedList, _ words: String) {
    var step = Step(words: words)
    step.lists = (before, snapshot())
    note(step)
  }

  /// Undoes the last edit. Returns its description, or nil.
  func undo() throws(Failure) -> String? {
    guard let step = steps.popLast() else { return nil }
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
    return step.words
  }

  private func change(_ words: String, _ body: (inout FeedList) throws(Failure) -> Void) throws(Failure) {
    let old = try AtomicFile.read(path, limit: 16 << 20)
    var step = Step(words: words)
    step.lists = try FeedList.change(path) { (list) throws(Failure) in
      let before = list
      try body(&list)
      return (before, list)
    }
    if let old, let new = try AtomicFile.read(path, limit: 16 << 20) { step.files = (old, new) }
    note(step)
  }

  private func note(_ step: Step) {
    steps.append(step)
    if steps.count > Self.most { steps.removeFirst() }
  }
}
