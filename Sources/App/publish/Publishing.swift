internal import Base
internal import Glibc
internal import Newsroom
internal import Newswire
internal import ScrollCore

/// A run of `newsreel publish`: passes texts, lines of standard input and the items of feeds to a broker.
final class Publishing {
  private let options: PublishOptions
  private let publisher: ChannelPublisher
  private let loop = RunLoop()
  private let feeds: FeedReader?
  private var queue = ItemQueue()
  /// The items of feeds that have been sent.
  private var sent: [NewsItem.ID: NewsItem] = [:]
  private var input: LineSource?
  private var lineCount = 0
  private var errors = OnceReported()
  private var failure: Failure?
  private var status = ExitStatus.success
  /// Whether standard input has brought nothing yet, and nothing else is sent.
  private var isEmpty: Bool

  /// - Parameter readsInput: Whether lines of standard input are sent, too.
  init(_ options: PublishOptions, settings: BrokerSettings, texts: [String], readsInput: Bool) {
    self.options = options
    let isLasting = readsInput || !options.feeds.isEmpty
    isEmpty = texts.isEmpty && !options.hasContent
    publisher = ChannelPublisher(
      settings, passwords: UserPaths.passwords, keeping: options.most, endsIfAway: !isLasting)
    feeds = options.feeds.isEmpty ? nil : FeedReader(readsList: false)
    publisher.onEnd = { [unowned self] in
      failure = $0
      loop.end()
    }
    publisher.onAway = { [unowned self] in errors.report($0.description) }
    send(texts)
    if readsInput { readInput() } else if feeds == nil { publisher.finish() }
    if let feeds { read(feeds) }
    loop.add(publisher)
  }

  /// Runs until everything has been sent. Returns the exit status.
  func run() throws(Failure) -> Int32 {
    loop.run()
    loop.removeAll()
    if let failure { throw failure }
    return status
  }

  private func send(_ texts: [String]) {
    for value in options.values { publisher.setValue(value.name, to: value.number ?? "") }
    if !options.removed.isEmpty {
      // A text that can be an ID is one.
      let names = options.removed.map { (name: $0, id: ChannelDraft.id(of: item($0))) }
      publisher.remove(names.map(\.id)) { [unowned self] missing in
        for name in names where missing.contains(name.id) { reportMissing(name.name) }
      }
    }
    for display in options.forgotten { publisher.forget(display) }
    let items = texts.map(item)
    if options.isUrgent {
      for item in items { publisher.sendUrgent(item) }
    } else if options.replaces {
      publisher.replace(with: items)
    } else if !items.isEmpty {
      publisher.add(items)
    }
  }

  /// Others may send urgent headlines without the channel's index: these are taken away, but not known.
  private func reportMissing(_ name: String) {
    status = max(status, ExitStatus.failure)
    reportError(
      "the channel has no headline '\(TextCleaner.line(name, limit: 80))'; nothing is taken away but an urgent one of that name "
        + "that another program has sent")
  }

  private func item(_ text: String) -> NewsItem {
    complete(NewsItem(guid: TextCleaner.line(text), title: TextCleaner.line(text)))
  }

  /// Applies the options for all items.
  private func complete(_ item: NewsItem) -> NewsItem {
    var item = item
    (item.topic, item.link) = (item.topic ?? options.topic, item.link ?? options.link)
    if let time = item.timeToLive ?? options.timeToLive { item.expires = wallClockNow() + time }
    return item
  }

  // MARK: - Standard input

  private func readInput() {
    let source = LineSource(descriptor: STDIN_FILENO, name: "standard input") { [unowned self] event in
      switch event {
      case .line(let line): receive(line)
      case .error(let error): reportError(error.description)
      case .end: endInput()
      case .part, .restart, .pause: break
      }
      input?.isPaused = publisher.isBusy
    }
    input = source
    loop.add(source)
    publisher.onRoom = { [unowned self] in input?.isPaused = false }
  }

  private func endInput() {
    guard feeds == nil else { return }
    if isEmpty {
      failure = .usage("publish: standard input has no text; there is nothing to send")
      return loop.end()
    }
    publisher.finish()
  }

