package import Base
package import Scene
public import ScrollCore

/// A view in a window: moving text, a number, chips, a plain group of other views, or a view of one's own.
///
/// A subclass draws itself by ``draw(in:)``: see <doc:OwnViews>.
///
/// Its superview places it: by `place(_:of:dx:dy:)`, in the row or column that holds it, or by default at the top left
/// corner in its natural size. Views and windows belong to the thread, or the actor, that makes them; each thread can
/// have its own. They are not `Sendable`, so that the compiler keeps them there. No declaration asks for the main actor: a module
/// whose code is on it by default (`.defaultIsolation(MainActor.self)`) uses them, and has subclasses, without annotations.
///
/// No value ends the program. Properties clamp invalid numbers, cut long texts and ignore unreadable pictures, and
/// `onInvalidValue` is called once. Values that depend on each other, such as `minFontSize` and `maxFontSize`, may be
/// set one after the other and are checked at layout. Text that `set(_:to:)` gets is refused instead.
nonisolated open class View {
  /// The line around the view, inside its bounds and above its content, and the corners. A change shows with the next
  /// frame, and the content stays in place as far as possible.
  public final var border: Border {
    get { bordered.border }
    set {
      let (border, wrong) = newValue.bounded(after: bordered.border)
      let former = bordered.border
      bordered.border = border
      for error in wrong { refuse(error.withSwiftNames(Border.self)) }
      if border != former { settleBox() }
    }
  }

  /// The colour behind all that it shows, inside its border; nil is transparent.
  public final var background: Color? {
    get { ground }
    set {
      guard let newValue else {
        ground = nil
        return
      }
      let color = valid(newValue, "background", or: ground ?? .clear)
      // What is not a colour does not make it transparent instead of none.
      if color != ground, color == newValue { ground = color }
    }
  }

  /// The room between its border and what it shows, in pixels. Its natural size has it, too.
  public final var padding: Insets {
    get { outerPadding.widened(by: ownMargin) }
    set {
      let former = padding
      let new = bounded(newValue, of: "padding")
      setMargin(min(new.left, new.right))
      outerPadding = new.widened(by: -ownMargin)
      if padding != former { settleBox() }
    }
  }

  /// How opaque the view and all views in it are, from 0 to 1. One of 0 still has its room, and takes clicks: see ``isHidden``.
  ///
  /// Each of its layers is translucent by itself: where two overlap, the lower one shines through.
  public final var opacity = 1.0 {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      opacity = bounded(opacity, of: "opacity", in: 0...1) ?? 1
      if opacity != oldValue { setNeedsDisplay() }
      // Round corners have other layers, and the views in it another colour behind them.
      let isOther = (opacity < 1) != (oldValue < 1) || ground != nil && !subviews.isEmpty
      if opacity != oldValue, isOther { setNeedsLayout() }
    }
  }

  /// In pixels; nil means its natural width, or what its row has room for.
  public final var width: Double? {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      width = bounded(width, of: "width", in: Self.lengths)
      if width != oldValue { setNeedsLayout() }
    }
  }

  /// In pixels; nil means its natural height, or what its column has room for.
  public final var height: Double? {
    didSet {
      holdRefusals()
      defer { tellRefusals() }
      height = bounded(height, of: "height", in: Self.lengths)
      if height != oldValue { setNeedsLayout() }
    }
  }

  /// Whether it is left out: invisible and without room in a row. Its time continues.
  public final var isHidden = false { didSet { if isHidden != oldValue { setNeedsLayout() } } }

  /// The frame that its superview gave it, in pixels from the window's top left corner; empty before the first frame.
  /// While a custom view is moving, see ``frame(at:)``.
  public internal(set) final var frame = Rect.zero

  /// Its subviews, from the back to the front.
  public internal(set) final var subviews: [View] = []

  /// The view that it stands in; nil for the view of a window, or one without a place.
  public internal(set) final weak var superview: View?

  /// Called after a click of the first button; ``clickPoint`` says where. The view's own reaction to the click stays.
  public final var onClick: (() -> Void)?

  /// Where the click was that ``onClick`` is being called for, in pixels from the view's top left corner; nil at other times, and
  /// for a click by a screen reader.
  public internal(set) final var clickPoint: Point?

  /// Called each time its motion ends: the last pass of a crawl, the end of a text, the last digit at rest.
  public final var onFinish: (() -> Void)?

  /// Called once for each invalid value, with the reason; the property has the nearest valid value then. A new handler
  /// gets earlier errors.
  public final var onInvalidValue: ((ValueError) -> Void)? {
    get { refusals.handler }
    set { refusals.handler = newValue }
  }

  /// A group of views, from the back to the front.
  public init(_ subviews: [View] = []) {
    let drawn = DrawnContent()
    (own, bordered, self.drawn) = (drawn, BorderView(drawn), drawn)
    drawn.view = self
    for view in subviews { addSubview(view) }
  }

  // MARK: - For views of one's own

  /// Draws the view for the canvas' time. Called after a change of its size and `setNeedsDisplay()`, and at the times that
  /// the canvas was asked for; it may only depend on the view's properties and that time.
  open func draw(in canvas: inout Canvas) {}

  /// The size inside its border that the view requests for that room, in pixels. By default, and if a length is infinite,
  /// the view takes all that its row, its column or its window has. The room may be infinite, too.
  open func sizeThatFits(_ room: Size) -> Size { room }

  /// Prepares for a size inside the border, in pixels, for example by placing subviews. Called before it is drawn, after every
  /// change that can affect sizes.
  open func layout(in size: Size) {}

  /// The view's place at a time, and until when it holds: by default its ``frame``, at rest.
  ///
  /// The time is that of the refresh that shows it, on the clock of ``now``. The place is in pixels from the window's top left
  /// corner, like the frame, which does not move: compute the place from it, and the motion follows the layout.
  ///
  /// The view moves by quarters of a pixel without a redraw; another size, in whole pixels, takes another layout. Subviews move
  /// along. The pointer and screen readers find the view at its place, and its superview clips it. Views placed relative to it
  /// use its frame.
  ///
  /// The result may only depend on properties and that time. Call ``setNeedsDisplay()`` when a motion begins.
  open func frame(at time: Seconds) -> Motion { .rests(at: frame) }

  /// Handles the user's input. Returns whether it was meant for the view; keys that were not may have other meanings, and come to
  /// the views around it, and then to ``Window/onKey``.
  open func handle(_ event: Event) -> Bool { false }

  /// Whether the pointer at that point is over the view; by default everywhere in its frame. If not, the view below gets the
  /// event.
  open func contains(_ point: Point) -> Bool { type(of: self) != View.self }

  /// Whether a click, or Tab, gives the keyboard to the view.
  open var acceptsKeyboard: Bool { false }

  /// The text for screen readers; nil for none.
  open var accessibilityLabel: String? { nil }

  // MARK: - For the library

  /// Its own content.
  let own: any SceneView
  /// The same if it draws on a canvas.
  private let drawn: DrawnContent?
  let bordered: BorderView
  weak var stage: Stage?
  /// Its place among the views of its window.
  private(set) final lazy var hosted = HostedView(shown, of: self, in: ViewTree())
  /// Its requests to the window.
  final var context: ViewContext { hosted.context }
  /// Later ones come after the earlier, each in the directions that it names.
  var places: [Place] = []
  final var animations: [Animation] = []
  final var sizing = Sizing() { didSet { if sizing != oldValue { setNeedsLayout() } } }
  /// When it was to get the keyboard, outside of a window, by the monotonic clock.
  final var keyboardWish: Seconds?
  /// Whether it has been laid out in its window.
  private(set) final var isLaidOut = false
  /// Its present place, if it differs from the layout's.
  final var standing: Standing {
    get { hosted.standing }
    set { hosted.standing = newValue }
  }
  /// The visible part of `frame` inside the border.
  private(set) var inside = Rect.zero

  init(own: any SceneView) {
    (self.own, bordered, drawn) = (own, BorderView(own), nil)
  }

  /// Its content with its border, its padding and its background, if it has any.
  private var shown: any SceneView {
    border.isNone && bordered.padding == Insets() && bordered.background == nil ? own : bordered
  }

  /// Takes over a border, a padding or a background.
  final func settleBox() {
    bordered.padding = contentPadding
    let isFilled = ground.map { $0.alpha == 0 || bordered.padding == Insets() && fillsItself(with: $0) } ?? true
    bordered.background = isFilled ? nil : ground
    hosted.view = shown
    setNeedsLayout()
  }

  /// Whether it takes all available room.
  var stretches: (across: Bool, down: Bool) {
    let size = sizeThatFits(Size(width: .infinity, height: .infinity))
    return (size.width == .infinity, size.height == .infinity)
  }
  /// Whether a window without a width has its natural one, and follows it.
  var hasNaturalWidth: Bool { width != nil || !stretches.across }
  /// Whether it has a size of its own, at least in one direction; a stack's is that of its views.
  var hasNaturalSize: Bool { drawn == nil || width != nil || height != nil || stretches != (true, true) }
  /// Whether it uses the keyboard.
  package var takesKeys: Bool { acceptsKeyboard }
  /// Whether it takes text.
  var takesText: Bool { acceptsKeyboard }
  /// Whether it can be clicked.
  var takesClicks: Bool { true }
  /// What it is to assistive technology.
  var accessibleRole: AccessibleNode.Role { .label }
  /// Handles a key that a view in it has not taken; false unless it draws itself.
  final func takesAround(_ key: InputEvent, in context: borrowing EventContext) -> Bool {
    drawn?.handle(key, in: context) ?? false
  }
  /// Whether Tab is offered to it before that passes the keyboard on.
  var usesTab: Bool { drawn != nil }
  func beginTyping() {}
  func endTyping(accepting: Bool, in context: borrowing EventContext) {}
  /// The colour behind it; nil is transparent. A view whose style has one keeps it there.
  var ground: Color? {
    get { plainGround }
    set {
      plainGround = newValue
      settleBox()
    }
  }
  private final var plainGround: Color?
  /// Whether its content fills its whole area with a background by itself. What is translucent is drawn once, behind all.
  func fillsItself(with color: Color) -> Bool { false }
  /// What `padding` has beside the content's own margin.
  private final var outerPadding = Insets()
  /// Whether it is laid out whole and cut on the screen, also where it is at rest.
  var isCarried: Bool { false }
  /// The part of `padding` that lies around its content.
  var contentPadding: Insets { outerPadding }
  /// The part of `padding` at both sides that its content keeps by itself, counted from the view's edge, so that a border moves
  /// nothing.
  var ownMargin: Double { 0 }
  /// Has the content keep that much, if it can.
  func setMargin(_ margin: Double) {}

  /// How deep closures of the program's have led to others through this view.
  private final var nesting = 0
  private let refusals = InvalidValues()
  /// When it was last changed outside of a window, or left one.
  var lastAction = -Seconds.infinity

  /// Calls a closure of the program's, unless it has led to itself again and again: one that changes what it is told of.
  final func call(_ body: () -> Void) {
    guard nesting < InvalidValues.deepest else { return }
    nesting += 1
    defer { nesting -= 1 }
    body()
  }

  /// Call it before a value that is out of range is put right, and `tellRefusals()` after that: no closure of the program's sees
  /// the value.
  final func holdRefusals() { refusals.hold() }
  final func tellRefusals() { refusals.release() }

  /// Reports an invalid value.
  final func refuse(_ error: ValueError) { refusals.tell(error) }

  package func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    guard case .happened(let event) = action else { return false }
    happened(event)
    return true
  }

  /// Reports an event to the program.
  func happened(_ event: ViewEvent) { if event == .finished { onFinish?() } }

  /// Reports events since the last call.
  func update(at t: Seconds) {}

  /// Handles an event for this view.
  func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool { own.handle(event, in: context) }

  /// Its size unless another one is set, at most `area` if it shows something itself.
  func naturalSize(in pass: LayoutPass, area: Size) -> Size {
    let (edges, room) = (edges, area - edges)
    let size = own.naturalSize(in: pass.measuring(in: room))
    return Size(width: size.width + edges.width, height: size.height + edges.height)
  }

  /// Its height at a given width.
  func naturalHeight(in pass: LayoutPass, width: Double, area: Size) -> Double {
    let (edges, room) = (edges, area - edges)
    return edges.height
      + own.naturalHeight(
        width: max(0, width - edges.width), in: pass.measuring(in: room))
  }

  /// Sets an own property from text; false for an unknown name.
  func setOwn(_ name: String, to text: String) throws(ValueError) -> Bool { false }
  func ownValue(of name: String) -> String? { nil }
  /// Reads its sources; nil without any.
  package final var viewSources: (any ViewSources)?
  /// The loop of its window; nil without one.
  package final var loop: RunLoop? { stage?.host?.loop }
  /// Shows new content of a source.
  package func receive(_ news: SourceNews, from source: SourceID) {}
  /// Whether any of its sources may bring more.
  package func sourcesChanged(areOpen: Bool) {}
  /// Drops the content of a source.
  package func drop(_ source: SourceID) {}
  /// The names that `set(_:to:)` takes, as Swift spells them.
  var propertyNames: [String] { Border.properties.map(\.swiftName) }

  func attach(to stage: Stage?) {
    if let former = self.stage, former !== stage { lastAction = max(lastAction, former.time) }
    self.stage = stage
    isLaidOut = false
    hosted = HostedView(shown, of: self, in: stage?.tree ?? ViewTree())
    if let stage, let asked = keyboardWish {
      keyboardWish = nil
      stage.giveKeyboard(to: self, asked: asked)
    }
    if stage == nil { finishAnimations() }
    viewSources?.attach(to: loop)
    for view in subviews { view.attach(to: stage) }
  }

  func layOut(in frame: VisibleFrame, _ pass: LayoutPass) {
    isLaidOut = true
    let padding = bordered.padding
    let geometry = BorderGeometry(border, in: frame.inner)
    inside = geometry.inner.inset(by: padding).intersection(frame.inner)
    bordered.outside = superview?.backdrop ?? stage?.background
    (hosted.backdrop, bordered.isTranslucent) = (bordered.outside, seenOpacity < 1)
    hosted.layout(in: frame, pass)
    // The content of a window lies inside the window's border.
    let whole = superview == nil ? frame.inner : frame.outer
    if let drawn {
      drawn.box = BorderGeometry(border, in: whole).innerPixels.inset(by: padding)
      layout(in: drawn.box.size)
    }
    standing.room = border.isNone && padding == Insets() ? whole : inside
    layOutSubviews(in: standing.room, pass)
  }

  package func willDraw(_ hosted: HostedView, into frame: inout Frame, at t: Seconds) {
    hosted.opacity = seenOpacity
    if !animations.isEmpty { frame.change(at: t) }
    if isSeen { stand(at: t, drawing: &frame) }
  }

  /// Measures text since its first layout.
  var typesetter: (any Typesetter)? { drawn?.typesetter ?? stage?.typesetter }

  /// Whether a point is over its own drawing.
  func isHit(at point: Point) -> Bool {
    covers(point) && drawn.map { contains(point - standing.offset - $0.box.origin) } ?? true
  }

  /// Places its subviews inside the border.
  func layOutSubviews(in area: Rect, _ pass: LayoutPass) { pass.place(subviews, in: area) }
}

extension Border {
  /// Whether it neither shows nor cuts anything.
  var isNone: Bool { radius == 0 && Side.allCases.allSatisfy { width(of: $0) == 0 } }
}
