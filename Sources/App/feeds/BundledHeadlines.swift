internal import Newswire

/// The headlines that ship inside the program, so that the first run works offline and from anywhere.
enum BundledHeadlines {
  /// The headlines of `headlines.tsv` (lines of topic, tab, headline; `#` begins a comment), in their order.
  static func load() -> [NewsItem] {
    String(decoding: PackageResources.headlines_tsv, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#"), let tab = line.firstIndex(of: "\t") else { return nil }
      return NewsItem(title: String(line[line.index(after: tab)...]), topic: String(line[..<tab]))
    }
  }
}
