import Formats
import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// A strip in virtual time with a file of alerts, a broker's channel, and other programs that send to it.
final class OnAirDesk {
  let system = VirtualSystem(wallTime: 1_790_000_000)
  let folder: TemporaryFolder
  let controller: StripController
  let context = ViewContext()
  let channel: BrokerAddress
  private let loop = RunLoop()
  private var frame = Frame(size: Size(width: 1280, height: 36), background: .black)
  private(set) var t: Seconds = 0
  /// The texts of the events `urgent` and `alert`.
  private(set) var (urgent, alerts) = ([String](), [String]())
  private var contents: ChannelContents
  private var draft = ChannelDraft(of: "sim", keeping: 30)
  private var kept: [String: String] = [:]

  /// Runs a test in virtual time.
  static func run(_ body: (OnAirDesk) throws -> Void) throws {
    let desk = try OnAirDesk()
    try desk.system.run {
      try desk.open()
      defer { desk.loop.removeAll() }
      try body(desk)
    }
  }

  private init() throws {
    folder = try TemporaryFolder()
    channel = try BrokerAddress("mqtt://broker.example.org/sim")
    contents = ChannelContents(of: "sim", at: channel.description)
    var request = ViewRequest<StripKind>()
    request.sources = try Settings(
      [PropertyChange("alerts", to: .text(folder.path + "/alerts.xml"))], arguments: ["A notice", "Another one"])
    let system = system
    for (variable, name) in [("XDG_CONFIG_HOME", "c"), ("XDG_CACHE_HOME", "h"), ("XDG_STATE_HOME", "s")] {
      system.folders[variable] = "\(folder.path)/\(name)"
    }
    controller = try system.run { try StripController(request) }
  }

  private func open() throws {
    try publish([])
    feeds?.reader.begin = { FeedsInLoop($0, planting: nil, handler: $1).process }
    context.awaitedEvents = ["urgent", "alert"]
    try controller.open(SourceConnection(loop: loop, context: context))
    controller.headlines.join(channel)
    controller.strip.layout(in: Rect(x: 0, y: 0, width: 1280, height: 36), with: FixedTypesetter(), at: 0)
    controller.crawl.start(at: 0)
    run(for: 1)
  }

  var feeds: NewsDesk? { controller.headlines.desk }

  // MARK: - Time

  /// Frame by frame, and whatever is due between.
  func run(for seconds: Seconds) {
    let end = t + seconds
    while t < end {
      let next = min(end, t + 1.0 / 30)
      while loop.deadline <= next {
        setTime(max(t, loop.deadline))
        loop.serveWhatIsDue()
        takeActions()
      }
      setTime(next)
      draw()
    }
  }

  private func setTime(_ time: Seconds) { (t, system.now, context.time) = (time, time, time) }

  private func draw() {
    loop.serveWhatIsDue()
    controller.update(at: t)
    takeActions()
    if context.needsLayout {
      controller.strip.layout(in: Rect(x: 0, y: 0, width: 1280, height: 36), with: FixedTypesetter(), at: t)
      context.didLayOut()
    }
    frame.clear()
    controller.strip.draw(into: &frame, at: t)
    context.didDraw()
  }

  private func takeActions() {
    for action in context.takeActions() {
      guard case .session(.tell(let event, let line)) = action, let text = (try? JSON(parsing: line))?["text"]?.string
      else {
        continue
      }
      if event == "urgent" { urgent.append(text) } else { alerts.append(text) }
    }
  }

  // MARK: - Sources

  /// The alerts' file holds these messages, or a part of them.
  func publish(_ messages: [String], part: Double = 1) throws {
    let text = CAPText.feed(messages.map { "<content type=\"text/xml\">\($0)</content>" })
    try folder.replace("alerts.xml", with: String(text.prefix(Int(Double(text.count) * part))))
  }

  /// A command of `newsreel msg`.
  @discardableResult
  func ask(_ command: String, _ arguments: JSON...) throws -> JSON? {
    var id: JSON?
    let line = JSON.object([("command", .array([.string(command)] + arguments))]).line
    let request = try Array(line.utf8).withUnsafeBytes { try ControlRequest(parsing: $0, id: &id) }
    return try controller.perform(request, in: context)
  }

  func add(_ line: String) throws { try ask("add", JSON(parsing: line)) }

  /// A line of `--json-lines`.
  func send(_ line: String) { Array(line.utf8).withUnsafeBytes { controller.headlines.news().receive(line: $0) } }

  /// The channel's sender publishes a line, or takes items away.
  func publish(_ line: String) throws {
    pass(draft.add([try NewsItem(object: JSON(parsing: line), source: "")], now: wallClockNow()))
  }

  func unsend(_ id: String) { pass(draft.remove([id], now: wallClockNow())) }

  private func pass(_ messages: [BrokerMessage]) {
    for message in messages + [draft.indexMessage] {
      if message.isRetained { kept[message.topic] = message.payload }
      deliver(message.topic, message.payload, isRetained: false)
    }
    passOn()
  }

  /// The broker welcomes the display again, and sends what it keeps; also to a reader that has just begun.
  func rejoin(asNew isNew: Bool) {
    if isNew {
      contents = ChannelContents(
        of: "sim", at: channel.description, known: controller.headlines.places(in: channel))
    }
    for (topic, payload) in kept.sorted(by: { $0.key < $1.key }) { deliver(topic, payload, isRetained: true) }
    passOn()
  }

  private func deliver(_ topic: String, _ payload: String, isRetained: Bool) {
    guard let known = ChannelTopic(topic, in: "sim") else { return }
    Array(payload.utf8).withUnsafeBytes { bytes in
      try? contents.receive(known, bytes, isRetained: isRetained, now: wallClockNow())
    }
  }

  private func passOn() {
    for line in contents.takeChanges().flatMap(\.jsonLines) {
      let event = Array(line.utf8).withUnsafeBytes { BrokerEvent(jsonLine: $0, now: wallClockNow()) }
      if let event { controller.headlines.receive(event) }
    }
  }

  // MARK: - What there is

  /// What is over the headlines, and not on its way out.
  var band: String? {
    guard let turn = controller.strip.breakIns.turns.turn(at: t), turn.end > t + 0.26 else { return nil }
    return controller.strip.breakIns.headline(at: t)?.text
  }

  /// Whether a pixel of a text may be on the strip.
  func shows(_ text: String) -> Bool {
    if controller.crawl.textsInView(at: t).contains(where: { $0.text == text }) && band == nil { return true }
    return frame.layers.contains { layer in
      !layer.clip.isEmpty && layer.content.primitives != controller.crawl.run.content.primitives
        && layer.content.primitives.contains { $0.element.run?.text == text }
    }
  }

  /// The break-ins of `newsreel msg state`.
  var state: [String] {
    controller.state(at: t).first { $0.0 == "break-ins" }?.1.array?.compactMap { $0["text"]?.string } ?? []
  }

  /// What `newsreel msg rundown` says is over the headlines now.
  var present: String? {
    let now = wallClockNow()
    return controller.rundown(for: 60, at: t).entries.first {
      $0.placing == .breakIn && $0.start <= now && $0.end ?? .distantFuture > now + 0.26
    }?.item.title
  }

  /// Whether state and rundown say what is on the screen.
  var agrees: Bool { state.first == band && present == band }
}
