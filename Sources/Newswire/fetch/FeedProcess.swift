package import Base
internal import Formats

/// A reader of feeds elsewhere: a child process that runs `FeedRelay`.
package struct FeedProcess {
  /// The source to add to a loop.
  package let source: any LoopSource
  package let send: (FeedOrder) -> Void

  /// The child's first orders: the feeds, the addresses of the reader's accounts to follow and of pictures, and the
  /// user's marks.
  package struct Requests {
    package var feeds: [FeedSpec]
    package var accounts: [String]
    package var marks: [UnsentMarks.Mark]

    /// The pictures of rows that have not arrived, and whether each may be at a private address.
    package var pictures: [String: Bool]

    package init(
      feeds: [FeedSpec] = [], accounts: [String] = [], marks: [UnsentMarks.Mark] = [], pictures: [String: Bool] = [:]
    ) {
      (self.feeds, self.accounts, self.marks, self.pictures) = (feeds, accounts, marks, pictures)
    }

    package var lines: [String] {
      var orders = feeds.map(FeedOrder.read) + accounts.map(FeedOrder.follow) + FeedOrder.mark(marks)
      orders += pictures.sorted { $0.key < $1.key }.map { $0.value ? .ownPicture($0.key) : .picture($0.key) }
      return (orders + [.begin]).map(\.jsonLine)
    }
  }

  package init(source: any LoopSource, send: @escaping (FeedOrder) -> Void) {
    (self.source, self.send) = (source, send)
  }

  package init(
    arguments: [String], _ requests: @escaping () -> Requests = { Requests() },
    handler: @escaping (FeedEvent) -> Void
  ) throws(Failure) {
    let source = try CommandSource(relay: arguments, orders: { requests().lines }, handler: handler)
    self.init(source: source) { source.send($0.jsonLine) }
  }
}
