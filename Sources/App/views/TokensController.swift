internal import Base
internal import Newswire
internal import Scene
package import ScrollCore
internal import Windows

/// `newsreel tokens`: chips to type, remove and reorder. Prints events as lines of JSON.
final class TokensController: ThemedController, ControlledController, MovingController, MenuController, LineReceiver {
  let chips: TokensView
  var looks: StyleResolver<TokensKind>
  private var sources: SourceOptions { looks.request.sources.value }
  private var options: TokensOptions { sources.tokens }
  private(set) var file: DataFile?
  /// Why the chips are not saved; nil if they are.
  var saveProblem: Failure?
  /// When to try again to save them.
  let retries = LoopTimers()
  /// The lines of the sources to add as chips and to remove.
  private var lines = LineDiff.Change()
  var context = ViewContext()

  init(_ request: ViewRequest<TokensKind>) throws(ValueError) {
    looks = try StyleResolver(request)
    let properties = try looks.style()
    file = request.sources.value.tokens.dataFile.map {
      DataFile($0) { line in
        let label = Token(line).label
        return label.isEmpty ? nil : label
      }
    }
    chips = TokensView(properties: properties, font: FontSpec(size: properties.tokenHeight * 0.5), words: request.words)
    chips.background = looks.background
    // Sizes follow the screen's scale unless they are set.
    if !request.own.hasSet("tokenHeight") { chips.followsScale = 1 }
  }

  /// Whether the window's height follows the rows: by option, or if no height is set.
  var followsHeight: Bool { options.followsHeight || looks.request.window.value.geometry.height == nil }

  var view: any SceneView { chips }
  func appearance(of style: TokenFieldProperties, by looks: StyleResolver<TokensKind>) -> WindowAppearance {
    // Chips keep their size beside a border.
    WindowAppearance(
      background: looks.background, border: looks.border, borderRoom: style.insets.least,
      takesText: style.canEdit, mayChange: looks.file != nil)
  }

  var style: TokenFieldProperties { chips.properties }

  func apply(_ style: TokenFieldProperties, at t: Seconds) {
    chips.apply(style)
    chips.background = looks.background
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) { chips.snaps = isReduced }

  /// Loads everything that the first layout needs.
  func load() throws(Failure) {
    if let path = options.suggestFile {
      let suggestions = try DataFile.lines(of: path)
      chips.change(at: 0) { $0.suggestions = suggestions }
    }
    let saved = try file?.read() ?? []
    chips.change(at: 0) { [texts = sources.texts] field in
      field.setTokens((saved.isEmpty ? texts : saved).map { Token($0) })
      guard !saved.isEmpty else { return }
      file?.adopt(field.tokens.map(\.label))
      field.add(texts.map { Token($0) }, time: 0)
    }
    _ = chips.drainEvents()
  }

  func open(_ connection: SourceConnection) throws(Failure) {
    context = connection.context
    // A picture saves nothing.
    if connection.isForPicture { file = nil }
    if file != nil {
      connection.loop.add(retries)
      save()
    }
    try LineSources(sources, for: self, connection).open()
    if options.asks, !connection.isForPicture {
      TokenQuestions(about: chips, options, connection).begin()
    }
    followTheme(connection)
  }

  /// Reports unsaved chips again: closing loses them.
  func close() {
    save()
    if let saveProblem { reportError(saveProblem.description) }
  }

  func update(at t: Seconds) {
    report()
    if !lines.isEmpty {
      let change = lines
      lines = LineDiff.Change()
      chips.change(at: t) { field in
        field.remove(labelled: change.gone)
        field.add(change.new.map { Token($0) }, time: t)
      }
      // Changes by a source are not reported.
      report(except: ["added", "refused", "removed"])
    }
    chips.showCaret(in: context.event)
  }

  // MARK: - Lines

  var delivery: LineDelivery { .lines }
  var followsChanges: Bool { true }

  func receive(_ event: LineEvent, at t: Seconds) {
    // A blank or very long line is not a chip.
    guard case .line(let line) = event, line.count <= 4096, line.contains(where: { $0 > 0x20 }) else { return }
    lines.new.append(String(decoding: line, as: UTF8.self))
  }

  func receive(_ change: LineDiff.Change, at t: Seconds) {
    lines.gone += change.gone
    lines.new += change.new
  }
}

extension TokensKind: ViewKind {
  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> any ViewController {
    try TokensController(request)
  }
}
