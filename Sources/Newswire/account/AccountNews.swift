package import Formats

/// A reader's account's changes to the user's files. The process that reads the account may not write them: it reports
/// them to the process that shows the feeds.
package enum AccountNews: Equatable, Sendable {
  /// All feeds to which an account subscribes.
  case subscriptions([Subscription], of: String)
  /// A part of them, with others before and after it, as they cross from process to process.
  case someSubscriptions([Subscription], of: String)
  /// Marks that the account knows now.
  case sent([UnsentMarks.Mark])

  /// Each short enough for a line. The last part of the subscriptions ends them; there is one, which may be empty.
  var parts: [AccountNews] {
    switch self {
    case .subscriptions(let all, let account):
      let parts = all.split(by: Self.most)
      return parts.dropLast().map { .someSubscriptions($0, of: account) }
        + [.subscriptions(parts.last ?? [], of: account)]
    case .someSubscriptions(let some, let account):
      return some.split(by: Self.most).map { .someSubscriptions($0, of: account) }
    case .sent(let marks): return marks.split(by: Self.most).map(AccountNews.sent)
    }
  }

  private static let most = 50
}

extension AccountNews: Recorded {
  package static let record = Record<AccountNews>.cases([
    .of("sent", .list(of: .object), AccountNews.sent) { if case .sent(let marks) = $0 { marks } else { nil } },
    .of(
      Record(
        (feeds: [Subscription](), account: "", isLast: false),
        [
          .required("subscriptions", \.feeds, .list(of: .object)), .required("account", \.account, .text),
          .usual("last", \.isLast, .flag),
        ]),
      { parts in
        let feeds = parts.feeds.map { $0.of(parts.account) }
        return parts.isLast
          ? .subscriptions(feeds, of: parts.account) : .someSubscriptions(feeds, of: parts.account)
      }
    ) {
      switch $0 {
      case .subscriptions(let feeds, let account): (feeds, account, true)
      case .someSubscriptions(let feeds, let account): (feeds, account, false)
      case .sent: nil
      }
    },
  ])
}

extension Subscription: Recorded {
  package static let record = Record(
    Subscription(feed: FeedSpec()),
    [
      .required("url", \.feed.url, .address), .required("stream", \.stream, .line(2000)),
      .optional("site", \.feed.site, .address), .optional("group", \.feed.group, .line(2000)),
      .optional("title", \.title, .line(200)), .optional("icon", \.icon, .address),
    ])

  private var stream: String {
    get { feed.account?.stream ?? "" }
    set { feed.account = AccountFeed(account: "", stream: newValue) }
  }

  fileprivate func of(_ account: String) -> Subscription {
    var subscription = self
    subscription.feed.account?.account = account
    return subscription
  }
}
