package import ScrollCore

/// A headline of a crawl.
package struct Headline: Hashable, Sendable {
  package var text: String
  /// The index of its topic in the view.
  package var topic: Int?
  /// Opened by a click.
  package var link: String?
  /// Whether its topic's label marks it as new.
  package var isNew = false
  /// Whether it is plain text, even if the others have markup.
  package var isPlain = false
  /// A row to show instead of the text.
  package var row: Row?
  /// Its ID in the crawl while it is there; nil before it is added, unless it comes with one.
  package var id: Int?
  /// Whose headline it is, where one is told to `CrawlScene.show(_:at:)`.
  package var headlineID: HeadlineID?
  /// Whether it has been read, and how it comes and goes there.
  package var isRead = false
  package var handling = Handling()

  /// How a headline comes, changes and goes.
  package struct Handling: Hashable, Sendable {
    /// Whether it comes in at the edge of the view, before the headlines that wait, instead of in its order.
    package var comesNext = false
    /// Whether its next text takes the place of this one, in view, too. Otherwise this one leaves first.
    package var changesInPlace = false
    /// Whether it leaves at once, in view, too.
    package var endsAtOnce = false
    /// Whether it is shown elsewhere from now on: it only ends its former text.
    package var isElsewhere = false
    /// How urgent it is, if that counts; one that gets more urgent comes in again.
    package var urgency: Int?
    /// What makes the same text another one.
    package var version: String?

    package init() {}

    func escalates(_ former: Handling) -> Bool {
      urgency.map { urgency in former.urgency.map { urgency > $0 } ?? true } ?? false
    }
  }

  package init(_ text: String, topic: Int? = nil, link: String? = nil, isNew: Bool = false, isPlain: Bool = false) {
    (self.text, self.topic, self.link) = (text, topic, link)
    (self.isNew, self.isPlain) = (isNew, isPlain)
  }
}

/// A headline, or a piece of one, in a lap: the train repeats it in each.
struct Passing: Hashable {
  var id: Int
  var lap: Int
}

/// The topic of headlines: the label before each of them.
package struct Topic: Hashable, Sendable {
  package var name: String
  package var color: Color
  /// Shown before the label.
  package var picture: LabelPicture?

  package init(_ name: String, color: Color, picture: LabelPicture? = nil) {
    (self.name, self.color, self.picture) = (name, color, picture)
  }
}

/// How headlines that have been read are shown.
package enum ReadHeadlines: String, CaseIterable, Sendable {
  /// Unchanged, fainter, or not at all.
  case keep, dim, drop

  static func property<Owner>(_ path: WritableKeyPath<Owner, ReadHeadlines> & Sendable) -> Property<Owner> {
    .choice(
      "read", path,
      "How headlines are shown whose links have been opened: keep leaves them as they are, dim makes them fainter, and "
        + "drop removes them")
  }
}

extension Color {
  /// This text colour for headlines that have been read: faint but legible.
  package func read(on background: Color) -> Color { faint(on: background, and: background, share: 0.4) }
}
