// Widths that change while the train runs: live numbers in its cars.

extension Train {
  /// A part of the cars of an id has another width, and so have they. What is in the view before that part, in the
  /// direction of travel, stays where it is; where the part has left the view, all that is in it does.
  ///
  /// - Parameters:
  ///   - end: the part's trailing end, in pixels from the cars' leading edge, at its old width.
  ///   - lag: how much less than its width the car is shown with, as that is still on its way there. A car that has
  ///     left the view loses it, and what runs behind takes the places at which it is shown.
  public mutating func widen(
    carsOf id: Int, by growth: Double, partEnd end: Double, lag: Double = 0, at t: Seconds
  ) {
    let distance = distance(at: t)
    for i in cars.indices where cars[i].id == id {
      cars[i].width += growth
      if cars[i].place + end > distance {
        cars[i].hasPassed = false
        move(carsFrom: i + 1, by: growth)
        continue
      }
      let lost = cars[i].hasPassed ? 0 : lag
      cars[i].hasPassed = true
      for k in 0...i { cars[k].place -= growth + lost }
      move(carsFrom: i + 1, by: -lost)
    }
  }

  /// To be called once after widths have changed: the speed follows, and text that does not fit any more moves.
  public mutating func widened(at t: Seconds, from source: some TrainSource) {
    guard state == .running, !cars.isEmpty else { return }
    if isResting, !rests(source) {
      remeasured(at: t, from: source)
    } else {
      advance(to: t, from: source)
      changeSpeed(at: t, from: source)
    }
  }

  private mutating func move(carsFrom first: Int, by pixels: Double) {
    guard pixels != 0 else { return }
    for k in cars.indices.dropFirst(first) { cars[k].place += pixels }
  }

  /// Puts all cars where they are among what is drawn once, as after a change that draws them anew.
  public mutating func layOutContent(from source: some TrainSource) {
    for i in cars.indices {
      cars[i].contentWidth = source.contentWidth(ofCar: cars[i].id) ?? cars[i].width
      cars[i].hasPassed = false
      if i == 0 { cars[i].contentPlace = cars[i].place } else { cars[i].follow(cars[i - 1]) }
    }
  }
}

extension Train.Car {
  /// Takes its place in the content behind another car, as far from it as on the track.
  mutating func follow(_ car: Train.Car) {
    // Exactly so, where no width differs from what is drawn.
    let isAlike = car.contentPlace == car.place && car.contentWidth == car.width
    contentPlace = isAlike ? place : car.contentPlace + car.contentWidth + (place - car.end)
  }
}
