internal import Base

/// Feed events as lines of JSON, so that a process of its own can read the feeds.
///
/// Why a process: TLS loads all of the system's certificates for each connection, some 30 ms in one call of libcurl,
/// longer than a frame. With `FeedProcess` that happens beside the picture, not in it.
extension FeedEvent {
  /// Several for many items, so that none takes long to read.
  package var jsonLines: [String] {
    guard case .items(let items, let feed) = self else { return [jsonLine] }
    return stride(from: 0, to: items.count, by: 10).map { start in
      FeedEvent.items(Array(items[start..<min(start + 10, items.count)]), feed: feed).jsonLine
    }
  }

  private var jsonLine: String {
    switch self {
    case .items(let items, let feed):
      JSON.object([
        .init(name: "feed", value: .text(feed)), .init(name: "items", value: .array(items.map(\.json))),
      ]).serialized
    case .described(let feed):
      JSON.object(
        members([
          ("described", feed.url), ("title", feed.title), ("link", feed.link), ("icon", feed.icon),
          ("picture", feed.picture),
        ])
      ).serialized
    case .error(let error):
      JSON.object(members([("error", error.reason), ("source", error.subject)])).serialized
    }
  }

  /// Reads one of `jsonLines`; nil for anything else.
  package init?(jsonLine: UnsafeRawBufferPointer) {
    guard let value = try? JSON(parsing: jsonLine) else { return nil }
    if let feed = value["feed"]?.text, let items = value["items"]?.array {
      self = .items(items.compactMap(WireItem.init(json:)), feed: feed)
    } else if let url = value["described"]?.text {
      let (title, link, icon) = (value["title"]?.text, value["link"]?.text, value["icon"]?.text)
      let picture = value["picture"]?.text
      self = .described(FeedDescription(url: url, title: title, link: link, icon: icon, picture: picture))
    } else if let reason = value["error"]?.text, let source = value["source"]?.text {
      self = .error(Failure(of: source, reason: reason))
    } else {
      return nil
    }
  }
}
