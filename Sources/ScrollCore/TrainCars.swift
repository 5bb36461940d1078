// Which cars are known: they are placed one by one as they come near the view and dropped after they have left.

extension Train {
  /// Follows the train to `t`. True exactly once per start: in the first call after the last pass was over.
  @discardableResult
  public mutating func update(to t: Seconds, from source: some TrainSource) -> Bool {
    advance(to: t, from: source)
    defer { hasUnreportedFinish = false }
    return hasUnreportedFinish
  }

  mutating func advance(to t: Seconds, from source: some TrainSource) {
    guard state == .running, !cars.isEmpty else { return }
    leap(to: t, from: source)
    while true {
      let distance = distance(at: t)
      if let stop = nextStop(), distance >= stop.distance {
        arrive(at: stop)
        if state != .running { break }
        continue
      }
      guard let last = cars.last, last.end < distance + viewWidth + lookahead, !isComplete else {
        break
      }
      for _ in 0..<Self.batch where !isComplete { couple(from: source) }
      dropPassed(at: distance)
    }
    let distance = distance(at: t)
    restorePassed(at: distance, from: source)
    refineSpeed(at: t, from: source)
  }

  /// Puts the next car behind the last one, at `floor` or beyond.
  mutating func couple(from source: some TrainSource, floor: Double = -.infinity) {
    guard let last = cars.last else { return }
    let leftwards = crawl.scrollLeft
    if let id = source.car(coupledBehind: last.id, leftwards: leftwards) {
      add(id, lap: last.lap, gap: .coupled, floor: floor, from: source)
      return
    }
    if let id = source.firstCar(afterItemOf: continuation ?? last.id, leftwards: leftwards) {
      add(id, lap: last.lap, gap: .spacing, floor: floor, from: source)
    } else if !isLastLap(last.lap), let id = source.firstCar(afterItemOf: nil, leftwards: leftwards) {
      add(id, lap: last.lap + 1, gap: .lap, floor: floor, from: source)
    } else {
      isComplete = true
    }
    continuation = nil
  }

  private mutating func add(
    _ id: Int, lap: Int, gap: Car.Gap, floor: Double, from source: some TrainSource
  ) {
    let width = source.width(ofCar: id)
    let place = cars.last.map { max(floor, $0.end + length(of: gap)) } ?? floor
    cars.append(Car(id: id, lap: lap, place: place, width: width, gap: gap))
    measured.count += 1
    measured.length += width + (gap == .coupled ? 0 : crawl.repeatSpacing)
  }

  /// Begins the track with the first car at `place`.
  mutating func placeFirst(_ id: Int, at place: Double, lap: Int = 0, from source: some TrainSource) {
    cars.removeAll(keepingCapacity: true)
    isComplete = false
    continuation = nil
    add(id, lap: lap, gap: .lap, floor: place, from: source)
  }

  func length(of gap: Car.Gap) -> Double {
    switch gap {
    case .coupled: 0
    case .spacing: crawl.repeatSpacing
    case .lap:
      crawl.repeatWhenOutOfBounds
        ? viewWidth : isResting ? max(viewWidth, crawl.repeatSpacing) : crawl.repeatSpacing
    }
  }

  /// Forgets the cars that have left, but for one, so that the order is known.
  private mutating func dropPassed(at distance: Double) {
    guard
      let kept = cars.indices.dropLast().last(where: {
        cars[$0 + 1].place < distance - Self.keptBehind
      })
    else { return }
    cars.removeFirst(kept + 1)
  }

  /// Brings back cars that have left, when the train is drawn back.
  private mutating func restorePassed(at distance: Double, from source: some TrainSource) {
    while let first = cars.first, first.place > distance - Self.keptBehind / 2,
      let (car, gap) = predecessor(of: first, from: source), car.end <= distance || isMovedByHand
    {
      cars[0].gap = gap
      cars.insert(car, at: 0)
    }
  }

  /// The car in front of the leading one, and the gap between them.
  func predecessor(of first: Car, from source: some TrainSource) -> (car: Car, gap: Car.Gap)? {
    let leftwards = crawl.scrollLeft
    var (found, lap, gap) = (
      source.car(coupledBefore: first.id, leftwards: leftwards), first.lap, Car.Gap.coupled
    )
    if found == nil {
      (found, gap) = (source.lastCar(beforeItemOf: first.id, leftwards: leftwards), .spacing)
    }
    if found == nil, lap > 0 {
      (found, lap, gap) = (source.lastCar(beforeItemOf: nil, leftwards: leftwards), lap - 1, .lap)
    }
    guard let id = found else { return nil }
    let width = source.width(ofCar: id)
    let place = first.place - length(of: gap) - width
    return (Car(id: id, lap: lap, place: place, width: width, gap: .spacing), gap)
  }

  /// Seconds and pixels that nobody saw (the window was hidden): where the cars in between have never been
  /// measured, their mean width places the train.
  private mutating func leap(to t: Seconds, from source: some TrainSource) {
    guard source.carCount > Self.smallTrain, let last = cars.last else { return }
    let missed = distance(at: t) - last.end
    guard missed > Self.leapViews * (viewWidth + lookahead + Self.keptBehind), measured.length > 0
    else { return }
    let present = source.number(ofCar: last.id)
    var number = present + Int(missed * Double(measured.count) / measured.length)
    if crawl.scrollRepeat >= 0 {
      // Not beyond the last car of the last lap, behind which it ends.
      number = min(number, max(present, (crawl.scrollRepeat + 1 - last.lap) * source.carCount - 1))
    }
    let skipped = number - present
    guard skipped > 0 else { return }
    let laps = number / source.carCount
    let id = source.car(number: number % source.carCount)
    let place = last.place + Double(skipped) * measured.length / Double(measured.count)
    placeFirst(id, at: place, lap: last.lap + laps, from: source)
  }

  /// Cars placed at a time: so what is drawn changes less often than once per car.
  private static let batch = 4
  /// Pixels behind the view within which cars are kept, so that it can be drawn back at once.
  static let keptBehind = 512.0
  /// Trains of so many cars are measured whole.
  static let smallTrain = 16
  private static let leapViews = 8.0
}
