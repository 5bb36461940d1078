internal import Base
internal import Glibc
internal import Newswire
internal import ScrollCore

/// The lines of files.
struct FileLines: ContentSource {
  /// In order; - is standard input.
  var paths: [String] = []
  /// Whether they are followed.
  var isWatched = false

  static let properties: [Property<FileLines>] = [
    .several(
      "file", \.paths, unit: "file", "Reads the lines of a file, after the arguments; may be repeated"
    ).with(\.info.isFile, true),
    .flag(
      "watch", \.isWatched,
      "Follows the files of --file: reads later additions, and files that replace them"),
  ]

  var named: [String] { paths.filter { $0 != "-" } }
  var readsInput: Bool { paths.contains("-") }
  var isEmpty: Bool { named.isEmpty }
  var isStream: Bool { isWatched && !isEmpty }

  func check() throws(ValueError) {
    guard isWatched, isEmpty else { return }
    throw ValueError(name: "watch", reason: "there is no file to watch; name one with --file")
  }

  func open(in sources: LineSources) throws(Failure) {
    let isFollowed = isWatched && !sources.isForPicture
    for path in sources.options.files {
      try sources.attempt { () throws(Failure) in
        let (delivery, handler) = sources.taker(isFollowed: isFollowed)
        sources.add(try FileSource(path: path, isWatched: isFollowed, delivery: delivery, handler: handler))
      }
    }
  }
}

/// The arguments of a command: texts, or files for a view that takes files; - is standard input.
struct Arguments: ContentSource {
  var words: [String] = []

  static let audience = SourceAudience.nobody
  static let properties: [Property<Arguments>] = [
    .several("arguments", \.words, unit: "text", "The arguments of the command")
  ]

  var texts: [String] { words.filter { $0 != "-" } }
  var readsInput: Bool { words.contains("-") }
  var isEmpty: Bool { texts.isEmpty }
  var isStream: Bool { false }

  /// Opens standard input. The view reads texts itself, and `FileLines` the files.
  func open(in sources: LineSources) throws(Failure) {
    guard sources.options.readsInput else { return }
    let (delivery, handler) = sources.taker(isFollowed: false)
    sources.add(
      LineSource(
        descriptor: STDIN_FILENO, name: "standard input", delivery: delivery, limit: sources.inputLimit,
        handler: handler))
  }
}
