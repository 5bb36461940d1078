internal import Base
internal import Neighbours
internal import X11

/// The action of `newsreel focus`.
package enum FocusAction {
  /// Gives the keyboard to a running newsreel. Returns the exit status.
  package static func run() -> Int32 {
    reporting { () throws(Failure) in
      if try Display().requestFocus() { return ExitStatus.success }
      throw .system("no newsreel runs on this display; newsreel starts the strip")
    }
  }
}
