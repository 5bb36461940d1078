/// A source of content of a view in a program's window.
package enum ProgramSource: Hashable, Sendable {
  /// A feed's address or path, and its topic; nil for the feed's title.
  case feed(String, label: String?)
  /// The lines of a file, once or for good.
  case file(String, isFollowed: Bool)
  /// The lines of a command's output, at an interval in seconds or once. There is no shell.
  case command([String], interval: Double?)
  /// The lines of an open descriptor.
  case descriptor(Int32)
}

/// A source's news.
package enum ProgramNews {
  /// Lines that have come, and earlier ones that have gone.
  case lines(new: [String], gone: [String])
  /// Headlines of a feed, new ones and known ones that have changed.
  case headlines([ProgramHeadline])
  /// The keys of headlines that the feed has withdrawn.
  case withdrawn([String])
  /// It has been read: a feed with this many items, a file to its end, a run of a command.
  case updated(count: Int)
  /// It cannot be read now.
  case failed(String)
  /// Nothing more comes.
  case ended
}

/// A headline of a feed.
package struct ProgramHeadline: Equatable, Sendable {
  /// The same for the same item.
  package let key: String
  package let text: String
  package let link: String?
  package let topic: String?
}
