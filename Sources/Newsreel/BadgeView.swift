internal import App
internal import Scene
public import ScrollCore

/// An image and a label as one group in the middle: a button, a mark, a title.
///
///     let play = BadgeView("Play", image: "play.svg")
///     play.border = Border(width: 1, radius: 6)
///     play.onClick = { lyrics.start() }
///
/// Its properties are those of `Badge`. With `isEditable` its label is typed in its place, and `label` has it then.
public final class BadgeView: EditableView<Badge> {
  private let badge: Scene.BadgeView

  /// - Parameters:
  ///   - text: The label; empty for none.
  ///   - image: The path of a picture before it (PNG, JPEG, WebP, GIF, SVG); empty for none.
  public init(_ text: String = "", image: String = "") {
    var style = Badge()
    (style.label, style.image) = (text, image)
    badge = Scene.BadgeView(style, image: SizedImage(path: image))
    super.init(own: badge, style: style)
  }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (false, false) }
  override var takesKeys: Bool { isEditable }
  override var fill: Color? { style.background.isOpaque ? style.background : nil }

  override func apply(_ style: Badge) throws(ValueError) {
    let image = style.image == self.style.image ? badge.image : SizedImage(path: style.image)
    if image == nil, !style.image.isEmpty {
      throw ValueError(name: "image", reason: "\(style.image): \(SizedImage.problem(of: style.image))")
    }
    badge.apply(style, image: image)
  }

  override func editabilityChanged() { badge.isEditable = isEditable }

  override func happened(_ event: ViewEvent) {
    if case .endedEditing(let label) = event { follow { $0.label = label } }
    // The group has another size.
    setNeedsLayout()
    super.happened(event)
  }

  override func beginTyping() {
    guard badge.beginEditing(at: now) else { return }
    setNeedsLayout()
    happened(.beganEditing(style.label))
  }

  override func endTyping(accepting: Bool, in context: ViewContext) {
    badge.endEditing(accepting: accepting, in: context)
  }
}
