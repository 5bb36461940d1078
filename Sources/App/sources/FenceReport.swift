internal import Base
internal import Newswire
internal import Synchronization

/// The missing parts of the fence around the processes that read feeds and brokers. Each process reports them at its
/// start; the user sees them once.
enum FenceReport {
  private static let told = Mutex<Set<String>>([])

  static func report(_ error: Failure) {
    // The process may be compromised: it gets only a few messages.
    let isNews = told.withLock { $0.count < 10 && $0.insert(error.reason).inserted }
    if isNews { reportError(error.description) }
  }
}
