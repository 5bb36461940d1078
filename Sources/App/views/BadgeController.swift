internal import Base
internal import Newswire
internal import Scene
package import ScrollCore
internal import Windows

/// `newsreel badge`: an image and a label, the last line of its sources.
final class BadgeController: ThemedController, ControlledController, LineReceiver {
  private let badge: BadgeScene
  var looks: StyleResolver<BadgeKind>
  private var options: SourceOptions { looks.request.sources.value }

  init(_ request: ViewRequest<BadgeKind>) throws(ValueError) {
    var request = request
    if let label = request.sources.value.texts.first { try request.own.set("label", to: label) }
    looks = try StyleResolver(request)
    let style = try looks.style()
    badge = BadgeScene(style, image: .load(style.image, flag: "image"))
    badge.isEditable = request.sources.value.isEditable
    updateScale()
  }

  var view: any SceneView { badge }
  func appearance(of style: Badge, by looks: StyleResolver<BadgeKind>) -> WindowAppearance {
    WindowAppearance(
      background: style.background, border: looks.border, takesText: badge.isEditable,
      mayChange: looks.file != nil)
  }

  var style: Badge { badge.style }

  func apply(_ style: Badge, at t: Seconds) {
    let image =
      style.image == badge.style.image ? badge.image : .load(style.image, flag: "image", tell: context)
    badge.apply(style, image: image)
    updateScale()
  }

  /// Sizes follow the screen's scale unless they are set.
  private func updateScale() {
    badge.scaled = Set(BadgeScene.ScaledSize.allCases.filter { !looks.request.own.hasSet($0.rawValue) })
  }

  func open(_ connection: SourceConnection) throws(Failure) {
    context = connection.context
    try LineSources(options, for: self, connection).open()
    followTheme(connection)
  }

  private var context = ViewContext()

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    guard case .happened(.returned(let text)) = action else { return false }
    show(text)
    context.tell("edited", [("text", .string(text))])
    return true
  }

  // MARK: - Lines

  var delivery: LineDelivery { .lines }

  func receive(_ event: LineEvent, at t: Seconds) {
    guard case .line(let line) = event else { return }
    show(Token(String(decoding: line, as: UTF8.self)).label)
  }

  /// Ignores a label that is too long.
  private func show(_ label: String) {
    do throws(ValueError) {
      looks = try looks.asking { (request) throws(ValueError) in try request.own.set("label", to: label) }
    } catch {
      return reportError(error.description)
    }
    badge.show(label)
    context.setNeedsLayout()
  }

  // MARK: - Control

  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    guard [.add, .replace].contains(request.command), let text = try request.texts().last else {
      throw Failure.unsuited(request)
    }
    show(Token(text).label)
    return nil
  }

  func state(at t: Seconds) -> [(String, JSON)] { [("label", .string(badge.style.text))] }
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

  package static let audiences: Set<SourceAudience> = [.editors]
  package static let argumentLimit = 1

  package static func missing(_ request: ViewRequest<Self>) -> String? {
    // With only a colour it is a box: a spacer or an indicator.
    let sources = request.sources.value
    guard sources.isBlank, !sources.isEditable, request.own.isUntouched, request.window.isUntouched else { return nil }
    return
      "badge: there is nothing to show; give it a label, as in newsreel badge \"On air\", a picture with --image, a "
      + "file with --file, a command with --command, or - for the lines of standard input"
  }

  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> any ViewController {
    try BadgeController(request)
  }
}

extension Badge: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { self.font = font.text }
    if let color = shared.foreground { textColor = color }
    background = shared.background(over: background)
  }
}
