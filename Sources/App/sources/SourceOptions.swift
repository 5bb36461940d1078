package import Base
internal import Glibc
internal import Newswire
package import ScrollCore
package import Windows

/// The sources of a view, and the options about them.
package struct SourceOptions: HasProperties, Sendable {
  /// The values of each source, by type.
  private var sources: [ObjectIdentifier: any ContentSource] = [:]
  /// Whether the arguments of the command are files.
  private var takesFiles = false
  /// Whether standard input is a pipe or file, to be read if there is no other source.
  package private(set) var isInputPiped = false
  /// Extracts the relevant part of a line; nil for all of it.
  var match: LinePattern?
  /// Whether lines are JSON objects.
  package var takesJSONLines = false
  /// Whether a line replaces the text.
  package var replaces = false
  /// Whether a click on an area runs its command instead of printing it.
  package var runsAreas = false
  /// Whether the text can be edited.
  package var isEditable = false
  /// Whether the program ends with its last source.
  package var exitsAtEnd = false
  package var tokens = TokensOptions()
  package var asRun = AsRunOptions()
  package var program = ProgramOptions()

  package init() {}

  /// - Parameters:
  ///   - takesFiles: Whether the arguments of the command are files.
  ///   - isInputPiped: Whether standard input is a pipe or file.
  package init(takesFiles: Bool = false, isInputPiped: Bool) {
    (self.takesFiles, self.isInputPiped) = (takesFiles, isInputPiped)
  }

  /// The values of a source.
  subscript<Source: ContentSource>(_ kind: Source.Type) -> Source {
    get { sources[ObjectIdentifier(kind)] as? Source ?? Source() }
    set { sources[ObjectIdentifier(kind)] = newValue }
  }

  /// Changes the values of a source in place.
  mutating func change<Source: ContentSource>(
    _ kind: Source.Type, _ body: (inout Source) throws(ValueError) -> Void
  ) throws(ValueError) {
    // Taken out, so that its lists have one owner and grow where they are.
    let key = ObjectIdentifier(kind)
    var source = sources.removeValue(forKey: key) as? Source ?? Source()
    defer { sources[key] = source }
    try body(&source)
  }

  /// All sources, including ones that are not set.
  var all: [any ContentSource] {
    func source<Source: ContentSource>(_ kind: Source.Type) -> any ContentSource { self[kind] }
    return SourceList.current.kinds.map { source($0) }
  }

  package var news: NewsFeeds {
    get { self[NewsFeeds.self] }
    set { self[NewsFeeds.self] = newValue }
  }

  // MARK: - Derived values

  /// The arguments: headlines, labels or a number.
  package var texts: [String] { takesFiles ? [] : self[Arguments.self].texts }

  /// The paths of files, in order.
  package var files: [String] { (takesFiles ? self[Arguments.self].texts : []) + self[FileLines.self].named }

  /// Whether placeholders in headlines are live numbers.
  package var hasValues: Bool { !self[LiveValues.self].isEmpty }

  /// The same under a markup: a broker may send numbers, too, for texts without any.
  package func hasValues(in markup: TextMarkup) -> Bool {
    hasValues || markup == .none && !self[BrokerMessages.self].isEmpty && self[WallScreen.self].isEmpty
  }

  /// Whether standard input is read, after texts and files: if a single - names it, or if it is a pipe or file and there is no other
  /// source.
  package var readsInput: Bool {
    if self[Arguments.self].readsInput || self[FileLines.self].readsInput { return true }
    guard isInputPiped, self[LiveValues.self].file != "-", !tokens.asks else { return false }
    return bringing.allSatisfy { $0.isEmpty || $0 is NewsFeeds && takesJSONLines }
  }

  /// The sources of content.
  private var bringing: [any ContentSource] { all.filter { !type(of: $0).contents.isEmpty } }

  /// Whether no source of content is named.
  var isBlank: Bool { bringing.allSatisfy(\.isEmpty) && !readsInput }

  /// Whether headlines may be endless, so that the oldest have to be dropped.
  package var hasStream: Bool { readsInput || all.contains(where: \.isStream) }

  // MARK: - Checks

  /// Checks all values together.
  package func check() throws(ValueError) {
    for source in all { try source.check() }
    let wall = self[WallScreen.self]
    try wall.check(beside: self)
    try self[BrokerMessages.self].checkPurpose(isOfWall: wall.name != nil)
    try tokens.check()
    try asRun.check()
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

  /// The options that do not belong to a source, and their views.
  static let general: [(audience: SourceAudience, properties: [Property<SourceOptions>])] = [
    (.everyone, reading),
    (
      .headlines,
      [
        .flag("replace", \.replaces, "A line of standard input replaces the text instead of joining it"),
        .flag(
          "markupRun", \.runsAreas,
          "With --markup lemonbar or dzen2: runs the command of a clicked area, split into words like --command and "
            + "without a shell, instead of printing it on standard output"),
      ]
    ),
    (
      .editors,
      [
        .flag(
          "editable", \.isEditable,
          "With crawl or badge: a click starts editing the text in place")
      ]
    ),
    (.headlines, AsRunOptions.properties.map { $0.lifted(\.asRun) }),
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
        + "an urgent one breaks in on a strip or a crawl, ttl is in seconds, a topic makes a chip; "
        + "a row is more than text (newsreel help rows); "
        + "newsreel help on-air has the members that say when and how it is shown; other views take the text alone"),
    .flag("exitAtEnd", \.exitsAtEnd, "Ends with the last source instead of keeping its content on the screen"),
  ]

  /// The options for reading content.
  static let readings = ["match", "json-lines", "replace"]

  /// An option for an expression that extracts the relevant part of a line.
  static func matching<Owner>(_ path: WritableKeyPath<Owner, LinePattern?> & Sendable) -> Property<Owner> {
    .optional(
      "match", path, unit: "regex",
      "Reduces each line to the first group of a regular expression, or to its whole match; a line that does not match "
        + "is dropped", { .text($0.text) },
      { (value) throws(ValueError) in try valuing { () throws(Failure) in try LinePattern(value.text) } })
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
  /// Reads the options and arguments of a command.
  ///
  /// - Throws: for an invalid value, or values that contradict each other.
  package init(
    _ given: [PropertyChange] = [], arguments: [String] = [], takesFiles: Bool = false,
    isInputPiped: Bool = SourceOptions.isInputPiped()
  ) throws(ValueError) {
    self.init(SourceOptions(takesFiles: takesFiles, isInputPiped: isInputPiped))
    try apply(given)
    try add(arguments)
    try value.check()
  }

  /// These options with the arguments of the command.
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