  private func receive(_ line: UnsafeRawBufferPointer) {
    lineCount += 1
    var item: NewsItem
    if options.takesJSONLines {
      if line.isEmpty { return }
      do throws(Failure) { item = try NewsItem(jsonLine: line, source: "standard input") } catch {
        isEmpty = false
        status = max(status, error.status)
        return errors.report("\(error.subject): line \(lineCount): \(error.reason)", once: error.reason)
      }
      item = complete(item)
    } else {
      item = self.item(String(decoding: line, as: UTF8.self))
    }
    if item.title.isEmpty, item.row == nil { return }
    isEmpty = false
    if options.isUrgent || item.breaksIn { publisher.sendUrgent(item) } else { publisher.add([item]) }
  }

  // MARK: - Feeds

  private func read(_ feeds: FeedReader) {
    (queue.settings.maximumCount, queue.settings.maximumPerFeed) = (options.most, options.most)
    queue.settings.ownFilters = FollowedFeedList.filters(of: options.feeds)
    feeds.handler = { [unowned self] in receive($0) }
    feeds.open(in: loop, isForPicture: false)
    feeds.read(options.feeds)
  }

  private func receive(_ event: FeedEvent) {
    switch event {
    case .items(let items, _): queue.add(items, now: wallClockNow())
    case .withdrawn(let ids, let feed):
      let ids = Set(ids)
      queue.removeAll { $0.id.feed == feed && ids.contains($0.id.guid) }
    case .error(let error): return reportError(error.description)
    case .marked, .described, .picture, .status, .account, .stopped: return
    }
    let wanted = queue.ordered.reversed().map { $0 }
    let known = Set(wanted.map(\.id))
    let gone = sent.keys.filter { !known.contains($0) }
    let new = wanted.filter { item in sent[item.id].map { $0.line != item.line || $0.link != item.link } ?? true }
    for id in gone { sent[id] = nil }
    for item in new { sent[item.id] = item }
    if !gone.isEmpty { publisher.remove(gone.map { id in ChannelDraft.id(of: NewsItem(id)) }) }
    if !new.isEmpty { publisher.add(new.map { complete($0.asSent) }) }
  }
}

extension PublishOptions {
  /// Whether there is something to send beside texts.
  fileprivate var hasContent: Bool {
    !values.isEmpty || !removed.isEmpty || !feeds.isEmpty || replaces || !forgotten.isEmpty
  }
}

extension NewsItem {
  fileprivate init(_ id: ID) {
    self.init(title: "")
    self.id = id
  }

  /// With its summary as a part of its text, if that is shown.
  fileprivate var asSent: NewsItem {
    var item = self
    item.title = line
    return item
  }
}

/// The actions of `newsreel` on a broker.
package enum MQTTAction {
  /// Reads a broker for a view, whose second process this is.
  package static func relay() -> Int32 {
    BrokerRelay.run(passwords: UserPaths.passwords) { reader, settings, loop in
      guard settings.options.display != nil, let window = settings.window, !window.isEmpty else { return }
      loop.add(BrokerDisplay(reader, settings.options, window: window))
    }
    return ExitStatus.success
  }

  /// Sends texts and the options' changes to a broker. Returns the exit status.
  ///
  /// - Parameters:
  ///   - texts: A single - is standard input, which is read, too, if it is a pipe and there is nothing else to send.
  package static func publish(_ options: PublishOptions, _ texts: [String], isInputPiped: Bool) -> Int32 {
    reporting { () throws(Failure) in
      guard let settings = options.broker.settings else { return ExitStatus.usage }
      let readsInput = texts.contains("-") || texts.isEmpty && !options.hasContent && isInputPiped
      let texts = texts.filter { $0 != "-" }
      guard texts.allSatisfy({ !TextCleaner.line($0).isEmpty }) else {
        throw .usage("publish: a text is empty; nothing has been sent")
      }
      guard readsInput || options.hasContent || !texts.isEmpty else {
        throw .usage(
          "publish: there is nothing to send; give it a text, - for standard input, --feed, --value or --remove")
      }
      return try Publishing(options, settings: settings, texts: texts, readsInput: readsInput).run()
    }
  }
}
