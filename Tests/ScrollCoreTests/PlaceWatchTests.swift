import ScrollCore
import Testing

/// A docked window asks again for a place that it did not get, and takes it itself in the end.
@Suite("A place that is not given") struct PlaceWatchTests {
  private let monitor = Rect(x: 0, y: 0, width: 1000, height: 600)
  private let wanted = Rect(x: 0, y: 564, width: 1000, height: 36)

  @Test("It asks twice, with time for an answer, and then gives up") func twice() {
    var (watch, steps, t) = (PlaceWatch(), [PlaceWatch.Step](), 10.0)
    watch.note(isInPlace: false, at: t)
    while watch.due < .infinity {
      #expect(watch.step(isInPlace: false, at: watch.due - 0.001) == .wait)
      t = watch.due
      steps.append(watch.step(isInPlace: false, at: t))
    }
    #expect(steps == [.ask, .ask, .giveUp] && t <= 10.5)
  }

  @Test("One that got its place after all is content, and asks as often the next time") func answered() {
    var watch = PlaceWatch()
    for _ in 0..<5 {
      watch.note(isInPlace: false, at: 0)
      #expect(watch.step(isInPlace: false, at: watch.due) == .ask)
      watch.note(isInPlace: true, at: 1)
      #expect(watch == PlaceWatch())
    }
  }

  @Test("Moves in between do not put the question off") func moves() {
    var watch = PlaceWatch()
    watch.note(isInPlace: false, at: 0)
    let due = watch.due
    for t in stride(from: 0.0, to: due, by: 0.01) { watch.note(isInPlace: false, at: t) }
    #expect(watch.due == due && due < .infinity)
    #expect(watch.step(isInPlace: true, at: due) == .wait && watch == PlaceWatch())
  }

  @Test(
    "Elsewhere at its edge will do; another edge, another size, or a part beyond the screen will not")
  func accepted() {
    func accepts(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
      PlaceWatch.accepts(Rect(x: x, y: y, width: width, height: height), askedFor: wanted, on: monitor)
    }
    #expect(accepts(0, 564, 1000, 36) && accepts(0, 540, 1000, 36) && accepts(0, 564, 880, 36))
    // As awesome places it, and as dwm tiles it.
    #expect(!accepts(1, 25, 1000, 36) && !accepts(0, 19, 998, 579) && !accepts(1, 564, 1000, 36))
    #expect(!accepts(0, 564, 1000, 20))
    // Where the user wants a part beyond the screen, that is the place.
    let beyond = Rect(x: 400, y: 564, width: 1000, height: 36)
    #expect(PlaceWatch.accepts(beyond, askedFor: beyond, on: monitor))
  }
}
