/// What of each format is read into what, for the manual: `FeedField` and `JSONFeed` in words. Of several the first that is
/// there counts.
package enum FeedTable {
  package static let rows: [(field: String, words: String)] = [
    (
      "title",
      "RSS, CDF: title, dc:title, itunes:title, media:title. Atom: title, as text, HTML, XHTML or base64. JSON Feed: title. "
        + "Where there is none, the text stands in for it."
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
        + "attachments. It is relative to xml:base, to the channel's link, or to where the feed was found; what is blank, or "
        + "neither http nor https, leaves its place to the next."
    ),
    (
      "id",
      "RSS: guid. RSS 1.0: rdf:about. Atom, JSON Feed: id. Without one, or where a feed gives one id to different things, "
        + "link and title together; at an article's link a corrected title takes the place of the one before. Of an id given "
        + "twice the item counts that was updated later."
    ),
    (
      "date",
      "RSS: pubDate, dc:date, dcterms:issued, dcterms:created, dcterms:modified. Atom: published, issued, created, "
        + "updated, modified. JSON Feed: date_published, date_modified. CDF: lastmod. In a dozen languages and two dozen ways of "
        + "writing; an unknown zone is UTC; of what could be two dates a weekday decides, else it is none."
    ),
    (
      "author",
      "RSS: dc:creator, author, itunes:author. Atom: the name of each author. JSON Feed: authors, author. Otherwise those of "
        + "the feed: managingEditor, dc:creator, itunes:author, author. Mail addresses are left out."
    ),
    (
      "chip",
      "The feed's title, where the list has no label; its picture is the image, icon, logo, itunes:image or favicon."
    ),
    ("pace", "RSS: ttl. HTTP: Cache-Control and Retry-After. Nothing is asked more often than each minute."),
  ]
}
