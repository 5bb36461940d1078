import Newsreel
import ScrollCore
import TestKit

extension SeedRow {
  /// NumberScrollAnimatedView.
  static var number: [SeedRow] {
    [
      SeedRow("value") { desk in
        let counter = CounterView()
        counter.number = "16.40"
        return try counter.text == "16.40" && desk.inkHeight(of: counter) > 10
      },
      SeedRow("number.textColor") { desk in
        let counter = CounterView()
        (counter.number, counter.textColor) = (8, .red)
        return try desk.picture(of: counter).count(of: 0xff0000) > 20
      },
      SeedRow("number.font") { desk in
        let counter = CounterView()
        (counter.number, counter.font) = (8, Font("DejaVu Sans", size: 12))
        let small = try desk.inkHeight(of: counter)
        counter.font = Font("DejaVu Sans", size: 40)
        return try small < 14 && desk.inkHeight(of: counter) > 25
      },
      SeedRow("duration") { desk in
        let (counter, window) = try spun(on: desk)
        counter.duration = 0.1
        var ends = 0
        counter.onFinish = { ends += 1 }
        counter.startAnimation()
        try window.run("the end") { ends == 1 }
        counter.duration = 600
        counter.startAnimation()
        _ = window.run(for: 0.05)
        return counter.isAnimating
      },
      SeedRow("durationOffset") { _ in
        let counter = spinning()
        counter.durationOffset = 0
        let together = columns(counter, at: 0.45)
        counter.durationOffset = 0.2
        let apart = columns(counter, at: 0.45)
        return Set(together.map { ($0 * 100).rounded() }).count == 1 && Set(apart).count == 4
      },
      SeedRow("density") { _ in
        let counter = spinning()
        counter.density = 9
        return columns(counter, at: 0).allSatisfy { abs($0) == 10 }
      },
      SeedRow("minLength") { desk in
        let counter = CounterView()
        (counter.number, counter.minLength) = (12, 4)
        return try counter.text == "0012" && desk.inkHeight(of: counter) > 10
      },
      SeedRow("isAscending") { _ in
        let counter = spinning()
        let down = columns(counter, at: 0.1)
        counter.isAscending = true
        return zip(down, columns(counter, at: 0.1)).allSatisfy { $0.sign != $1.sign }
      },
      SeedRow("startAnimation()") { desk in
        let (counter, window) = try spun(on: desk)
        let before = try desk.picture(of: window)
        counter.startAnimation()
        try window.run("motion") { try desk.picture(of: window) != before }
        return counter.isAnimating
      },
      SeedRow("stopAnimation()") { desk in
        let (counter, window) = try spun(on: desk)
        let before = try desk.picture(of: window)
        counter.startAnimation()
        _ = window.run(for: 0.05)
        counter.stopAnimation()
        try window.rest(on: desk.server)
        return try !counter.isAnimating && desk.picture(of: window) == before
      },
    ]
  }

  private static func spun(on desk: SeedDesk) throws -> (CounterView, Window) {
    let counter = CounterView()
    counter.number = 1234
    counter.duration = 5
    return (counter, try desk.show(counter))
  }

  private static func spinning() -> CounterView {
    let counter = CounterView()
    counter.roll = .spin
    return counter
  }

  /// How many cells each column of 1234 is from its digit, after a start at 0.
  private static func columns(_ counter: CounterView, at t: Double) -> [Double] {
    var odometer = Odometer(counter.style.odometer)
    odometer.show(1234, at: -100)
    odometer.start(at: 0)
    return odometer.columns.map { $0.position(at: t) - $0.position(at: 1000) }
  }
}
