/// What a strip says in the place of its headlines where there are none: why, and what can be done about it.
package struct StripNotice: Equatable, Sendable {
  package var text: String
  /// What can be clicked to mend it; nil for nothing.
  package var button: String?

  package init(_ text: String, button: String? = nil) { (self.text, self.button) = (text, button) }
}

/// A headline that cannot wait.
package struct UrgentHeadline: Equatable, Sendable {
  package var text: String
  package var topic: String?
  package var link: String?
  /// It is no markup, whatever the strip's lines are.
  package var isPlain: Bool

  package init(_ text: String, topic: String? = nil, link: String? = nil, isPlain: Bool = false) {
    (self.text, self.topic, self.link, self.isPlain) = (text, topic, link, isPlain)
  }
}
