internal import Base
internal import Newswire

/// The list and marks of reader's accounts. The fenced process cannot open the files: it receives marks and reports
/// changes.
final class AccountFiles {
  private let list: String
  private let file: UnsentMarks
  private let path: String
  private let cache: String
  /// The accounts whose feeds may change.
  private var accounts: [String] = []
  private var watch: WatchedFile?
  /// The first parts of lists of subscriptions, by account.
  private var parts: [String: [Subscription]] = [:]

  init(
    list: String = UserPaths.feedList, marks: String = UserPaths.unsentMarks, cache: String = UserPaths.cache
  ) {
    (self.list, path, self.cache) = (list, marks, cache)
    file = UnsentMarks(path: marks)
  }

  /// The marks to be sent. Empty if the file cannot be read; the writer reports that.
  var marks: [UnsentMarks.Mark] { accounts.isEmpty ? [] : (try? file.all()) ?? [] }

  /// Passes on all marks whenever some are added, while there are accounts.
  func follow(_ accounts: [String], in loop: RunLoop, onMarks: @escaping ([UnsentMarks.Mark]) -> Void) {
    self.accounts = accounts
    parts = parts.filter { accounts.contains($0.key) }
    if accounts.isEmpty {
      if let watch { loop.remove(watch) }
      watch = nil
    } else if watch == nil {
      AtomicFile.makeDirectories(above: path)
      do throws(Failure) {
        let known = AtomicFile.contents(path, limit: UnsentMarks.largestFile)
        let new = try WatchedFile(path: path, known: known, limit: UnsentMarks.largestFile) { [weak self] _ in
          if let self { onMarks(marks) }
        }
        watch = new
        loop.add(new)
      } catch {
        reportError("\(error.description); marks will be sent after the next start")
      }
    }
  }

  /// Changes the files.
  func receive(_ news: AccountNews) throws(Failure) {
    switch news {
    case .sent(let marks): try file.remove(marks)
    case .someSubscriptions(let some, let account):
      guard accounts.contains(account), parts[account, default: []].count < FeedList.mostSubscriptions else { return }
      parts[account, default: []] += some
    case .subscriptions(let rest, let account):
      let all = (parts.removeValue(forKey: account) ?? []) + rest
      guard accounts.contains(account) else { return }
      try Subscription.write(all, of: account, to: list, cache: cache)
    }
  }
}
