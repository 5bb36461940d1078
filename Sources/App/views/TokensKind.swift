internal import Scene
package import ScrollCore
internal import Windows

/// The kind of the token field.
package enum TokensKind {
  package typealias Style = TokenFieldProperties
  package static let text = CommandText(
    name: "tokens", argument: "label", argumentMeaning: "A chip's label; a single - reads them from standard input",
    abstract: "Shows labels as chips that can be typed, removed and put in order",
    discussion: """
      Typed text becomes a chip with Return; a click removes a chip, dragging moves it, Ctrl-Z undoes the last change, \
      and a right click opens a menu. A paste is split at commas, semicolons, tabs and line ends. Typed text is split the same way. \
      Each removal is a line on standard output: {"event":"removed","token":"…","index":N}, where the index is the chip's \
      former place, counted from 0. Additions ("added"), moves ("moved", with "from" and "to") and refusals \
      ("refused", with a "reason") are reported the same way, and more with --events. With --ask, additions and removals are asked about first \
      and answered on standard input; a denied one has no effect, and typed text stays. A pasted or typed list is asked about \
      part by part. Undo, moves and changes by sources need no answer. \
      With --overflow count, a click on +N shows the chips behind it, and so does a selection that reaches them; Escape hides them again.
      """)

  package static let audiences: Set<SourceAudience> = [.chips]
  package static var initial: TokenFieldProperties {
    var properties = TokenFieldProperties()
    properties.clickRemoves = true
    properties.margins = 8
    properties.placeholder = Words.english[.typeThenReturn]
    return properties
  }

  /// The placeholder is in the user's language.
  package static func base(for request: ViewRequest<Self>) -> TokenFieldProperties {
    var properties = initial
    properties.placeholder = request.words[.typeThenReturn]
    return properties
  }

  package static var stretches: (across: Bool, down: Bool) { (true, false) }

  /// The events that a script needs to follow the list of chips.
  package static let printedEvents: Set<String> = ["added", "removed", "moved", "refused"]

  package static func missing(_ request: ViewRequest<Self>) -> String? {
    let sources = request.sources.value
    guard sources.isBlank, sources.tokens.dataFile == nil, !request.own.value.canEdit else { return nil }
    return "tokens: there is nothing to show, and with --no-can-edit nothing can be typed; give labels, as in "
      + "newsreel tokens --no-can-edit alpha beta"
  }
}

extension TokenFieldProperties: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { self.font = font.text }
    if let color = shared.foreground { textColor = color }
  }
}
