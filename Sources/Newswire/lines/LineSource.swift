package import Base
package import Glibc

/// The lines of an open descriptor: standard input, a pipe, a FIFO, a terminal, a socket or a regular file.
///
/// Lines are those of `LineBuffer`: ended by `\n`, `\r\n` or `\r`, at most 1 MiB long. Flow control: while `isPaused`,
/// nothing is read and the writer blocks, so nothing is lost.
package final class LineSource: LoopSource {
  /// Whether reading and delivery are suspended. The handler may set it during a delivery.
  package var isPaused: Bool {
    get { output.isPaused }
    set { output.isPaused = newValue }
  }

  private let name: String
  private let output: LineOutput
  /// The descriptor to poll and read: a new one, or the shared one.
  private let polled: Int32
  private var own: Descriptor?
  private let isShared: Bool
  /// Whether everything has been read.
  private var isDrained = false
  /// The number of bytes that may still be read.
  private var room: Int

  /// Reads lines from `descriptor`, which still belongs to the caller and keeps its flags. `name` is for messages, such
  /// as "standard input". Ends with an error after `limit` bytes.
  package init(
    descriptor: Int32, name: String, delivery: LineDelivery = .lines, limit: Int = .max,
    handler: @escaping SourceHandler
  ) {
    self.name = name
    room = limit
    output = LineOutput(name: name, delivery: delivery, handler: handler)
    let raw = isPlainFile(descriptor) ? nil : Descriptor.reopenNonBlocking(descriptor)
    polled = raw ?? descriptor
    isShared = raw == nil
    own = raw.map { Descriptor($0) }
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    guard !output.isClosed, !isDrained, !isPaused else { return }
    descriptors.append(pollfd(fd: polled, events: Int16(POLLIN), revents: 0))
  }

  /// Undelivered lines need no descriptor: they are due as soon as the pause ends.
  package var deadline: Double { !isPaused && !output.isClosed && (isDrained || output.hasLines) ? 0 : .infinity }

  package func service(now: Double) -> ServiceResult {
    let budget = Budget()
    var remaining = Budget.bytes
    while !output.isClosed {
      guard output.deliver(within: budget) else { return isPaused ? .idle : output.isClosed ? .finished : .more }
      if isDrained { return finish() }
      if remaining <= 0 || budget.isSpent { return .more }
      switch read() {
      case .bytes(let count):
        remaining -= count
        room -= min(count, room)
        guard room == 0 else { break }
        isDrained = true
        output.send(.error(Failure(of: name, reason: "has no end: only its beginning is used")))
      case .nothing: return .idle
      case .end: isDrained = true
      case .failed(let code):
        isDrained = true
        output.send(.error(Failure(of: name, doing: "cannot read", errno: code)))
      }
    }
    return .finished
  }

  package func close() {
    output.isClosed = true
    own = nil
  }

  private func finish() -> ServiceResult {
    output.deliverRest()
    output.send(.end)
    output.isClosed = true
    return .finished
  }

  private func read() -> ReadResult {
    if isShared, !isReadable(polled) { return .nothing }
    return output.buffer.fill { ReadResult(Glibc.read(polled, $0.baseAddress, $0.count)) }
  }
}

/// Whether it is a regular file. Those never block, and a reopened descriptor would start at the beginning instead of
/// the shared offset.
private func isPlainFile(_ descriptor: Int32) -> Bool {
  var status = stat()
  return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
