internal import Base
internal import Glibc

/// A running window's socket: receives requests as lines of JSON, and answers each with a line.
final class ControlServer: LoopSource {
  private let socket: Descriptor
  private let path: String
  /// The window's name for `newsreel msg`.
  let name: String
  private var clients: [ControlClient] = []
  /// The index of the next client to serve.
  private var next = 0
  /// Executes a request and returns the answer's data.
  var perform: (ControlRequest) throws(Failure) -> JSON? = { _ throws(Failure) in nil }
  /// Called when the set of awaited events has changed.
  var onSubscription: () -> Void = {}

  /// The limit for clients.
  private static let most = 64

  /// - Throws: if the socket cannot be created.
  init?(named name: String) throws(Failure) {
    (self.name, path) = (name, ControlName.path(of: name))
    guard let socket = try UnixSocket.listen(at: path) else { return nil }
    self.socket = socket
  }

  /// The events that any client subscribed to.
  var awaited: Set<String> { clients.reduce(into: []) { $0.formUnion($1.subscription ?? []) } }

  /// Sends an event to its subscribers.
  func publish(_ event: String, _ line: String) {
    for client in clients {
      guard client.subscription?.contains(event) == true else { continue }
      client.send(line)
      client.flush()
    }
  }

  private func answer(_ line: UnsafeRawBufferPointer, of client: ControlClient) -> String? {
    if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return nil }
    var id: JSON?
    do throws(Failure) {
      let request = try ControlRequest(parsing: line, id: &id)
      let isSubscription = request.command == .subscribe
      return ControlRequest.answer(isSubscription ? try subscribe(client, request) : try perform(request), to: id)
    } catch {
      return ControlRequest.refusal(error, to: id)
    }
  }

  private func subscribe(_ client: ControlClient, _ request: ControlRequest) throws(Failure) -> JSON? {
    let names = request.arguments.map { $0.word ?? "" }
    for name in names where !ProgramEvent.names.contains(name) {
      throw Failure.usage("there is no event '\(name)'" + hint(for: name, in: ProgramEvent.names))
    }
    client.subscription = Set(names.isEmpty ? ProgramEvent.names : names)
    onSubscription()
    return nil
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    if hasRoom { descriptors.append(pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)) }
    for client in clients { descriptors.append(client.descriptor) }
  }

  var deadline: Double { .infinity }

  /// Whether another client may connect. When all places are taken, the one that has been idle longest makes room.
  private var hasRoom: Bool { clients.count < Self.most || clients.contains(where: \.isIdle) }

  private func leaveIdlest() {
    let idle = clients.indices.filter { clients[$0].isIdle }
    if let place = idle.min(by: { clients[$0].lastRequest < clients[$1].lastRequest }) { clients.remove(at: place) }
  }

  func service(now: Double) -> ServiceResult {
    while hasRoom, let peer = UnixSocket.accept(from: socket) {
      if clients.count >= Self.most { leaveIdlest() }
      clients.append(ControlClient(peer))
    }
    let budget = Budget()
    var hasMore = false
    for _ in clients.indices where !budget.isSpent {
      next = (next + 1) % clients.count
      let client = clients[next]
      hasMore = client.serve(within: budget) { [unowned self] in answer($0, of: client) } || hasMore
    }
    let count = clients.count
    clients.removeAll(where: \.isGone)
    if clients.count < count { onSubscription() }
    return hasMore || budget.isSpent ? .more : .idle
  }

  func close() {
    for client in clients { client.flush() }
    clients = []
    unlink(path)
  }
}
