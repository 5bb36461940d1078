internal import Base
public import ScrollCore
internal import Windows

/// A window with a view in it. It is shown at once, and closes when its last reference is released.
///
///     let counter = CounterView()
///     let window = try Window(counter, width: 480, height: 120)
///     while window.run(for: 1) { counter.number = Int.random(in: 0...999) }
///
/// Without a `kind` it has no title bar and is above other windows; an ordinary window is `.normal`.
///
/// It runs in a loop of its own (`run(for:)`), with all other windows of its thread, or in the program's: wait until
/// `fileDescriptor` can be read or `nextDeadline` has come, then call `serve()`. `onDeadlineChange` is called if that should be
/// sooner.
///
/// A view fills one window at a time; its former window is empty then.
public final class Window: StageHost {
  /// Called once when the window has gone; with nil if the user or the program closed it.
  public var onClose: ((WindowError?) -> Void)?
  /// Asked when the user closes it, by its close button or Control-Q; false keeps it. `close()` does not ask.
  public var shouldClose: (() -> Bool)?
  /// Called for a key that neither the view with the keyboard nor one around it has taken: for the window's own shortcuts. Tab passes
  /// the keyboard on before it is asked, and Control-Q closes the window in any case.
  ///
  ///     window.onKey = { key, modifiers in
  ///       if key == .character("s"), modifiers == .control { save() }
  ///     }
  ///
  /// A window without a frame has the keyboard if a view in it takes text, or after a click.
  public var onKey: ((_ key: Key, _ modifiers: Modifiers) -> Void)? {
    get { stage.onKey }
    set { stage.onKey = newValue }
  }
  /// Called once for each invalid value of a property, as a view's is.
  public var onInvalidValue: ((ValueError) -> Void)? {
    get { refusals.handler }
    set { refusals.handler = newValue }
  }
  private let refusals = InvalidValues()
  let stage: Stage
  /// Nil once it has gone.
  private(set) var window: ViewWindow?
  /// The windows of the thread that has opened it.
  private let home = ThreadWindows.current.value
  /// The last options.
  private var options = WindowOptions()
  /// The size that was given last; 0 where none was.
  private var asked = Size.zero
  private var isAwake = true
  private(set) var isServing = false

  /// What a window is to the window manager.
  public enum Kind: Sendable {
    /// An ordinary one, with a frame, a title and a close button: the user moves and resizes it.
    case normal
    /// A small ordinary one, for tools: it stays above the program's last ordinary window, and lists of windows leave it out.
    case utility
    /// Without a frame, above other windows, on all desktops.
    case above
    /// Without a frame, below other windows, on all desktops.
    case below
    /// A panel at the edge of the screen: above other windows, on all desktops, in a space of its own, without the keyboard
    /// except after a click.
    case dock
  }

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - content: The view that fills it.
  ///   - kind: What it is to the window manager; nil for one without a frame above others, or above the neighbour alone.
  ///   - width: In pixels; nil follows the view's natural width.
  ///   - height: In pixels; nil follows the view's natural height at that width.
  ///   - placement: Its place on the monitor's work area, or in or on the other window; nil for the middle, and for the window
  ///     manager's choice if it has a frame.
  ///   - offset: Added to the place, in pixels.
  ///   - monitor: Where it stands; on the primary one while that is missing.
  ///   - neighbour: The `id` of another window, of any program, to place it at, follow, and end with; nil for the monitor. It is
  ///     above that window only. Places that begin with *in* are inside the window manager's frame of that window, those with
  ///     *on* outside of the frame.
  ///   - title: For the window manager.
  ///   - background: The colour behind the views. If it is not opaque, the desktop shows through under a compositing
  ///     manager.
  ///   - border: The border around the window, and its corners.
  /// - Throws: A `WindowError`: `noPlace` if the neighbour does not exist, if X cannot count a width, a height or an
  ///   offset, or if neither the window nor the view has a size; otherwise `noDisplay`.
  public init(
    _ content: View, kind: Kind? = nil, width: Double? = nil, height: Double? = nil, at placement: Placement? = nil,
    offset: Point = .zero, monitor: Monitor = .primary, of neighbour: UInt? = nil, title: String = "newsreel",
    background: Color = Color(rgb: 0x12161C), border: Border = Border()
  ) throws(WindowError) {
    if width == nil, height == nil, !content.hasNaturalSize {
      throw .noPlace("\(type(of: content)) has no natural size: give the window, or the view, a width and a height")
    }
    var options = WindowOptions()
    options.setType(kind?.type)
    try options.place(
      placement ?? (kind?.isFramed == true ? options.place : .inCenter), width: width, height: height, offset: offset,
      monitor: monitor)
    options.choosesPlace = placement != nil
    if let neighbour { options.of = "\(neighbour)" }
    (options.name, options.background, options.border) = (title, background, border)
    let (bounded, wrong) = options.bounded(after: WindowOptions())
    let owner = kind == .utility ? home.open.last { $0.stage.kind == .normal } : nil
    stage = Stage(content, background: bounded.background, kind: kind, above: owner?.id)
    do throws(Failure) {
      let window = try ViewWindow(stage, Settings(settingAll: bounded), name: "view")
      window.start()
      window.appear()
      self.window = window
    } catch { throw WindowError(error) }
    self.options = bounded
    asked = Size(width: width ?? 0, height: height ?? 0)
    (stage.followsWidth, stage.followsHeight) = (width == nil, height == nil)
    stage.open(self)
    window?.shouldClose = { [unowned self] in shouldClose?() ?? true }
    home.add(self)
    for error in wrong { refusals.tell(error.name == "name" ? ValueError(name: "title", reason: error.reason) : error) }
  }

