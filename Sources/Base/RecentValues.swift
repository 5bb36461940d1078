/// A bounded cache of two generations. When the recent values fill the room they become the former ones, and the former ones
/// that were not used again are dropped. So a value stays at least until others that fill the room have been used.
package struct RecentValues<Key: Hashable, Value> {
  private typealias Entry = (value: Value, size: Int)

  private var recent: [Key: Entry] = [:]
  private var former: [Key: Entry] = [:]
  /// The size of the recent ones.
  private var size = 0
  private let room: Int
  private let drop: (Value) -> Void

  /// - Parameters:
  ///   - room: The size of the recent values, which the former ones have once more.
  ///   - drop: Called with a value that goes.
  package init(room: Int, drop: @escaping (Value) -> Void = { _ in }) { (self.room, self.drop) = (room, drop) }

  /// A value, which is used by that.
  package mutating func value(for key: Key) -> Value? {
    if let entry = recent[key] { return entry.value }
    guard let entry = former.removeValue(forKey: key) else { return nil }
    keep(entry.value, for: key, size: entry.size)
    return entry.value
  }

  /// Keeps a value for a key that has none.
  package mutating func keep(_ value: Value, for key: Key, size: Int = 1) {
    if self.size >= room {
      for entry in former.values { drop(entry.value) }
      (former, recent, self.size) = (recent, [:], 0)
    }
    recent[key] = (value, size)
    self.size += size
  }
}
