import Glibc

/// Something that a test needs and did not get.
package struct HarnessError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// How long a test waits for what must come. Nothing is judged by it: it is for what never comes, and longer than a busy
/// machine may take for anything. `NEWSREEL_TEST_PATIENCE` has other seconds, so that a defect does not look like a hang.
package let patience = Duration.seconds(
  secondsOfPatience(getenv("NEWSREEL_TEST_PATIENCE").map { String(cString: $0) }))

/// The seconds that a text asks for, from 1 to 3600; 300 otherwise.
func secondsOfPatience(_ text: String?) -> Double {
  guard let seconds = text.flatMap(Double.init), 1...3600 ~= seconds else { return 300 }
  return seconds
}

/// Looks at the condition again and again until it holds, and throws where it does not in time. `what` says what was
/// waited for.
package func waitUntil(
  _ what: @autoclosure () -> String, within limit: Duration = patience,
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw HarnessError("waited \(limit) in vain for \(what())") }
    try await Task.sleep(for: .milliseconds(4))
  }
}

/// The same for a value that is there at last.
package func waitFor<Value>(
  _ what: @autoclosure () -> String, within limit: Duration = patience,
  isolation: isolated (any Actor)? = #isolation, _ value: () async throws -> Value?
) async throws -> Value {
  let deadline = ContinuousClock.now + limit
  while true {
    if let value = try await value() { return value }
    guard ContinuousClock.now < deadline else { throw HarnessError("waited \(limit) in vain for \(what())") }
    try await Task.sleep(for: .milliseconds(4))
  }
}

/// Waits until somebody takes connections to that port. A connection to try would be one that the server has to serve.
package func waitForListener(at port: Int) async throws {
  let end = ":" + String(port + 0x10000, radix: 16, uppercase: true).dropFirst()
  try await waitUntil("a server at port \(port)") {
    ["/proc/net/tcp", "/proc/net/tcp6"].contains { list in
      let sockets = ((try? Project.text(of: list)) ?? "").split(separator: "\n").map { $0.split(separator: " ") }
      return sockets.contains { $0.count > 3 && $0[1].hasSuffix(end) && $0[3] == "0A" }
    }
  }
}
