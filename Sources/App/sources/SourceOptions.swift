package import Base
internal import Glibc
internal import Newswire
package import ScrollCore

/// Where the content of a view comes from, and what it takes of that.
package struct SourceOptions: HasProperties, Sendable {
  /// What was asked for of each source, by its type.
  private var sources: [ObjectIdentifier: any ContentSource] = [:]
  /// The arguments of the command are files.
  private var takesFiles = false
  /// Something is piped into the program: it is read where nothing else is asked for.
  package private(set) var isInputPiped = false
  /// What picks the part that counts out of a line; nil: all of it.
  var match: LinePattern?
  /// The lines of the sources are objects of JSON.
  package var takesJSONLines = false
  /// A line replaces the text instead of joining it.
  package var replaces = false
  /// The command of an area that is clicked is run, instead of printed.
  package var runsAreas = false
  /// The text can be edited in place.
  package var isEditable = false
  /// The end of the last source ends the program.
  package var exitsAtEnd = false
  package var tokens = TokensOptions()
  package var program = ProgramOptions()

  package init() {}

  /// - Parameters:
  ///   - takesFiles: The arguments of the command are files.
  ///   - isInputPiped: Something is piped into the program.
  package init(takesFiles: Bool = false, isInputPiped: Bool) {
    (self.takesFiles, self.isInputPiped) = (takesFiles, isInputPiped)
  }

  /// What was asked for of a source.
  subscript<Source: ContentSource>(_ kind: Source.Type) -> Source {
    get { sources[ObjectIdentifier(kind)] as? Source ?? Source() }
    set { sources[ObjectIdentifier(kind)] = newValue }
  }

  /// All sources, whether they were asked for or not.
  var all: [any ContentSource] {
    func source<Source: ContentSource>(_ kind: Source.Type) -> any ContentSource { self[kind] }
    return SourceList.current.kinds.map { source($0) }
  }

  package var news: NewsFeeds {
    get { self[NewsFeeds.self] }
    set { self[NewsFeeds.self] = newValue }
  }

  // MARK: - What comes of it

  /// Headlines, labels or a number, as given as arguments.
  package var texts: [String] { takesFiles ? [] : self[Arguments.self].texts }

  /// Paths, in order.
  package var files: [String] { (takesFiles ? self[Arguments.self].texts : []) + self[FileLines.self].named }

  /// Placeholders in headlines are live numbers.
  package var hasValues: Bool { !self[LiveValues.self].isEmpty }

  /// Whether standard input is read, after texts and files: where a single - asks for it, or where something is piped into it
  /// and nothing else is asked for.
  package var readsInput: Bool {
    if self[Arguments.self].readsInput || self[FileLines.self].readsInput { return true }
    guard isInputPiped, self[LiveValues.self].file != "-", !tokens.asks else { return false }
    return bringing.allSatisfy { $0.isEmpty || $0 is NewsFeeds && takesJSONLines }
  }

  /// The sources that bring what is shown.
  private var bringing: [any ContentSource] { all.filter { !type(of: $0).contents.isEmpty } }

  /// No source of what is shown is named at all.
  var isBlank: Bool { bringing.allSatisfy(\.isEmpty) && !readsInput }

  /// More may come than there is room for: the oldest has to go.
  package var hasStream: Bool { readsInput || all.contains(where: \.isStream) }

  // MARK: - What is wrong

  /// Looks at all values together.
  package func check() throws(ValueError) {
    for source in all { try source.check() }
    try tokens.check()
    try program.check()
    if takesJSONLines, replaces { throw ValueError("--json-lines does not go with --replace; give one of the two") }
    if takesJSONLines, match != nil { throw ValueError("--match does not go with --json-lines; give one of the two") }
    guard readsInput else { return }
    if tokens.asks {
      let remedy = "give the chips as arguments or with --file"
      throw ValueError(name: "ask", reason: "standard input is where answers come; \(remedy)")
    }
    if self[LiveValues.self].file == "-" {
      throw ValueError(name: "values", reason: "standard input is read for headlines already; name a file")
    }
  }
}

extension SourceOptions {
  package static var properties: [Property<SourceOptions>] { SourceList.current.properties }

  /// What is not about a single source, and whom it is for.
  static let general: [(audience: SourceAudience, properties: [Property<SourceOptions>])] = [
    (.everyone, reading),
    (
      .headlines,
      [
        .flag("replace", \.replaces, "A line of standard input replaces the text instead of joining it"),
        .flag(
          "markupRun", \.runsAreas,
          "With --markup lemonbar or dzen2: runs the command of an area that is clicked, split into words as "
            + "--command's, without a shell, instead of printing it on standard output"),
      ]
    ),
    (
      .editors,
      [
        .flag(
          "editable", \.isEditable,
          "With crawl or badge: a click puts a caret into the text, which can then be edited in place")
      ]
    ),
    (.chips, TokensOptions.properties.map { $0.lifted(\.tokens) }),
    (.everyone, ProgramOptions.properties.filter { $0.flag != "config" }.map { $0.lifted(\.program) }),
    (.program, ProgramOptions.properties.filter { $0.flag == "config" }.map { $0.lifted(\.program) }),
  ]

  private static let reading: [Property<SourceOptions>] = [
    matching(\.match),
    .flag(
      "jsonLines", \.takesJSONLines,
      "Each line of the sources is an object, "
        + #"{"text":"…","link":"…","urgent":true,"ttl":60,"topic":"…"}; text is needed; "#
        + "on strip and crawl an urgent one comes in next, ttl is in seconds, a topic makes a chip; other views take the "
        + "text alone"),
    .flag("exitAtEnd", \.exitsAtEnd, "Ends with the last source instead of going on with what there is"),
  ]

  /// Those of them that say how what is shown is read.
  static let readings = ["match", "json-lines", "replace"]

  /// The expression that picks what counts out of a line.
  static func matching<Owner>(_ path: WritableKeyPath<Owner, LinePattern?> & Sendable) -> Property<Owner> {
    .optional(
      "match", path, unit: "regex",
      "Takes of each line what the first group of a regular expression matches, or all of the match; a line that does "
        + "not match is left out", { .text($0.text) }
    ) { (value) throws(ValueError) in try valuing { () throws(Failure) in try LinePattern(value.text) } }
  }

  /// Whether standard input is a pipe, a socket or a file; not a terminal, not /dev/null, not closed.
  package static func isInputPiped() -> Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
  }
}

extension SourceOptions: Equatable {
  package static func == (a: SourceOptions, b: SourceOptions) -> Bool {
    a.takesFiles == b.takesFiles && a.isInputPiped == b.isInputPiped
      && properties.allSatisfy { $0.value(of: a) == $0.value(of: b) }
  }
}

extension Settings<SourceOptions> {
  /// What the options and the arguments of a command ask for.
  ///
  /// - Throws: for what does not go together.
  package init(
    _ given: [PropertyChange] = [], arguments: [String] = [], takesFiles: Bool = false,
    isInputPiped: Bool = SourceOptions.isInputPiped()
  ) throws(ValueError) {
    self.init(SourceOptions(takesFiles: takesFiles, isInputPiped: isInputPiped))
    try apply(given)
    try add(arguments)
    try value.check()
  }

  /// The same with what stands behind the command.
  package func with(arguments: [String]) throws(Failure) -> Settings {
    try usage { () throws(ValueError) in
      var settings = self
      try settings.add(arguments)
      try settings.value.check()
      return settings
    }
  }

  private mutating func add(_ arguments: [String]) throws(ValueError) {
    if !arguments.isEmpty { try set("arguments", to: .list(arguments.map(PropertyValue.text))) }
  }
}
