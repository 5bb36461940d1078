import Glibc
import TestKit
import Testing

@testable import Base

@Suite("A message bus") struct BusTests {
  /// Serves all until that holds.
  private func serve(_ buses: Bus..., until isDone: () -> Bool) async throws {
    try await waitUntil("an answer") {
      for bus in buses { _ = bus.service(now: monotonicNow()) }
      return isDone()
    }
  }

  @Test("Calls are answered, refused where they are wrong, and signals are heard") func talking() async throws {
    let session = try await SessionBus()
    let server = try #require(Bus(address: session.address))
    let client = try #require(Bus(address: session.address))
    server.serve(below: "/things") { call in
      guard call.member == "Double", let number = call.integer() else {
        if call.member == "Double" { server.refuse(call, "InvalidArgs", "a number is expected") }
        return call.member == "Double"
      }
      server.reply(to: call) { $0.integer(2 * number) }
      return true
    }
    var answers: [String] = []
    // The server's name is known once something was answered.
    server.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId") { _ in answers.append("named") }
    try await serve(server, client) { answers == ["named"] }
    let name = try #require(server.uniqueName)
    func call(_ member: String, _ write: @escaping (BusWriter) -> Void) {
      client.call(name, "/things/one", "org.example.Thing", member, write: write) { answer in
        answers.append(answer.isError ? "error" : answer.integer().map(String.init) ?? "nothing")
      }
    }
    call("Double") { $0.integer(21) }
    call("Double") { $0.text("21") }
    call("Halve") { $0.integer(21) }
    try await serve(server, client) { answers.count == 4 }
    #expect(answers == ["named", "42", "error", "error"])
    client.follow("type='signal',interface='org.example.Thing'") { answers.append("\($0.path) \($0.text() ?? "")") }
    client.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId") { _ in answers.append("heard") }
    try await serve(server, client) { answers.last == "heard" }
    server.emit("/things/one", "org.example.Thing", "Changed") { $0.text("so") }
    try await serve(server, client) { answers.last == "/things/one so" }
  }

  @Test("A bus that goes ends all that was asked, and tells once") func ending() async throws {
    var ends = 0
    var answers: [Bool] = []
    var session: SessionBus? = try await SessionBus()
    let bus = try #require(Bus(address: session?.address))
    bus.onEnd = { ends += 1 }
    var isNamed = false
    bus.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId") { _ in isNamed = true }
    try await serve(bus) { isNamed }
    bus.call("org.example.Nobody", "/", "org.example.Nobody", "Wait") { answers.append($0.isError) }
    session = nil
    try await serve(bus) { !bus.isOpen }
    #expect(ends == 1 && answers == [true] && bus.service(now: 0) == .finished)
    #expect(!bus.call("a.b", "/", "a.b", "C") { _ in } && bus.uniqueName == nil)
  }

  @Test("Closed by what it calls back it ends in order") func closing() async throws {
    let session = try await SessionBus()
    let bus = try #require(Bus(address: session.address))
    bus.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId") { _ in bus.close() }
    try await serve(bus) { !bus.isOpen }
    #expect(bus.service(now: 0) == .finished)
  }
}
