package import Base
package import Scene
package import ScrollCore
internal import X11

/// What a program shows in a window of its own.
package protocol WindowContent: AnyObject {
  /// All of it.
  var view: any View { get }
  /// What lies behind the view, and shows before it is drawn.
  var background: Color { get }
  /// Text is typed into it, from the start or on demand.
  var takesText: Bool { get }

  /// Brings it in step with what has happened: called after each round of events, and before each frame.
  func update(at t: Seconds)

  /// Takes an action that nobody in the view was there for; false leaves it to the window.
  func perform(_ action: ViewAction) -> Bool
}

/// A window that a program plays, in a loop of its own or in the program's. It is shown at once.
package final class ProgramWindow {
  /// Whether it is there: false once it was closed, by the user or the program, or the server has gone.
  package var isOpen: Bool { window?.ending == nil && window != nil }
  /// Why the window has gone, where nobody closed it.
  package private(set) var failure: String?
  /// Where changes are said.
  package let context: ViewContext
  private var window: WindowController?
  private var settings: Settings<WindowOptions>
  private var isAwake = true
  private var isServing = false
  /// Called when there is something to do sooner than `deadline` has said, once before each `serve()`.
  package var onDeadlineChange: () -> Void = {}

  /// - Parameter isDock: It is a panel at the edge of the screen, which windows are not moved over.
  /// - Throws: `Failure`; `property` where an option names what there is not.
  package init(_ content: any WindowContent, _ options: WindowOptions, isDock: Bool) throws(Failure) {
    let controller = ContentController(content, isDock: isDock)
    settings = Settings(options, setting: WindowOptions.properties.map(\.name))
    let window = try WindowController(controller, settings, name: "view")
    self.window = window
    context = controller.context
  }

  // MARK: - Properties

  /// What is set of the window now. A new value that is wrong changes nothing.
  package var options: WindowOptions { window?.currentOptions ?? settings.value }

  package func set(_ options: WindowOptions) throws(ValueError) {
    let new = Settings(options, setting: WindowOptions.properties.map(\.name))
    try window?.apply(new)
    settings = new
  }

  /// Something has been changed from outside the loop: it goes round before it sleeps.
  package func wake() {
    guard !isAwake else { return }
    isAwake = true
    if isOpen, !isServing { onDeadlineChange() }
  }

  /// The background has another colour now.
  package func backgroundChanged() {
    context.perform(.changeAppearance)
    wake()
  }

  /// The window's number on the X server; 0 once it is closed.
  package var id: UInt { window?.window.id ?? 0 }

  /// The name of the monitor on which it stands, as xrandr lists it.
  package var monitor: String { window?.keeper.placement.monitor.name ?? "" }

  /// On the root window, in pixels.
  package var frame: Rect { window?.window.frame ?? .zero }

  /// The time for changes that come from outside the loop.
  package var time: Seconds { window?.time ?? monotonicNow() }

  // MARK: - Playing

  /// Handles what comes, and draws what moves, until that many seconds have passed or it has ended.
  package func run(for seconds: Seconds) {
    guard let window, window.ending == nil else { return }
    serving { window.loop.run(until: monotonicNow() + (seconds > 0 ? seconds : 0)) }
    finishIfEnded()
  }

  /// Becomes readable when there is something to do; -1 once it has ended. To be asked for before each wait.
  package var descriptor: Int32 { window?.loop.descriptor ?? -1 }

  /// When there is something to do at the latest, in seconds of the monotonic clock.
  package var deadline: Seconds { isAwake && isOpen ? 0 : window?.loop.deadline ?? .infinity }

  /// Does what is due, without waiting.
  package func serve() {
    serving { window?.loop.serveWhatIsDue() }
    finishIfEnded()
  }

  /// What changes meanwhile is seen to by whoever asks for the deadline then.
  private func serving(_ body: () -> Void) {
    (isAwake, isServing) = (false, true)
    body()
    isServing = false
  }

  package func close() {
    window?.end(.quit)
    finishIfEnded()
  }

  private func finishIfEnded() {
    guard let window, let ending = window.ending else { return }
    if case .failed(let reason) = ending { failure = "\(reason.subject) \(reason.reason)" }
    window.close()
    self.window = nil
  }
}

/// Lets a program's content play in a window.
private final class ContentController: ViewController {
  /// The window's, once that is there.
  private(set) var context = ViewContext()
  private let content: any WindowContent
  private let isDock: Bool

  init(_ content: any WindowContent, isDock: Bool) { (self.content, self.isDock) = (content, isDock) }

  var view: any View { content.view }

  var appearance: WindowAppearance {
    WindowAppearance(
      background: content.background, borderRoom: 0, isDock: isDock, takesText: content.takesText, mayChange: true)
  }

  func open(_ connection: SourceConnection) { context = connection.context }
  func update(at t: Seconds) { content.update(at: t) }
  func perform(_ action: ViewAction, in context: ViewContext) -> Bool { content.perform(action) }
}
