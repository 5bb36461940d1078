internal import Newswire

/// The headlines bundled with the program, so that the first run works offline.
enum BundledHeadlines {
  /// Returns the headlines of `headlines.tsv` in order: lines of topic, tab, headline; `#` starts a comment.
  static func load() -> [NewsItem] {
    String(decoding: PackageResources.headlines_tsv, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#"), let tab = line.firstIndex(of: "\t") else { return nil }
      return NewsItem(title: String(line[line.index(after: tab)...]), topic: String(line[..<tab]))
    }
  }
}
