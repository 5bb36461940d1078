internal import Scene
internal import ScrollCore
internal import X11

/// `newsreel tokens`: chips that are typed, removed and put in order; what happens to them are lines of JSON.
final class TokensShow: Show {
  private let chips: TokensView
  private let hand: TokensHand
  let background: Color
  private let options: TokensOptions
  private var arguments: [String]
  private let file: DataFile?
  /// What the file holds.
  private var saved: [String] = []
  private var isSaveFailing = false
  /// Lines of the sources that are not chips yet, and those that are to be none any more.
  private var lines = RetoldLines.Change()
  private var tells: Set<String>
  private var output: [String] = []
  private var requests: [ShowRequest] = []

  init(_ invocation: Invocation) throws(ValueError) {
    var properties = TokenFieldProperties.window
    try properties.adopt(invocation.window)
    try properties.assign(invocation.properties)
    var window = WindowOptions()
    try window.assign(invocation.window)
    background = window.background
    options = invocation.tokens
    arguments = invocation.texts
    file = options.dataFile.map { DataFile($0) }
    // They have been checked.
    tells = (try? options.events.map(TokenEventLine.parse)) ?? TokenEventLine.usual
    var ids = ContentIDs()
    let font = FontText(properties.font.isEmpty ? FontSpec.defaultFamily : properties.font)
    chips = TokensView(
      properties: properties, font: FontSpec(family: font.family, size: font.size ?? properties.tokenHeight * 0.5),
      makeID: { ids.next() })
    hand = TokensHand(chips)
  }

  var view: any View { chips }
  var takesText: Bool { chips.properties.canEdit }

  func load() throws(FileFailure) {
    if let path = options.suggestFile {
      let suggestions = try DataFile.lines(of: path)
      chips.change(at: 0) { $0.suggestions = suggestions }
    }
    if let file { saved = try file.read() }
    chips.change(at: 0) { [saved, arguments] field in
      field.setTokens(saved.map { Token($0) })
      if saved.isEmpty {
        field.setTokens(arguments.map { Token($0) })
      } else {
        field.add(arguments.map { Token($0) }, time: 0)
      }
    }
    _ = chips.drainEvents()
    save()
  }

  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size {
    let natural = chips.naturalSize(with: typesetter)
    // Where chips can be typed, a third of the row is for typing.
    let wanted = chips.properties.canEdit ? max(natural.width * 1.5, 360) : max(natural.width, 120)
    let width = min(wanted, area.width / 2).rounded(.up)
    let height = chips.height(forWidth: width, with: typesetter).rounded(.up)
    return Size(width: width, height: min(height, area.height))
  }

  /// The chips need all of their own room.
  var borderRoom: Double { chips.properties.margins }

  var followsLines: Bool { true }

  func take(_ line: UnsafeRawBufferPointer, at t: Seconds) { lines.new.append(String(decoding: line, as: UTF8.self)) }

  func change(_ change: RetoldLines.Change, at t: Seconds) {
    lines.gone += change.gone
    lines.new += change.new
  }

  func handle(_ event: Event, at t: Seconds) -> Bool {
    if case .keyPressed(_, let text, let modifiers) = event, quits(text, modifiers) { requests.append(.quit) }
    let isTaken = hand.handle(event, at: t)
    // Each edit is safe before the next one.
    if isTaken { tell() }
    return isTaken
  }

  private func quits(_ text: String, _ modifiers: Event.Modifiers) -> Bool {
    text == "\u{11}" && modifiers.contains(.control) || text == "q" && !chips.properties.canEdit
  }

  func finishTurn(at t: Seconds) {
    if !lines.isEmpty {
      tell()
      let change = lines
      lines = RetoldLines.Change()
      chips.change(at: t) { field in
        let gone = Set(change.gone.map { Token($0).label })
        field.remove(at: field.tokens.indices.filter { gone.contains(field.tokens[$0].label) })
        field.add(change.new.map { Token($0) }, time: t)
      }
      // What a source does is no news to whoever runs it.
      tell(except: ["added", "refused", "removed"])
    } else {
      tell()
    }
    if hand.isFocused, let place = chips.caretRect(at: t) { hand.show(caret: place) }
    requests += hand.takeRequests().map { .input($0) }
  }

  // MARK: - Telling

  private func tell(except silent: Set<String> = []) {
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
      if tells.contains(name), !silent.contains(name) { output.append(TokenEventLine.json(event).line) }
    }
    if hasChanged { save() }
  }

  private func grow(to height: Double) {
    let size = (chips.outerBounds ?? chips.bounds).size
    guard options.followsHeight, size.width > 0, height.rounded(.up) != size.height else { return }
    requests.append(.resize(Size(width: size.width, height: max(1, height.rounded(.up)))))
  }

  /// Brings the file in step with the chips. An error is said once, and the next edit tries again.
  private func save() {
    guard let file else { return }
    let labels = chips.field.tokens.map(\.label)
    guard labels != saved else { return }
    do throws(FileFailure) {
      try file.write(labels)
      saved = labels
      isSaveFailing = false
    } catch {
      if !isSaveFailing { complain(error.description) }
      isSaveFailing = true
    }
  }

  func takeOutput() -> [String] {
    defer { output = [] }
    return output
  }

  func takeRequests() -> [ShowRequest] {
    defer { requests = [] }
    return requests
  }
}

extension TokenFieldProperties {
  /// In a window of its own.
  static var window: TokenFieldProperties {
    var properties = TokenFieldProperties()
    properties.clickRemoves = true
    properties.margins = 8
    return properties
  }
}

/// What `newsreel tokens` takes beside the properties of the field.
package struct TokensOptions: Equatable, Sendable {
  /// A file that holds the chips, a line each, and is kept up to date.
  package var dataFile: String?
  /// A file of what can be typed, a line each.
  package var suggestFile: String?
  /// The events that are told: names with commas between them, "all" or "none"; nil for the usual ones.
  package var events: String?
  /// The window is always as high as the chips ask for.
  package var followsHeight = false

  package init() {}

  /// - Throws: `UsageError` for an event that there is not.
  package func validate() throws(UsageError) {
    if let events { _ = try TokenEventLine.parse(events) }
  }
}
