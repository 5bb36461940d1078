/// The meaning of an element's name in a feed, looked up once for each name.
struct ElementMeaning {
  /// Names that matter by their position or content.
  enum Name {
    case item, entry, channel, feed, image, link, originalLink, enclosure, content, name
    /// Its content is not shown.
    case silent
    /// It starts a line of HTML.
    case breaking
    /// Its content is raised or lowered in HTML.
    case raised, lowered
    case other

    init(_ name: String) {
      switch name {
      case "item": self = .item
      case "entry": self = .entry
      case "channel": self = .channel
      case "feed": self = .feed
      case "image": self = .image
      case "link": self = .link
      case "origlink": self = .originalLink
      case "enclosure": self = .enclosure
      case "content": self = .content
      case "name": self = .name
      case "sup": self = .raised
      case "sub": self = .lowered
      case _ where HTMLElements.silent.contains(name): self = .silent
      case _ where HTMLElements.isBreaking(name): self = .breaking
      default: self = .other
      }
    }
  }

  let name: Name
  let space: FeedSpace
  /// Nil if its content is not used.
  let field: FeedField?

  /// - Parameter name: In lower case, without a prefix.
  init(_ name: String, space: FeedSpace) {
    self.name = Name(name)
    self.space = space
    field = FeedField.find(space, name)
  }

  /// Whether it is an item of a feed.
  var isItem: Bool { name == .item && space == .rss || name == .entry && space == .atom }
}
