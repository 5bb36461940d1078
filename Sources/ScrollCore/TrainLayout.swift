// Laying cars out again after an event, without a jump of what is on screen.

extension Train {
  /// Forgets the cars beyond the view, whose places nobody has seen yet.
  mutating func dropBeyondView(at distance: Double) {
    isComplete = false
    let beyond = cars.firstIndex { $0.place >= distance + viewWidth } ?? cars.count
    if beyond < cars.count, cars.count > 1 { cars.removeSubrange(max(1, beyond)...) }
  }

  /// Places the cars beyond the view anew; with `fromEdge` none of them appears inside it.
  mutating func layOutBeyondView(at t: Seconds, fromEdge: Bool, from source: some TrainSource) {
    let distance = distance(at: t)
    dropBeyondView(at: distance)
    couple(from: source, floor: fromEdge ? distance + viewWidth : -.infinity)
    layOutAhead(of: distance, from: source)
  }

  /// Places what is on screen anew from its leading car, which stays, and then all behind.
  mutating func closeUp(
    at t: Seconds, from source: some TrainSource, remeasuring: Bool = false,
    without isRemoved: (_ id: Int) -> Bool = { _ in false }
  ) {
    let distance = distance(at: t)
    var kept: [Car] = []
    for car in cars where touchesView(car, at: distance) && !isRemoved(car.id) {
      var car = car
      if remeasuring { remeasure(&car, at: distance, isLeading: kept.isEmpty, from: source) }
      if let last = kept.last {
        if car.lap != last.lap { car.gap = .lap }
        car.place = last.end + length(of: car.gap)
        if car.place >= distance + viewWidth { break }
      }
      kept.append(car)
    }
    if kept.isEmpty {
      comeFromEdge(at: distance, from: source)
    } else {
      isComplete = false
      cars = kept
      layOutContent(from: source)
    }
    layOutAhead(of: distance, from: source)
  }

  /// A car that would leave the view because it shrank keeps what stands at the view's edge instead.
  private func remeasure(
    _ car: inout Car, at distance: Double, isLeading: Bool, from source: some TrainSource
  ) {
    let before = car.width
    car.width = source.width(ofCar: car.id)
    guard isLeading, car.end <= distance, before > 0 else { return }
    car.place = distance - (distance - car.place) / before * car.width
  }

  /// Nothing of what was on screen is left: the next in order comes in at the edge.
  private mutating func comeFromEdge(at distance: Double, from source: some TrainSource) {
    let edge = distance + viewWidth
    if var passed = cars.last(where: { $0.place < edge }) {
      passed.place = min(passed.place, distance - passed.width)
      cars = [passed]
      isComplete = false
      couple(from: source, floor: edge)
    } else if let first = cars.first {
      let leftwards = crawl.scrollLeft
      let id = source.number(ofCar: first.id)
      guard source.carCount > 0 else { return cars.removeAll() }
      let head =
        source.firstCar(
          afterItemOf: id > 0 ? source.car(number: id - 1) : nil, leftwards: leftwards)
        ?? source.firstCar(afterItemOf: nil, leftwards: leftwards)
      if let head { placeFirst(head, at: first.place, lap: first.lap, from: source) }
    }
    if source.carCount == 0 { cars.removeAll() }
  }

  private mutating func layOutAhead(of distance: Double, from source: some TrainSource) {
    while let last = cars.last, last.end < distance + viewWidth + lookahead, !isComplete {
      couple(from: source)
    }
  }

  /// Turns the train round where it stands: what is on screen stays, and runs back.
  mutating func turn(at t: Seconds) {
    let distance = distance(at: t)
    let near = cars.filter {
      $0.end > distance - Self.keptBehind && $0.place < distance + viewWidth + Self.keptBehind
    }
    let shown =
      near.first { touchesView($0, at: distance) } ?? near.last { $0.end <= distance } ?? near.first
    let turning = near.filter { !crawl.repeatWhenOutOfBounds || $0.lap == shown?.lap }
    continuation = turning.last?.id
    isComplete = false
    var gap = Car.Gap.spacing
    cars = turning.reversed().map { car in
      var turned = car
      turned.place = viewWidth - car.width - car.place + 2 * distance
      turned.contentPlace = viewWidth - car.contentWidth - car.contentPlace + 2 * distance
      turned.lap = shown?.lap ?? car.lap
      turned.gap = gap
      gap = car.gap == .lap ? .spacing : car.gap
      return turned
    }
    contentBase += crawl.scrollLeft ? viewWidth + 2 * distance : -viewWidth - 2 * distance
    motion = motion.reversed(at: t)
    if let (since, held) = paused { paused = (since, held.reversed(at: since)) }
  }
}

extension Motion {
  /// The same velocity the other way, from which it eases to the steady one; a rest that waits for its start
  /// stays as it is.
  fileprivate func reversed(at t: Seconds) -> Motion {
    guard t >= start else { return self }
    return Motion(
      start: t, position: position(at: t), from: -velocity(at: t), to: final,
      change: .ease(Train.easing))
  }
}
