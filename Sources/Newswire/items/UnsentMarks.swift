package import Base
package import Formats
package import ScrollCore

/// The user's marks, read or unread, that a reader's account does not know yet. Kept in a file, also over restarts, until
/// the feeds' process has sent them. That process may not open the file: it gets copies of the marks (`WaitingMarks`), and
/// reports sent ones.
///
/// A mark is a line of JSON. The last mark of an item counts. Marks expire after a month; the newest 10,000 are kept.
package struct UnsentMarks {
  package struct Mark: Equatable, Sendable {
    /// The address of the account.
    package var account: String
    /// The item's ID there (`NewsItem.ID.guid`).
    package var item: String
    package var isRead: Bool
    package var time: UnixTime

    package init(account: String, item: String, isRead: Bool, time: UnixTime = wallClockNow()) {
      (self.account, self.item, self.isRead, self.time) = (account, item, isRead, time)
    }
  }

  package static let largestFile = 4 << 20
  static let most = 10_000
  /// In seconds.
  private static let longest = 30 * 86_400.0

  private let path: String

  package init(path: String) { self.path = path }

  /// The marks in the file, the oldest first. Skips damaged lines.
  package func all() throws(Failure) -> [Mark] {
    guard let bytes = try AtomicFile.read(path, limit: Self.largestFile) else { return [] }
    let oldest = wallClockNow() - Self.longest
    return Self.last(
      bytes.split(separator: 0x0A).compactMap { line in
        line.withUnsafeBytes { Mark(jsonLine: $0) }
      }.filter { $0.time > oldest })
  }

  /// Adds marks.
  package func add(_ marks: [Mark]) throws(Failure) {
    if !marks.isEmpty { try change { $0 += marks } }
  }

  /// Removes marks that have been sent, unless the user has changed them since.
  package func remove(_ sent: [Mark]) throws(Failure) {
    if !sent.isEmpty { try change { marks in marks.removeAll { sent.contains($0) } } }
  }

  /// Removes all marks of an account.
  package func forget(_ account: String) throws(Failure) {
    if AtomicFile.exists(path) { try change { marks in marks.removeAll { $0.account == account } } }
  }

  private func change(_ body: (inout [Mark]) -> Void) throws(Failure) {
    try AtomicFile.locked(path) { () throws(Failure) in
      let before = try all()
      var marks = before
      body(&marks)
      marks = Self.last(marks).suffix(Self.most)
      guard marks != before else { return }
      try AtomicFile.write(marks.flatMap { Array($0.jsonLine.utf8) + [0x0A] }, to: path)
    }
  }

  /// The last mark of each item.
  private static func last(_ marks: [Mark]) -> [Mark] {
    var known: Set<[String]> = []
    return marks.reversed().filter { known.insert([$0.account, $0.item]).inserted }.reversed()
  }
}

extension UnsentMarks.Mark: Recorded {
  package static let record = Record(
    UnsentMarks.Mark(account: "", item: "", isRead: false, time: .epoch),
    [
      .required("account", \.account, .text), .required("item", \.item, .text), .required("read", \.isRead, .flag),
      .required("time", \.time, .decimalTime),
    ])
}
