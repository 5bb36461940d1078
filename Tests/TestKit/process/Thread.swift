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
