package import ScrollCore

/// What becomes of headlines that have been read.
package enum ReadHeadlines: String, CaseIterable, Sendable {
  /// They look as before, look fainter, or are left out.
  case keep, dim, drop

  static func property<Owner>(_ path: WritableKeyPath<Owner, ReadHeadlines> & Sendable) -> Property<Owner> {
    .choice(
      "read", path,
      "What becomes of headlines whose links have been opened: keep shows them as before, dim in a fainter colour, and "
        + "drop leaves them out")
  }
}

extension StripTheme {
  /// Text of a headline that has been read.
  package var readTextColor: Color { textColor.read(on: background) }
}

extension Color {
  /// Text of this colour that has been read: faint, and still legible.
  func read(on background: Color) -> Color { faint(on: background, and: background, share: 0.4) }
}

extension CrawlView {
  /// Says which headlines have been read, by their ids. Their colour changes, and nothing else.
  package func setRead(_ ids: Set<Int>) { if items.setRead(ids) { drawnRevision = -1 } }
}
