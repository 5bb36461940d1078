package import Base
internal import CCurses
internal import Glibc
package import Inspector
internal import ScrollCore

/// A terminal that shows pages and reads keys, by ncurses (ncurses(3)). Only one at a time; closing it restores the
/// terminal.
package final class TerminalScreen {
  private let screen: OpaquePointer
  private let window: UnsafeMutablePointer<WINDOW>
  private var palette: TerminalPalette
  private let isUTF8: Bool
  private var isOpen = true
  /// Whether the terminal has gone.
  package private(set) var isLost = false

  /// Opens the terminal of standard input and output.
  ///
  /// - Throws: if ncurses cannot be loaded, or does not know the terminal.
  package init() throws(Failure) {
    guard nr_curses_library() != nil else {
      throw Failure.system("ncurses cannot be loaded; install it (Debian: libncursesw6)")
    }
    isUTF8 = nr_set_locale()
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    guard let screen = nr_newterm(), let window = nr_stdscr() else {
      throw Failure.system(
        name.isEmpty
          ? "TERM is not set: it has to say what terminal this is, as TERM=xterm-256color"
          : "the terminal '\(name)' is not known to ncurses; set TERM to one that is, as TERM=xterm-256color")
    }
    (self.screen, self.window) = (screen, window)
    palette = TerminalPalette(isPlain: getenv("NO_COLOR").map { $0.pointee != 0 } ?? false)
    _ = nr_cbreak()
    _ = nr_noecho()
    _ = nr_nonl()
    _ = nr_keypad(window, true)
    _ = nr_nodelay(window, true)
    // A lone Escape is a key.
    _ = nr_set_escdelay(25)
    nr_free_keys()
    TerminalKeys.define()
    nr_watch_mouse()
    _ = nr_curs_set(0)
  }

  deinit { close() }

  /// Restores the terminal.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    // Some terminals lack an alternate screen to return from.
    _ = nr_erase(window)
    _ = nr_show(window)
    _ = nr_curs_set(1)
    _ = nr_endwin()
    nr_delscreen(screen)
  }

  /// The cells that a character takes (`wcwidth(3)`).
  package var cells: @Sendable (Unicode.Scalar) -> Int {
    // With ASCII only, a single substitute stands for any other character.
    let isUTF8 = isUTF8
    return { isUTF8 ? Int(nr_width($0.value)) : 1 }
  }

  // MARK: - Size

  package var size: (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
    // The terminal is wrong if it reports more than any screen has.
    return (min(Int(size.ws_row), 1000), min(Int(size.ws_col), 1000))
  }

  /// Applies a changed size.
  package func resize() {
    let (rows, columns) = size
    _ = nr_resizeterm(Int32(rows), Int32(columns))
    _ = nr_redraw_all(window)
  }

  // MARK: - Showing

  package func show(_ page: Page) {
    _ = nr_erase(window)
    palette.beginPage()
    for row in 0..<page.rows { show(page.row(row), row: row) }
    if let caret = page.caret {
      _ = nr_curs_set(1)
      _ = nr_move(window, Int32(caret.row), Int32(caret.column))
    } else {
      _ = nr_curs_set(0)
    }
    _ = nr_show(window)
  }

  /// Draws a row, a run of equal style at a time.
  private func show(_ cells: ArraySlice<Page.Cell>, row: Int) {
    var rest = cells
    while let first = rest.first {
      let run = rest.prefix { $0.style == first.style }
      let (attributes, pair) = palette.attributes(of: first.style)
      _ = nr_set_style(window, attributes, pair)
      _ = nr_move(window, Int32(row), Int32(run.startIndex - cells.startIndex))
      let characters = run.flatMap { $0.text.unicodeScalars.map { wchar_t(shown($0).value) } }
      _ = nr_add(window, characters, Int32(characters.count))
      rest = rest.dropFirst(run.count)
    }
  }

  /// The substitute for a character if the locale has only ASCII.
  private func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if isUTF8 || scalar.isASCII { return scalar }
    switch scalar {
    case "─": return "-"
    case "│", "┃": return "|"
    case "╭", "╮", "╰", "╯": return "+"
    case "●": return "*"
    case "○": return "o"
    case "‹", "←": return "<"
    case "›", "→": return ">"
    case "…": return "~"
    case "·": return "-"
    case "↻": return "@"
    case "×": return "x"
    default: return "?"
    }
  }

  // MARK: - Keys

  /// Reads pressed keys, without waiting.
  package func keys() -> [TerminalKey] {
    var keys: [TerminalKey] = []
    var hasRead = false
    // Bounded, so that an endless paste leaves time for the rest.
    for _ in 0..<256 {
      var code: UInt32 = 0
      let status = nr_get_key(window, &code)
      guard status != ERR else { break }
      hasRead = true
      if let key = TerminalKeys.key(code, isCharacter: status == OK) { keys.append(key) }
    }
    // Readable but empty: the terminal has gone.
    var waiting: Int32 = 0
    if !hasRead, isReadable(STDIN_FILENO), ioctl(STDIN_FILENO, UInt(FIONREAD), &waiting) != 0 || waiting == 0 {
      isLost = true
    }
    return keys
  }
}
