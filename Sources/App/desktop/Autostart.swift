package import Base
internal import Glibc
internal import ScrollCore

/// The desktop entry that starts the program with the user's session (XDG autostart).
package enum Autostart {
  /// An action on the entry.
  package enum Action: Equatable, Sendable {
    /// Prints whether there is an entry.
    case show
    case on([String])
    case off

    /// - Parameter words: "on" followed by the program's arguments, "off", or nothing.
    /// - Throws: `Failure` for other words.
    package init(_ words: [String]) throws(Failure) {
      switch words.first {
      case nil: self = .show
      case "on": self = .on(Array(words.dropFirst()))
      case "off" where words.count == 1: self = .off
      case "off": throw Failure.usage("autostart off takes nothing else: '\(words[1])'")
      case let word?: throw Failure.usage("'\(word)' is neither on nor off")
      }
      if case .on(let arguments) = self, let word = arguments.first(where: { $0.contains(where: \.isNewline) }) {
        throw Failure.usage("an argument of several lines cannot be kept: '\(word.prefix(40))'")
      }
    }
  }

  /// Runs the action. Returns the exit status.
  package static func run(_ action: Action) -> Int32 {
    let path = UserPaths.autostart
    return reporting { () throws(Failure) in
      switch action {
      case .on(let arguments):
        try AtomicFile.write(Array(entry(arguments).utf8), to: path, mode: 0o644)
      case .off:
        if unlink(path) != 0, errno != ENOENT { throw Failure(of: path, doing: "cannot remove it") }
      case .show:
        let bytes = try AtomicFile.read(path, limit: 1 << 20)
        let line = bytes.flatMap { command(in: String(decoding: $0, as: UTF8.self)) }
        return writeOutput(line.map { "on: \($0)\n" } ?? "off\n")
      }
      return ExitStatus.success
    }
  }

  /// The content of the entry, or nil.
  static var contents: [UInt8]? { AtomicFile.contents(UserPaths.autostart, limit: 1 << 20) }

  static var isOn: Bool { contents.flatMap { command(in: String(decoding: $0, as: UTF8.self)) } != nil }

  /// Writes the entry, or removes it.
  static func set(_ contents: [UInt8]?) throws(Failure) {
    let path = UserPaths.autostart
    if let contents { return try AtomicFile.write(contents, to: path, mode: 0o644) }
    if unlink(path) != 0, errno != ENOENT { throw Failure(of: path, doing: "cannot remove it") }
  }

  /// The desktop entry that starts the program with these arguments.
  static func entry(_ arguments: [String], program: String? = UserPaths.program) -> String {
    let command = ([program ?? "newsreel"] + arguments).map(quoted).joined(separator: " ")
    return """
      [Desktop Entry]
      Type=Application
      Name=Newsreel
      Comment=Headlines along the edge of the screen
      Exec=\(command)
      Icon=newsreel
      Terminal=false
      X-GNOME-Autostart-enabled=true

      """
  }

  private static func command(in entry: String) -> String? {
    let line = entry.split(separator: "\n").first { $0.hasPrefix("Exec=") }
    return entry.contains("\nHidden=true") ? nil : line.map { String($0.dropFirst(5)) }
  }

  /// An argument for the `Exec` key: in quotes, with `"`, `` ` ``, `$` and `\` escaped by a backslash, then every
  /// backslash doubled as in any string of the file, and `%` doubled, since it starts a field code.
  static func quoted(_ argument: String) -> String {
    let plain = argument.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
        || "-_./:,=@+".utf8.contains(byte)
    }
    if plain, !argument.isEmpty { return argument }
    var text = ""
    for character in argument.unicodeScalars {
      switch character {
      case "\"", "`", "$": text += "\\\\" + String(character)
      case "\\": text += "\\\\\\\\"
      case "%": text += "%%"
      default: text.unicodeScalars.append(character)
      }
    }
    return "\"\(text)\""
  }
}
