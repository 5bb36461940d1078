internal import Base
internal import Glibc
internal import Newswire
internal import ScrollCore
internal import Windows
internal import X11

/// The action of `newsreel doctor`: what the desktop is, what it can do, and what Newsreel does about it.
package enum DesktopDoctor {
  /// Prints the report. Returns the exit status.
  package static func run(asJSON: Bool) -> Int32 {
    let facts = DesktopFacts.found()
    let status = writeOutput(asJSON ? facts.json : facts.text(columns: terminalColumns() ?? 100))
    return status == ExitStatus.success && facts.isHopeless ? ExitStatus.failure : status
  }
}

extension DesktopFacts {
  /// What is found here and now.
  static func found() -> DesktopFacts {
    var facts = DesktopFacts()
    facts.session = UserSession.current
    do throws(Failure) { facts.server = Server(try Display()) } catch { facts.refusal = error.description }
    if let bus = Bus(address: Bus.sessionAddress) {
      facts.hasBus = bus.isOpen
      facts.isRead = isRead(on: bus)
      bus.close()
    }
    facts.fonts = Scripts.grouped(Display.withoutFont(headlineCharacters()))
    return facts
  }

  /// How long to wait for the bus, in seconds.
  private static let patience = 1.0

  /// Whether the desktop says that assistive technology is in use; nil if nobody answers.
  private static func isRead(on bus: Bus) -> Bool? {
    var isOver = false
    var isUsed: Bool?
    bus.call(
      "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "GetAll", startsService: false,
      write: { $0.text("org.a11y.Status") },
      answer: { message in
        isOver = true
        if message.isError { return }
        var values: [Int] = []
        message.forEachEntry("sv") { key in
          if let value = message.value(), key == "IsEnabled" || key == "ScreenReaderEnabled" { values.append(value) }
        }
        isUsed = values.contains(1)
      })
    let end = monotonicNow() + patience
    while !isOver, monotonicNow() < end, bus.service(now: monotonicNow()) != .finished {
      var descriptors: [pollfd] = []
      bus.appendDescriptors(to: &descriptors)
      if !isOver { _ = poll(&descriptors, nfds_t(descriptors.count), Int32(max(0, end - monotonicNow()) * 1000) + 1) }
    }
    return isUsed
  }

  /// The characters of the last headlines and of the feeds' names, in their order.
  private static func headlineCharacters() -> [Unicode.Scalar] {
    var problem: Failure?
    let items = HeadlineHistory.items(UserPaths.headlines, problem: &problem)
    let characters = Set(items.flatMap { $0.title.unicodeScalars })
    return characters.filter {
      !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace && $0.value >= 0x20
    }
    .sorted()
  }
}

extension DesktopFacts.UserSession {
  static var current: DesktopFacts.UserSession {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    var session = DesktopFacts.UserSession()
    session.desktop = value("XDG_CURRENT_DESKTOP")
    session.isWayland = !value("WAYLAND_DISPLAY").isEmpty || value("XDG_SESSION_TYPE") == "wayland"
    session.display = Display.standardName
    session.inputMethod =
      value("XMODIFIERS").split(separator: "@").first { $0.hasPrefix("im=") }
      .map { String($0.dropFirst(3)) } ?? ""
    return session
  }
}

extension DesktopFacts.Server {
  /// Asks a server.
  init(_ display: Display) {
    self.init()
    let desktop = Desktop(display)
    (vendor, isXwayland, depth) = (display.vendor, display.isXwayland, display.depth)
    (monitors, scale) = (desktop.monitors, desktop.scale)
    (manager, managerName) = (display.windowManager, display.managerName)
    (compositor, inputMethods) = (display.compositorName, display.inputMethods)
    missing = display.missingExtensions(of: ["Present", "RANDR", "XFIXES", "MIT-SHM", "SHAPE", "SYNC"])
  }
}
