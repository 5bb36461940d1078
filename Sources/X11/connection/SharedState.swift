internal import CX11
internal import Glibc
internal import Synchronization

/// The lock around C libraries' global state, since each thread may have windows of its own: Imlib2's context and image
/// cache, Xft's fonts, Xlib's list of input methods, the locale. Connections and font maps belong to one thread each.
/// Xlib, fontconfig and Pango lock the rest themselves.
package enum SharedState {
  private static let lock = Mutex(())

  /// Runs `body` under the lock, which is not recursive.
  package static func withLock<Result: Sendable, Failure>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try lock.withLock { _ throws(Failure) in try body() }
  }

  /// Xlib locks what connections share only after `XInitThreads`, which must precede everything else. From 1.8 on it
  /// does so by itself.
  static let guardsXlib: Bool = XInitThreads() != 0

  /// Key symbols become characters by the locale; without an encoding there are no dead keys either. Set once:
  /// `setlocale` frees data that a concurrent reader may use.
  static let hasLocale: Bool = {
    let isPlain = setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8"
    return !isPlain || setlocale(LC_CTYPE, "C.UTF-8") != nil
  }()
}
