internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// `newsreel counter`: a number that rolls to each new one.
final class CounterShow: LiveShow {
  private let counter: CounterView
  /// The lines since the last frame, whose last number is the one that the next frame rolls to.
  private var pending: [[UInt8]] = []
  private var endsInDigits = false
  private let pattern: LinePattern?
  private var wrongLines = WrongLines()

  /// Between two frames, lines beyond this number supersede each other unread.
  private static let pendingLimit = 256

  init(_ invocation: Invocation) throws(ValueError) {
    var properties = CounterProperties()
    try properties.adopt(invocation.window)
    try properties.assign(invocation.properties)
    var ids = ContentIDs()
    counter = CounterView(ids: &ids, properties: properties)
    do throws(UsageError) {
      pattern = try invocation.match.isEmpty ? nil : LinePattern(invocation.match)
    } catch {
      throw ValueError(name: "match", reason: error.description)
    }
    guard let text = invocation.texts.first else { return }
    guard let number = DecimalNumber(text) else {
      throw ValueError(name: "number", reason: "'\(text)' is not a number")
    }
    counter.show(number, at: -.infinity)
  }

  func change(_ own: [Assignment], _ window: [Assignment], at t: Seconds) throws(ValueError) {
    var properties = counter.properties
    try properties.adopt(window)
    try properties.assign(own)
    counter.properties = properties
  }

  func text(of property: String) -> String? {
    CounterProperties.property(named: property)?.value(of: counter.properties).text
  }

  var view: any View { counter }
  var background: Color { counter.properties.backgroundColor }

  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size {
    let height = (80 * scale).rounded()
    let width = counter.naturalSize(height: height, with: typesetter).width
    return Size(width: max((320 * scale).rounded(), width), height: height)
  }

  func take(_ line: UnsafeRawBufferPointer, at t: Seconds) {
    // A line of digits is a number without being read: it supersedes another one before it.
    let isDigits = pattern == nil && !line.isEmpty && line.count < 64 && line.allSatisfy { 0x30...0x39 ~= $0 }
    if let last = pending.indices.last, (isDigits && endsInDigits) || pending.count >= Self.pendingLimit {
      pending[last].removeAll(keepingCapacity: true)
      pending[last].append(contentsOf: line)
    } else {
      pending.append(Array(line))
    }
    endsInDigits = isDigits
  }

  /// Takes a number for the next frame; false where it is none.
  func show(_ number: String) -> Bool {
    guard DecimalNumber(number) != nil else { return false }
    pending = [Array(number.utf8)]
    endsInDigits = false
    return true
  }

  func prepare(at t: Seconds) {
    guard !pending.isEmpty, let number = readPending() else { return }
    counter.show(number, at: t)
  }

  func sourcesEnded(at t: Seconds) { prepare(at: t) }

  func handle(_ event: Event, at t: Seconds) -> Bool { false }

  /// Reads the pending lines, and tells of the wrong ones. Returns the last number.
  private func readPending() -> DecimalNumber? {
    var last: DecimalNumber?
    for bytes in pending {
      if let number = number(in: bytes) {
        last = number
      } else {
        wrongLines.report(
          String(decoding: bytes, as: UTF8.self),
          expected: pattern == nil ? "a number" : "a line with the number that --match looks for")
      }
    }
    pending.removeAll(keepingCapacity: true)
    endsInDigits = false
    return last
  }

  private func number(in line: [UInt8]) -> DecimalNumber? {
    guard let pattern else { return DecimalNumber(bytes: line.span) }
    return pattern.part(of: String(decoding: line, as: UTF8.self)).flatMap { DecimalNumber(bytes: Array($0.utf8).span) }
  }
}

/// Lines that are not what they should be, each told of once on standard error.
struct WrongLines {
  private var told: Set<String> = []

  /// How many different lines are told of; a source that is wrong altogether does not fill the memory.
  private static let limit = 100

  mutating func report(_ line: String, expected: String) {
    let shown = String(line.prefix(80))
    guard told.count < Self.limit, told.insert(shown).inserted else { return }
    complain("'\(shown)' is not \(expected); the line is left out")
    if told.count == Self.limit { complain("further wrong lines are not reported") }
  }
}
