internal import Base
internal import Glibc
internal import Newswire
internal import Scene

/// A link on its way into the user's browser: watches `xdg-open` for a while, to say whether it did what it was asked.
final class LinkOpening: LoopSource {
  enum Outcome: Equatable {
    case opened
    /// Why not, in words for the user. May follow upon `opened`.
    case failed(String)
  }

  private let child: Detached.Child
  private let onOutcome: (Outcome) -> Void
  private let words: Words
  private let start: Double
  private(set) var deadline: Double
  private var isOpened = false
  private var isOver = false

  /// Seconds after which a program that still runs has become the browser itself, and for which its end is waited for.
  private static let (patience, longest) = (3.0, 60.0)

  /// Starts `xdg-open`, without a shell.
  ///
  /// - Throws: `Failure` whose reason is for the user: the link is refused, or there is no such program.
  init(_ link: String, _ words: Words, onOutcome: @escaping (Outcome) -> Void) throws(Failure) {
    if let refusal = Links.refusal(of: link) {
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

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    if isOver { return .finished }
    guard now >= deadline else { return .idle }
    let (status, age) = (child.status, now - start)
    // An end shows by asking only: more and more rarely.
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

  func close() { isOver = true }

  private func opened() {
    if !isOpened { onOutcome(.opened) }
    isOpened = true
  }
}
