internal import Base
package import ScrollCore

/// The options for the as-run log, which records the headlines shown and their times.
package struct AsRunOptions: HasProperties, Equatable, Sendable {
  /// The log's path.
  package var file: String?
  /// The size in bytes at which a new file is begun.
  package var size = 10_000_000
  /// Whether to continue where the last run ended.
  package var resumes = false

  package init() {}

  package static let properties: [Property<AsRunOptions>] = [
    .optional(
      "asRun", \.file, unit: "file",
      "Writes what has been shown to a log, a line of JSON for each passage of a headline; see newsreel help as-run",
      { UserPaths.absolute($0) }
    ).with(\.info.isFile, true),
    .integer(
      "asRunSize", \.size, range: 100_000...1_000_000_000, unit: "bytes",
      "With --as-run: the size at which the log goes on in a new file; the last four are kept beside it"),
    .flag("resume", \.resumes, "With --as-run: goes on with the headline, and at the place, where the last run ended"),
  ]

  func check() throws(ValueError) {
    guard file == nil, self != Self() else { return }
    let name = resumes ? "resume" : "asRunSize"
    throw ValueError(name: name, reason: "there is no log; name its file with --as-run")
  }
}
