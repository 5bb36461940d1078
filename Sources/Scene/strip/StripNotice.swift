/// The message of a strip without headlines: the reason, and a remedy.
package struct StripNotice: Equatable, Sendable {
  package var text: String
  /// The button for the remedy; nil for none.
  package var button: String?

  package init(_ text: String, button: String? = nil) { (self.text, self.button) = (text, button) }
}

/// A headline that interrupts the others.
package struct UrgentHeadline: Equatable, Sendable {
  package var text: String
  package var topic: String?
  package var link: String?
  /// Whether it is plain text, whatever the strip's markup.
  package var isPlain: Bool

  package init(_ text: String, topic: String? = nil, link: String? = nil, isPlain: Bool = false) {
    (self.text, self.topic, self.link, self.isPlain) = (text, topic, link, isPlain)
  }
}
