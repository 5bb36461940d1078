internal import Scene

/// The headlines that ship inside the program, so that the first run works offline and from anywhere.
enum BundledHeadlines {
  /// The headlines of `headlines.tsv` (lines of topic, tab, headline; `#` begins a comment), and their topics in the order
  /// in which they first come.
  static func load() -> (topics: [String], headlines: [Headline]) {
    var topics: [String] = []
    var numbers: [Substring: Int] = [:]
    var headlines: [Headline] = []
    for line in String(decoding: PackageResources.headlines_tsv, as: UTF8.self).split(separator: "\n") {
      guard !line.hasPrefix("#"), let tab = line.firstIndex(of: "\t") else { continue }
      let name = line[..<tab]
      if numbers[name] == nil {
        numbers[name] = topics.count
        topics.append(String(name))
      }
      headlines.append(Headline(String(line[line.index(after: tab)...]), topic: numbers[name]))
    }
    return (topics, headlines)
  }
}
