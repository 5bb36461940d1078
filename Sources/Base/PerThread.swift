internal import Glibc

/// An object that each thread has of its own, made by its first use and released with the thread
/// (`pthread_key_create(3)`).
package final class PerThread<Value: AnyObject>: Sendable {
  private let key: pthread_key_t
  private let make: @Sendable () -> Value

  package init(_ make: @escaping @Sendable () -> Value) {
    var key = pthread_key_t()
    // There are 1,024 keys, and a program needs a few.
    let code = pthread_key_create(&key) { value in
      if let value { Unmanaged<AnyObject>.fromOpaque(value).release() }
    }
    precondition(code == 0, "no thread-specific keys left")
    (self.key, self.make) = (key, make)
  }

  /// The calling thread's.
  package var value: Value {
    if let known = pthread_getspecific(key) { return Unmanaged<Value>.fromOpaque(known).takeUnretainedValue() }
    let new = make()
    pthread_setspecific(key, Unmanaged.passRetained(new).toOpaque())
    return new
  }
}
