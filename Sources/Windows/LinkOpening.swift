package import Base
package import Glibc
package import Scene

/// Opens a link in the user's browser. Watches `xdg-open` for a while to report a failure.
package final class LinkOpening: LoopSource {
  package enum Outcome: Equatable {
    case opened
    /// With the reason, for the user. May follow `opened`.
    case failed(String)
  }

  private let child: Detached.Child
  private let onOutcome: (Outcome) -> Void
  private let words: Words
  private let start: Double
  package private(set) var deadline: Double
  private var isOpened = false
  private var isOver = false

  /// Seconds after which a running program counts as the browser itself, and seconds until it is no longer watched.
  private static let (patience, longest) = (3.0, 60.0)

  /// Starts `xdg-open`, without a shell.
  ///
  /// - Throws: `Failure` with a reason for the user: the link is refused, or the program is missing.
  package init(_ link: String, _ words: Words, onOutcome: @escaping (Outcome) -> Void) throws(Failure) {
    if let refusal = Self.refusal(of: link) {
      throw Failure(
        of: link, reason: words[.linkRefused, ["link": String(link.prefix(80)), "reason": words[refusal]]])
    }
    do throws(Failure) { child = try Detached.watch(["xdg-open", link]) } catch {
      let isMissing = error.reason.hasSuffix(errorText(ENOENT))
      throw Failure(of: link, reason: isMissing ? words[.noOpener] : words[.noBrowser, ["reason": error.description]])
    }
    (self.onOutcome, self.words) = (onOutcome, words)
    start = monotonicNow()
    deadline = start
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {}

  package func service(now: Double) -> ServiceResult {
    if isOver { return .finished }
    guard now >= deadline else { return .idle }
    let (status, age) = (child.status, now - start)
    // Detecting the end needs polling: less and less often.
    deadline = now + min(max(0.02, age / 8), 1)
    isOver = status != nil
    switch status {
    case nil: if age >= Self.patience { opened() }
    case 0: opened()
    case 3: onOutcome(.failed(words[.browserNotFound]))
    case let status?: onOutcome(.failed(words[.linkFailed, ["status": String(status)]]))
    }
    isOver = isOver || age >= Self.longest
    return isOver ? .finished : .idle
  }

  package func close() { isOver = true }

  private func opened() {
    if !isOpened { onOutcome(.opened) }
    isOpened = true
  }

  /// Why a link is refused; nil for http, https and mailto.
  package static func refusal(of link: String) -> Word? {
    let link = link.lowercased()
    if link.hasPrefix("https://") || link.hasPrefix("http://") { return nil }
    guard link.hasPrefix("mailto:") else { return .linkOfOtherKind }
    // Some mail programs attach the user's files for these fields.
    let asks = link.split(separator: "?").dropFirst().joined().split { $0 == "&" || $0 == ";" }
    return asks.contains { $0.hasPrefix("attach") } ? .linkAttaches : nil
  }
}
