internal import Base

/// A bar, by what it reads of a program's standard output.
package enum BarFormat: String, CaseIterable, Sendable {
  case waybar, polybar, i3bar, i3blocks, xmobar, lemonbar, tmux

  /// What stands before the first line.
  package var header: String { self == .i3bar ? "{\"version\":1,\"click_events\":true}\n[\n" : "" }

  /// Whether it writes clicks to the program's standard input.
  package var sendsClicks: Bool { self == .i3bar || self == .i3blocks }

  /// The line that shows a content, with its end.
  ///
  /// - Parameter program: Sends a command to this program where a click in the bar runs one.
  package func line(_ content: BarContent, clicks program: BarProgramName) -> String {
    let line =
      switch self {
      case .waybar: Self.waybar(content).line
      case .i3bar: JSON.array([Self.block(content, of: program)]).line + ","
      // Its JSON knows no escapes before version 1.5, and an empty line changes nothing.
      case .i3blocks: content.text.isEmpty ? " " : content.text
      case .polybar: Self.tagged(content, BarEscape.polybar, by: program)
      case .lemonbar: Self.tagged(content, BarEscape.lemonbar, by: program)
      case .xmobar: Self.xmobar(content, by: program)
      case .tmux: BarEscape.tmux(content.text)
      }
    return line + "\n"
  }

  /// An object as waybar-custom(5) reads it, with `return-type` json.
  private static func waybar(_ content: BarContent) -> JSON {
    .object([
      ("text", .string(BarEscape.pango(content.text))), ("alt", .string(String(content.unread))),
      ("tooltip", .string(content.coming.map(BarEscape.pango).joined(separator: "\n"))),
      ("class", .string(content.kind.rawValue)), ("percentage", .integer(content.percentage)),
    ])
  }

  /// A block of i3bar's protocol.
  private static func block(_ content: BarContent, of program: BarProgramName) -> JSON {
    .object([
      ("name", .string("newsreel")), ("instance", .string(program.window)), ("full_text", .string(content.text)),
      ("short_text", .string(CellWidth.cut(content.text, to: shortest))),
      ("urgent", .bool(content.kind == .urgent)), ("markup", .string("none")),
    ])
  }

  /// The cells of a text that i3bar shows where there is no room for the whole one.
  private static let shortest = 30

  /// The areas of polybar and lemonbar: `%{A1:command:}…%{A}`.
  private static func tagged(
    _ content: BarContent, _ escape: (String) -> String, by program: BarProgramName
  ) -> String {
    let actions = BarClick.areas(of: content)
    let starts = actions.map { "%{A\($0.button):\(program.command(for: $0)):}" }.joined()
    return starts + escape(content.text) + String(repeating: "%{A}", count: actions.count)
  }

  private static func xmobar(_ content: BarContent, by program: BarProgramName) -> String {
    let actions = BarClick.areas(of: content)
    let starts = actions.map { "<action=`\(program.command(for: $0))` button=\($0.button)>" }.joined()
    return starts + BarEscape.xmobar(content.text) + String(repeating: "</action>", count: actions.count)
  }
}

/// How a bar's clicks reach the program that writes its lines.
package struct BarProgramName: Equatable, Sendable {
  /// The program, as a shell finds it.
  package let path: String
  /// The name for `newsreel msg`.
  package let window: String

  /// - Parameter path: `newsreel` where it needs quotes: it stands within a bar's markup.
  package init(path: String, window: String) {
    let isPlain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2B, 0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
    }
    (self.path, self.window) = (isPlain && !path.isEmpty ? path : "newsreel", window)
  }

  func command(for click: BarClick) -> String { "\(path) msg --name \(window) \(click.action)" }
}
