import ScrollCore
import TestKit
import Testing

/// The second half of the 100,000 sets of `RandomMotionTests`: what counters and token fields show.
@Suite("Random counters and token fields") struct RandomCounterAndTokenTests {
  // MARK: Spin

  /// The y of the cubic Bézier (0, 0, 0.58, 1) at x, by halving.
  private func eased(_ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let u = (low + high) / 2
      let (left, right) = (3 * (1 - u) * u * u * 0.58, u * u * u)
      if left + right < x { low = u } else { high = u }
    }
    return 3 * (1 - low) * low * low + low * low * low
  }

  @Test("Spins", arguments: 0..<10 as Range<UInt64>) func spins(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for number in 0..<1000 {
      var properties = OdometerProperties()
      properties.roll = .spin
      properties.duration = .random(in: 0.1...5, using: &random)
      properties.durationOffset = .random(in: 0...1, using: &random)
      properties.density = .random(in: 0...30, using: &random)
      properties.isAscending = .random(using: &random)
      let value = Int.random(in: 0...9_999_999, using: &random)
      let digits = String(value).map { Int(String($0)) ?? 0 }
      var odometer = Odometer(properties)
      odometer.show(DecimalNumber(value), at: 0)
      let start = Double.random(in: 0...100, using: &random)
      odometer.start(at: start)
      let count = Double(digits.count)
      let offset = count > 1 ? min(properties.durationOffset, 0.8 * properties.duration / (count - 1)) : 0
      for _ in 0..<3 {
        let t = start + .random(in: 0...6, using: &random)
        for (i, column) in odometer.columns.enumerated() {
          let duration = properties.duration - (count - 1 - Double(i)) * offset
          let share = eased(min(1, max(0, (t - start) / duration)))
          let last = Double(properties.density + 1)
          let expected = properties.isAscending ? share * last : (1 - share) * last
          let cells = column.cells(at: t)
          // From its lower end the strip is d, d + 1, …, d.
          let top = Int(expected.rounded(.down))
          let shown = top == 0 ? digits[i] : (digits[i] + properties.density + 1 - top) % 10
          let isNearSeam = abs(expected - expected.rounded()) < 1e-9
          guard abs(column.position(at: t) - expected) < 1e-6, isNearSeam || cells.upper == shown else {
            Issue.record(
              "\(seed)/\(number) at \(t): column \(i) of \(value) is at \(column.position(at: t)), not \(expected)")
            return
          }
        }
      }
    }
  }

  // MARK: Roll

  /// A digit that goes on from where it is: the polynomial of the fourth degree that keeps place and velocity, and ends with
  /// neither velocity nor acceleration.
  struct Roller {
    var start = 0.0
    var duration: Double
    var target: Int
    /// Of s³ and s⁴, s being what is left of the time, from 1 to 0.
    var cubic = 0.0
    var fourth = 0.0

    func place(_ t: Seconds) -> Double {
      let s: Double = 1 - min(1, max(0, (t - start) / duration))
      return Double(target) + cubic * s * s * s + fourth * s * s * s * s
    }

    func velocity(_ t: Seconds) -> Double {
      guard t < start + duration else { return 0 }
      let s = 1 - (t - start) / duration
      return -(3 * cubic * s * s + 4 * fourth * s * s * s) / duration
    }

    mutating func show(_ digit: Int, way: RollTrend, at t: Seconds) {
      guard digit != (target % 10 + 10) % 10 else { return }
      let (from, velocity) = (place(t), velocity(t))
      let coast = velocity * duration / 3
      let cells = (-40...40).map { Int(from.rounded()) + $0 }.filter { ($0 % 10 + 10) % 10 == digit }
      switch way {
      case .up: target = cells.first { Double($0) >= from + (coast > 0 ? coast : -0.5) } ?? target
      case .down: target = cells.last { Double($0) <= from + (coast < 0 ? coast : 0.5) } ?? target
      default:
        target = cells.reversed().min { abs(Double($0) - from - coast) < abs(Double($1) - from - coast) } ?? target
      }
      let distance = from - Double(target)
      fourth = -velocity * duration - 3 * distance
      cubic = distance - fourth
      start = t
    }
  }

  @Test("Rolls", arguments: 0..<10 as Range<UInt64>) func rolls(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for number in 0..<1000 {
      var properties = OdometerProperties()
      properties.duration = .random(in: 0.2...3, using: &random)
      properties.trend = RollTrend.allCases.randomElement(using: &random) ?? .auto
      var value = Int.random(in: 0...9, using: &random)
      var odometer = Odometer(properties)
      odometer.show(DecimalNumber(value), at: 0)
      var roller = Roller(duration: properties.duration, target: value)
      var t = 0.0
      for _ in 0..<6 {
        let next = Int.random(in: 0...9, using: &random)
        let auto: RollTrend = next > value ? .up : .down
        roller.show(next, way: properties.trend == .auto ? auto : properties.trend, at: t)
        odometer.show(DecimalNumber(next), at: t)
        value = next
        let end = t + .random(in: 0.02...1.5, using: &random)
        for time in (0..<3).map({ _ in Double.random(in: t...end, using: &random) }) {
          let place = odometer.columns[0].position(at: time)
          guard abs(place - roller.place(time)) < 1e-6 else {
            Issue.record("\(seed)/\(number) at \(time): \(place), not \(roller.place(time)), on the way to \(next)")
            return
          }
        }
        t = end
      }
    }
  }

  // MARK: Tokens

  @Test("Token layouts", arguments: 0..<10 as Range<UInt64>) func tokenLayouts(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for number in 0..<1000 {
      var properties = TokenFieldProperties()
      properties.margins = .random(in: 0...20, using: &random)
      properties.tokenHeight = .random(in: 10...40, using: &random)
      properties.tokenXMargin = .random(in: 0...10, using: &random)
      properties.tokenYMargin = .random(in: 0...10, using: &random)
      properties.canEdit = .random(using: &random)
      let widths = (0..<Int.random(in: 0...30, using: &random)).map { _ in Double.random(in: 5...400, using: &random) }
      let width = Double.random(in: 60...800, using: &random)
      let layout = TokenLayout(chipWidths: widths, width: width, properties: properties)
      let expected = rows(widths, line: width - 2 * properties.margins, properties)
      let pairs = zip(
        layout.places + [layout.field].compactMap(\.self), expected.places + [expected.field].compactMap(\.self))
      guard layout.places.count == expected.places.count, (layout.field == nil) == (expected.field == nil),
        pairs.allSatisfy({ isNear($0.minX, $1.minX) && isNear($0.minY, $1.minY) && isNear($0.width, $1.width) }),
        abs(layout.height - expected.height - 2 * properties.margins) < 1e-9
      else {
        Issue.record("\(seed)/\(number): \(widths) in \(width)")
        return
      }
    }
  }

  /// Row by row, each filled while there is room.
  private func rows(
    _ widths: [Double], line: Double, _ properties: TokenFieldProperties
  ) -> (places: [Rect], field: Rect?, height: Double) {
    var rows: [[Double]] = widths.isEmpty ? [] : [[]]
    func length(_ row: [Double]) -> Double { row.reduce(0) { $0 + $1 + properties.tokenXMargin } }
    for width in widths {
      let shown = min(width, line)
      let isFull = rows[rows.count - 1].isEmpty == false && length(rows[rows.count - 1]) + shown > line + 1e-6
      if isFull { rows.append([]) }
      rows[rows.count - 1].append(shown)
    }
    func y(_ row: Int) -> Double { Double(row) * (properties.tokenHeight + properties.tokenYMargin) }
    var places: [Rect] = []
    for (i, row) in rows.enumerated() {
      var x = 0.0
      for width in row {
        places.append(Rect(x: x, y: y(i), width: width, height: properties.tokenHeight))
        x += width + properties.tokenXMargin
      }
    }
    var field: Rect?
    var count = rows.count
    if properties.canEdit {
      let x = rows.last.map(length) ?? 0
      let hasRoom = line - x >= line / 3 - 1e-6
      let row = hasRoom ? max(0, count - 1) : count
      field = Rect(x: hasRoom ? x : 0, y: y(row), width: hasRoom ? line - x : line, height: properties.tokenHeight)
      count = row + 1
    }
    return (places, field, count == 0 ? 0 : y(count) - properties.tokenYMargin)
  }

  @Test("Token fields", arguments: 0..<10 as Range<UInt64>) func tokenFields(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for number in 0..<1000 {
      var field = TokenField()
      // What stands, and what stood before each step that changed it.
      var (labels, past, future): ([String], [[String]], [[String]]) = ([], [], [])
      func step(_ new: [String]) {
        if new == labels { return }
        past.append(labels)
        (labels, future) = (new, [])
      }
      for operation in 0..<12 {
        let index = Int.random(in: 0...5, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          let label = String("abcdefgh".randomElement(using: &random) ?? "a")
          field.add([Token(label.uppercased())], at: index, time: 0)
          if !labels.contains(label) {
            var new = labels
            new.insert(label, at: min(index, labels.count))
            step(new)
          }
        case 2:
          field.remove(at: [index])
          if index < labels.count { step(labels.enumerated().filter { $0.offset != index }.map(\.element)) }
        case 3:
          let target = Int.random(in: 0...5, using: &random)
          field.move(from: index, to: target)
          if index < labels.count {
            var new = labels
            new.insert(new.remove(at: index), at: min(target, labels.count - 1))
            step(new)
          }
        case 4:
          field.perform(.undo, at: 0)
          if let before = past.popLast() {
            future.append(labels)
            labels = before
          }
        default:
          field.perform(.redo, at: 0)
          if let after = future.popLast() {
            past.append(labels)
            labels = after
          }
        }
        guard field.tokens.map({ $0.label.lowercased() }) == labels else {
          Issue.record("\(seed)/\(number), operation \(operation): \(field.tokens.map(\.label)), not \(labels)")
          return
        }
      }
    }
  }
}
