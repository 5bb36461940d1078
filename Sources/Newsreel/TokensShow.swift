internal import Scene
internal import ScrollCore
internal import X11

/// `newsreel tokens`: chips that a click removes; each removal is a line of JSON.
final class TokensShow: Show {
  private let chips: TokensView
  private let colors: (background: Color, isSet: Bool)
  private var output: [String] = []
  private var requests: [ShowRequest] = []

  init(_ invocation: Invocation) throws(PropertyError) {
    var properties = TokenFieldProperties()
    properties.clickRemoves = true
    properties.canEdit = false
    properties.margins = 8
    try properties.adopt(invocation.window)
    try properties.assign(invocation.properties)
    var options = WindowOptions()
    try options.assign(invocation.window)
    colors = (options.background, true)
    var ids = ContentIDs()
    let font = FontText(properties.font.isEmpty ? FontSpec.defaultFamily : properties.font)
    chips = TokensView(
      properties: properties, font: FontSpec(family: font.family, size: font.size ?? properties.tokenHeight * 0.5),
      makeID: { ids.next() })
    chips.change(at: 0) { $0.setTokens(invocation.texts.map { Token($0) }) }
    _ = chips.drainEvents()
  }

  var view: any View { chips }
  var background: Color { colors.background }

  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size {
    let natural = chips.naturalSize(with: typesetter)
    let width = min(max(natural.width, 120), area.width / 2).rounded(.up)
    return Size(width: width, height: chips.height(forWidth: width, with: typesetter).rounded(.up))
  }

  func take(_ line: UnsafeRawBufferPointer, at t: Seconds) {
    chips.change(at: t) { _ = $0.add([Token(String(decoding: line, as: UTF8.self))], time: t) }
  }

  func handle(_ event: Event, at t: Seconds) -> Bool {
    if case .keyPressed(_, "q", _) = event { requests.append(.quit) }
    guard let pointer = TokensView.Pointer(event) else { return false }
    chips.pointer(pointer, at: t)
    for case .removed(let index, let label) in chips.drainEvents() {
      output.append(
        JSON.object([("event", .string("removed")), ("token", .string(label)), ("index", .integer(index))]).line)
    }
    return true
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
