internal import Base
internal import Scene

/// The notice of a window whose configuration has mistakes.
enum ConfigurationNotice {
  /// The first mistake, with its file, line and remedy, and the number of others.
  static func text(of first: Failure, others: Int, _ words: Words) -> String {
    let file = first.subject.split(separator: "/").last.map(String.init) ?? first.subject
    let mistake =
      first.place.map { place in
        words[.mistakeInLine, ["file": words.isolated(file), "line": "\(place.line)", "reason": first.reason]]
      } ?? first.description
    return others > 0 ? words.joined([mistake, words[.moreMistakes, others]]) : mistake
  }
}
