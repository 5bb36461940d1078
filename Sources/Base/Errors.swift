internal import Glibc
package import ScrollCore

/// The end of an error about an unknown name: the nearest known name, or else `remedy`.
package func hint(for name: String, in names: [String], else remedy: String = "") -> String {
  nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? (remedy.isEmpty ? "" : "; " + remedy)
}

/// Writes `newsreel: …` to standard error, in one line and without control characters. Never waits: a standard error
/// that is closed, full or unread is ignored.
package func reportError(_ message: String) { reportProgress("newsreel: \(message)") }

/// Writes a command's action or finding to standard error, like `reportError`.
package func reportProgress(_ text: String) {
  guard isWritable(STDERR_FILENO) else { return }
  _ = writeAll(TextCleaner.message(withoutPasswords(text)) + "\n", to: STDERR_FILENO)
}

/// Rethrows the caller's own error as a usage error.
package func usage<Result>(_ body: () throws(ValueError) -> Result) throws(Failure) -> Result {
  do throws(ValueError) { return try body() } catch {
    throw .option(kebabCase(error.name), error.reason)
  }
}

/// Converts an error of a reader to one about a value.
package func valuing<Result>(_ body: () throws(Failure) -> Result) throws(ValueError) -> Result {
  do throws(Failure) { return try body() } catch { throw ValueError(error.keyed) }
}
