import Testing

@testable import ScrollCore

@Suite("A strip that hides itself") struct PresenceTests {
  private func hiding(_ glide: Double = 0.2) -> Presence {
    var presence = Presence()
    presence.set(hides: true, glide: glide, at: 0)
    return presence
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

  @Test("One that does not hide is always there, and nothing is waited for") func always() {
    var presence = Presence()
    for t in [0, 5, 1e9] {
      #expect(presence.share(at: t) == 1 && !presence.isAway(at: t) && presence.nextChange(after: t) == .infinity)
    }
    presence.show(for: 5, at: 3)
    presence.hold(.pointer, true, at: 4)
    presence.hold(.pointer, false, at: 5)
    #expect(presence.share(at: 100) == 1 && presence.nextChange(after: 100) == .infinity)
  }

  @Test("For a headline it glides in, stays, and glides out") func headline() {
    var presence = hiding()
    // It goes when it begins to hide.
    #expect(!presence.isAway(at: 0.1) && presence.isAway(at: 0.2) && presence.nextChange(after: 0.2) == .infinity)
    presence.show(for: 10, at: 100)
    #expect(presence.share(at: 100) == 0 && presence.nextChange(after: 100) == 100)
    #expect(isClose(presence.share(at: 100.1), 0.5) && isClose(presence.share(at: 100.2), 1))
    #expect(presence.nextChange(after: 105) == 110 && presence.share(at: 109.9) == 1)
    #expect(isClose(presence.share(at: 110.1), 0.5) && !presence.isAway(at: 110.1))
    #expect(presence.isAway(at: 110.21) && presence.nextChange(after: 110.21) == .infinity)
    // Whoever asks for an earlier time gets the same answer.
    #expect(presence.share(at: 105) == 1 && isClose(presence.share(at: 100.1), 0.5))
  }

  @Test("Another headline prolongs it; one that comes while it leaves turns it back from where it is") func more() {
    var presence = hiding()
    presence.show(for: 10, at: 100)
    presence.show(for: 10, at: 105)
    #expect(presence.share(at: 114.9) == 1)
    let leaving = presence.share(at: 115.1)
    presence.show(for: 10, at: 115.1)
    #expect(presence.share(at: 115.1) == leaving && presence.share(at: 115.21) == 1)
    // A shorter stay does not cut a longer one.
    presence.show(for: 1, at: 116)
    #expect(presence.share(at: 125) == 1)
  }

  @Test("Pointer, keyboard and menu keep it; it goes a moment after the last of them") func holds() {
    var presence = hiding()
    presence.show(for: 1, at: 10)
    presence.hold(.pointer, true, at: 10.5)
    presence.hold(.menu, true, at: 11)
    presence.hold(.pointer, false, at: 12)
    #expect(presence.share(at: 1000) == 1 && presence.nextChange(after: 1000) == .infinity)
    presence.hold(.menu, false, at: 1000)
    #expect(presence.nextChange(after: 1000) == 1000 + Presence.patience)
    // Before that it comes back.
    presence.hold(.keyboard, true, at: 1000.5)
    #expect(presence.nextChange(after: 2000) == .infinity)
    presence.hold(.keyboard, false, at: 3000)
    #expect(presence.isAway(at: 3001))
  }

  @Test(
    "A hold that ends does not cut a longer stay",
    arguments: [[Presence.Holds.pointer], [.keyboard], [.menu, .pointer]])
  func heldMeanwhile(_ holds: [Presence.Holds]) {
    var presence = hiding()
    presence.show(for: 10, at: 10)
    for round in 0..<2 {
      for hold in holds { presence.hold(hold, true, at: 11 + Double(round)) }
      for hold in holds { presence.hold(hold, false, at: 11.5 + Double(round)) }
      #expect(presence.nextChange(after: 15) == 20 && presence.share(at: 19.9) == 1)
    }
    // It is the stay that may be longer, too.
    for hold in holds { presence.hold(hold, true, at: 19) }
    presence.show(for: 3, at: 19.5)
    for hold in holds { presence.hold(hold, false, at: 22.4) }
    #expect(presence.nextChange(after: 22.4) == 22.4 + Presence.patience && presence.isAway(at: 24))
  }

  @Test("Put away it goes at once, and comes for the next headline") func dismissal() {
    var presence = hiding()
    presence.show(for: 100, at: 10)
    presence.hold(.pointer, true, at: 11)
    presence.dismiss(at: 12)
    #expect(presence.isAway(at: 12.21) && presence.nextChange(after: 12.21) == .infinity)
    presence.show(for: 1, at: 20)
    #expect(presence.share(at: 20.21) == 1)
  }

  @Test("Without a glide it is there at once and gone at once") func still() {
    var presence = hiding(0)
    #expect(presence.isAway(at: 0))
    presence.show(for: 10, at: 5)
    #expect(presence.share(at: 5) == 1 && presence.nextChange(after: 5) == 15 && presence.isAway(at: 15))
  }

  @Test("Where it need hide no longer, it comes back and stays") func switchedOff() {
    var presence = hiding()
    presence.set(hides: false, glide: 0.2, at: 50)
    #expect(
      isClose(presence.share(at: 50.1), 0.5) && presence.share(at: 51) == 1
        && presence.nextChange(after: 51) == .infinity)
  }

  @Test("How often it is asked, or in which order, changes no answer") func pure() {
    var presence = hiding()
    presence.show(for: 3, at: 1)
    presence.hold(.pointer, true, at: 2)
    presence.hold(.pointer, false, at: 4.5)
    let times = (0..<800).map { Double($0) * 0.01 }
    let forward = times.map { presence.share(at: $0) }
    #expect(times.reversed().map { presence.share(at: $0) } == forward.reversed())
    // It never jumps: a step of 10 ms is a twentieth of the glide.
    for (a, b) in zip(forward.dropFirst(450), forward.dropFirst(451)) { #expect(abs(a - b) < 0.08) }
  }
}
