package import Base

/// A filter of MQTT topics, such as `sensors/+/power` (section 4.7 of the specification).
package struct TopicFilter: Hashable, Sendable {
  package let text: String

  /// The longest topic that is used, in bytes.
  package static let longest = 512

  /// - Throws: `Failure` for a text that is not a filter.
  package init(_ text: String) throws(Failure) {
    guard !text.isEmpty, text.utf8.count <= Self.longest, Self.isClean(text) else {
      throw .usage("'\(text)' is not a topic: it has 1 to \(Self.longest) bytes and no control characters")
    }
    let levels = text.split(separator: "/", omittingEmptySubsequences: false)
    for (number, level) in levels.enumerated() where level.contains(where: { $0 == "+" || $0 == "#" }) {
      let isLast = number == levels.count - 1
      guard level == "+" || level == "#" && isLast else {
        throw .usage(
          "'\(text)' is not a topic: + stands alone between slashes, and # alone at the end, as in sensors/+/power")
      }
    }
    self.text = text
  }

  /// Whether a message's topic fits. One that begins with $ fits no filter that begins with a wildcard.
  package func matches(_ topic: String) -> Bool {
    if topic.utf8.first == UInt8(ascii: "$"), text.utf8.first.map({ "+#".utf8.contains($0) }) ?? false { return false }
    var (own, levels) = (Self.levels(text), Self.levels(topic))
    while let level = own.popFirst() {
      // It stands for the level above it, too.
      if level == "#" { return true }
      guard let other = levels.popFirst() else { return false }
      if level != "+", level != other { return false }
      if levels.isEmpty, own == ["#"] { return true }
    }
    return levels.isEmpty
  }

  private static func levels(_ text: String) -> ArraySlice<Substring> {
    text.split(separator: "/", omittingEmptySubsequences: false)[...]
  }

  /// Whether a message's topic is acceptable: short enough, and without characters that break a terminal or a line.
  package static func isClean(_ topic: String) -> Bool {
    topic.utf8.count <= longest && topic.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
