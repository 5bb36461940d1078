package import ScrollCore

/// The headlines as text, for what shows them without a picture.
extension CrawlScene {
  /// The IDs of the headlines, in the order in which they run.
  package func idsInOrder(atMost most: Int) -> [Int] { Array(headlines.idsInOrder.prefix(most)) }

  /// Gives all numbers their new values, without rolling.
  package func adoptValues(at t: Seconds) { headlines.values?.adoptAll(at: t) }

  /// The text of a headline with the numbers of its placeholders; nil if it no longer exists.
  package func textWithNumbers(of id: Int) -> String? {
    guard let text = headlines.text(of: id), let values = headlines.values, let headline = headline(of: id),
      hasValues, !headline.isPlain
    else { return headlines.text(of: id) }
    return TextPart.parts(of: text).reduce(into: "") { result, part in
      switch part {
      case .text(let text): result += text
      case .value(let name): result += values.text(named: name)
      }
    }
  }

  /// Whether a headline has been read, as it was told last.
  package func isRead(_ id: Int) -> Bool { headlines.isRead(id) }
}
