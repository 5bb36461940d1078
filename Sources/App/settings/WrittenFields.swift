internal import Base
internal import ScrollCore

/// An option with several parts in one text: a head followed by fields, as in `https://example.org/feed.xml
/// label='Example news' interval=600`.
struct WrittenFields {
  var head: String
  var fields: [(name: String, value: String)]

  init(head: String, fields: [(String, String)]) {
    (self.head, self.fields) = (head, fields.map { (name: $0.0, value: $0.1) })
  }

  /// - Parameter names: The names of fields. Without a field the head may contain spaces.
  /// - Throws: for an unknown field, with the nearest one, and for unbalanced quotes.
  init(parsing text: String, names: [String]) throws(Failure) {
    let starts = names.compactMap { text.firstRange(of: " \($0)=")?.lowerBound }
    guard let start = starts.min() else {
      self.init(head: text, fields: [])
      return
    }
    self.init(head: String(text[..<start].drop { $0 == " " }), fields: [])
    for word in try CommandWords(String(text[start...])).words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, names.contains(parts[0]) else {
        throw Failure.usage(
          "'\(word)' is not one of its settings"
            + hint(for: parts[0], in: names, else: "write \(names.map { "\($0)=…" }.joined(separator: ", "))"))
      }
      fields.append((parts[0], parts[1]))
    }
  }

  /// The values of the fields.
  var changes: [PropertyChange] { fields.map { PropertyChange($0.name, to: .text($0.value)) } }

  /// The text that parses to this.
  var text: String { ([head] + fields.map { "\($0.name)=\(CommandWords.quoted($0.value))" }).joined(separator: " ") }
}
