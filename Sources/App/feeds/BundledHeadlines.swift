internal import Newswire
internal import Scene

/// The headlines bundled with the program, so that the first run works offline.
enum BundledHeadlines {
  /// The headlines of `headlines.tsv` (lines of topic, tab, headline; `#` begins a comment), in their order, with tips among
  /// them. Topics have names in the user's language.
  static func load(_ words: Words) -> [NewsItem] {
    var items = headlines(words)
    for (place, tip) in tips where place <= items.count {
      items.insert(NewsItem(title: words[tip], topic: words[.tips]), at: place)
    }
    return items
  }

  /// The places of the tips: the first ones are visible at once, each beside a headline.
  private static let tips: [(place: Int, tip: NewsWord)] = [
    (0, .tipMenu), (2, .tipDrop), (4, .tipTopics), (12, .tipPointer), (24, .tipCommand),
  ]

  private static func headlines(_ words: Words) -> [NewsItem] {
    // As bytes: a text of all scripts takes long to be divided into characters.
    PackageResources.headlines_tsv.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.first != UInt8(ascii: "#"), let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let topic = String(decoding: line[..<tab], as: UTF8.self)
      let title = String(decoding: line[(tab + 1)...], as: UTF8.self)
      return NewsItem(title: title, topic: NewsWord(rawValue: topic).map { words[$0] } ?? topic)
    }
  }
}
