internal import Base
internal import Newswire
package import ScrollCore

/// Shows a view in a window until it ends, and says how it ended: see `ExitStatus`.
package func run<Kind: ViewKind>(_ request: ViewRequest<Kind>) -> Int32 {
  do throws(OpeningError) {
    let controller = try usage { () throws(ValueError) in try Kind.makeController(request) }.controller
    let window = try WindowController(
      controller, request.window, name: Kind.name, exitsAtEnd: request.sources.exitsAtEnd)
    Signals.install()
    window.loop.watch(Signals.fileDescriptor) { [unowned window] in
      if let signal = Signals.take() { window.end(.signal(signal)) }
    }
    // Commands go with the program, and what the user has done is saved.
    defer { window.close() }
    window.loop.run()
    switch window.ending {
    case .signal(let number): return 128 + number
    case .failed(let failure): throw .failure("\(failure.subject) \(failure.reason)")
    case .quit, nil: return ExitStatus.success
    }
  } catch {
    reportError(error.description)
    return error.status
  }
}

/// A window that a program plays in its own loop, whatever view it holds.
package protocol Playable: AnyObject {
  /// After an error nothing has changed.
  func set(_ property: String, to value: String) throws(ValueError)
  /// The value of a property now, as it is written; nil where there is no such property.
  func text(of property: String) -> String?
  var border: Border { get set }
  /// Handles what comes, and draws what moves, for so many seconds. False once it has ended.
  func run(for seconds: Seconds) -> Bool
}

/// A view in a window that a program plays in its own loop.
package final class Player<Kind: ViewKind>: Playable {
  private var request: ViewRequest<Kind>
  private let styled: any StyledController<Kind.Style>
  private let window: WindowController

  /// - Throws: `OpeningError`: `property` for a wrong name or value.
  package init(_ properties: KeyValuePairs<String, String>) throws(OpeningError) {
    var request = ViewRequest<Kind>()
    request.sources.isLive = true
    styled = try usage { () throws(ValueError) in
      for (name, text) in properties { try request.set(name, to: text) }
      return try Kind.makeController(request)
    }.controller
    self.request = request
    window = try WindowController(styled, request.window, name: Kind.name)
  }

  // MARK: - Properties

  /// What is said when the window is opened, and stays.
  private static var fixed: Set<String> { ["of", "name", "clock", "cadence"] }

  package func set(_ property: String, to value: String) throws(ValueError) {
    var changed = request
    changed.window = Settings(base: window.currentOptions, names: request.window)
    try changed.set(property, to: value)
    if Self.fixed.contains(kebabCase(property)) {
      throw ValueError(name: property, reason: "this is said when the window is opened, and stays")
    }
    let new = try Kind.style(of: changed)
    try window.apply(changed.window)
    try styled.apply(new, at: window.time)
    request = changed
    window.invalidate()
  }

  package func text(of property: String) -> String? {
    Kind.Style.property(named: property)?.value(of: styled.style).text
      ?? WindowOptions.property(named: property)?.value(of: window.currentOptions).text
  }

  package var border: Border {
    get { window.currentOptions.border }
    set {
      window.border.apply(newValue)
      window.invalidate()
    }
  }

  // MARK: - Playing

  package func run(for seconds: Seconds) -> Bool {
    window.invalidate()
    if window.ending == nil { window.loop.run(until: monotonicNow() + max(0, seconds)) }
    return window.ending == nil
  }
}

extension Player where Kind == CounterKind {
  /// Rolls to a number; false where it is none.
  package func show(_ number: String) -> Bool { (styled as? CounterController)?.show(number) ?? false }
}

extension Player where Kind == CrawlKind {
  package func append(_ text: String) { (styled as? CrawlController)?.append(text, at: window.time) }

  package func setValue(_ name: String, to text: String) -> Bool {
    (styled as? CrawlController)?.setValue(name, to: text) ?? false
  }
}
