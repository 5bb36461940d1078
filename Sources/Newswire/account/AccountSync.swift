internal import Base

/// What an account's synchronisation needs to know, and what it brings.
struct AccountSyncHandlers {
  /// The items of the account's feeds that are known, by their feeds' places in the account.
  var known: () -> [(stream: String, items: [NewsItem])] = { [] }
  /// Whether the items of a feed are wanted.
  var isWanted: (_ stream: String) -> Bool = { _ in false }
  var onSubscriptions: ([Subscription]) -> Void = { _ in }
  /// The newest items of all wanted feeds, by feed, the newest first.
  var onItems: ([String: [NewsItem]]) -> Void = { _ in }
  /// Marks that the server knows now.
  var onSent: ([UnsentMarks.Mark]) -> Void = { _ in }
  /// Items whose state on the server differs from the last one that was passed on.
  var onMarks: (_ stream: String, _ read: [String], _ unread: [String]) -> Void = { _, _, _ in }
}

/// Keeps a reader's account and its feeds in step: sends what the user has marked here, and gets subscriptions, new items
/// and what has been read elsewhere.
///
/// A round asks for the IDs of the newest 1000 items, and for those of the unread ones among them. It gets the content
/// of unknown items alone, so that most rounds are three small requests.
final class AccountSync {
  /// The address of the account.
  let address: String
  private(set) var isBusy = false
  private let base: WebAddress
  private let client: AccountClient
  private let marks: WaitingMarks
  private let limits: FeedLimits
  private let handlers: AccountSyncHandlers

  /// The feeds of items whose content has come.
  private var streams: [ReaderItemID: String] = [:]
  /// Items of feeds that are not wanted, or with nothing to show.
  private var ignored: Set<ReaderItemID> = []
  /// The passed on state of items: whether they are read.
  private var passedOn: [ReaderItemID: Bool] = [:]
  private var round = Round()

  /// The items of a round.
  private struct Round {
    var newest: [ReaderItemID] = []
    var unread: Set<ReaderItemID> = []
    var items: [ReaderItemID: NewsItem] = [:]
    var missing: [ReaderItemID] = []
  }

  /// The limit for the items of an account.
  static let mostItems = 1000
  /// The limit for the parts of a list, in case the server's are small.
  private static let mostParts = 20
  /// The number of items in a request.
  static let batch = 50

  /// - Parameter marks: What is to be sent.
  init(
    _ address: String, base: WebAddress, http: HTTPClient, marks: WaitingMarks, limits: FeedLimits,
    handlers: AccountSyncHandlers
  ) {
    (self.address, self.base, self.marks, self.limits, self.handlers) = (address, base, marks, limits, handlers)
    client = AccountClient(base: base, http: http) { [unowned http] in http.account(at: base) }
  }

  /// Gets the content of ignored items again, since other feeds are wanted now.
  func forgetIgnored() { ignored = [] }

  /// Runs a round: first sends, then gets. Calls `completion` at its end.
  func run(_ completion: @escaping (AccountFailure?) -> Void) {
    isBusy = true
    sendMarks { failure in
      if let failure { return self.end(failure, completion) }
      self.getSubscriptions(completion)
    }
  }

  /// Sends what the user has marked.
  func send(_ completion: @escaping (AccountFailure?) -> Void) {
    isBusy = true
    sendMarks { self.end($0, completion) }
  }

  private func end(_ failure: AccountFailure?, _ completion: (AccountFailure?) -> Void) {
    isBusy = false
    round = Round()
    completion(failure)
  }

  // MARK: - Marks

  var hasMarks: Bool { marks.has(address) }

  private func sendMarks(_ completion: @escaping (AccountFailure?) -> Void) {
    let waiting = marks.of(address)
    // First the read marks, the others in the next turn.
    guard let first = waiting.first else { return completion(nil) }
    let some = Array(waiting.filter { $0.isRead == first.isRead }.prefix(Self.batch))
    let ids = some.compactMap { ReaderItemID(long: $0.item) }
    guard !ids.isEmpty else { return finishMarks(some, ids, completion) }
    client.call(ReaderAPI.mark(ids, isRead: first.isRead)) { result in
      if case .failure(let failure) = result { return completion(failure) }
      self.finishMarks(some, ids, completion)
    }
  }

  private func finishMarks(
    _ sent: [UnsentMarks.Mark], _ ids: [ReaderItemID], _ completion: @escaping (AccountFailure?) -> Void
  ) {
    marks.remove(sent)
    handlers.onSent(sent)
    for (id, mark) in zip(ids, sent) { passOn([(id, mark.isRead)], in: streams[id]) }
    sendMarks(completion)
  }

