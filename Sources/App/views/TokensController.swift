internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// `newsreel tokens`: chips that are typed, removed and put in order; what happens to them is printed as lines of JSON.
final class TokensController: StyledController, LineReceiver {
  private let chips: TokensView
  private let background: Color
  private let sources: SourceOptions
  private var options: TokensOptions { sources.tokens }
  private let file: DataFile?
  private var isSaveFailing = false
  private let followsHeight: Bool
  /// Lines of the sources that are not chips yet, and those that are to be none any more.
  private var lines = LineDiff.Change()
  private var context = ViewContext()

  /// - Parameters:
  ///   - background: What is behind the chips.
  ///   - followsScale: Nobody has chosen sizes: they are those that suit the screen.
  ///   - followsHeight: The window grows and shrinks with the rows.
  init(
    _ properties: TokenFieldProperties, _ sources: SourceOptions, background: Color, followsScale: Bool,
    followsHeight: Bool
  ) {
    (self.background, self.sources, self.followsHeight) = (background, sources, followsHeight)
    file = sources.tokens.dataFile.map {
      DataFile($0) { line in
        let label = Token(line).label
        return label.isEmpty ? nil : label
      }
    }
    chips = TokensView(properties: properties, font: FontSpec(size: properties.tokenHeight * 0.5))
    if followsScale { chips.followsScale = 1 }
  }

  var view: any View { chips }
  var appearance: WindowAppearance {
    // The chips need all of their own room.
    WindowAppearance(
      background: background, borderRoom: chips.properties.insets.least, takesText: chips.properties.canEdit)
  }

  var style: TokenFieldProperties { chips.properties }

  func apply(_ style: TokenFieldProperties, at t: Seconds) { chips.properties = style }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) { chips.snaps = isReduced }

  /// Fetches what has to be there before the window is laid out.
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
    save()
  }

  func open(_ connection: SourceConnection) throws(Failure) {
    context = connection.context
    try LineSources(sources, for: self, connection).open()
    if options.asks, !connection.isForPicture {
      TokenQuestions(about: chips, options.questions, connection).begin()
    }
  }

  func update(at t: Seconds) {
    report()
    if !lines.isEmpty {
      let change = lines
      lines = LineDiff.Change()
      chips.change(at: t) { field in
        let gone = Set(change.gone.map { Token($0).label })
        field.remove(at: field.tokens.indices.filter { gone.contains(field.tokens[$0].label) })
        field.add(change.new.map { Token($0) }, time: t)
      }
      // What a source does is no news to whoever runs it.
      report(except: ["added", "refused", "removed"])
    }
    chips.showCaret(in: context)
  }

  // MARK: - Lines

  var delivery: LineDelivery { .lines }
  var followsChanges: Bool { true }

  func receive(_ event: SourceEvent, at t: Seconds) {
    // A blank line is no chip, and neither is a book.
    guard case .line(let line) = event, line.count <= 4096, line.contains(where: { $0 > 0x20 }) else { return }
    lines.new.append(String(decoding: line, as: UTF8.self))
  }

  func receive(_ change: LineDiff.Change, at t: Seconds) {
    lines.gone += change.gone
    lines.new += change.new
  }

  // MARK: - Events

  /// Prints what has happened, and saves it.
  private func report(except silent: Set<String> = []) {
    let events = chips.drainEvents()
    if events.isEmpty { return }
    var hasChanged = false
    for event in events {
      switch event {
      case .added, .removed, .moved: hasChanged = true
      case .heightUpdated(let height): grow(to: height)
      default: break
      }
      let name = TokenEventLine.name(of: event)
      if options.events.contains(name), !silent.contains(name) { context.print(TokenEventLine.json(event).line) }
    }
    if hasChanged { save() }
  }

  private func grow(to height: Double) {
    let size = chips.outerSize
    guard followsHeight, size.width > 0, height.rounded(.up) != size.height else { return }
    context.perform(.resize(Size(width: size.width, height: max(1, height.rounded(.up)))))
  }

  /// Brings the file in step with the chips, and the chips with what others have done to the file. An error is reported
  /// once, and the next edit tries again.
  private func save() {
    guard let file else { return }
    let labels = chips.field.tokens.map(\.label)
    do throws(Failure) {
      let merged = try file.write(labels)
      isSaveFailing = false
      if merged != labels { take(merged, insteadOf: labels) }
    } catch {
      if !isSaveFailing { reportError(error.description) }
      isSaveFailing = true
    }
  }

  private func take(_ merged: [String], insteadOf labels: [String]) {
    var kept = LineCounts(merged)
    let gone = labels.indices.filter { !kept.take(labels[$0]) }
    var there = LineCounts(labels)
    let new = merged.filter { !there.take($0) }
    chips.change(at: context.time) { field in
      field.remove(at: gone)
      field.add(new.map { Token($0) }, time: context.time)
    }
    _ = chips.drainEvents()
    context.setNeedsLayout()
  }
}
