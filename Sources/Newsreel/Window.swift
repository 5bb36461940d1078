internal import Base
public import ScrollCore
internal import Windows

/// A window with a view in it. It is shown at once, without a title bar, and goes with its last reference.
///
///     let counter = CounterView()
///     let window = try Window(counter, width: 480, height: 120)
///     while window.run(for: 1) { counter.set(Int.random(in: 0...999)) }
///
/// It runs in a loop of its own (`run(for:)`) or in the program's: wait until `fileDescriptor` can be read or
/// `nextDeadline` has come, then call `serve()`. `onDeadlineChange` is called if that should be sooner.
///
/// A view fills one window at a time; its former window is empty then.
public final class Window: StageHost {
  /// Called once when the window has gone; with nil if the user or the program closed it.
  public var onClose: ((WindowError?) -> Void)?
  /// Called once for each invalid value of a property, as a view's is.
  public var onInvalidValue: ((ValueError) -> Void)? {
    get { refusals.handler }
    set { refusals.handler = newValue }
  }
  private let refusals = InvalidValues()
  private let stage: Stage
  /// Nil once it has gone.
  private(set) var window: ViewWindow?
  /// The last options.
  private var options = WindowOptions()
  private var isAwake = true
  private var isServing = false

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - content: The view that fills it.
  ///   - width: In pixels; nil follows the view's natural width.
  ///   - height: In pixels; nil follows the view's natural height at that width.
  ///   - placement: Its place on the monitor's work area, or in or on the other window.
  ///   - offset: Added to the place, in pixels.
  ///   - monitor: "primary", an output's name as xrandr lists it, or a number from 0. While it is missing, the window
  ///     is on the primary one.
  ///   - neighbour: The `id` of another window, of any program, to place it at, follow, and end with; nil for the monitor. It is
  ///     above that window only. Places that begin with *in* are inside the window manager's frame of that window, those with
  ///     *on* outside of the frame.
  ///   - title: For the window manager.
  ///   - background: The colour behind the views. If it is not opaque, the desktop shows through under a compositing
  ///     manager.
  ///   - border: The border around the window, and its corners.
  ///   - isDock: Whether it is a panel: above other windows, on all desktops, without the keyboard except after a
  ///     click.
  /// - Throws: A `WindowError`: `noPlace` if the neighbour does not exist, or if X cannot count a width, a height or an
  ///   offset; otherwise `noDisplay`.
  public init(
    _ content: View, width: Double? = nil, height: Double? = nil, at placement: Placement = .inCenter,
    offset: Point = .zero, monitor: String = "primary", of neighbour: UInt? = nil, title: String = "newsreel",
    background: Color = Color(rgb: 0x12161C), border: Border = Border(), isDock: Bool = false
  ) throws(WindowError) {
    stage = Stage(content, background: background, isDock: isDock)
    var options = WindowOptions()
    try options.place(placement, width: width, height: height, offset: offset, monitor: monitor)
    if let neighbour { options.of = "\(neighbour)" }
    (options.name, options.background, options.border) = (title, background, border)
    let (bounded, wrong) = options.bounded(after: WindowOptions())
    do throws(Failure) {
      let window = try ViewWindow(stage, Settings(settingAll: bounded), name: "view")
      window.start()
      window.appear()
      self.window = window
    } catch { throw WindowError(error) }
    self.options = bounded
    (stage.followsWidth, stage.followsHeight) = (width == nil, height == nil)
    stage.open(self)
    ThreadWindows.current.value.add(self)
    for error in wrong { refusals.tell(error.name == "name" ? ValueError(name: "title", reason: error.reason) : error) }
  }

  // MARK: - Its place and looks

  /// Moves or resizes the window. Omitted values have the defaults of a new window; one at another window stays at that.
  ///
  /// - Throws: `WindowError.noPlace` if the place is impossible. Nothing has changed then.
  public func place(
    _ placement: Placement, width: Double? = nil, height: Double? = nil, offset: Point = .zero,
    monitor: String = "primary"
  ) throws(WindowError) {
    var options = currentOptions
    try options.place(placement, width: width, height: height, offset: offset, monitor: monitor)
    do throws(ValueError) { try set(options) } catch { throw .noPlace(error.reason) }
    (stage.followsWidth, stage.followsHeight) = (width == nil, height == nil)
    stage.changed(sizes: true)
  }

  private var currentOptions: WindowOptions { window?.currentOptions ?? options }

  /// Takes over other options; one that is wrong changes nothing.
  private func set(_ options: WindowOptions) throws(ValueError) {
    try window?.set(options)
    self.options = options
  }

  /// The colour behind the views. If a compositing manager came after an opaque window, the first colour that is not opaque
  /// opens another window in its place, with another `id`; so do round corners.
  public var background: Color {
    get { stage.background }
    set { stage.background = newValue }
  }

