import ScrollCore
import Testing

@testable import Bars

/// Which headline a bar shows, in virtual time.
@Suite("Turns of headlines in a bar") struct BarRoundTests {
  private func pace(hold: Double? = 8, width: Int? = nil, speed: Double = 4) -> BarPace {
    var pace = BarPace()
    (pace.hold, pace.width, pace.speed) = (hold, width, speed)
    return pace
  }

  private func headlines(_ texts: String..., urgent: Set<String> = []) -> [BarHeadline] {
    texts.map { text in
      var headline = BarHeadline(.item(Int(text.unicodeScalars.first?.value ?? 0)), text)
      headline.isUrgent = urgent.contains(text)
      return headline
    }
  }

  @Test("Each headline has its time, and after the last one comes the first") func turns() {
    var round = BarRound(pace())
    #expect(round.content(at: 0) == BarContent() && round.nextChange(after: 0) == .infinity)
    round.show(headlines("a", "b", "c"), at: 100)
    var seen: [String] = []
    var t = 100.0
    for _ in 0..<5 {
      seen.append(round.content(at: t).text)
      #expect(round.nextChange(after: t) == t + 8)
      t += 8
      round.advance(to: t)
    }
    #expect(seen == ["a", "b", "c", "a", "b"] && round.laps == 1)
    // As far as the time has come, however rarely one looks.
    round.advance(to: t + 17)
    #expect(round.content(at: t + 17).text == "b")
    round.advance(to: t + 1e6)
    #expect(round.nextChange(after: t + 1e6) > t + 1e6)
  }

  @Test("A headline alone wakes nothing, and one is shown as long as it takes to read") func reading() {
    var round = BarRound(pace(hold: nil))
    round.show(headlines("a"), at: 0)
    #expect(round.nextChange(after: 0) == .infinity)
    round.show(headlines("a", String(repeating: "b", count: 100)), at: 1)
    #expect(round.nextChange(after: 1) == 3)
    round.advance(to: 3)
    #expect(abs(round.nextChange(after: 3) - 10) < 1e-9)
  }

  @Test("New headlines come next, urgent ones at once, and the others go on from there") func arrivals() {
    var round = BarRound(pace())
    round.show(headlines("a", "b", "c"), at: 0)
    round.show(headlines("x", "a", "b", "y", "c"), at: 1)
    #expect(round.content(at: 1).text == "a" && round.content(at: 1).coming == ["a", "x", "y", "b", "c"])
    round.advance(to: 8)
    #expect(round.shown?.text == "x")
    round.show(headlines("x", "a", "b", "y", "c", "u", urgent: ["u"]), at: 9)
    #expect(round.content(at: 9).text == "u" && round.content(at: 9).kind == .urgent)
    round.advance(to: 17)
    #expect(round.shown?.text == "y")
    round.advance(to: 25)
    #expect(round.shown?.text == "c")
  }

  @Test("Headlines that keep their order come when it is their turn") func order() {
    var round = BarRound(pace())
    var all = headlines("a", "b")
    round.show(all, at: 0)
    all.append(contentsOf: headlines("c"))
    all[2].comesNext = false
    round.show(all, at: 1)
    round.advance(to: 8)
    #expect(round.shown?.text == "b")
  }

  @Test("A headline that goes makes room for the next one, and one that changes stays") func departures() {
    var round = BarRound(pace())
    round.show(headlines("a", "b", "c"), at: 0)
    round.advance(to: 8)
    round.show(headlines("a", "c"), at: 9)
    #expect(round.shown?.text == "c" && round.nextChange(after: 9) == 17)
    round.show(headlines("a", "c now"), at: 10)
    #expect(round.content(at: 10).text == "c now" && round.nextChange(after: 10) == 17)
    round.show([], at: 11)
    #expect(round.content(at: 11) == BarContent() && round.shown == nil)
    round.show(headlines("d"), at: 12)
    #expect(round.shown?.text == "d")
  }

  @Test("The user goes on and back, and a pause holds what is shown, with the rest of its time") func commands() {
    var round = BarRound(pace())
    round.show(headlines("a", "b", "c"), at: 0)
    round.goOn(at: 1)
    #expect(round.shown?.text == "b" && round.nextChange(after: 1) == 9)
    round.goBack(at: 2)
    round.goBack(at: 3)
    #expect(round.shown?.text == "c")
    round.setPaused(true, at: 5)
    #expect(round.nextChange(after: 5) == .infinity)
    round.show(headlines("a", "b", "c", "u", urgent: ["u"]), at: 50)
    round.advance(to: 60)
    #expect(round.shown?.text == "c")
    round.setPaused(false, at: 105)
    #expect(round.nextChange(after: 105) == 111)
    round.advance(to: 111)
    #expect(round.shown?.text == "u")
  }

  @Test("A longer text rests, moves by cells to its end, rests there, and makes room") func scrolling() {
    var round = BarRound(pace(hold: 1, width: 4, speed: 2))
    round.show(headlines("abcdef"), at: 0)
    var seen: [String] = []
    var t = 0.0
    for _ in 0..<4 {
      seen.append("\(t) \(round.content(at: t).text)")
      t = round.nextChange(after: t)
      round.advance(to: t)
    }
    #expect(seen == ["0.0 abcd", "2.5 bcde", "3.0 cdef", "5.0 abcd"])
    var cut = BarRound(pace(width: 4, speed: 0))
    cut.show(headlines("abcdef"), at: 0)
    #expect(cut.content(at: 0).text == "abc…" && cut.nextChange(after: 0) == .infinity)
  }

  @Test("By the clock of the day each headline has its turn") func clock() {
    var round = BarRound(pace(width: 2, speed: 1))
    round.show(headlines("a", "b", "cdef"), at: 0)
    let texts = [0, 7, 8, 16, 20, 24, 2_400_000_000].map { round.content(atTime: $0, turn: 8).text }
    #expect(texts == ["a", "a", "b", "cd", "ef", "a", "a"])
    #expect(BarRound(pace()).content(atTime: 5, turn: 8) == BarContent())
  }

  @Test("Unread headlines are counted, and their share") func count() {
    var round = BarRound(pace())
    var all = headlines("a", "b", "c", "d")
    all[0].isRead = true
    all[1].topic = "World"
    round.show(all, at: 0)
    let content = round.content(at: 0)
    #expect(content.kind == .read && content.count == 4 && content.unread == 3 && content.percentage == 75)
    #expect(content.coming == ["a", "World: b", "c", "d"])
  }
}
