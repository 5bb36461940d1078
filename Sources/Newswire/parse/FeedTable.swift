/// The elements of each format by field, for the manual: describes `FeedField` and `JSONFeed`. The first one present
/// counts.
package enum FeedTable {
  package static let rows: [(field: String, words: String)] = [
    (
      "title",
      "RSS, CDF: title, dc:title, itunes:title, media:title. Atom: title, as text, HTML, XHTML or base64. JSON Feed: title. "
        + "Without one, the text replaces it."
    ),
    (
      "text",
      "RSS, CDF: description or abstract, content:encoded, dc:description, itunes:summary, itunes:subtitle, "
        + "media:description. Atom: summary, content. JSON Feed: content_text, summary, content_html. "
        + "Its first 200 characters are the summary."
    ),
    (
      "link",
      "RSS: feedburner:origLink, link, href, guid unless its isPermaLink is false, enclosure, media:content. RSS 1.0: link, "
        + "rdf:about. Atom: link to a page, to anything else, to an enclosure, content with src. JSON Feed: url, external_url, "
        + "attachments. It is relative to xml:base, to the channel's link, or to the feed's address; a blank link, or one that "
        + "is neither http nor https, is skipped."
    ),
    (
      "id",
      "RSS: guid. RSS 1.0: rdf:about. Atom, JSON Feed: id. Without one, or if a feed reuses an id for different items, "
        + "link and title together; at an article's link a corrected title replaces the earlier one. Of items with the same "
        + "id the latest update counts."
    ),
    (
      "date",
      "RSS: pubDate, dc:date, dcterms:issued, dcterms:created, dcterms:modified. Atom: published, issued, created, "
        + "updated, modified. JSON Feed: date_published, date_modified. CDF: lastmod. In a dozen languages and two dozen "
        + "formats; an unknown zone is UTC; an ambiguous date needs a weekday to count."
    ),
    (
      "author",
      "RSS: dc:creator, author, itunes:author. Atom: the name of each author. JSON Feed: authors, author. Otherwise those of "
        + "the feed: managingEditor, dc:creator, itunes:author, author. Mail addresses are removed."
    ),
    (
      "chip",
      "The feed's title, unless the list has a label; its picture is the image, icon, logo, itunes:image or favicon."
    ),
    ("pace", "RSS: ttl. HTTP: Cache-Control and Retry-After. The minimum is a minute."),
  ]
}
