internal import App

/// A source of a view's content. It is read while the view is in a window, in the window's loop.
///
///     crawl.sources.append(.feed("https://example.org/feed.xml"))
///     crawl.sources.append(.command("uptime", every: 60))
public struct Source: Hashable, Sendable, CustomStringConvertible {
  let program: ProgramSource

  /// A feed (RSS, Atom or JSON Feed). It is fetched again and again, with respect for its server. Fetching and parsing
  /// are on a thread of their own; the cache is the one of `newsreel`.
  ///
  /// - Parameters:
  ///   - address: An http or https address, or the path of a file.
  ///   - label: The topic of its headlines; nil for the feed's title.
  public static func feed(_ address: String, label: String? = nil) -> Source {
    Source(program: .feed(address, label: label))
  }

  /// The lines of a file.
  ///
  /// - Parameters:
  ///   - path: Relative to the current folder, or absolute.
  ///   - isFollowed: Whether later changes of the file are followed, too.
  public static func file(_ path: String, isFollowed: Bool = true) -> Source {
    Source(program: .file(path, isFollowed: isFollowed))
  }

  /// The lines of a command's output. There is no shell unless the words name one.
  ///
  /// - Parameters:
  ///   - words: The program, searched in `PATH`, and its arguments.
  ///   - interval: Seconds between two starts, at least 0.1; nil runs it once and delivers each line as it arrives.
  public static func command(_ words: String..., every interval: Double? = nil) -> Source {
    Source(program: .command(words, interval: interval))
  }

  /// The lines of standard input.
  public static let lines = lines(of: 0)

  /// The lines of an open descriptor, which stays the program's.
  public static func lines(of descriptor: Int32) -> Source { Source(program: .descriptor(descriptor)) }

  /// An event of a source.
  public enum Event: Equatable, Sendable {
    /// It has been read: a feed with this many items, a file or a run of a command with this many lines.
    case updated(count: Int)
    /// It cannot be read, with the reason. A feed, a followed file and a repeated command are tried again.
    case failed(String)
    /// Nothing more comes.
    case ended
  }

  /// The feed's address, the file's path or the command.
  public var description: String {
    switch program {
    case .feed(let address, _): address
    case .file(let path, _): path
    case .command(let words, _): words.joined(separator: " ")
    case .descriptor(0): "standard input"
    case .descriptor(let descriptor): "descriptor \(descriptor)"
    }
  }
}

/// A source and its event, as delivered by a view's `events`.
public struct SourceEvent: Equatable, Sendable {
  /// The source.
  public let source: Source
  /// The event.
  public let event: Source.Event
}

/// The sources of a view.
final class SourceReader {
  private unowned let view: View
  private lazy var reading = ProgramSources { [weak self] in self?.receive($1, from: Source(program: $0)) }
  var handler: ((SourceEvent) -> Void)?
  let events = Broadcast<SourceEvent>()

  private var ended: Set<Source> = []
  private var areOpen: Bool { sources.contains { !ended.contains($0) } }

  init(of view: View) { self.view = view }

  var sources: [Source] = [] {
    didSet {
      var known: Set<Source> = []
      sources = sources.filter { known.insert($0).inserted }
      ended.formIntersection(known)
      for source in oldValue where !known.contains(source) { view.drop(source) }
      view.sourcesChanged(areOpen: areOpen)
      reading.read(sources.map(\.program))
    }
  }

  /// The view is in a window with that loop, or in none.
  func attach(to stage: Stage?) { reading.attach(to: stage?.host?.loop) }

  func tell(_ event: Source.Event, of source: Source) {
    let event = SourceEvent(source: source, event: event)
    handler?(event)
    events.send(event)
  }

  private func receive(_ news: ProgramNews, from source: Source) {
    // A handler of the last event may have removed it.
    guard sources.contains(source) else { return }
    switch news {
    case .updated(let count): tell(.updated(count: count), of: source)
    case .failed(let reason): tell(.failed(reason), of: source)
    case .ended:
      ended.insert(source)
      view.sourcesChanged(areOpen: areOpen)
      tell(.ended, of: source)
    case .lines, .headlines, .withdrawn: view.receive(news, from: source)
    }
  }
}

/// Sends elements to each of its streams.
final class Broadcast<Element: Sendable> {
  private var listeners: [AsyncStream<Element>.Continuation] = []

  /// A stream of the elements sent from now on. An unread one keeps the last 1,000.
  func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1000))
    listeners.append(continuation)
    return stream
  }

  func send(_ element: Element) {
    listeners.removeAll { listener in
      if case .terminated = listener.yield(element) { return true }
      return false
    }
  }

  deinit { for listener in listeners { listener.finish() } }
}
