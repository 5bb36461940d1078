/// A source of a view's content. It is read while the view is in a window, in the window's loop.
///
///     crawl.sources.append(.feed("https://example.org/feed.xml"))
///     crawl.sources.append(.command("uptime", every: 60))
public struct Source: Hashable, Sendable, CustomStringConvertible {
  /// What it reads.
  enum Kind: Hashable, Sendable {
    case feed(String, label: String?)
    case file(String, isFollowed: Bool)
    case command([String], interval: Double?)
    case descriptor(Int32)
  }

  let kind: Kind

  /// A feed (RSS, Atom or JSON Feed). It is fetched again and again, with respect for its server. Fetching and parsing
  /// are on a thread of their own; the cache is the one of `newsreel`.
  ///
  /// - Parameters:
  ///   - address: An http or https address, or the path of a file.
  ///   - label: The topic of its headlines; nil for the feed's title.
  public static func feed(_ address: String, label: String? = nil) -> Source {
    Source(kind: .feed(address, label: label))
  }

  /// The lines of a file.
  ///
  /// - Parameters:
  ///   - path: Relative to the current folder, or absolute.
  ///   - isFollowed: Whether later changes of the file are followed, too.
  public static func file(_ path: String, isFollowed: Bool = true) -> Source {
    Source(kind: .file(path, isFollowed: isFollowed))
  }

  /// The lines of a command's output. There is no shell unless the words name one.
  ///
  /// - Parameters:
  ///   - words: The program, searched in `PATH`, and its arguments.
  ///   - interval: Seconds between two starts, at least 0.1; nil runs it once and delivers each line as it arrives.
  public static func command(_ words: String..., every interval: Double? = nil) -> Source {
    Source(kind: .command(words, interval: interval))
  }

  /// The lines of standard input.
  public static let lines = lines(of: 0)

  /// The lines of an open descriptor, which stays the program's.
  public static func lines(of descriptor: Int32) -> Source { Source(kind: .descriptor(descriptor)) }

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
    switch kind {
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
