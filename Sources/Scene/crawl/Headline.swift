package import ScrollCore

/// A headline of a crawl.
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
  /// The crawl's name for it, from the moment it is added until it is gone; nil before that. A headline that comes with an
  /// id keeps it.
  package var id: Int?

  package init(_ text: String, topic: Int? = nil, link: String? = nil, isNew: Bool = false, isPlain: Bool = false) {
    (self.text, self.topic, self.link) = (text, topic, link)
    (self.isNew, self.isPlain) = (isNew, isPlain)
  }
}

/// A headline, or a piece of one, in one lap: the train shows it again in each.
struct Passing: Hashable {
  var id: Int
  var lap: Int
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

/// What becomes of headlines that have been read.
package enum ReadHeadlines: String, CaseIterable, Sendable {
  /// They look as before, look fainter, or are left out.
  case keep, dim, drop

  static func property<Owner>(_ path: WritableKeyPath<Owner, ReadHeadlines> & Sendable) -> Property<Owner> {
    .choice(
      "read", path,
      "What becomes of headlines whose links have been opened: keep shows them as before, dim in a fainter colour, and "
        + "drop leaves them out")
  }
}

extension Color {
  /// Text of this colour that has been read: faint, and still legible.
  func read(on background: Color) -> Color { faint(on: background, and: background, share: 0.4) }
}
