package import Base
internal import ScrollCore

/// The user's feeds in an OPML file.
///
/// Saving keeps everything else in the file: comments, notes, folders and the data of other programs.
package struct FeedList: Sendable {
  package private(set) var title = "Newsreel"
  package private(set) var feeds: [FeedSpec] = []
  /// Entries of the file that are not feeds here, with the reason.
  package private(set) var leftOut: [DroppedItem] = []
  /// The reader's accounts, whose feeds are among the others.
  package private(set) var accounts: [ReaderAccount] = []
  private var urls: Set<String> = []
  /// The document that was read.
  private var source: [UInt8] = []
  /// The limit for the file, in bytes.
  package static let longestFile = 16 << 20

  package init() {}

  /// Reads the file; a missing one is an empty list.
  ///
  /// - Throws: if it cannot be read or is not OPML, so that it does not get overwritten.
  package init(path: String) throws(Failure) {
    self.init()
    if let bytes = try AtomicFile.read(path, limit: Self.longestFile) { self = try FeedList(opml: bytes, name: path) }
  }

  /// Reads OPML. `name` is for messages. Skips feeds that are not http, https or a file.
  package init(opml bytes: [UInt8], name: String) throws(Failure) {
    self.init()
    source = bytes
    let document = try OPMLDocument(bytes, name: name)
    title = document.title ?? title
    accounts = document.accounts.map(\.account)
    for outline in document.feeds {
      switch outline.feed {
      case nil: break
      case .success(let feed)?:
        if urls.insert(feed.url).inserted {
          feeds.append(feed)
        } else {
          leftOut.append(DroppedItem(title: feed.label ?? feed.url, reason: "is listed twice"))
        }
      case .failure(let reason)?: leftOut.append(DroppedItem(title: outline.name, reason: reason.reason))
      }
    }
  }

  /// Changes the list in a file under a lock. If `change` throws the file stays the same.
  package static func change<Value>(
    _ path: String, _ change: (inout FeedList) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try AtomicFile.locked(path) { () throws(Failure) in
      var list = try FeedList(path: path)
      let value = try change(&list)
      try list.save(to: path)
      return value
    }
  }

  /// Undoes a change of the list in a file, which may have changed since.
  ///
  /// - Parameter files: The file before and after the change: while it is unchanged since, it is as before, byte for byte.
  package static func undo(
    _ path: String, _ lists: (before: FeedList, after: FeedList), files: (before: [UInt8], after: [UInt8])?
  ) throws(Failure) {
    try AtomicFile.locked(path) { () throws(Failure) in
      if let files, try AtomicFile.read(path, limit: longestFile) == files.after {
        return try AtomicFile.write(files.before, to: path)
      }
      var present = try FeedList(path: path)
      present.revert(lists.after, to: lists.before)
      try present.save(to: path)
    }
  }

  /// Adds a feed. Returns false if it is already in the list.
  @discardableResult
  package mutating func add(_ feed: FeedSpec) -> Bool {
    guard urls.insert(feed.url).inserted else { return false }
    feeds.insert(feed, at: end(ofFolder: feed.group))
    return true
  }

  /// The place behind the feeds of a folder, or of the innermost existing one around it: the document puts a new folder there.
  private func end(ofFolder group: String?) -> Int {
    var path = group ?? ""
    while !path.isEmpty {
      if let last = feeds.lastIndex(where: { $0.isInside(path) }) { return last + 1 }
      path = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
    return feeds.count
  }

  /// Moves a feed to the place of another one. Returns false if one of them is missing.
  @discardableResult
  package mutating func move(_ url: String, to place: Int) -> Bool {
    guard let index = feeds.firstIndex(where: { $0.url == url }) else { return false }
    let feed = feeds.remove(at: index)
    feeds.insert(feed, at: min(max(0, place), feeds.count))
    return true
  }

  /// Reverts the change between two lists, and keeps later changes.
  package mutating func revert(_ after: FeedList, to before: FeedList) {
    let places = Dictionary(before.feeds.enumerated().map { ($1.url, $0) }, uniquingKeysWith: { first, _ in first })
    for feed in after.feeds where places[feed.url] == nil { remove(feed.url) }
    let known = Dictionary(after.feeds.map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first })
    for (place, feed) in before.feeds.enumerated() {
      if let changed = known[feed.url] {
        if changed != feed { update(feed) }
      } else if add(feed) {
        move(feed.url, to: place)
      }
    }
    let common = before.feeds.map(\.url).filter { known[$0] != nil }
    guard common != after.feeds.map(\.url).filter({ places[$0] != nil }) else { return }
    // Restores their former order among each other.
    let slots = feeds.indices.filter { places[feeds[$0].url] != nil }
    let sorted = slots.map { feeds[$0] }.sorted { places[$0.url, default: 0] < places[$1.url, default: 0] }
    for (slot, feed) in zip(slots, sorted) { feeds[slot] = feed }
  }

  /// Removes the feed with this address or label, and returns it; nil if there is none.
  @discardableResult
  package mutating func remove(_ name: String) -> FeedSpec? {
    guard let index = index(of: name) else { return nil }
    urls.remove(feeds[index].url)
    return feeds.remove(at: index)
  }

  /// Replaces the feed with the same address. Returns false if there is none.
  @discardableResult
  package mutating func update(_ feed: FeedSpec) -> Bool {
    guard let index = feeds.firstIndex(where: { $0.url == feed.url }) else { return false }
    feeds[index] = feed
    return true
  }

  /// The feed with this address or label.
  package func feed(named name: String) -> FeedSpec? { index(of: name).map { feeds[$0] } }

  private func index(of name: String) -> Int? {
    // A label need not be an address.
    let url = try? FeedSpec(url: name).url
    // Another feed may have this address as its label.
    return feeds.firstIndex { $0.url == url || $0.url == name } ?? feeds.firstIndex { $0.label == name }
  }

  /// Adds the feeds of another list, without its accounts. Returns the number of new ones.
  @discardableResult
  package mutating func merge(_ other: FeedList) -> Int {
    other.withoutAccounts.feeds.reduce(0) { $0 + (add($1) ? 1 : 0) }
  }

  /// Writes the file atomically.
  package func save(to path: String) throws(Failure) { try AtomicFile.write(Array(opml.utf8), to: path) }

  /// The OPML text: the document that was read, without the removed feeds and with the added ones, by folder.
  package var opml: String {
    // It has been read before, so that it can be.
    guard let document = try? OPMLDocument(source.isEmpty ? OPMLDocument.empty(title: title) : source, name: "") else {
      return ""
    }
    // Folders of accounts first, since feeds go into them.
    let present = document.accounts
    for account in accounts where !present.contains(where: { $0.account.address == account.address }) {
      document.append(account)
    }
    var missing = urls
    for outline in document.feeds {
      guard case .success(let feed)? = outline.feed else { continue }
      let isFirst = missing.remove(feed.url) != nil
      guard urls.contains(feed.url) else {
        outline.remove()
        continue
      }
      if isFirst, let new = feeds.first(where: { $0.url == feed.url }), new != feed { outline.write(new) }
    }
    for feed in feeds where missing.contains(feed.url) { document.append(feed) }
    document.arrange(feeds.map(\.url))
    for (account, folder) in document.accounts where !accounts.contains(where: { $0.address == account.address }) {
      document.removeAccount(folder)
    }
    return document.text
  }
}

