/// A headline that comes over the others.
package struct BreakIn: Equatable, Sendable {
  /// The sender's number for it. Another one with the same number replaces it in place.
  package var number: Int
  /// How many others have had that number before it.
  package var edition = 0
  package var text: String
  package var topic: String?
  package var link: String?
  /// Whether it is plain text, even if the strip has markup.
  package var isPlain: Bool
  package var priority = Airing.urgentPriority
  /// How long it is held; nil for as long as it takes to read.
  package var hold: Airing.Hold?
  /// Whether it covers the whole strip instead of the headlines.
  package var takesOver = false

  package init(
    _ text: String, topic: String? = nil, link: String? = nil, isPlain: Bool = false, number: Int = 0
  ) {
    (self.text, self.topic, self.link, self.isPlain, self.number) = (text, topic, link, isPlain, number)
  }
}
