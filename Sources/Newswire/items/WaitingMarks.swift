/// The marks to send, in the process that sends them: the newest, as many as the file keeps. Their file stays with the process
/// that shows the feeds.
final class WaitingMarks {
  private struct Item: Hashable {
    let account, item: String

    init(_ mark: UnsentMarks.Mark) { (account, item) = (mark.account, mark.item) }
  }

  private var waiting: [Item: UnsentMarks.Mark] = [:]
  /// The last mark sent for each item. The file may still have it when it is read again.
  private var sent: [Item: UnsentMarks.Mark] = [:]

  /// Takes the marks of the file, again or for the first time. The last mark of an item counts.
  func add(_ marks: [UnsentMarks.Mark]) {
    for mark in marks where sent[Item(mark)] != mark { waiting[Item(mark)] = mark }
    guard waiting.count > UnsentMarks.most else { return }
    let oldest = waiting.sorted { ($0.value.time, $0.value.item) < ($1.value.time, $1.value.item) }
    for (item, _) in oldest.prefix(waiting.count - UnsentMarks.most) { waiting[item] = nil }
  }

  /// The oldest first.
  func of(_ account: String) -> [UnsentMarks.Mark] {
    waiting.values.filter { $0.account == account }.sorted { ($0.time, $0.item) < ($1.time, $1.item) }
  }

  func has(_ account: String) -> Bool { waiting.values.contains { $0.account == account } }

  /// Removes marks that the account knows now, unless the user has changed them since.
  func remove(_ marks: [UnsentMarks.Mark]) {
    if sent.count > 2 * UnsentMarks.most { sent = [:] }
    for mark in marks {
      sent[Item(mark)] = mark
      if waiting[Item(mark)] == mark { waiting[Item(mark)] = nil }
    }
  }
}
