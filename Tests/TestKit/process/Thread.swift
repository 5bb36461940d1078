import Glibc

/// Runs the work on a thread of its own, detached.
package func startThread(_ work: @escaping @Sendable () -> Void) {
  final class Box {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  var thread = pthread_t()
  let created = pthread_create(
    &thread, nil,
    { data in
      if let data { Unmanaged<Box>.fromOpaque(data).takeRetainedValue().work() }
      return nil
    }, Unmanaged.passRetained(Box(work)).toOpaque())
  if created == 0 { pthread_detach(thread) }
}

/// Runs the work on a thread of its own and returns what it makes. What belongs to the thread, such as a library's timers,
/// goes with it; threads of tests are shared.
package func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    startThread { continuation.resume(with: Result { try work() }) }
  }
}
