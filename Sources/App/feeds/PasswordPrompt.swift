internal import Base
internal import Glibc

/// Questions on the terminal, and a password that is not shown.
enum PasswordPrompt {
  private static let longest = 1000

  /// The user's answer, or nil at the end of input.
  static func answer(to question: String) -> String? {
    _ = writeAll(question, to: STDERR_FILENO)
    return readLine()
  }

  /// Asks for a password on the terminal of standard input, or reads the first line of a pipe or file.
  ///
  /// - Throws: if there is none, or if it is longer than 1000 bytes.
  static func password(_ question: String) throws(Failure) -> String {
    let isTerminal = isatty(STDIN_FILENO) == 1
    let line = isTerminal ? typed(question) : piped()
    guard let line else { throw Failure(of: "password", reason: isTerminal ? "nothing is changed" : "is too long") }
    guard !line.isEmpty else {
      throw Failure(of: "password", reason: isTerminal ? "is empty; nothing is changed" : "standard input is empty")
    }
    guard let text = String(validating: line, as: UTF8.self), !line.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw Failure(of: "password", reason: "is not a line of text in UTF-8")
    }
    return text
  }

  private static func piped() -> [UInt8]? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A {
      line.append(byte)
      if line.count > longest { return nil }
    }
    if line.last == 0x0D { line.removeLast() }
    return line
  }

  /// Nil if the user cancels it. The terminal is as before in any case: keys for signals arrive as bytes meanwhile.
  private static func typed(_ question: String) -> [UInt8]? {
    var former = termios()
    guard tcgetattr(STDIN_FILENO, &former) == 0 else { return nil }
    var silent = former
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return nil }
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &former)
      _ = writeAll("\n", to: STDERR_FILENO)
    }
    _ = writeAll(question, to: STDERR_FILENO)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while retrying({ Int32(read(STDIN_FILENO, &byte, 1)) }) == 1 {
      switch byte {
      case 0x0A, 0x0D: return line
      case 0x03, 0x1A, 0x1C: return nil  // Ctrl-C, Ctrl-Z, Ctrl-\.
      case 0x04: return line.isEmpty ? nil : line  // Ctrl-D.
      case 0x15: line = []  // Ctrl-U.
      case 0x08, 0x7F:
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      default: if line.count < longest { line.append(byte) }
      }
    }
    return nil
  }
}