  // MARK: - Its place and looks

  /// Moves the window, and gives it another size. What is nil stays: a size that follows the view's goes on to do so, and one at
  /// another window stays at that.
  ///
  /// - Throws: `WindowError.noPlace` if the place is impossible. Nothing has changed then.
  public func place(
    _ placement: Placement, width: Double? = nil, height: Double? = nil, offset: Point? = nil, monitor: Monitor? = nil
  ) throws(WindowError) {
    let now = size
    try place(placement, width: width ?? now.width, height: height ?? now.height, offset, monitor)
  }

  /// Gives the window another size, in pixels; nil is the view's natural one, which it follows from then on.
  ///
  /// - Throws: `WindowError.noPlace` if it is impossible. Nothing has changed then.
  public func resize(width: Double? = nil, height: Double? = nil) throws(WindowError) {
    try place(nil, width: width, height: height, nil, nil)
  }

  /// The size that was asked for; nil where it follows the view's.
  private var size: (width: Double?, height: Double?) {
    (stage.followsWidth ? nil : asked.width, stage.followsHeight ? nil : asked.height)
  }

  private func place(
    _ placement: Placement?, width: Double?, height: Double?, _ offset: Point?, _ monitor: Monitor?
  ) throws(WindowError) {
    var options = currentOptions
    if placement != nil { options.choosesPlace = true }
    try options.place(
      placement ?? options.place, width: width, height: height, offset: offset ?? options.offset,
      monitor: monitor ?? .named(options.monitor))
    // The window is measured by these.
    let former = (stage.followsWidth, stage.followsHeight, asked)
    (stage.followsWidth, stage.followsHeight) = (width == nil, height == nil)
    asked = Size(width: width ?? 0, height: height ?? 0)
    do throws(ValueError) { try set(options) } catch {
      (stage.followsWidth, stage.followsHeight, asked) = former
      throw .noPlace(error.reason)
    }
    stage.changed(sizes: true)
  }

  var currentOptions: WindowOptions { window?.currentOptions ?? options }

  /// Takes over other options; one that is wrong changes nothing.
  func set(_ options: WindowOptions) throws(ValueError) {
    try window?.set(options)
    self.options = options
  }

  /// Reports an invalid value.
  func refuse(_ error: ValueError) { refusals.tell(error) }

  /// The colour behind the views. If a compositing manager came after an opaque window, the first colour that is not opaque
  /// opens another window in its place, with another `id`; so do round corners.
  public var background: Color {
    get { stage.background }
    set {
      var options = WindowOptions()
      options.background = newValue
      let (bounded, wrong) = options.bounded(after: WindowOptions())
      for error in wrong { refuse(error) }
      if wrong.isEmpty { stage.background = bounded.background }
    }
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
      for error in wrong { refusals.tell(error.withSwiftNames(Border.self)) }
    }
  }

  /// The window's number on the X server, by which other programs know it; 0 once it has gone.
  public var id: UInt { window?.id ?? 0 }

  /// The monitor on which it stands, by its name; nil once it has gone.
  public var monitor: Monitor? { (window?.monitor).map { .named($0) } }

  /// Its place on the screen, in pixels; the new one immediately after ``place(_:width:height:offset:monitor:)``. If the
  /// window manager chooses another place, that is known with the loop's next round.
  public var frame: Rect { window?.frame ?? .zero }

  // MARK: - Running

  /// False once the window has gone: closed by the user or by `close()`, or its server is lost.
  public var isOpen: Bool { window?.hasEnded == false }

  /// Runs the windows of the thread for this many seconds, or until the last one closes: this one and all others. False once all
  /// have gone. From a callback of a window it returns at once.
  @discardableResult
  public func run(for seconds: Double = .infinity) -> Bool { home.run(for: seconds) }

  /// Runs its own loop until then.
  ///
  /// - Parameter goesOn: Asked after each turn of the loop.
  func run(until limit: Double, while goesOn: () -> Bool) { serving { $0.run(until: limit, while: goesOn) } }

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

  /// Schedules one more turn after a change from outside the loop.
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
    _ placement: Placement, width: Double?, height: Double?, offset: Point, monitor: Window.Monitor
  ) throws(WindowError) {
    let most = View.lengths.upperBound
    try Self.check(width, "width", 1...most)
    try Self.check(height, "height", 1...most)
    try Self.check(offset.x, "offset.x", -most...most)
    try Self.check(offset.y, "offset.y", -most...most)
    setSize(width: width, height: height)
    (place, self.offset, self.monitor) = (placement, offset, monitor.description)
  }

  private static func check(_ pixels: Double?, _ name: String, _ range: ClosedRange<Double>) throws(WindowError) {
    guard let pixels else { return }
    do throws(ValueError) { _ = try PropertyKind.number(range).check(.number(pixels), ifBelow: "") } catch {
      throw .noPlace("\(name): \(error.reason)")
    }
  }
}
