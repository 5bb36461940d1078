public import ScrollCore

/// An item of a crawl.
public struct Headline: Hashable, Sendable {
  public var text: String
  /// An index into the view's topics.
  public var topic: Int?
  /// What a click opens.
  public var link: String?

  public init(_ text: String, topic: Int? = nil, link: String? = nil) {
    self.text = text
    self.topic = topic
    self.link = link
  }
}

/// What headlines are about: the label before each of them.
public struct Topic: Hashable, Sendable {
  public var name: String
  public var color: Color
  /// Before the label.
  public var picture: LabelPicture?

  public init(_ name: String, color: Color, picture: LabelPicture? = nil) {
    self.name = name
    self.color = color
    self.picture = picture
  }
}
