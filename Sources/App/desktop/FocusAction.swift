internal import Base
internal import X11

/// What `newsreel focus` does.
package enum FocusAction {
  /// Has a newsreel that runs take the keyboard. The result is an exit status.
  package static func run() -> Int32 {
    reporting { () throws(Failure) in
      if try Display().requestFocus() { return ExitStatus.success }
      throw .system("no newsreel runs on this display; newsreel starts the strip")
    }
  }
}
