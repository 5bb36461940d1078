package import Base

/// The number of a source among those of its view.
package typealias SourceID = Int

/// What a source brings to a view.
package enum SourceNews {
  /// Lines that have come, and earlier ones that have gone.
  case lines(new: [String], gone: [String])
  /// Headlines of a feed, new ones and known ones that have changed.
  case headlines([SourceHeadline])
  /// The keys of headlines that the feed has withdrawn.
  case withdrawn([String])
}

/// A headline of a feed.
package struct SourceHeadline: Equatable, Sendable {
  /// The same for the same item.
  package let key: String
  package let text: String
  package let link: String?
  package let topic: String?

  package init(key: String, text: String, link: String?, topic: String?) {
    (self.key, self.text, self.link, self.topic) = (key, text, link, topic)
  }
}

/// Reads the sources of a view, in the loop of its window.
package protocol ViewSources: AnyObject {
  /// The view is in a window with that loop, or in none.
  func attach(to loop: RunLoop?)

  /// The view has no use for what a source brings, for this reason.
  func refuse(_ reason: String, from source: SourceID)
}
