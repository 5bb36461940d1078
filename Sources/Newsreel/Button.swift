internal import Scene
public import ScrollCore

/// A button: a click, Return or the space bar calls `onClick`.
///
/// It is filled with its `background`, lighter under the pointer, and darker while it is pressed.
///
///     let save = Button("Save")
///     save.onClick = { document.save() }
///     save.isEnabled = document.hasChanged
public final class Button: View {
  /// What it says.
  public var title: String { didSet { if title != oldValue { setNeedsLayout() } } }
  /// The font. A size in it overrides `fontSize`.
  public var font: Font = "" { didSet { if font != oldValue { setNeedsLayout() } } }
  /// The em in pixels.
  public var fontSize = 14.0 {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      fontSize = bounded(fontSize, of: "fontSize", in: 1...FontSpec.largest) ?? 14
      if fontSize != oldValue { setNeedsLayout() }
    }
  }
  /// The colour of the title.
  public var textColor = Palette.text {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      textColor = valid(textColor, "textColor", or: oldValue)
      if textColor != oldValue { setNeedsDisplay() }
    }
  }
  /// The colour of the line around it while it has the keyboard.
  public var tintColor = Palette.accent {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      tintColor = valid(tintColor, "tintColor", or: oldValue)
      if tintColor != oldValue { setNeedsDisplay() }
    }
  }
  /// Whether it can be pressed. One that cannot is dim, and is passed over by Tab.
  public var isEnabled = true { didSet { if isEnabled != oldValue { settle() } } }
  /// Whether the pointer, or a key, holds it down.
  public private(set) var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }
  private var isHovered = false { didSet { if isHovered != oldValue { setNeedsDisplay() } } }
  private var isFocused = false { didSet { if isFocused != oldValue { setNeedsDisplay() } } }

  /// - Parameters:
  ///   - title: What it says.
  ///   - action: Called by a press: `onClick`.
  public init(_ title: String = "", action: (() -> Void)? = nil) {
    self.title = title
    super.init()
    onClick = action
    background = Palette.chip
    padding = Insets(top: 6, right: 14, bottom: 6, left: 14)
  }

  /// The corners' radius, in pixels.
  private static let radius = 5.0

  private func settle() {
    (isPressed, isHovered) = (false, false)
    setNeedsDisplay()
  }

  // MARK: - Looks

  /// It draws round corners, and in its padding.
  override var ground: Color? {
    get { color }
    set {
      color = newValue
      setNeedsDisplay()
    }
  }
  private var color: Color?
  override func fillsItself(with color: Color) -> Bool { true }
  override var contentPadding: Insets { Insets() }

  private var face: Text { Text(title, font: font, size: fontSize, color: textColor) }

  override public func sizeThatFits(_ room: Size) -> Size {
    let size = measure(face)
    return Size(
      width: size.width.rounded(.up) + padding.left + padding.right,
      height: size.height.rounded(.up) + padding.top + padding.bottom)
  }

  override public func draw(in canvas: inout Canvas) {
    let (area, background) = (Rect(origin: .zero, size: canvas.size), background ?? .clear)
    let shade: Color =
      !isEnabled
      ? background.mixed(with: .black, share: 0.25)
      : isPressed
        ? background.mixed(with: .black, share: 0.3)
        : isHovered ? background.mixed(with: .white, share: 0.12) : background
    canvas.fill(area, shade, radius: Self.radius)
    if isFocused, isEnabled { canvas.stroke(area, tintColor, width: 2, radius: Self.radius) }
    var face = face
    if !isEnabled { face.color = textColor.mixed(with: background.opaque, share: 0.55) }
    var inner = area.inset(by: Insets(right: min(padding.right, 6), left: min(padding.left, 6)))
    if isPressed { inner.origin.y += 1 }
    canvas.draw(face, in: inner, align: .center)
  }

  // MARK: - Input

  override public var acceptsKeyboard: Bool { isEnabled }
  /// A button takes no text: a window of buttons is no place to type.
  override var takesText: Bool { false }
  override var takesClicks: Bool { isEnabled }
  override var accessibleRole: AccessibleNode.Role { .button }
  override public var accessibilityLabel: String? { title }

  override public func handle(_ event: Event) -> Bool {
    switch event {
    case .pressed(_, button: 1, _):
      isPressed = isEnabled
      return isEnabled
    case .released(_, button: 1, _):
      isPressed = false
      return isEnabled
    case .dragged(let point, button: 1):
      isPressed = isEnabled && point.x >= 0 && point.y >= 0 && point.x < frame.width && point.y < frame.height
      return true
    case .moved: isHovered = isEnabled
    case .left: settle()
    case .focused(let has): isFocused = has
    case .key(.enter, _, let held) where held.isEmpty, .key(.character(" "), _, let held) where held.isEmpty:
      return isEnabled && wasClicked(at: nil)
    default: return false
    }
    return false
  }
}
