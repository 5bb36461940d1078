import TestKit
import Testing

@testable import ScrollCore

/// Which break-in is on the screen. Each takes four seconds to read, and a quarter of a second to come and to go.
@Suite("Break-ins") struct InterruptionsTests {
  private func shown(_ turns: Interruptions, _ times: [Seconds]) -> [Int?] { times.map { turns.turn(at: $0)?.id } }

  @Test("Equals come one after the other, each as long as it takes to read") func equals() {
    var turns = Interruptions()
    turns.add(1, priority: 100, reading: 4, at: 10)
    turns.add(2, priority: 100, reading: 4, at: 11)
    #expect(shown(turns, [9.9, 10, 14.4, 14.5, 18.9, 19]) == [nil, 1, 1, 2, 2, nil])
    #expect(turns.takeOver(at: 19) == [1, 2] && turns.isEmpty)
  }

  @Test("What has come is told once, looked at or not, and nothing that ended as it came")
  func begun() {
    var turns = Interruptions()
    turns.add(1, priority: 0, reading: 4, at: 10)
    turns.add(2, priority: 0, reading: 4, at: 11)
    #expect(turns.takeBegun(at: 10) == [1] && turns.takeBegun(at: 10) == [])
    // It stops the first, and both are over when somebody looks.
    turns.add(3, priority: 5, reading: 4, at: 12)
    #expect(turns.takeBegun(at: 100) == [3, 2] && turns.takeOver(at: 100) == [3, 1, 2])
    turns.add(4, priority: 0, reading: 4, at: 200)
    turns.end(4, at: 200)
    #expect(turns.takeBegun(at: 201) == [])
    // Replaced while it waits, and while it is there.
    turns.add(5, priority: 0, reading: 4, at: 300)
    turns.add(6, priority: 0, reading: 4, at: 300)
    for time in [301.0, 306] { turns.add(6, priority: 0, reading: 4, at: time) }
    #expect(turns.takeBegun(at: 400) == [5, 6])
  }

  @Test("A higher one stops a lower one, which comes back to be read") func higher() {
    var turns = Interruptions()
    turns.add(1, priority: 0, reading: 4, at: 10)
    turns.add(2, priority: 0, reading: 4, at: 10)
    turns.add(3, priority: 5, reading: 4, at: 12)
    #expect(shown(turns, [11.9, 12, 16.4, 16.5, 20.9, 21, 25.4, 25.5]) == [nil, 3, 3, 1, 1, 2, 2, nil])
    let turn = turns.turn(at: 12.1)
    #expect(turn.flatMap { turns.covered(by: $0, at: 12.1) }?.id == 1)
    #expect(turn.flatMap { turns.covered(by: $0, at: 12.3) } == nil)
  }

  @Test("A hold in seconds goes on with its rest, and with what it takes to read at least") func seconds() {
    var turns = Interruptions()
    turns.add(1, priority: 0, hold: .time(60), reading: 4, at: 0)
    turns.add(2, priority: 1, hold: .time(10), reading: 4, at: 20.25)
    // 20 of 60 seconds are over, and the other takes 10.5.
    #expect(shown(turns, [30.7, 30.75, 71.2, 71.25]) == [2, 1, 1, nil])
    turns.add(3, priority: 1, hold: .time(10), reading: 4, at: 70.75)
    #expect(shown(turns, [81.2, 81.25, 85.7, 85.75]) == [3, 1, 1, nil])
  }

  @Test("A hold in cycles repeats the one that was cut off") func cycles() {
    var turns = Interruptions()
    turns.add(1, priority: 0, hold: .cycles(3), reading: 4, at: 0)
    #expect(shown(turns, [12.4, 12.5]) == [1, nil])
    // In the middle of the second.
    turns.add(2, priority: 1, hold: .time(1), reading: 4, at: 6.25)
    #expect(shown(turns, [7.7, 7.75, 16.2, 16.25]) == [2, 1, 1, nil])
  }

  @Test("One that is held until it is acknowledged stays, and goes within the wipe") func acknowledged() {
    var turns = Interruptions()
    turns.add(1, priority: 0, hold: .acknowledged, reading: 4, at: 0)
    turns.add(2, priority: 0, reading: 4, at: 1)
    #expect(turns.turn(at: 1e6)?.id == 1)
    #expect(turns.end(1, at: 50) && !turns.end(7, at: 50))
    // What comes while it goes does not hold it.
    turns.add(3, priority: 0, reading: 4, at: 50.1)
    #expect(shown(turns, [50.2, 50.25, 54.7, 54.75]) == [1, 2, 2, 3])
  }

  @Test("A later one with the same number replaces it, and its hold restarts") func replaced() {
    var turns = Interruptions()
    turns.add(1, priority: 0, reading: 4, at: 0)
    turns.add(2, priority: 0, reading: 4, at: 0)
    turns.add(1, priority: 0, reading: 4, at: 3)
    #expect(turns.turn(at: 3)?.start == 0 && turns.turn(at: 3)?.since == 3)
    #expect(shown(turns, [7.2, 7.25, 11.7, 11.75]) == [1, 2, 2, nil])
  }

  @Test("One that is corrected while it waits keeps its turn", arguments: 1...5) func corrected(_ count: Int) {
    for priorities in [[0], [0, 1], [2, 1, 0]] {
      for id in 0..<count {
        var turns = Interruptions()
        func add(_ id: Int, at t: Seconds) {
          turns.add(id, priority: priorities[id % priorities.count], reading: 4, at: t)
        }
        for id in 0..<count { add(id, at: 0) }
        let order = turns.ids
        for t in [1.0, 2] {
          add(id, at: t)
          #expect(turns.ids == order, "\(id) of \(priorities) at \(t)")
        }
      }
    }
  }

  @Test("Beyond the limit the lowest and last are dropped") func limit() {
    var turns = Interruptions()
    for id in 0..<30 { turns.add(id, priority: id == 29 ? 1 : 0, reading: 4, at: 0) }
    #expect(turns.ids == [29] + Array(0..<19) && turns.takeOver(at: 0).sorted() == Array(19..<29))
  }
}
