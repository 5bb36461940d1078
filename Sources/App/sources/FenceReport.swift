internal import Base
internal import Newswire
internal import Synchronization

/// What is missing of the fence around the processes that read feeds and brokers. Each of them tells, whenever it starts;
/// the user hears it once.
enum FenceReport {
  private static let told = Mutex<Set<String>>([])

  static func report(_ error: Failure) {
    // The process may be anybody's: it has a few things to tell.
    let isNews = told.withLock { $0.count < 10 && $0.insert(error.reason).inserted }
    if isNews { reportError(error.description) }
  }
}
