internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// A show's window while it stands, and what of it can be changed then. Changes show with the next frame.
final class LiveWindow {
  let stage: Stage
  let seat: WindowSeat
  let border: WindowBorder
  private let show: any Show
  private let invocation: Invocation
  private var options: WindowOptions

  /// Options that are said once.
  private static let fixed: Set = ["of", "name", "clock", "cadence"]

  init(
    _ stage: Stage, _ border: WindowBorder, _ seat: WindowSeat, show: any Show, _ invocation: Invocation,
    _ options: WindowOptions
  ) {
    (self.stage, self.border, self.seat) = (stage, border, seat)
    (self.show, self.invocation, self.options) = (show, invocation, options)
  }

  private var time: Seconds { stage.time(now: monotonicNow()) }

  /// Takes the events that are about the window's edge and place.
  func handle(_ event: Event) {
    border.handle(event)
    seat.handle(event)
  }

  // MARK: - Properties

  /// Takes over properties of the view and of the window. After an error nothing has changed.
  func set(_ own: [Assignment], _ window: [Assignment]) throws(UsageError) {
    if let fixed = window.first(where: { Self.fixed.contains(kebabCase($0.name)) }) {
      throw UsageError("--\(kebabCase(fixed.name)): this is said when the window is opened, and stays")
    }
    var new = options
    new.border = border.border
    do throws(ValueError) {
      try new.assign(window)
      try (show as? any LiveShow)?.change(own, window, at: time)
    } catch {
      throw UsageError("--\(error.description)")
    }
    let places = (options.geometry, options.place, options.offset, options.monitor)
    options = new
    if places != (new.geometry, new.place, new.offset, new.monitor) { try seat.apply(new) }
    border.apply(new.border)
    refresh()
  }

  /// The value of a property now, as it is written; nil where there is no such property.
  func text(of name: String) -> String? {
    if let text = (show as? any LiveShow)?.text(of: name) { return text }
    var now = options
    now.border = border.border
    return WindowOptions.property(named: name)?.value(of: now).text
  }

  private func refresh() {
    stage.background = show.background
    stage.invalidate()
  }

  // MARK: - Theme

  /// Follows the file that the show's theme comes from: what is saved is shown, what is wrong is refused.
  func followTheme(in sources: RunLoop) {
    guard let file = show.themeFile else { return }
    do throws(Failure) {
      sources.add(
        try WatchedFile(path: file.path, known: file.bytes) { [unowned self] in take($0, from: file.path) })
    } catch {
      complain("--theme: \(error.description); it stays as it is")
    }
  }

  private func take(_ result: Result<[UInt8], Failure>, from path: String) {
    var edge = WindowOptions()
    do throws(ValueError) {
      let theme = try theme(result, path)
      try show.apply(theme, at: time)
      edge.border = theme.border
      try edge.assign(invocation.window)
    } catch {
      return complain("--\(error.description); the theme stays as it was")
    }
    border.apply(edge.border)
    refresh()
  }

  private func theme(_ result: Result<[UInt8], Failure>, _ path: String) throws(ValueError) -> Theme {
    switch result {
    case .success(let bytes): return try Theme(Theme.File(path: path, bytes: bytes))
    case .failure(let error): throw ValueError(name: "theme", reason: error.description)
    }
  }
}
