package import ScrollCore

/// An item of a crawl.
package struct Headline: Hashable, Sendable {
  package var text: String
  /// An index into the view's topics.
  package var topic: Int?
  /// What a click opens.
  package var link: String?
  /// Its topic's label says that it is new.
  package var isNew = false
  /// Every character stands for itself, whatever markup the others have.
  package var isPlain = false

  package init(_ text: String, topic: Int? = nil, link: String? = nil, isNew: Bool = false, isPlain: Bool = false) {
    (self.text, self.topic, self.link) = (text, topic, link)
    (self.isNew, self.isPlain) = (isNew, isPlain)
  }
}

/// A headline that is, or was, in the view of a crawl.
package struct ShownHeadline: Equatable, Sendable {
  package let id: Int
  package let topic: Int?
  package let link: String?
  /// As it was when it came into view, where somebody is told of that: it may be gone when it leaves. Empty otherwise.
  package var text = ""
}

/// What headlines are about: the label before each of them.
package struct Topic: Hashable, Sendable {
  package var name: String
  package var color: Color
  /// Before the label.
  package var picture: LabelPicture?

  package init(_ name: String, color: Color, picture: LabelPicture? = nil) {
    (self.name, self.color, self.picture) = (name, color, picture)
  }
}
