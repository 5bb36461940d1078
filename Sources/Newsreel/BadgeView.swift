internal import Scene
public import ScrollCore

/// An image and a label as one group in the middle: a button, a mark, a title.
///
///     let play = BadgeView("Play", image: "play.svg")
///     play.border = Border(radius: 6)
///     play.padding = 6
///     play.onClick = { lyrics.start() }
///
/// It is as large as its parts; `padding` is the room around them. With `isEditable` its label is edited in place. For its properties
/// see <doc:Properties>.
public final class BadgeView: EditableView<Badge> {
  private let badge: BadgeScene

  /// - Parameters:
  ///   - text: The label; may be empty.
  ///   - image: The path of a picture before it (PNG, JPEG, WebP, GIF); may be empty.
  public init(_ text: String = "", image: String = "") {
    badge = BadgeScene()
    badge.margin = 0
    super.init(own: badge, style: badge.style)
    (style.text, style.image) = (text, image)
  }

  /// How far the group stands from the middle of the view, to the right and down, in pixels: `offsetX` and `offsetY`. It
  /// never leaves the view at the sides.
  public var offset: Point {
    get { Point(x: style.offsetX, y: style.offsetY) }
    set { (style.offsetX, style.offsetY) = (newValue.x, newValue.y) }
  }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (false, false) }
  package override var takesKeys: Bool { isEditable }
  override var ground: Color? {
    get { style.background }
    set { style.background = newValue ?? .clear }
  }
  override func fillsItself(with color: Color) -> Bool { color.isOpaque }

  override var pictures: [(name: String, path: WritableKeyPath<Badge, String>)] { [("image", \.image)] }
  override func apply(_ style: Badge) {
    var shown = style
    if !style.background.isOpaque { shown.background = .clear }
    badge.apply(shown, image: images[style.image])
  }
  override var finishedText: String { style.text }

  override func editabilityChanged() { badge.isEditable = isEditable }

  override func happened(_ event: ViewEvent) {
    follow { $0.text = badge.shownLabel }
    // The group's size has changed.
    setNeedsLayout()
    super.happened(event)
  }

  override func beginTyping() {
    guard badge.beginEditing(at: now) else { return }
    setNeedsLayout()
    happened(.beganEditing(style.text))
  }

  override func endTyping(accepting: Bool, in context: borrowing EventContext) {
    badge.endEditing(accepting: accepting, in: context)
  }
}
