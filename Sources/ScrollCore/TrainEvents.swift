// What may happen to a train. Every event first lets the train run to its time.

extension Train {
  /// Starts the motion anew, from home; does nothing while it runs.
  public mutating func start(at t: Seconds, from source: some TrainSource) {
    guard state != .running else { return }
    state = .running
    cars.removeAll()
    (hasBegun, hasUnreportedFinish) = (false, false)
    begin(at: t, from: source)
  }

  /// Freezes the train where it is; `start` begins anew.
  public mutating func stop(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard state == .running else { return }
    motion = .rest(at: distance(at: t), since: t)
    (paused, drag) = (nil, nil)
    state = .stopped
  }

  /// Holds the train; it can still be scrubbed and dragged.
  public mutating func pause(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard state == .running, paused == nil else { return }
    paused = (t, motion)
    motion = .rest(at: distance(at: t), since: t)
  }

  /// Goes on where it was held.
  public mutating func resume(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard let (since, held) = paused else { return }
    paused = nil
    firstMotion += t - since
    let moved = distance(at: t) - held.position(at: since)
    motion = held
    motion.start += t - since
    motion.position += moved
  }

  /// Takes over properties, live: what is on screen stays there, velocity eases.
  public mutating func set(_ new: Crawl, at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    let old = crawl
    if old.scrollLeft != new.scrollLeft { turn(at: t) }
    crawl = new
    guard state == .running else {
      if state != .idle { layOutBeyondView(at: t, fromEdge: true, from: source) }
      return
    }
    let isFreed = isResting && !rests(source)
    if isFreed || (old.scrollLeft == new.scrollLeft && isAtStart(at: t)) {
      begin(at: startTime(at: t, delay: old.delayAtStart), from: source)
    } else if old.repeatSpacing != new.repeatSpacing {
      closeUp(at: t, from: source)
    } else {
      layOutBeyondView(at: t, fromEdge: true, from: source)
    }
    changeSpeed(at: t, from: source)
  }

  /// Takes over another width of the view; what is on screen stays where it is from the left.
  ///
  /// - Parameters:
  ///   - shift: How far the view's left edge has moved to the right on the screen, where what is shown stays.
  ///   - surround: See `Crawl.surround`.
  public mutating func resize(
    to width: Double, shift: Double = 0, surround: Insets = Insets(), at t: Seconds, from source: some TrainSource
  ) {
    guard width != viewWidth || shift != 0 || surround != crawl.surround else { return }
    advance(to: t, from: source)
    let growth = width - viewWidth
    viewWidth = width
    crawl.surround = surround
    home = homePlace
    guard state != .idle else { return }
    if state == .running, isAtStart(at: t) {
      begin(at: startTime(at: t, delay: crawl.delayAtStart), from: source)
      return
    }
    let moved = crawl.scrollLeft ? shift : -growth - shift
    motion.position += moved
    paused?.motion.position += moved
    layOutBeyondView(at: t, fromEdge: false, from: source)
    changeSpeed(at: t, from: source)
  }

  /// Items have joined the end of the source. They come in from beyond the view, or behind its last car.
  public mutating func appended(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    goOnIfFinished(at: t)
    guard state == .running else { return }
    if cars.isEmpty || isResting {
      enter(at: t, from: source)
    } else {
      let distance = distance(at: t)
      let beyond = cars.firstIndex { $0.place >= distance + viewWidth } ?? cars.count
      if isComplete || cars[beyond...].contains(where: { $0.gap == .lap }) {
        // What is still at rest shows the new item in its place; what moves lets it come in.
        let fromEdge = !isAtStart(at: t)
        layOutBeyondView(at: t, fromEdge: fromEdge, from: source)
      }
    }
    changeSpeed(at: t, from: source)
  }

  /// An item comes next in the source's order, behind what is on screen. It comes in at the edge of the view, or behind
  /// the last car there; those laid out beyond the view are laid out anew.
  public mutating func interrupted(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    goOnIfFinished(at: t)
    guard state == .running else { return }
    if cars.isEmpty || isResting {
      enter(at: t, from: source)
    } else {
      layOutBeyondView(at: t, fromEdge: !isAtStart(at: t), from: source)
    }
    changeSpeed(at: t, from: source)
  }

