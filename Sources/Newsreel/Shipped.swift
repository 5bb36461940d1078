/// What ships inside the program, so that the first run works offline and from anywhere.
enum Shipped {
  /// The headlines of `Resources/headlines.tsv`: lines of topic, tab, headline; `#` begins a comment line.
  static var headlines: [UInt8] { PackageResources.headlines_tsv }
}
