internal import Base
internal import Newswire

extension AlertFacts {
  /// Its facts, as a text for people.
  ///
  /// - Parameter end: When it ends, in seconds since 1970; nil if unknown.
  func description(until end: Double?) -> String {
    var parts = [severity.rawValue, urgency.rawValue, certainty.rawValue, "priority \(priority)"]
    if breaksIn { parts.append("breaks in") }
    if let end, (0..<1e11).contains(end) { parts.append("until \(localText(of: Int(end), "%Y-%m-%d %H:%M"))") }
    if !area.isEmpty { parts.append(area) }
    return parts.joined(separator: ", ")
  }
}
