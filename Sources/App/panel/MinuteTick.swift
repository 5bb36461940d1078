internal import Base
internal import Glibc

/// Reports every minute, to update ages.
final class MinuteTick: LoopSource {
  private let onTick: () -> Void
  private(set) var deadline: Double

  init(onTick: @escaping () -> Void) {
    self.onTick = onTick
    deadline = monotonicNow() + 60
  }

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    guard now >= deadline else { return .idle }
    deadline = now + 60
    onTick()
    return .idle
  }

  func close() {}
}
