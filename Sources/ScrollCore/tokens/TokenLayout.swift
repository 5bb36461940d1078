/// The places of the chips and the text field: a pure function of widths and settings.
///
/// Coordinates are pixels from the top left corner inside the margins, before any scrolling.
///
///     let layout = TokenLayout(chipWidths: [100, 100, 100], width: 335, properties: TokenFieldProperties())
///     layout.places[1]  // at (104, 0), 100 by 30
///     layout.field      // what is typed has a row of its own, at (0, 34)
public struct TokenLayout: Equatable, Sendable {
  /// A place for each visible chip, in order; if "+N" represents the rest, there are fewer places than chips. If the
  /// last chip stays behind "+N", those between have places without a width.
  public private(set) var places: [Rect] = []
  /// The place of the typed text; nil in a read-only field.
  public private(set) var field: Rect?
  /// The chip "+N".
  public private(set) var more: Rect?
  /// The chips that "+N" stands for.
  public private(set) var hidden = 0..<0
  /// How many chips "+N" stands for.
  public var hiddenCount: Int { hidden.count }
  /// The size of all rows; the part beyond `viewport` scrolls.
  public private(set) var content = Size.zero
  /// The size inside the margins.
  public private(set) var viewport = Size.zero
  /// The height of the field: the viewport and the margins.
  public private(set) var height = 0.0

  private let lineWidth: Double
  private let rowPitch: Double
  private let properties: TokenFieldProperties
  private var x = 0.0
  private var row = 0

  /// In pixels. Keeps the places of a single row exact to less than a pixel.
  private static let widest = 1e6
  /// Sums of fractional widths still count as an exact fit.
  private static let tolerance = 1e-6

  /// Lays out chips of these widths in a field that is `width` pixels wide, margins included. `moreWidth` returns the
  /// width of the chip "+N" for a number. With `keepsLast` it never replaces the last chip, and stands before it.
  public init(
    chipWidths: [Double], width: Double, properties: TokenFieldProperties,
    keepsLast: Bool = false, moreWidth ownWidth: (Int) -> Double = { _ in 0 }
  ) {
    func moreWidth(_ count: Int) -> Double {
      let width = ownWidth(count)
      return width > 0 ? min(width, Self.widest) : 0
    }
    let properties = properties.bounded()
    self.properties = properties
    lineWidth = min(max(0, width - properties.insets.left - properties.insets.right), Self.widest)
    rowPitch = max(1, properties.tokenHeight + properties.tokenYMargin)
    places.reserveCapacity(chipWidths.count)
    for chipWidth in chipWidths { place(chipWidth) }
    if properties.takesText { placeField() }
    if properties.overflow == .count, rowCount > rowLimit {
      giveWay(to: moreWidth, of: chipWidths, keepsLast: keepsLast && !chipWidths.isEmpty)
    }
    measure()
  }

  /// Whether the chip at `index` is shown: it has a place, and "+N" does not stand for it.
  public func shows(_ index: Int) -> Bool { places.indices.contains(index) && !hidden.contains(index) }

  /// The row in which something at this y stands.
  public func row(of place: Rect) -> Int { (place.minY / rowPitch).rounded().wholeBelow }

  /// The chip in the row above or below whose middle is closest to that of the chip at `index`.
  public func neighbour(of index: Int, above: Bool) -> Int? {
    guard places.indices.contains(index) else { return nil }
    let row = row(of: places[index]) + (above ? -1 : 1)
    let start = firstIndex { self.row(of: $0) >= row }
    let end = firstIndex { self.row(of: $0) > row }
    let middle = places[index].midX
    return (start..<end).min { abs(places[$0].midX - middle) < abs(places[$1].midX - middle) }
  }

  /// The chips that touch an area, found by binary search.
  public func indices(touching area: Rect) -> Range<Int> {
    let isRow = properties.overflow == .scroll
    let start = firstIndex { isRow ? $0.maxX > area.minX : $0.maxY > area.minY }
    let end = firstIndex { isRow ? $0.minX >= area.maxX : $0.minY >= area.maxY }
    return start..<max(start, end)
  }

  /// The index at which the chip at `index` falls if its middle is at `point`: after the chips of earlier rows, and
  /// after those of its row whose middles it has passed.
  public func dropIndex(of index: Int, at point: Point) -> Int {
    let row = max(0, (point.y / rowPitch).wholeBelow)
    let start = firstIndex { self.row(of: $0) >= row }
    let end = firstIndex { self.row(of: $0) > row }
    let passed = (start..<end).count { $0 != index && places[$0].midX < point.x }
    return start + passed - (index < start ? 1 : 0)
  }

  // MARK: - Laying out

  private var rowCount: Int {
    if let field { return row(of: field) + 1 }
    return places.isEmpty ? 0 : row + 1
  }

  private var rowLimit: Int {
    switch properties.overflow {
    case .wrap: properties.maxRows == 0 ? .max : properties.maxRows
    case .scroll: 1
    case .count: max(1, properties.maxRows)
    }
  }