// MARK: - Accounts

extension FeedList {
  /// The limit for the feeds of an account.
  package static let mostSubscriptions = 2000

  /// The account of a feed; nil for a feed that is read from its address.
  package func account(of feed: FeedSpec) -> ReaderAccount? {
    feed.account.flatMap { place in accounts.first { $0.address == place.account } }
  }

  /// Adds an account, and gives its folder a name that no other one has. Returns the account, also if it is present.
  package mutating func addAccount(_ address: String, name: String) -> ReaderAccount {
    if let known = accounts.first(where: { $0.address == address }) { return known }
    let others = Set(accounts.map(\.name))
    let names = [name] + (2...max(2, others.count + 2)).map { "\(name) (\($0))" }
    let account = ReaderAccount(address: address, name: names.first { !others.contains($0) } ?? name)
    accounts.append(account)
    return account
  }

  /// Removes an account with its feeds, except feeds that the user had added before. Returns the number of removed
  /// feeds, or nil if there is no such account.
  package mutating func removeAccount(_ address: String) -> Int? {
    guard accounts.contains(where: { $0.address == address }) else { return nil }
    let count = feeds.count
    subscribe(to: [], by: address)
    accounts.removeAll { $0.address == address }
    return count - feeds.count
  }

  /// Makes the feeds of an account these ones. Known ones keep the user's settings and their places. A feed that the
  /// user has added already is from now on read by the account, and stays the user's.
  ///
  /// - Parameter subscriptions: With their groups inside the account's folder.
  /// - Returns: Whether anything has changed.
  @discardableResult
  package mutating func subscribe(to subscriptions: [FeedSpec], by address: String) -> Bool {
    guard let account = accounts.first(where: { $0.address == address }) else { return false }
    let before = feeds
    var wanted: [String: FeedSpec] = [:]
    for feed in subscriptions.prefix(Self.mostSubscriptions) where wanted[feed.url] == nil { wanted[feed.url] = feed }
    for feed in before {
      let place = wanted[feed.url]?.account
      if feed.account?.account == address {
        guard let place else {
          if feed.account?.isOwn == true { change(feed) { $0.account = nil } } else { remove(feed.url) }
          continue
        }
        change(feed) { $0.account?.stream = place.stream }
      } else if let place, feed.account.map({ old in !accounts.contains { $0.address == old.account } }) ?? true {
        change(feed) {
          $0.account = place
          $0.account?.isOwn = true
        }
      }
    }
    for var feed in subscriptions where wanted[feed.url] == feed {
      feed.group = [account.name, feed.group].compactMap(\.self).joined(separator: "/")
      add(feed)
    }
    return feeds != before
  }

  private mutating func change(_ feed: FeedSpec, _ body: (inout FeedSpec) -> Void) {
    var changed = feed
    body(&changed)
    if changed != feed { update(changed) }
  }

  /// The list with all feeds read from their addresses, for other programs.
  package var withoutAccounts: FeedList {
    var list = self
    list.accounts = []
    for feed in feeds where feed.account != nil { list.change(feed) { $0.account = nil } }
    return list
  }
}

extension FeedSpec {
  fileprivate func isInside(_ folder: String) -> Bool {
    group.map { $0 == folder || $0.hasPrefix(folder + "/") } ?? false
  }
}
