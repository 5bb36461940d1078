internal import Base
internal import Newswire
internal import Scene
package import ScrollCore

/// `newsreel badge`: an image and a label, which is the last line that has come.
final class BadgeController: ThemedController, LineReceiver {
  private let badge: BadgeView
  private let options: SourceOptions
  var looks: ViewLooks<BadgeKind>

  init(_ request: ViewRequest<BadgeKind>) throws(ValueError) {
    looks = try ViewLooks(request)
    var style = try looks.style()
    options = request.sources
    if let label = options.texts.first { style.label = label }
    badge = BadgeView(style, image: .load(style.image, flag: "image"))
    badge.isEditable = options.isEditable
  }

  var view: any View { badge }
  var appearance: WindowAppearance {
    WindowAppearance(
      background: badge.style.background, border: looks.border, takesText: badge.isEditable,
      mayChange: looks.file != nil)
  }

  var style: Badge { badge.style }

  /// The label stays: it is what has come last, or what was typed.
  func apply(_ style: Badge, at t: Seconds) {
    var style = style
    style.label = badge.style.label
    let image =
      style.image == badge.style.image ? badge.image : .load(style.image, flag: "image")
    badge.apply(style, image: image)
  }

  func open(_ connection: SourceConnection) throws(Failure) {
    context = connection.context
    try LineSources(options, for: self, connection).open()
    followTheme(connection)
  }

  private var context = ViewContext()

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    guard case .happened(.returned(let text)) = action else { return false }
    context.print(JSON.object([("event", .string("edited")), ("text", .string(text))]).line)
    return true
  }

  // MARK: - Lines

  var delivery: LineDelivery { .lines }

  func receive(_ event: SourceEvent, at t: Seconds) {
    guard case .line(let line) = event else { return }
    badge.show(Token(String(decoding: line, as: UTF8.self)).label)
    context.setNeedsLayout()
  }
}

// MARK: - The kind of view

package enum BadgeKind: ViewKind {
  package typealias Style = Badge
  package static let text = CommandText(
    name: "badge", argument: "label", argumentMeaning: "The label; a single - reads it from standard input",
    abstract: "Shows an image and a label in the middle of a window",
    discussion: """
      Each line of the sources is a new label, and the two stay in the middle. With --editable a click puts a caret into the \
      label; Return prints {"event":"edited","text":"…"}, Escape brings the old label back.
      """)

  package static var sourceOptions: [OptionText] { OptionText.live + [.editable] }
  package static let argumentLimit = 1

  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> ControllerOf<Style> {
    ControllerOf(try BadgeController(request))
  }
}

extension Badge: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { self.font = font.text }
    if let color = shared.foreground { textColor = color }
    background = shared.background(over: background)
  }
}
