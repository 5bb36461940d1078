internal import Glibc
internal import Newswire

extension AlertFacts {
  /// What there is to know of it, for people.
  ///
  /// - Parameter end: When it ends, in seconds since 1970; nil if it does not say so.
  func description(until end: Double?) -> String {
    var parts = [severity.rawValue, urgency.rawValue, certainty.rawValue, "priority \(priority)"]
    if breaksIn { parts.append("breaks in") }
    if let end, (0..<1e11).contains(end) { parts.append("until \(Self.localTime(end))") }
    if !area.isEmpty { parts.append(area) }
    return parts.joined(separator: ", ")
  }

  /// As in 2026-11-25 18:00.
  private static func localTime(_ seconds: Double) -> String {
    var (moment, parts) = (time_t(seconds), tm())
    localtime_r(&moment, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress, strftime(start, buffer.count, "%Y-%m-%d %H:%M", &parts) > 0 else {
        return ""
      }
      return String(cString: start)
    }
  }
}