  private mutating func place(_ chipWidth: Double) {
    let width = chipWidth > 0 ? min(chipWidth, lineWidth) : 0
    if x > 0, properties.overflow != .scroll, x + width > lineWidth + Self.tolerance {
      row += 1
      x = 0
    }
    places.append(Rect(x: x, y: Double(row) * rowPitch, width: width, height: properties.tokenHeight))
    x += width + properties.tokenXMargin
  }

  private mutating func placeField() {
    var rest = lineWidth - x
    if properties.overflow == .scroll {
      rest = max(rest, lineWidth / 3)
    } else if rest < lineWidth / 3 - Self.tolerance {
      row += 1
      x = 0
      rest = lineWidth
    }
    field = Rect(x: x, y: Double(row) * rowPitch, width: rest, height: properties.tokenHeight)
  }

  /// Removes chips, from the last, until "+N", the chips that stay behind it and the field fit into the last row.
  private mutating func giveWay(
    to moreWidth: (Int) -> Double, of chipWidths: [Double], keepsLast: Bool
  ) {
    let lastRow = rowLimit - 1
    let count = chipWidths.count - (keepsLast ? 1 : 0)
    let tail = keepsLast ? places[count].width + properties.tokenXMargin : 0
    let limit = (properties.takesText ? lineWidth - fieldRoom - properties.tokenXMargin : lineWidth) - tail
    let kept = min(count, firstIndex { row(of: $0) > lastRow })
    places.removeSubrange(kept...)
    (x, row) = (places.last.map { $0.maxX + properties.tokenXMargin } ?? 0, lastRow)
    if let last = places.last, row(of: last) < lastRow { x = 0 }

    var width = moreWidth(count - places.count)
    while x > 0, x + width > limit + Self.tolerance {
      x = places.removeLast().minX
      width = moreWidth(count - places.count)
    }
    hidden = places.count..<count
    let y = Double(lastRow) * rowPitch
    if hiddenCount > 0 {
      width = min(width, lineWidth)
      more = Rect(x: x, y: y, width: width, height: properties.tokenHeight)
      x += width + properties.tokenXMargin
    }
    if keepsLast {
      let widths = hidden.map { _ in 0 } + [min(tail - properties.tokenXMargin, max(0, lineWidth - x))]
      places += widths.map { Rect(x: x, y: y, width: $0, height: properties.tokenHeight) }
      x += tail
    }
    if properties.takesText {
      field = Rect(x: x, y: y, width: max(0, lineWidth - x), height: properties.tokenHeight)
    }
  }

  /// What "+N" leaves to the typed text: a third of a row, but not more than a few words need.
  private var fieldRoom: Double { min(lineWidth / 3, 5 * properties.tokenHeight) }

  private mutating func measure() {
    let rows = max(rowCount, more == nil ? 0 : row + 1)
    func height(of rows: Int) -> Double { rows == 0 ? 0 : Double(rows) * rowPitch - properties.tokenYMargin }
    content.height = height(of: rows)
    content.width = max(field?.maxX ?? 0, places.last?.maxX ?? 0)
    if properties.overflow != .scroll { content.width = lineWidth }
    viewport = Size(width: lineWidth, height: height(of: min(rows, rowLimit)))
    self.height = viewport.height + properties.insets.top + properties.insets.bottom
  }

  /// The partition point: the first chip from which on the condition holds.
  private func firstIndex(where isBeyond: (Rect) -> Bool) -> Int {
    places.indices.partitioningIndex { isBeyond(places[$0]) }
  }
}

/// The animation of chips that glide to their places, and of removed chips that vanish.
package struct TokenMotion: Sendable {
  /// The duration of a glide.
  package static let duration: Seconds = Transition.glideDuration
  /// The most chips shown vanishing at a time.
  package static let mostGhosts = 64

  /// A chip in motion.
  package struct Shown: Equatable, Sendable {
    /// Its place in layout coordinates.
    package var place: Rect
    /// From 0, invisible, to 1.
    package var presence: Double
  }

  /// A removed chip that is still visible.
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
  /// One per token; empty while all chips rest.
  private var paths: [Path] = []
  private var end: Seconds = -.infinity

  package init() {}

  /// Whether any chip is moving.
  package func isMoving(at t: Seconds) -> Bool { t < end }

  /// The next visible change: now while chips move, else never.
  package func nextChange(at t: Seconds) -> Seconds { isMoving(at: t) ? t : .infinity }

  /// The chip at `index` as shown at `t`.
  package func shown(_ index: Int, at t: Seconds) -> Shown {
    guard paths.indices.contains(index) else { return Shown(place: places[index], presence: 1) }
    return paths[index].shown(at: t, size: places[index].size)
  }

  package func shown(_ ghost: Ghost, at t: Seconds) -> Shown { ghost.path.shown(at: t, size: ghost.size) }

  /// Places all chips at once. Tokens without a place are not shown.
  package mutating func settle(_ tokens: [Token], at places: [Rect]) {
    self.tokens = Array(tokens.prefix(places.count))
    self.places = places
    paths = []
    ghosts = []
    end = -.infinity
  }

  /// Glides the chips from their positions at `t` to their places. New ones appear there. Missing ones, and those
  /// without a place, vanish where they are. Returning chips start where they were vanishing.
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

  /// Glides the chip at `index` from `point`, where it was held, to its place.
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
