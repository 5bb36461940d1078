internal import CX11
internal import Glibc
internal import Synchronization

/// What C libraries keep once for a process. Each thread may have windows of its own, so one at a time uses it: Imlib2's
/// context and its cache of pictures, Xlib's list of input methods, the locale. What belongs to a connection or to a font map
/// is its thread's alone, and Xlib, fontconfig and Pango guard the rest by themselves.
package enum SharedState {
  private static let lock = Mutex(())

  /// Runs `body` while no other thread is in here. It must not come in again.
  package static func alone<Result: Sendable, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try lock.withLock { _ throws(Failure) in try body() }
  }

  /// Xlib guards what connections share only where it is told to before the first (`XInitThreads`); from 1.8 on it does so by
  /// itself.
  static let guardsXlib: Bool = XInitThreads() != 0

  /// Key symbols become characters by the locale; one without an encoding knows no dead keys either. It is set once: whoever
  /// reads it meanwhile would read what has gone.
  static let hasLocale: Bool = {
    let isPlain = setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8"
    return !isPlain || setlocale(LC_CTYPE, "C.UTF-8") != nil
  }()
}
