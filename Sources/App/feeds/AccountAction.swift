package import Base
internal import Glibc
internal import Newswire
internal import ScrollCore
internal import Windows

/// `newsreel feeds account`: the reader's accounts of the user's list.
extension FeedsAction {
  /// Adds an account, or sets its password again; lists the accounts without an address.
  ///
  /// - Parameter user: Its user; nil to ask for it.
  /// - Throws: `Failure` for an invalid argument, before anything is read.
  package static func account(_ url: String?, user: String?) throws(Failure) -> FeedsAction {
    guard let url else {
      if user != nil { throw Failure.option("user", "goes with the address of an account") }
      return FeedsAction { (path) throws(Failure) in try listAccounts(path) }
    }
    var (address, named) = try accountAddress(url)
    named = user ?? named
    if named?.isEmpty == true { throw Failure.option("user", "is empty") }
    return FeedsAction { (path) throws(Failure) in try addAccount(address, user: named, path) }
  }

  /// Removes an account with its feeds and its password.
  package static func removeAccount(_ url: String?) throws(Failure) -> FeedsAction {
    guard let url else {
      throw Failure.usage("--remove needs the address of an account; newsreel feeds account lists all")
    }
    let (address, _) = try accountAddress(url)
    return FeedsAction { (path) throws(Failure) in try removeAccount(address, path) }
  }

  /// The address as typed, and the user in it.
  private static func accountAddress(_ text: String) throws(Failure) -> (WebAddress, user: String?) {
    guard let address = WebAddress(text.contains("://") ? text : "https://" + text) else {
      throw Failure.usage("'\(text)' is not the address of a reader's account, as in https://rss.example.org")
    }
    guard let mark = address.authority.lastIndex(of: "@") else { return (address, nil) }
    let user = address.authority[..<mark]
    guard !user.contains(":") else {
      throw Failure.usage(
        "a password in an address can be seen by others; it is asked for, or read from standard input")
    }
    let rest = address.description.replacing("\(user)@", with: "", maxReplacements: 1)
    guard let plain = WebAddress(rest) else { throw Failure.usage("'\(text)' is not an address") }
    return (plain, String(user))
  }

  // MARK: - Adding

  private static func addAccount(_ address: WebAddress, user: String?, _ path: String) throws(Failure) -> Int32 {
    let http = CrawlerSettings.own.http
    // Before the user types a password for nothing.
    let base = try AccountLookup.locate(address, http: http)
    if base.withoutSlash != address.withoutSlash { reportProgress("The account is at \(base.withoutSlash).") }
    if base.scheme == "http" { reportProgress("The password goes there unencrypted: the address begins with http.") }
    let name = try self.user(user, at: base)
    let password = try PasswordPrompt.password("Password of \(name) at \(base.host): ")
    let subscriptions = try AccountLookup.subscriptions(of: base, user: name, password: password, http: http)
    // First, so that a running strip can read what appears in its list.
    try PasswordFile.set(base, user: name, password: password, in: UserPaths.passwords)
    let account = base.withoutSlash
    let before = try FeedList(path: path).feeds
    try FeedList.change(path) { (list) throws(Failure) in _ = list.addAccount(account, name: base.host) }
    try Subscription.write(subscriptions, of: account, to: path, cache: UserPaths.cache)
    let feeds = try FeedList(path: path).feeds.filter { $0.account?.account == account }
    let own = feeds.count { feed in before.contains { $0.url == feed.url && $0.account == nil } }
    let known = own == 0 ? "" : ", \(own) of them in the list before"
    return writeOutput("added \(account): \(count(feeds.count))\(known)\n")
  }

  private static func user(_ given: String?, at base: WebAddress) throws(Failure) -> String {
    if let given { return given }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure.option("user", "is needed where standard input is not a terminal; its first line is the password")
    }
    let answer = PasswordPrompt.answer(to: "User at \(base.host): ").map { TextCleaner.line($0, limit: 200) } ?? ""
    guard !answer.isEmpty else { throw Failure(of: "user", reason: "is empty; nothing is changed") }
    return answer
  }

  private static func count(_ count: Int) -> String { count == 1 ? "1 feed" : "\(count) feeds" }

  // MARK: - Removing and listing

  private static func removeAccount(_ address: WebAddress, _ path: String) throws(Failure) -> Int32 {
    let accounts = try FeedList(path: path).accounts.map(\.address)
    // The list may have the API's address, found below the given one.
    let bases = AccountLookup.candidates(for: address).map(\.withoutSlash)
    guard let account = bases.first(where: accounts.contains), let base = WebAddress(account) else {
      throw Failure(
        of: address.withoutSlash,
        reason: "is not an account in the list"
          + hint(
            for: address.withoutSlash, in: accounts, else: "newsreel feeds account lists all"))
    }
    let count = try FeedList.change(path) { (list) throws(Failure) in
      let feeds = list.feeds.filter { $0.account?.account == account }
      let count = list.removeAccount(account) ?? 0
      // Should the account return, they are shown.
      try list.takeOff(feeds.filter { list.feed(named: $0.url) == nil }.map(\.url))
      return count
    }
    try PasswordFile.remove(base, from: UserPaths.passwords)
    try UnsentMarks(path: UserPaths.unsentMarks).forget(account)
    return writeOutput("removed \(account): \(self.count(count)), and its password\n")
  }

  private static func listAccounts(_ path: String) throws(Failure) -> Int32 {
    let list = try FeedList(path: path)
    if list.accounts.isEmpty {
      return writeOutput("no accounts yet; newsreel feeds account URL adds one of FreshRSS, Miniflux or the like\n")
    }
    let cache = FeedCache(directory: UserPaths.cache)
    let lines = list.accounts.map { account in
      let feeds = list.feeds.filter { $0.account?.account == account.address }
      let problem = feeds.lazy.compactMap { cache.entry(of: $0.url)?.problem }.first
      let note = problem.map { "  (cannot be read: \($0))" } ?? ""
      return "\(account.address)  \(count(feeds.count))\(note)\n"
    }
    return writeOutput(lines.joined())
  }
}
