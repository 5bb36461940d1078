internal import Base
internal import CCurl
internal import Glibc
internal import ScrollCore

/// HTTP by libcurl's multi interface, driven by the application's loop. The first request initialises curl.
///
/// At most `settings.connections` transfers run at a time, and one for each host; others are queued. The client follows
/// redirects itself: each hop takes its turn at its host, and none leads from https to http.
final class HTTPClient: LoopSource {
  let settings: HTTPSettings
  private var engine: CurlEngine?
  private var waiting: [HTTPJob] = []
  private var running: [Transfer] = []
  private var isClosed = false
  private let passwords: CredentialFile?

  init(settings: HTTPSettings = HTTPSettings()) {
    self.settings = settings
    passwords = settings.passwords.map { CredentialFile(path: $0) }
  }

  /// Why the user's passwords are not used, or nil.
  var passwordProblem: Failure? { passwords?.problem }

  /// The user's credentials for an address, or nil.
  func credentials(for address: WebAddress) -> HTTPCredentials? { passwords?.credentials(for: address) }

  /// Queues a request. Calls `completion` once, from within `service`.
  func send(_ request: HTTPRequest, receiver: @escaping HTTPJob.Receiver, completion: @escaping HTTPJob.Completion) {
    waiting.append(HTTPJob(request, receiver: receiver, completion: completion))
  }

  var isIdle: Bool { waiting.isEmpty && running.isEmpty }

  func appendDescriptors(to descriptors: inout [pollfd]) {
    guard let engine, !running.isEmpty else { return }
    descriptors.append(contentsOf: engine.sockets)
  }

  var deadline: Double {
    if running.contains(where: \.hasWork) || (!waiting.isEmpty && nextJob() != nil) { return 0 }
    return running.isEmpty ? .infinity : engine?.deadline ?? .infinity
  }

  func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    let budget = Budget()
    startJobs(budget)
    guard let engine, !running.isEmpty else { return .idle }
    let isDrained = engine.service(now: now, budget: budget)
    for (handle, code) in engine.removeFinished() {
      running.first { $0.handle == handle }?.finish(code)
    }
    deliver(budget)
    complete()
    startJobs(budget)
    return isDrained && !running.contains(where: \.hasWork) ? .idle : .more
  }

  func close() {
    isClosed = true
    waiting = []
    for transfer in running { engine?.remove(transfer.handle) }
    running = []
    engine = nil
  }

  // MARK: - Starting

  private func nextJob() -> Int? {
    guard running.count < settings.connections else { return nil }
    return waiting.firstIndex { job in !running.contains { $0.host == job.request.address.host } }
  }

  private func startJobs(_ budget: borrowing Budget) {
    while let index = nextJob() {
      let job = waiting.remove(at: index)
      do throws(Failure) {
        try Self.check(job.request.address)
        let engine = if let engine { engine } else { try CurlEngine(connections: settings.connections) }
        self.engine = engine
        let transfer = try Transfer(
          job, credentials: passwords?.credentials(for: job.request.address), settings: settings)
        running.append(transfer)
        engine.add(transfer.handle)
      } catch {
        job.completion(.failed(error.why, response: nil))
      }
      if budget.isSpent { return }
    }
  }

  /// Only without a fence can a feed lead to other ports than the user's feeds have.
  private static func check(_ address: WebAddress) throws(Failure) {
    guard Fence.admits(address.port) else {
      throw Failure(
        of: address.description,
        reason: "is at port \(address.port) of \(address.host), where no feed of yours is; add that address as a feed")
    }
  }

  // MARK: - Progress

  private func deliver(_ budget: borrowing Budget) {
    var remaining = Budget.bytes
    while remaining > 0, !budget.isSpent {
      var delivered = 0
      for transfer in running where transfer.hasWork { delivered += transfer.deliverPiece() }
      if delivered == 0 { return }
      remaining -= delivered
    }
  }

  private func complete() {
    let finished = running.filter(\.isComplete)
    guard !finished.isEmpty else { return }
    running.removeAll { $0.isComplete }
    for transfer in finished {
      engine?.remove(transfer.handle)
      switch transfer.outcome() {
      case .redirect(let job): waiting.append(job)
      case .outcome(let outcome): transfer.job.completion(outcome)
      }
      if isClosed { return }
    }
  }
}
