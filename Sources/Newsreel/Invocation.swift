internal import Glibc

/// What a command line asks for.
public struct Invocation: Equatable, Sendable {
  public enum View: String, CaseIterable, Sendable { case strip, crawl, counter, tokens, credits }

  public var view: View
  /// Headlines, labels or a number, as given as arguments.
  public var texts: [String] = []
  /// Paths, in order; their lines follow the texts.
  public var files: [String] = []
  /// Standard input is read, after texts and files.
  public var readsInput = false
  /// A line replaces the text instead of joining it.
  public var replaces = false
  /// The end of the last source ends the program.
  public var exitsAtEnd = false
  /// What the chips' command takes beside its properties.
  public var tokens = TokensOptions()
  /// The crawl's text can be edited in place.
  public var isEditable = false
  /// The view's own properties, as they are to be set, in order. They have been checked.
  public var properties: [Assignment] = []
  /// The same of `WindowOptions`.
  public var window: [Assignment] = []

  public init(_ view: View) { self.view = view }
}

extension Invocation {
  /// Takes arguments and files as sources. A single `-` among them stands for standard input, which is also read when
  /// nothing else is given and something is piped into it.
  public mutating func take(texts: [String] = [], files: [String] = [], isInputPiped: Bool = isInputPiped()) {
    self.texts = texts.filter { $0 != "-" }
    self.files = files.filter { $0 != "-" }
    let isAskedFor = self.texts.count < texts.count || self.files.count < files.count
    readsInput = isAskedFor || (isInputPiped && texts.isEmpty && files.isEmpty)
  }

  /// Whether standard input is a pipe, a socket or a file; not a terminal, not /dev/null, not closed.
  public static func isInputPiped() -> Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
  }
}
