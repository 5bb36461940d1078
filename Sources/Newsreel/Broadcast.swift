/// Sends elements to each of its streams.
package final class Broadcast<Element: Sendable> {
  private var listeners: [AsyncStream<Element>.Continuation] = []

  package init() {}

  /// A stream of the elements sent from now on. An unread one keeps the last 1,000.
  package func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1000))
    listeners.append(continuation)
    return stream
  }

  package func send(_ element: Element) {
    listeners.removeAll { listener in
      if case .terminated = listener.yield(element) { return true }
      return false
    }
  }

  deinit { for listener in listeners { listener.finish() } }
}