  /// Items have gone from the source. The first car on screen that is left stays; those behind it close up.
  public mutating func removed(
    at t: Seconds, from source: some TrainSource, where isRemoved: (_ id: Int) -> Bool
  ) {
    advance(to: t, from: source)
    guard state != .idle else { return }
    if cars.contains(where: { isRemoved($0.id) }) {
      let distance = distance(at: t)
      let isAnyLeft = cars.contains { touchesView($0, at: distance) && !isRemoved($0.id) }
      if state == .running, isResting || (!isAnyLeft && isAtStart(at: t)) {
        begin(at: startTime(at: t, delay: crawl.delayAtStart), from: source)
      } else {
        closeUp(at: t, from: source, without: isRemoved)
      }
    }
    changeSpeed(at: t, from: source)
  }

  /// All items have been replaced. Text whose beginning is in the view changes in place; where the reader is in
  /// the middle of it, it runs on and the new one follows.
  public mutating func replaced(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    goOnIfFinished(at: t)
    guard state != .idle else { return }
    if state == .running, cars.isEmpty || isAtStart(at: t) {
      enter(at: t, from: source)
    } else {
      let distance = distance(at: t)
      let first = cars.first { touchesView($0, at: distance) }
      if let first, first.place < distance, state == .running {
        dropBeyondView(at: distance)
      } else if let id = source.firstCar(afterItemOf: nil, leftwards: crawl.scrollLeft) {
        let place = first?.place ?? max(distance + viewWidth, cars.first?.place ?? 0)
        placeFirst(id, at: place, lap: (first ?? cars.first)?.lap ?? 0, from: source)
      } else {
        cars.removeAll()
      }
    }
    measured = (0, 0)
    changeSpeed(at: t, from: source)
  }

  /// Widths have changed (another font). The leading car on screen keeps its place.
  public mutating func remeasured(at t: Seconds, from source: some TrainSource) {
    advance(to: t, from: source)
    guard state != .idle else { return }
    measured = (0, 0)
    if state == .running, isAtStart(at: t) {
      begin(at: startTime(at: t, delay: crawl.delayAtStart), from: source)
    } else {
      closeUp(at: t, from: source, remeasuring: true)
    }
    changeSpeed(at: t, from: source)
  }
}

// MARK: - Beginning

extension Train {
  /// Lays the first cars out at home, to move after the delay.
  private mutating func begin(at t: Seconds, from source: some TrainSource) {
    firstMotion = t + crawl.delayAtStart
    finishTime = nil
    (drag, isMovedByHand, delayedLap) = (nil, false, -1)
    contentBase = 0
    restSought = nil
    isResting = rests(source)
    home = homePlace
    let speed = isResting ? 0 : steadySpeed(from: source)
    let beginning = Motion(start: firstMotion, position: 0, from: speed, to: speed)
    if let since = paused?.since {
      paused = (since, beginning)
      motion = .rest(at: 0, since: since)
    } else {
      motion = beginning
    }
    guard let id = source.firstCar(afterItemOf: nil, leftwards: crawl.scrollLeft) else {
      cars.removeAll()
      return
    }
    hasBegun = true
    placeFirst(id, at: home, from: source)
    while let last = cars.last, last.end < viewWidth + lookahead, !isComplete {
      couple(from: source)
    }
  }

  private var homePlace: Double { crawl.startOutOfBounds && !isResting ? viewWidth : crawl.homeInset }

  /// The train was empty, or it is still at home.
  private mutating func enter(at t: Seconds, from source: some TrainSource) {
    if !hasBegun {
      begin(at: t, from: source)
    } else if isAtStart(at: t) {
      begin(at: startTime(at: t, delay: crawl.delayAtStart), from: source)
    } else if let id = source.firstCar(afterItemOf: nil, leftwards: crawl.scrollLeft) {
      delayedLap = -1
      placeFirst(id, at: distance(at: t) + viewWidth, from: source)
    }
  }

  /// Whether the train rests at home, before its first motion or for good.
  private func isAtStart(at t: Seconds) -> Bool {
    isResting || ((paused?.since ?? t) < firstMotion && !isMovedByHand)
  }

  /// When the start was that the present rest belongs to.
  private func startTime(at t: Seconds, delay: Seconds) -> Seconds {
    isResting ? t : firstMotion - delay
  }

  /// Items that come after the last one has left go on with the last pass.
  private mutating func goOnIfFinished(at t: Seconds) {
    guard state == .finished, leavesAtEnd else { return }
    state = .running
    (finishTime, hasUnreportedFinish, isComplete) = (nil, false, false)
    motion = .rest(at: distance(at: t), since: t)
  }
}
