/// Messages of the Common Alerting Protocol, and feeds of them, as text.
package enum CAPText {
  /// When each message was sent, unless its time matters.
  package static let sent = "2026-11-25T11:00:00-00:00"

  /// A message about a flood.
  ///
  /// - Parameters:
  ///   - kind: Alert, Update or Cancel.
  ///   - other: The message that it ends, or several.
  ///   - info: What its information has beside the event.
  ///   - sent: When a message was sent.
  package static func message(
    _ id: String, as kind: String = "Alert", ending other: [String] = [], _ info: String = "",
    sent: (String) -> String = { _ in sent }
  ) -> String {
    let references = other.map { "a@example.org,\($0),\(sent($0))" }.joined(separator: " ")
    return """
      <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>\(id)</identifier><sender>a@example.org</sender>\
      <sent>\(sent(id))</sent><status>Actual</status><msgType>\(kind)</msgType><scope>Public</scope>\
      <references>\(references)</references><info><category>Met</category><event>Flood</event>\(info)</info></alert>
      """
  }

  /// What is said of a danger.
  package static func facts(_ urgency: String, _ severity: String, _ certainty: String) -> String {
    "<urgency>\(urgency)</urgency><severity>\(severity)</severity><certainty>\(certainty)</certainty>"
  }

  /// An Atom feed.
  ///
  /// - Parameter entries: What stands in each entry.
  package static func feed(_ entries: [String]) -> String {
    "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Warnings</title>"
      + entries.map { "<entry>\($0)</entry>\n" }.joined() + "</feed>"
  }
}
