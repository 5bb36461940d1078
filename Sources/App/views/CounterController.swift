internal import Base
internal import Newswire
package import Scene
package import ScrollCore
internal import Windows

/// `newsreel counter`: a number that rolls to each new value.
final class CounterController: ThemedController, ControlledController, MovingController, LineReceiver {
  let counter: CounterScene
  var looks: StyleResolver<CounterKind>
  private var options: SourceOptions { looks.request.sources.value }
  /// The lines since the last frame; the next frame rolls to their last number.
  private var pending: [[UInt8]] = []
  private var endsInDigits = false
  private var wrongLines = WrongLines()
  private var context = ViewContext()

  /// The limit for lines between two frames; beyond it older ones are dropped unread.
  private static let pendingLimit = 256

  init(_ request: ViewRequest<CounterKind>) throws(ValueError) {
    looks = try StyleResolver(request)
    counter = CounterScene(properties: try looks.style())
    counter.captionFollowsHeight = captionFollowsHeight
    guard let text = request.sources.value.texts.first else { return }
    guard let reading = NumberReading(text) else {
      throw ValueError(reason: "'\(text)' is not a number")
    }
    counter.show(reading.number, at: -.infinity)
  }

  var view: any SceneView { counter }
  func appearance(of style: CounterProperties, by looks: StyleResolver<CounterKind>) -> WindowAppearance {
    WindowAppearance(
      background: style.background, border: looks.border, mayChange: looks.file != nil)
  }

  var style: CounterProperties { counter.properties }

  func apply(_ style: CounterProperties, at t: Seconds) {
    counter.captionFollowsHeight = captionFollowsHeight
    counter.properties = style
  }

  /// Unless its size is set.
  private var captionFollowsHeight: Bool { !looks.request.own.hasSet("captionSize") }

  func open(_ connection: SourceConnection) throws(Failure) {
    context = connection.context
    spinAtStart(at: connection.now())
    try LineSources(options, for: self, connection).open()
    followTheme(connection)
  }

  func update(at t: Seconds) {
    guard !pending.isEmpty, let reading = readPending() else { return }
    show(reading, at: t)
  }

  func show(_ reading: NumberReading, at t: Seconds) {
    let number = reading.number
    guard number != counter.number else { return }
    let isFirst = counter.number == nil
    counter.show(number, at: t)
    context.tell("value", [("number", number.map { .numeral($0.description) } ?? .null)])
    if isFirst { spinAtStart(at: t) }
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) { counter.snaps = isReduced }

  /// Lets the first number spin, if numbers do.
  private func spinAtStart(at t: Seconds) {
    if counter.number != nil, counter.properties.odometer.roll == .spin { counter.start(at: t) }
  }

  // MARK: - Lines

  var delivery: LineDelivery { .lines }
  /// If lines arrive faster than frames, only the last is read.
  var matchesLines: Bool { true }

  func receive(_ event: LineEvent, at t: Seconds) {
    switch event {
    case .line(let line): enqueue(line)
    // There may be no further frame.
    case .end: update(at: t)
    case .part, .restart, .pause, .error: break
    }
  }

  private func enqueue(_ line: UnsafeRawBufferPointer) {
    // A line of digits is a valid number without parsing: it replaces its predecessor.
    let isDigits = options.match == nil && !line.isEmpty && line.count < 64 && line.allSatisfy { 0x30...0x39 ~= $0 }
    if let last = pending.indices.last, (isDigits && endsInDigits) || pending.count >= Self.pendingLimit {
      pending[last].removeAll(keepingCapacity: true)
      pending[last].append(contentsOf: line.prefix(LinePattern.longestLine))
    } else {
      // Enough to report that the line is too long.
      let longest = options.match == nil ? NumberReading.longest + 1 : LinePattern.longestLine
      pending.append(Array(line.prefix(longest)))
    }
    endsInDigits = isDigits
  }

  /// Reads the pending lines, and reports invalid ones. Returns the last that is valid.
  private func readPending() -> NumberReading? {
    var last: NumberReading?
    for bytes in pending {
      if let reading = reading(of: bytes) {
        last = reading
      } else {
        wrongLines.report(
          bytes.span,
          expected: options.match == nil ? "a number" : "a line with the number that --match looks for")
      }
    }
    pending.removeAll(keepingCapacity: true)
    endsInDigits = false
    return last
  }

  private func reading(of line: [UInt8]) -> NumberReading? {
    guard let pattern = options.match else { return NumberReading(bytes: line.span) }
    return pattern.part(of: String(decoding: line, as: UTF8.self)).flatMap { NumberReading($0) }
  }
}

// MARK: - The kind of view

package enum CounterKind: ViewKind {
  package typealias Style = CounterProperties
  package static let text = CommandText(
    name: "counter", argument: "number",
    argumentMeaning: "The number to show first; a single - reads them from standard input",
    abstract: "Shows a number whose digits roll when it changes",
    discussion: """
      Each line of the sources is a new number; a blank line, NaN and infinities show a dash. Any other line is reported once \
      on standard error and changes nothing. With --roll spin the first number spins, too; SIGUSR1 and newsreel msg start \
      spin the present one. A number that is too wide \
      for the window is shown smaller.
      """)

  package static let argumentLimit = 1
  package static var initial: CounterProperties {
    var properties = CounterProperties()
    properties.odometer = .brief
    return properties
  }

  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> any ViewController {
    try CounterController(request)
  }
}

extension CounterProperties: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { self.font = font.text }
    if let color = shared.foreground { textColor = color }
    background = shared.background(over: background)
  }
}
