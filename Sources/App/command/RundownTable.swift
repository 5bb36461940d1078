internal import Base

/// A rundown as lines of columns: when, how, what.
enum RundownTable {
  /// - Parameter rundown: A list of objects, as the command `rundown` answers.
  static func text(of rundown: JSON) -> String {
    let entries = rundown.array ?? []
    if entries.isEmpty { return "Nothing is to be shown in this time.\n" }
    return columns([["start", "end", "priority", "placing", "headline"]] + entries.map(row))
  }

  private static func row(_ entry: JSON) -> [String] {
    let words = [entry["topic"]?.string, entry["text"]?.string].compactMap(\.self)
    return [
      time(entry["start"]?.number), time(entry["end"]?.number), entry["priority"]?.line ?? "",
      entry["placing"]?.string ?? "", words.joined(separator: ": "),
    ]
  }

  /// The local time of day.
  private static func time(_ seconds: Double?) -> String {
    guard let seconds, (0..<1e11).contains(seconds) else { return "" }
    return localText(of: Int(seconds), "%H:%M:%S")
  }
}
