import Glibc
import Newsreel
import TestKit
import TestTags
import Testing

/// Nothing that a program calls ends it, and what it gets is what it would wish for.
@Suite("Odd calls", .serialized, .tags(.x11)) struct OddCallTests {
  @Test("Thirty-five odd calls and more do what one would wish, twice each, and the program goes on") func all()
    async throws
  {
    let server = try await XServer(width: 800, height: 400)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let calls = OddCall.all
    #expect(calls.count >= 35 && Set(calls.map(\.name)).count == calls.count)
    for round in 1...2 {
      for odd in calls {
        do { #expect(try odd.call(), "\(odd.name), \(round)") } catch { Issue.record("\(odd.name): \(error)") }
      }
    }
    let badge = BadgeView("Still here")
    badge.background = .white
    let picture = try Window.render(badge, size: Size(width: 200, height: 40))
    #expect(picture.count(of: .white) > 4000)
  }
}
