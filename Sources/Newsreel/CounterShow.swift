internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// `newsreel counter`: a number that rolls to each new one.
final class CounterShow: Show {
  private let counter: CounterView
  /// The number that the next frame rolls to: of those that come between two frames, the last.
  private var pending: [UInt8]?
  private var wrongLines = WrongLines()

  init(_ invocation: Invocation) throws(PropertyError) {
    var properties = CounterProperties()
    try properties.adopt(invocation.window)
    try properties.assign(invocation.properties)
    var ids = ContentIDs()
    counter = CounterView(ids: &ids, properties: properties)
    guard let text = invocation.texts.first else { return }
    guard let number = DecimalNumber(text) else {
      throw PropertyError(name: "number", reason: "'\(text)' is not a number")
    }
    counter.show(number, at: -.infinity)
  }

  var view: any View { counter }
  var background: Color { counter.properties.backgroundColor }

  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size {
    let height = (80 * scale).rounded()
    let width = counter.naturalSize(height: height, with: typesetter).width + 2 * (16 * scale).rounded()
    return Size(width: max((320 * scale).rounded(), width), height: height)
  }

  func take(_ line: UnsafeRawBufferPointer, at t: Seconds) {
    // A line of digits is a number; whatever else it may be is found out now, so that a wrong one is told of.
    let isPlain = !line.isEmpty && line.count < 64 && line.allSatisfy { 0x30...0x39 ~= $0 }
    if isPlain || DecimalNumber(String(decoding: line, as: UTF8.self)) != nil {
      pending = Array(line)
    } else {
      wrongLines.report(line, expected: "a number")
    }
  }

  func prepare(at t: Seconds) {
    guard let bytes = pending else { return }
    pending = nil
    counter.show(text: String(decoding: bytes, as: UTF8.self), at: t)
  }

  func handle(_ event: Event, at t: Seconds) -> Bool { false }
}

/// Lines that are not what they should be, each told of once on standard error.
struct WrongLines {
  private var told: Set<[UInt8]> = []

  /// How many different lines are told of; a source that is wrong altogether does not fill the memory.
  private static let limit = 100

  mutating func report(_ line: UnsafeRawBufferPointer, expected: String) {
    let shown = Array(line.prefix(80))
    guard told.count < Self.limit, told.insert(shown).inserted else { return }
    complain("'\(String(decoding: shown, as: UTF8.self))' is not \(expected); the line is left out")
    if told.count == Self.limit { complain("further wrong lines are not reported") }
  }
}
