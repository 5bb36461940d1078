internal import Base
internal import Newswire
internal import ScrollCore

extension AlertFacts {
  /// Its facts, as a text for people.
  ///
  /// - Parameter end: When it ends; nil if unknown.
  func description(until end: UnixTime?) -> String {
    var parts = [severity.rawValue, urgency.rawValue, certainty.rawValue, "priority \(priority)"]
    if breaksIn { parts.append("breaks in") }
    if let end, (0..<1e11).contains(end.seconds) {
      parts.append("until \(localText(of: end.wholeSeconds, "%Y-%m-%d %H:%M"))")
    }
    if !area.isEmpty { parts.append(area) }
    return parts.joined(separator: ", ")
  }
}
