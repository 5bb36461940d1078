internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// `newsreel credits`: a text that scrolls upwards.
final class CreditsController: StyledController, LineReceiver {
  private let credits: CreditsView
  private let options: SourceOptions

  init(_ request: ViewRequest<CreditsKind>) throws(ValueError) {
    options = request.sources
    credits = CreditsView(try CreditsKind.style(of: request))
    credits.spill = SpillFile()
    credits.awaitsMore = options.readsInput || !options.files.isEmpty
  }

  var view: any View { credits }
  var appearance: WindowAppearance { WindowAppearance(background: credits.style.background) }
  var style: CreditsView.Style { credits.style }

  func apply(_ style: CreditsView.Style, at t: Seconds) { credits.apply(style, at: t) }

  func open(_ connection: SourceConnection) throws(Failure) {
    try LineSources(options, for: self, connection).open()
    credits.start(at: connection.now())
  }

  func snapSpeed(to step: Double) {
    var style = credits.style
    style.speed = max(1, (style.speed / step).rounded()) * step
    credits.apply(style, at: 0)
  }

  var delivery: LineDelivery { .parts }

  func receive(_ event: SourceEvent, at t: Seconds) {
    switch event {
    case .line(let bytes), .part(let bytes): credits.append(lines: bytes.bindMemory(to: UInt8.self).span, at: t)
    case .restart: credits.replaceAll(with: "", at: t)
    case .pause: credits.finishLines(at: t)
    case .end: credits.awaitsMore = false
    case .error: break
    }
  }
}
