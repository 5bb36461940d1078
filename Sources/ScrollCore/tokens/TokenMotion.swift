/// Where chips are shown while they glide to where they belong, and those that have gone while they vanish.
package struct TokenMotion: Sendable {
  /// How long a chip takes to its place.
  package static let duration: Seconds = Transition.glideDuration
  /// How many chips are shown vanishing at a time.
  package static let mostGhosts = 64

  /// A chip as it is shown.
  package struct Shown: Equatable, Sendable {
    /// Where it is, in the layout's coordinates.
    package var place: Rect
    /// 0 is away, 1 all there.
    package var presence: Double
  }

  /// A chip that has been removed and is still to be seen.
  package struct Ghost: Equatable, Sendable {
    package let token: Token
    var path: Path
    var size: Size
  }

  struct Path: Equatable, Sendable {
    var x: Transition
    var y: Transition
    var presence: Transition

    init(at point: Point, presence: Double) {
      x = Transition(restingAt: point.x)
      y = Transition(restingAt: point.y)
      self.presence = Transition(restingAt: presence)
    }

    mutating func move(to point: Point, presence: Double, at t: Seconds) {
      x.move(to: point.x, at: t)
      y.move(to: point.y, at: t)
      self.presence.move(to: presence, at: t)
    }

    func shown(at t: Seconds, size: Size) -> Shown {
      let origin = Point(x: x.value(at: t), y: y.value(at: t))
      return Shown(place: Rect(origin: origin, size: size), presence: presence.value(at: t))
    }

    func isMoving(at t: Seconds) -> Bool { x.isMoving(at: t) || y.isMoving(at: t) || presence.isMoving(at: t) }
  }

  package private(set) var ghosts: [Ghost] = []
  private var tokens: [Token] = []
  private var places: [Rect] = []
  /// One for each token, or none at all while every chip rests at its place.
  private var paths: [Path] = []
  private var end: Seconds = -.infinity

  package init() {}

  /// Whether any chip is on its way.
  package func isMoving(at t: Seconds) -> Bool { t < end }

  /// When it looks different next: now while chips move, else never.
  package func nextChange(at t: Seconds) -> Seconds { isMoving(at: t) ? t : .infinity }

  /// The chip at `index` as it is shown at `t`.
  package func shown(_ index: Int, at t: Seconds) -> Shown {
    guard paths.indices.contains(index) else { return Shown(place: places[index], presence: 1) }
    return paths[index].shown(at: t, size: places[index].size)
  }

  package func shown(_ ghost: Ghost, at t: Seconds) -> Shown { ghost.path.shown(at: t, size: ghost.size) }

  /// Puts the chips at their places at once. Tokens without a place are not shown.
  package mutating func settle(_ tokens: [Token], at places: [Rect]) {
    self.tokens = Array(tokens.prefix(places.count))
    self.places = places
    paths = []
    ghosts = []
    end = -.infinity
  }

  /// Moves the chips from where they are at `t` to their places. New ones appear there; those that are no
  /// longer among them, or have no place, vanish where they are; those that come back do so from where they were vanishing.
  package mutating func arrange(_ tokens: [Token], at places: [Rect], time t: Seconds) {
    let old = Dictionary(zip(self.tokens.map(\.id), self.tokens.indices), uniquingKeysWith: { first, _ in first })
    let vanishing = Dictionary(ghosts.map { ($0.token.id, $0.path) }, uniquingKeysWith: { _, last in last })
    var next: [Path] = []
    next.reserveCapacity(tokens.count)
    for (token, place) in zip(tokens, places) {
      var path = old[token.id].map { presentPath(of: $0) } ?? vanishing[token.id] ?? Path(at: place.origin, presence: 0)
      path.move(to: place.origin, presence: 1, at: t)
      next.append(path)
    }
    let staying = tokens.prefix(places.count)
    leave(behind: Set(staying.lazy.map(\.id)), at: t)
    (self.tokens, self.places, paths) = (Array(staying), places, next)
    settleIfPossible(at: t)
  }

  /// Lets the chip at `index` glide from `point` to its place, after it was held there.
  package mutating func release(_ index: Int, from point: Point, at t: Seconds) {
    guard places.indices.contains(index) else { return }
    if paths.isEmpty { paths = places.map { Path(at: $0.origin, presence: 1) } }
    paths[index] = Path(at: point, presence: 1)
    paths[index].move(to: places[index].origin, presence: 1, at: t)
    settleIfPossible(at: t)
  }

  private func presentPath(of index: Int) -> Path {
    paths.isEmpty ? Path(at: places[index].origin, presence: 1) : paths[index]
  }

  private mutating func leave(behind staying: Set<Int>, at t: Seconds) {
    ghosts.removeAll { staying.contains($0.token.id) || !$0.path.isMoving(at: t) }
    for index in tokens.indices where !staying.contains(tokens[index].id) && ghosts.count < Self.mostGhosts {
      var path = presentPath(of: index)
      let here = path.shown(at: t, size: places[index].size)
      path = Path(at: here.place.origin, presence: here.presence)
      path.presence.move(to: 0, at: t)
      ghosts.append(Ghost(token: tokens[index], path: path, size: places[index].size))
    }
  }

  private mutating func settleIfPossible(at t: Seconds) {
    if paths.contains(where: { $0.isMoving(at: t) }) || ghosts.contains(where: { $0.path.isMoving(at: t) }) {
      end = t + Self.duration
    } else {
      settle(tokens, at: places)
    }
  }
}
