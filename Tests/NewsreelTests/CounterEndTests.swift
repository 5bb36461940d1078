import Base
import Testing

@testable import Newsreel

/// When the library's counter reports its end, with frames at irregular times.
@Suite("The end of a counter's motion") struct CounterEndTests {
  private func counter(duration: Double) -> Newsreel.CounterView {
    let counter = Newsreel.CounterView()
    counter.duration = duration
    counter.setNumber(1)
    return counter
  }

  @Test("It is reported once, even after a frame for an earlier moment") func once() {
    let counter = counter(duration: 60)
    var finished = 0
    counter.onFinish = { finished += 1 }
    counter.setNumber(2)
    let start = monotonicNow()
    for time in [1.0, 61, 59, 61, 62] { counter.update(at: start + time) }
    #expect(finished == 1)
    counter.startAnimation()
    for time in [200.0, 1, 200] { counter.update(at: start + time) }
    #expect(finished == 2)
  }

  @Test("Motion that is over before anybody knows of it has an end, too") func short() {
    let counter = counter(duration: 1e-9)
    var finished = 0
    counter.onFinish = { finished += 1 }
    counter.setNumber(2)
    counter.update(at: monotonicNow() + 1)
    #expect(finished == 1)
  }

  @Test("A roll that the handler starts has an end of its own") func again() {
    let counter = counter(duration: 1)
    var finished = 0
    counter.onFinish = {
      finished += 1
      if finished < 3 { counter.startAnimation() }
    }
    counter.setNumber(2)
    let start = monotonicNow()
    for time in [10.0, 100, 200, 300] { counter.update(at: start + time) }
    #expect(finished == 3)
  }
}
