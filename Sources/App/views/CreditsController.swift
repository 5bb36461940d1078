internal import Base
internal import Newswire
package import Scene
package import ScrollCore
internal import Windows

/// `newsreel credits`: a text that scrolls upwards.
final class CreditsController: ThemedController, ControlledController, MovingController, LineReceiver {
  private let credits: CreditsView
  var looks: StyleResolver<CreditsKind>
  private var options: SourceOptions { looks.request.sources.value }
  /// Speeds are multiples of this, in px/s; 0 for any.
  private var speedStep = 0.0
  /// The new text, to be shown once complete; and the last one.
  private var successor: [UInt8]?
  private var shown: [UInt8]?
  private var problems = OnceReported()

  init(_ request: ViewRequest<CreditsKind>) throws(ValueError) {
    looks = try StyleResolver(request)
    credits = CreditsView(try looks.style())
    credits.spill = SpillFile()
    credits.awaitsMore = !request.sources.value.isBlank
  }

  var view: any SceneView { credits }
  func appearance(of style: CreditsView.Style, by looks: StyleResolver<CreditsKind>) -> WindowAppearance {
    WindowAppearance(background: style.background, border: looks.border, mayChange: looks.file != nil)
  }
  var style: CreditsView.Style { credits.style }

  func apply(_ style: CreditsView.Style, at t: Seconds) {
    var style = style
    style.speed = evenSpeed(nearest: style.speed, step: speedStep)
    credits.apply(style, at: t)
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) { credits.setStepping(isReduced || steps, at: t) }

  func open(_ connection: SourceConnection) throws(Failure) {
    try LineSources(options, for: self, connection).open()
    credits.start(at: connection.now())
    followTheme(connection)
  }

  func snapSpeed(to step: Double, at t: Seconds) {
    speedStep = step
    apply(credits.style, at: t)
  }

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    guard case .happened(.finished) = action else { return false }
    context.tell("finished")
    return true
  }

  // MARK: - Control

  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    let t = context.time
    switch request.command {
    case .add: credits.append(try request.texts().map { $0 + "\n" }.joined(), at: t)
    case .replace:
      credits.replaceAll(with: try request.texts().joined(separator: "\n"), at: t)
      // The next text of a source takes its place, also if it only adds to the last one.
      shown = nil
    case .pause: credits.setPausedByKey(true, at: t)
    case .resume: credits.setPausedByKey(false, at: t)
    case .start: credits.start(at: t)
    case .stop: credits.stop(at: t)
    case .scrollTo: credits.scroll(by: try request.place() - credits.offset(at: t), at: t)
    default: throw Failure.unsuited(request)
    }
    context.setNeedsDisplay()
    return nil
  }

  var isPaused: Bool { credits.isPausedByKey }

  func state(at t: Seconds) -> [(String, JSON)] {
    [
      ("scrolling", .bool(credits.isScrolling)), ("finished", .bool(credits.isFinished)),
      ("position", .number(credits.offset(at: t))), ("speed", .number(credits.speed(at: t))),
      ("lines", .array(credits.lines(atMost: 1000).map(JSON.string))),
    ]
  }

  // MARK: - Lines

  var delivery: LineDelivery { .parts }

  func receive(_ event: LineEvent, at t: Seconds) {
    switch event {
    case .line(let bytes):
      append(bytes, at: t)
      Self.lineEnd.withUnsafeBytes { append($0, at: t) }
    case .part(let bytes): append(bytes, at: t)
    case .restart: successor = []
    case .pause:
      showSuccessor(at: t)
      credits.finishLines(at: t)
    case .end: credits.awaitsMore = false
    case .error: break
    }
    if credits.isCut {
      problems.report("credits: the text has more than \(TextStore.Limits.text.chunks) lines; the rest is left out")
    }
  }
}

extension CreditsController {
  /// The limit for a text that is held back until complete, in bytes.
  private static let longestSuccessor = 16 << 20

  private static let lineEnd: [UInt8] = [0x0A]

  private func append(_ bytes: UnsafeRawBufferPointer, at t: Seconds) {
    if successor == nil || isSuccessorTooLong(with: bytes, at: t) {
      credits.append(lines: bytes.bindMemory(to: UInt8.self).span, at: t)
    } else {
      successor?.append(contentsOf: bytes)
    }
  }

  /// Replaces the old text from the beginning. If the new one only adds to it, scrolling continues.
  private func showSuccessor(at t: Seconds) {
    guard let text = successor else { return }
    successor = nil
    if let shown, !shown.isEmpty, text.starts(with: shown) {
      text[shown.count...].withUnsafeBytes { append($0, at: t) }
    } else {
      credits.replaceAll(with: String(decoding: text, as: UTF8.self), in: SpillFile(), at: t)
    }
    shown = text
  }

  /// Shows a text as it arrives if it is too long to be held back.
  private func isSuccessorTooLong(with bytes: UnsafeRawBufferPointer, at t: Seconds) -> Bool {
    guard let text = successor, text.count + bytes.count > Self.longestSuccessor else { return false }
    shown = nil
    showSuccessor(at: t)
    // What follows is not in it.
    shown = nil
    return true
  }
}

// MARK: - The kind of view

package enum CreditsKind: ViewKind {
  package typealias Style = CreditsView.Style
  package static let text = CommandText(
    name: "credits", argument: "file", argumentMeaning: "A text file; a single - is standard input",
    abstract: "Scrolls a text upwards, as film credits do",
    discussion: """
      Long lines are wrapped at the width of the window. With --every, a changed text starts over; if lines were only \
      added, scrolling continues.
      """)

  package static let takesFiles = true
  package static var stretches: (across: Bool, down: Bool) { (true, true) }

  /// Text fades at the window's edges. The library's view has no fade by default.
  package static var initial: CreditsView.Style {
    var style = CreditsView.Style()
    (style.edgeFade, style.margin) = (28, 28)
    return style
  }

  package static func base(for request: ViewRequest<Self>) -> CreditsView.Style {
    var base = initial
    base.followsScale =
      !request.own.hasSet("fontSize") && request.window.value.font.size == nil
    return base
  }

  package static func missing(_ request: ViewRequest<Self>) -> String? {
    guard request.sources.value.isBlank else { return nil }
    return
      "credits: there is no text to show; name its file, as in newsreel credits credits.txt, or - for standard input"
  }

  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> any ViewController {
    try CreditsController(request)
  }
}

extension CreditsView.Style: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { self.font = font.text }
    if let color = shared.foreground { textColor = color }
    background = shared.background(over: background)
  }
}
