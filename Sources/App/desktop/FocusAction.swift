internal import Base
internal import X11

/// What `newsreel focus` does.
package enum FocusAction {
  /// Has a newsreel that runs take the keyboard. The result is an exit status.
  package static func run() -> Int32 {
    do throws(Failure) {
      if try Display().requestFocus() { return ExitStatus.success }
      reportError("no newsreel runs on this display; newsreel starts the strip")
    } catch {
      reportError(error.description)
    }
    return ExitStatus.failure
  }
}