  /// Passes states on that are not passed on yet.
  private func passOn(_ states: [(id: ReaderItemID, isRead: Bool)], in stream: String?) {
    guard let stream, handlers.isWanted(stream) else { return }
    let new = states.filter { passedOn[$0.id] != $0.isRead }
    guard !new.isEmpty else { return }
    for state in new { passedOn[state.id] = state.isRead }
    handlers.onMarks(
      stream, new.filter(\.isRead).map(\.id.long), new.filter { !$0.isRead }.map(\.id.long))
  }

  // MARK: - A round

  /// Makes a call, and ends the round if it fails.
  private func step(
    _ request: ReaderRequest, _ completion: @escaping (AccountFailure?) -> Void,
    then body: @escaping ([UInt8]) throws(Failure) -> Void
  ) {
    client.call(request) { result in
      switch result {
      case .failure(let failure): self.end(failure, completion)
      case .success(let answer):
        do throws(Failure) { try body(answer) } catch {
          self.end(AccountFailure(reason: error.why), completion)
        }
      }
    }
  }

  private func getSubscriptions(_ completion: @escaping (AccountFailure?) -> Void) {
    step(ReaderAPI.subscriptions, completion) { (answer) throws(Failure) in
      self.handlers.onSubscriptions(
        try ReaderAPI.subscriptions(in: answer, of: self.address, base: self.base))
      self.getIDs(onlyUnread: false, completion) { newest in
        self.getIDs(onlyUnread: true, completion) { unread in
          self.begin(newest, unread)
          self.getContents(completion)
        }
      }
    }
  }

  private func getIDs(
    onlyUnread: Bool, from continuation: String? = nil, after former: [ReaderItemID] = [], parts: Int = 1,
    _ completion: @escaping (AccountFailure?) -> Void, then body: @escaping ([ReaderItemID]) -> Void
  ) {
    let count = Self.mostItems - former.count
    let request = ReaderAPI.items(onlyUnread: onlyUnread, count: count, from: continuation)
    step(request, completion) { (answer) throws(Failure) in
      let (ids, next) = try ReaderAPI.ids(in: answer)
      let all = Array((former + ids).prefix(Self.mostItems))
      guard let next, next != continuation, !ids.isEmpty, all.count < Self.mostItems, parts < Self.mostParts else {
        return body(all)
      }
      self.getIDs(onlyUnread: onlyUnread, from: next, after: all, parts: parts + 1, completion, then: body)
    }
  }

  /// Finds the items whose content is missing.
  private func begin(_ newest: [ReaderItemID], _ unread: [ReaderItemID]) {
    var seen: Set<ReaderItemID> = []
    round.newest = newest.filter { seen.insert($0).inserted }
    round.unread = Set(unread)
    for (stream, items) in handlers.known() {
      for item in items {
        guard let id = ReaderItemID(long: item.id.guid) else { continue }
        (round.items[id], streams[id]) = (item, stream)
      }
    }
    ignored.formIntersection(seen)
    streams = streams.filter { seen.contains($0.key) }
    passedOn = passedOn.filter { seen.contains($0.key) }
    round.missing = round.newest.filter { round.items[$0] == nil && !ignored.contains($0) }
  }

  private func getContents(_ completion: @escaping (AccountFailure?) -> Void) {
    let some = Array(round.missing.prefix(Self.batch))
    guard !some.isEmpty else {
      deliver()
      return end(nil, completion)
    }
    round.missing.removeFirst(some.count)
    client.call(ReaderAPI.contents(of: some)) { result in
      do throws(Failure) {
        switch result {
        case .success(let answer): try self.receive(answer)
        // They have gone meanwhile: Miniflux answers so if it has none of them.
        case .failure(let failure) where [400, 404].contains(failure.response?.status): break
        case .failure(let failure): return self.end(failure, completion)
        }
        // Items that did not come are not requested again.
        self.ignored.formUnion(some.filter { self.round.items[$0] == nil })
        self.getContents(completion)
      } catch {
        self.end(AccountFailure(reason: error.why), completion)
      }
    }
  }

  private func receive(_ answer: [UInt8]) throws(Failure) {
    try ReaderAPI.items(in: answer, limits: limits) { stream, id, item in
      guard let item, handlers.isWanted(stream) else { return }
      (round.items[id], streams[id]) = (item, stream)
    }
  }

  /// Passes on the items and their states. What waits to be sent is newer than the server's states.
  private func deliver() {
    var items: [String: [NewsItem]] = [:]
    var states: [String: [(id: ReaderItemID, isRead: Bool)]] = [:]
    let waiting = Dictionary(marks.of(address).map { ($0.item, $0.isRead) }, uniquingKeysWith: { _, last in last })
    for id in round.newest {
      guard let stream = streams[id], let item = round.items[id] else { continue }
      items[stream, default: []].append(item)
      states[stream, default: []].append((id, waiting[id.long] ?? !round.unread.contains(id)))
    }
    for (stream, states) in states { passOn(states, in: stream) }
    handlers.onItems(items)
  }
}
