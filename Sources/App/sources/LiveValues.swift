internal import Base
internal import Glibc
internal import Newswire
internal import ScrollCore
internal import Windows

/// The sources of the numbers for `{name}` in headlines.
struct LiveValues: ContentSource {
  /// A file of lines `name=number`; - is standard input.
  var file: String?
  var command = CommandCall()
  /// The sources of single numbers.
  var single: [ValueSource] = []

  static let audience = SourceAudience.headlines
  static let contents: [String] = []
  var isStream: Bool { false }

  static let properties: [Property<LiveValues>] =
    [
      .several(
        "value", \.single, unit: "name=number",
        "Makes {name} in a headline a live number, as in aapl=211.4; or one from a source: 'load command=\"cut -c1-4 "
          + "/proc/loadavg\" every=5', 'load file=FILE', with match=REGEX to extract it from a line; may be repeated",
        \.value, ValueSource.sources),
      .optional(
        "values", \.file, unit: "file",
        "Makes {name} in a headline a live number, with values from lines name=number of a followed file; - is "
          + "standard input"
      ).with(\.info.isFile, true),
    ]
    + zip(
      CommandCall.properties,
      [
        ("valuesCommand", "Like --values, from the output of a command as for --command"),
        ("valuesEvery", "Like --every, for --values-command"),
      ]
    ).map { property, words in
      property.lifted(
        name: words.0, meaning: words.1, get: { $0.command },
        modify: { (values, change) throws(ValueError) in try change(&values.command) })
    }

  func check() throws(ValueError) { try command.check("valuesCommand", every: "valuesEvery") }

  func open(in sources: LineSources) throws(Failure) {
    if file == "-" {
      sources.accompany(
        LineSource(
          descriptor: STDIN_FILENO, name: "standard input", limit: sources.inputLimit, handler: sources.valueTaker()))
    } else if let file {
      sources.accompany(
        try FileSource(path: file, isWatched: !sources.isForPicture, handler: sources.valueTaker()))
    }
    if !command.words.isEmpty {
      sources.accompany(try command.source(isForPicture: sources.isForPicture, sources.valueTaker()))
    }
    for value in single { try value.open(in: sources) }
  }
}

/// The source of the number for one placeholder: `aapl=211.4`, or `load command='cut -c1-4 /proc/loadavg' every=5`.
struct ValueSource: Equatable, Sendable {
  /// The source of its lines.
  struct Origin: HasProperties, Equatable, Sendable {
    var command = CommandCall()
    /// A file that is followed, whose last line counts.
    var file: String?
    /// Extracts the number from a line; nil for the whole line.
    var match: LinePattern?

    static let properties: [Property<Origin>] =
      CommandCall.properties.map { $0.lifted(\.command) } + [
        .optional("file", \.file, unit: "file", "A file that is followed, whose last line counts"),
        SourceOptions.matching(\.match),
      ]
  }

  let name: String
  /// The number as written; nil if `origin` supplies it.
  private(set) var number: String?
  private(set) var origin = Origin()

  /// Reads a text, or a table of names with a number or a table of fields each.
  static func sources(_ value: PropertyValue) throws(ValueError) -> [ValueSource] {
    if case .table(let members) = value {
      return try members.map { (member) throws(ValueError) in
        try ValueSource(member.name, member.value ?? .text(""))
      }
    }
    let written = try valuing { () throws(Failure) in
      try WrittenFields(parsing: value.text, names: Origin.properties.map(\.flag))
    }
    let parts = written.head.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let isNumber = parts.count == 2 && written.fields.isEmpty
    return [try ValueSource(parts[0], isNumber ? .text(parts[1]) : .table(written.changes))]
  }

  private init(_ name: String, _ value: PropertyValue) throws(ValueError) {
    guard TextPart.isName(name) else {
      throw ValueError("'\(name)' is not a name of a value: it has no blanks, braces or '=', and at most 64 bytes")
    }
    self.name = name
    guard case .table(let fields) = value else {
      guard value == .text("") || NumberReading.isNumber(Array(value.text.utf8).span) else {
        throw ValueError("\(name): '\(value.text)' is not a number")
      }
      number = value.text
      return
    }
    origin = try Settings<Origin>(fields: fields).value
    do throws(ValueError) { try origin.command.check() } catch { throw ValueError(error.description) }
    guard (origin.file == nil) != origin.command.words.isEmpty else {
      throw ValueError(
        "\(name): where does it come from? \(name)=NUMBER, \(name) command='…' every=5 or \(name) file=…")
    }
  }

  /// The value that `sources` reads.
  var value: PropertyValue {
    .table([PropertyChange(name, to: number.map(PropertyValue.text) ?? .table(origin.fields))])
  }

  fileprivate func open(in sources: LineSources) throws(Failure) {
    if let number { sources.deliver(value: "\(name)=\(number)") }
    let handler = sources.valueTaker { [self] in line(for: $0) }
    if let file = origin.file {
      sources.accompany(try FileSource(path: file, isWatched: !sources.isForPicture, handler: handler))
    }
    if !origin.command.words.isEmpty {
      sources.accompany(try origin.command.source(isForPicture: sources.isForPicture, handler))
    }
  }

  /// The line `name=number` for a line of its source; nil if it has no number.
  func line(for bytes: UnsafeRawBufferPointer) -> String? {
    let text = String(decoding: bytes.prefix(LinePattern.longestLine), as: UTF8.self)
    guard let match = origin.match else { return "\(name)=\(text)" }
    return match.part(of: text).map { "\(name)=\($0)" }
  }
}