  /// The border around the window, and its corners. A change shows with the next frame.
  public var border: Border {
    get { currentOptions.border }
    set {
      var options = currentOptions
      let (border, wrong) = newValue.bounded(after: options.border)
      options.border = border
      // A border names nothing that there might not be. If round corners need another window, which the server refuses, the
      // former border stays.
      try? set(options)
      stage.changed(sizes: true)
      for error in wrong { refusals.tell(error) }
    }
  }

  /// The window's number on the X server, by which other programs know it; 0 once it has gone.
  public var id: UInt { window?.id ?? 0 }

  /// The name of the monitor on which it stands, as xrandr lists it.
  public var monitor: String { window?.monitor ?? "" }

  /// Its place on the screen, in pixels; the new one immediately after ``place(_:width:height:offset:monitor:)``. If the
  /// window manager chooses another place, that is known with the loop's next round.
  public var frame: Rect { window?.frame ?? .zero }

  // MARK: - Running

  /// False once the window has gone: closed by the user or by `close()`, or its server is lost.
  public var isOpen: Bool { window?.hasEnded == false }

  /// Runs the window for this many seconds, or until it closes. False once it has gone. From one of its own callbacks it
  /// returns at once.
  @discardableResult
  public func run(for seconds: Double = .infinity) -> Bool {
    if isOpen { serving { $0.run(until: monotonicNow() + (seconds > 0 ? seconds : 0)) } }
    return isOpen
  }

  /// Can be read (`poll(2)`) when there is something to do; -1 once the window has gone. Ask before each wait.
  public var fileDescriptor: Int32 { window?.loop.descriptor ?? -1 }

  /// The time when `serve()` is needed even without input, in seconds of the monotonic clock (`CLOCK_MONOTONIC`);
  /// infinity for never. Ask before each wait.
  public var nextDeadline: Double { isAwake && isOpen ? 0 : window?.loop.deadline ?? .infinity }

  /// Called when the deadline moves earlier, for example after a property change. Call `serve()` soon. It is called once until
  /// then, and never from within `run(for:)` and `serve()`, after which a loop asks anyway.
  public var onDeadlineChange: (() -> Void)?

  /// Called once it has gone, for the loop that serves it.
  package var onEnd: (() -> Void)?

  /// Does all due work, without waiting. False once the window has gone. From one of its own callbacks it does nothing.
  @discardableResult
  public func serve() -> Bool {
    serving { $0.serveWhatIsDue() }
    return isOpen
  }

  /// Closes the window; views keep their content.
  public func close() {
    window?.end()
    finishIfEnded()
  }

  /// The next call of `nextDeadline` includes later changes.
  private func serving(_ body: (RunLoop) -> Void) {
    guard let window, !isServing else { return }
    (isAwake, isServing) = (false, true)
    body(window.loop)
    isServing = false
    finishIfEnded()
  }

  private func finishIfEnded() {
    guard let window, window.hasEnded else { return }
    let failure = window.failure
    window.close()
    self.window = nil
    stage.end()
    onClose?(failure.map(WindowError.lost))
    onEnd?()
  }

  // MARK: - For its views

  /// Something has been changed from outside the loop: it goes round before it sleeps.
  func wake() {
    guard !isAwake else { return }
    isAwake = true
    if isOpen, !isServing { onDeadlineChange?() }
  }

  /// Its loop, for the sources of its views; nil once it has gone.
  var loop: RunLoop? { window?.loop }

  /// The time for changes that come from outside the loop.
  var time: Seconds { window?.time ?? monotonicNow() }

  func unixTime(at t: Seconds) -> UnixTime { wallClockNow() + (t - monotonicNow()) }
}

/// Why a window cannot be opened, or has gone.
public enum WindowError: Error, Equatable, Sendable {
  /// The neighbour, the place or the size is impossible. Another one would do.
  case noPlace(String)
  /// The X server does not answer or lacks a feature. The program must do without.
  case noDisplay(String)
  /// The server, or the neighbour window, has gone.
  case lost(String)

  init(_ error: Failure) { self = error.kind == .option ? .noPlace(error.reason) : .noDisplay(error.description) }
}

extension WindowOptions {
  fileprivate mutating func place(
    _ placement: Placement, width: Double?, height: Double?, offset: Point, monitor: String
  ) throws(WindowError) {
    let most = View.lengths.upperBound
    try Self.check(width, "width", 1...most)
    try Self.check(height, "height", 1...most)
    try Self.check(offset.x, "offset.x", -most...most)
    try Self.check(offset.y, "offset.y", -most...most)
    setSize(width: width, height: height)
    (place, self.offset, self.monitor) = (placement, offset, monitor)
  }

  private static func check(_ pixels: Double?, _ name: String, _ range: ClosedRange<Double>) throws(WindowError) {
    guard let pixels else { return }
    do throws(ValueError) { _ = try PropertyKind.number(range).check(.number(pixels), ifBelow: "") } catch {
      throw .noPlace("\(name): \(error.reason)")
    }
  }
}
