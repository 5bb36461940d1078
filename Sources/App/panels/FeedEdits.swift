internal import Base
internal import Newswire
internal import Scene

/// The edits of the Feeds… window to the user's list, like those of `newsreel feeds`, with undo. What was deleted last comes
/// back at any time: before the window's own edits, the list's last deletion can be undone.
final class FeedEdits {
  let path: String
  private var steps: [Step] = []
  private static let most = 100

  /// An edit.
  private struct Step {
    /// A description, such as "World is deleted".
    let words: String
    /// The list before and after the edit.
    var lists: (before: FeedList, after: FeedList)?
    /// The file before and after the edit: while it is unchanged, undo restores it byte for byte.
    var files: (before: [UInt8], after: [UInt8])?
    /// A feed that was switched, and whether it was on.
    var switched: (url: String, wasOn: Bool)?
    /// The added feeds.
    var added: [String] = []
    var deleted: DeletedFeeds?
  }

  private let text: FeedsPanelText

  init(_ path: String, _ text: FeedsPanelText) {
    (self.path, self.text) = (path, text)
    if let deleted = DeletedFeeds(from: path) { note(deleted) }
  }

  var canUndo: Bool { !steps.isEmpty }
  /// What `undo` would undo.
  var lastWords: String? { steps.last?.words }

  // An edit returns its description, or nil if nothing has changed.

  /// Deletes a feed. One of an account is switched off, as the account would bring it back.
  ///
  /// - Parameter account: The name of its account, or nil.
  func remove(_ feed: FeedSpec, name: String, account: String?) throws(Failure) -> String? {
    if let account { return try turn(feed, on: false, text.off(name, account)) }
    return note(try DeletedFeeds(deleting: [(feed.url, name)], from: path))
  }

  @discardableResult
  private func note(_ deleted: DeletedFeeds) -> String {
    var step = Step(words: text.done(.feedDeleted, to: deleted.names.joined(separator: ", ")))
    step.deleted = deleted
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

  func turn(_ feed: FeedSpec, name: String, on isOn: Bool) throws(Failure) -> String? {
    try turn(feed, on: isOn, text.done(isOn ? .feedOn : .feedOff, to: name))
  }

  private func turn(_ feed: FeedSpec, on isOn: Bool, _ words: String) throws(Failure) -> String? {
    _ = try FeedList(path: path).feeds.feed(feed.url)
    var off = try OffFeeds()
    guard try off.set(feed.url, on: isOn) else { return nil }
    var step = Step(words: words)
    step.switched = (feed.url, !isOn)
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
    if let lists = step.lists { try FeedList.undo(path, lists, files: step.files) }
    if !step.added.isEmpty {
      try FeedList.change(path) { (list) throws(Failure) in try list.takeOff(step.added) }
    }
    if let (url, wasOn) = step.switched {
      var off = try OffFeeds()
      try off.set(url, on: wasOn)
    }
    if let deleted = step.deleted {
      try deleted.undo(in: path)
      // The one before is the last by now.
      try steps.dropLast().last { $0.deleted != nil }?.deleted?.keep(for: path)
    }
    steps.removeLast()
    return step.words
  }

  private func change(_ words: String, _ body: (inout FeedList) throws(Failure) -> Void) throws(Failure) -> Step {
    let old = try AtomicFile.read(path, limit: FeedList.longestFile)
    var step = Step(words: words)
    step.lists = try FeedList.change(path) { (list) throws(Failure) in
      let before = list
      try body(&list)
      return (before, list)
    }
    if let old, let new = try AtomicFile.read(path, limit: FeedList.longestFile) { step.files = (old, new) }
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
