internal import Base
internal import Glibc
internal import Neighbours
internal import Scene
internal import ScrollCore
internal import X11

/// Watches the screen for a window that hides itself, or that gives way to full-screen windows. It has a connection of its own:
/// other programs' actions wake the window only if requested.
final class ScreenWatch: LoopSource {
  private let display: Display
  private let events: DesktopEvents
  private var edges: [EdgeWindow] = []
  /// The names of the monitors that another program's window fills.
  private(set) var filled: Set<String> = []
  /// Whether a window manager runs, as far as is known.
  private(set) var hasManager = false
  /// Called when the pointer touches one of the edges.
  var onTouch: () -> Void = {}
  /// Called when other monitors are filled.
  var onFilled: () -> Void = {}

  /// - Throws: `Failure` if the server allows no other connection.
  init() throws(Failure) {
    display = try Display()
    events = DesktopEvents(display, followsWindows: true)
    look()
    display.flush()
  }

  private func look() {
    hasManager = display.hasWindowManager
    filled = Set(display.filledMonitors(of: display.monitors(), isManaged: hasManager).map(\.name))
  }

  /// Waits for the pointer at these lines of pixels, on the root window; an empty list ends that.
  func wait(at lines: [Rect]) {
    edges = lines.map { EdgeWindow(display, frame: $0) }
    for edge in edges { edge.show() }
    display.flush()
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    descriptors.append(pollfd(fd: display.fileDescriptor, events: Int16(POLLIN), revents: 0))
  }

  var deadline: Double { events.hasQueuedEvent ? 0 : .infinity }

  func service(now: Double) -> ServiceResult {
    while let event = events.next() {
      switch event {
      case .touched(let id): if edges.contains(where: { $0.id == id }) { onTouch() }
      case .windowsChanged: look(at: now)
      }
    }
    // Errors about other programs' windows do not matter.
    _ = display.takeErrors()
    display.flush()
    return display.isLost ? .finished : .idle
  }

  private func look(at now: Double) {
    let (former, hadManager) = (filled, hasManager)
    look()
    // Edges do not cover a full-screen window.
    if filled.isEmpty { for edge in edges { edge.stayOnTop(at: now) } }
    if filled != former || hasManager != hadManager { onFilled() }
  }

  func close() { edges = [] }
}
