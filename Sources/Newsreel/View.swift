internal import Base
internal import Scene
@_exported public import ScrollCore

/// Something that a window shows: text that moves, a number, chips; or, as it is, a group of other views.
///
/// A view stands where its superview puts it: by `place(_:in:dx:dy:)`, in the row or column that holds it, or, where nothing
/// is said, at the top left corner in its natural size. Views and windows belong to the thread, or the actor, that
/// makes them; each thread can have its own.
///
/// No value ends the program. A property takes what it is set to: a number that is out of its range becomes the near end of it, a
/// text that is too long is cut, a picture that cannot be read is left out, and `onInvalidValue` hears of it once. Sizes that only
/// make sense together, as `minFontSize` and `maxFontSize`, may be set one after the other, and are judged when the view is laid
/// out. What comes as text, through `set(_:to:)`, is refused instead.
public class View {
  /// The line around the view, inside its bounds and above what it shows, and the corners. A change shows with the next
  /// frame, and what the view shows stays where it is as far as the line leaves it room.
  public final var border: Border {
    get { bordered.border }
    set {
      let (border, wrong) = newValue.bounded(after: bordered.border)
      bordered.border = border
      for error in wrong { refuse(error) }
      setNeedsLayout()
    }
  }

  /// In pixels; nil: as wide as it naturally is, or as its row has room for.
  public final var width: Double? {
    didSet {
      width = bounded(width, of: "width", in: Self.lengths)
      setNeedsLayout()
    }
  }

  /// In pixels; nil: as high as it naturally is, or as its column has room for.
  public final var height: Double? {
    didSet {
      height = bounded(height, of: "height", in: Self.lengths)
      setNeedsLayout()
    }
  }

  /// Whether it is left out: it neither shows nor takes room in a row, and time goes on in it.
  public final var isHidden = false { didSet { setNeedsLayout() } }

  /// Where it stands in its window, in pixels from the window's top left corner; empty before the first frame.
  public internal(set) final var frame = Rect.zero

  /// The views in it, those that come later above the earlier ones.
  public private(set) final var subviews: [View] = []

  /// Called when the first button has been pressed and let go on the view. Setting it takes nothing away from what the
  /// view itself does with a click.
  public final var onClick: (() -> Void)?

  /// Called once each time that what moves in the view has come to its end: the last pass of a crawl, the end of a
  /// text, the last digit at rest.
  public final var onFinish: (() -> Void)?

  /// Called once for each value that a property could not take, with the reason; the property has the nearest one that it can
  /// take then. What was wrong before this is set is told when it is.
  public final var onInvalidValue: ((ValueError) -> Void)? {
    get { refusals.handler }
    set { refusals.handler = newValue }
  }

  /// A group of views, each above the ones before it.
  public convenience init(_ subviews: [View] = []) {
    self.init(own: Nothing())
    for view in subviews { addSubview(view) }
  }

  // MARK: - For the library

  /// What it shows itself.
  let own: any Scene.View
  let bordered: BorderView
  weak var superview: View?
  weak var stage: Stage?
  /// How it stands in its window.
  private(set) final lazy var hosted = ShownView(self, in: ViewContext())
  /// Where it asks for what only the window can do.
  final var context: ViewContext { hosted.context }
  /// Later ones come after the earlier, each in the directions that it names.
  var places: [Place] = []
  /// What a border leaves of `frame`, as far as it is seen.
  private(set) var inside = Rect.zero

  init(own: any Scene.View) {
    self.own = own
    bordered = BorderView(own)
  }

  /// Whether it takes whatever room there is.
  var stretches: (across: Bool, down: Bool) { (true, true) }
  /// Whether the keyboard means something to it.
  var takesKeys: Bool { false }
  /// Whether text is typed into it.
  var takesText: Bool { false }
  func beginTyping() {}
  func endTyping(accepting: Bool, in context: ViewContext) {}
  /// What it stands on; nil: what is behind it shows.
  var fill: Color? { nil }

  private let refusals = Refusals()

  /// Tells that a value is wrong.
  final func refuse(_ error: ValueError) { refusals.tell(error) }

  func perform(_ action: ViewAction) -> Bool {
    switch action {
    case .happened(let event):
      happened(event)
      return true
    case .takeFocus: stage?.router.focus(hosted)
    default: break
    }
    return false
  }

  /// Hands on what has happened in it.
  func happened(_ event: ViewEvent) { if event == .finished { onFinish?() } }

  /// Tells what has happened since the last call.
  func update(at t: Seconds) {}

  /// Takes an event that is for it.
  func handle(_ event: InputEvent, in context: ViewContext) -> Bool { own.handle(event, in: context) }

  /// The size that it asks for where nothing else is said, no larger than `area` where it shows something itself.
  func naturalSize(in pass: LayoutPass, area: Size) -> Size {
    let (edges, room) = (edges, area - edges)
    let size = own.naturalSize(in: room, scale: pass.scale, with: pass.typesetter)
    return Size(width: size.width + edges.width, height: size.height + edges.height)
  }

  /// The height that it asks for where it is that wide.
  func naturalHeight(in pass: LayoutPass, width: Double, area: Size) -> Double {
    let (edges, room) = (edges, area - edges)
    return edges.height
      + own.naturalHeight(
        width: max(0, width - edges.width), in: room, scale: pass.scale, with: pass.typesetter)
  }

  /// Sets a property of its own that comes as text; false where it has none of that name.
  func setOwn(_ name: String, to text: String) throws(ValueError) -> Bool { false }
  func ownValue(of name: String) -> String? { nil }

  func attach(to stage: Stage?) {
    self.stage = stage
    hosted = ShownView(self, in: stage?.context ?? ViewContext())
    for view in subviews { view.attach(to: stage) }
  }

  func layOut(in frame: VisibleFrame, _ pass: LayoutPass) {
    self.frame = frame.outer
    let geometry = BorderGeometry(border, in: frame.inner)
    inside = geometry.inner.intersection(frame.inner)
    if border.isNone {
      own.layout(in: frame, with: pass.typesetter, at: pass.time)
    } else {
      bordered.outside = superview?.background ?? stage?.background
      bordered.layout(in: frame, with: pass.typesetter, at: pass.time)
    }
    // What is in a window stands inside the window's border.
    layOutSubviews(in: border.isNone && superview != nil ? frame.outer : inside, pass)
  }

  func draw(into drawing: inout Frame, at t: Seconds) {
    guard isSeen else { return }
    if border.isNone { own.draw(into: &drawing, at: t) } else { bordered.draw(into: &drawing, at: t) }
  }

  /// Gives each of its subviews a place within what the border leaves.
  func layOutSubviews(in area: Rect, _ pass: LayoutPass) { pass.place(subviews, in: area) }
}

// MARK: - Views in views

extension View {
  /// Adds a view above the others; it leaves the one, or the window, that it was in.
  public final func addSubview(_ view: View) {
    precondition(!sequence(first: self, next: \.superview).contains { $0 === view }, "a view cannot stand in itself")
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    view.attach(to: stage)
    setNeedsLayout()
  }

  /// Takes the view out of the one that it is in, or out of the window that it fills, which is empty then.
  public final func removeFromSuperview() {
    guard let superview else { return stage?.release(self) ?? () }
    superview.subviews.removeAll { $0 === self }
    superview.setNeedsLayout()
    self.superview = nil
    attach(to: nil)
  }

  /// Puts the view at an edge, a corner or in the middle of its superview or of another view, or outside of one.
  ///
  /// A placement says where the view stands in the directions that it names and leaves the other one: `.inMidY` and then
  /// `.onRight` puts it beside a view and in the middle of the height. It never changes the size.
  ///
  /// - Parameters:
  ///   - placement: The names that begin with *in* mean inside, those with *on* outside.
  ///   - view: What it is placed in or on: a view in the same superview, or nil for the superview itself.
  ///   - dx: Added to x, in pixels: to the left is negative.
  ///   - dy: Added to y, in pixels: upwards is negative.
  public final func place(_ placement: Placement, of view: View? = nil, dx: Double = 0, dy: Double = 0) {
    let new = placement.directions
    places.removeAll { place in
      let old = place.placement.directions
      return (!old.x || new.x) && (!old.y || new.y)
    }
    func distance(_ pixels: Double, _ name: String) -> Double {
      bounded(pixels, of: name, in: -Self.lengths.upperBound...Self.lengths.upperBound) ?? 0
    }
    places.append(
      Place(placement: placement, reference: view, dx: distance(dx, "dx"), dy: distance(dy, "dy")))
    setNeedsLayout()
  }

  /// Where it stands in one or both directions.
  struct Place {
    var placement: Placement
    /// Nil: its superview.
    weak var reference: View?
    var dx: Double
    var dy: Double
  }

  /// This view and all views in it, from the back to the front.
  var all: [View] { [self] + subviews.flatMap(\.all) }
}

// MARK: - The keyboard

extension View {
  /// Gives a view into which text is typed the keyboard: a token field, a badge, or a crawl, of which the item in the middle of
  /// the view, or the nearest to it, is edited then.
  public final func beginEditing() {
    guard let stage else { return }
    beginTyping()
    stage.focus(self)
  }

  /// Gives the keyboard back.
  ///
  /// - Parameter accepting: Whether a crawl takes its text over as it is now; else the old one comes back.
  public final func endEditing(accepting: Bool = true) {
    let asked = ViewContext()
    asked.time = now
    endTyping(accepting: accepting, in: asked)
    guard stage != nil else { return }
    for action in asked.takeActions() + [.returnFocus] where !perform(action) { context.perform(action) }
    setNeedsDisplay()
  }
}

// MARK: - Properties by name

extension View {
  /// Sets a property that comes as text, as from a file: `set("border-width", to: "2")`.
  ///
  /// - Parameters:
  ///   - name: In Swift spelling or with hyphens, as `newsreel properties` lists it.
  ///   - text: The value, as it is written on the command line.
  /// - Throws: `ValueError` for a name or a value that there is not; nothing has changed then.
  public final func set(_ name: String, to text: String) throws(ValueError) {
    if try setOwn(name, to: text) { return }
    guard let property = Border.property(named: name) else {
      throw ValueError(name: name, reason: "there is no such property")
    }
    var border = border
    try inOwnWords(Border.self) { () throws(ValueError) in try property.set(text: text, of: &border) }
    self.border = border
  }

  /// A property's value as it is written; nil where there is no such property.
  public final func value(of name: String) -> String? {
    ownValue(of: name) ?? Border.property(named: name)?.value(of: border).text
  }

}

// MARK: - In a window

extension View {
  /// The time of what is done to it now.
  var now: Seconds { stage?.time ?? monotonicNow() }

  func setNeedsDisplay() { stage?.changed(sizes: false) }
  func setNeedsLayout() { stage?.changed(sizes: true) }

  /// What is seen behind its subviews.
  var background: Color? { fill ?? superview?.background }

  private var isSeen: Bool { !isHidden && superview?.isSeen ?? true }

  fileprivate func covers(_ point: Point) -> Bool {
    !isHidden && frame.contains(point) && superview?.covers(point) ?? true
  }
}

/// A view among those of its window.
final class ShownView: ContainedView {
  private weak let view: View?
  let context: ViewContext

  init(_ view: View, in window: ViewContext) {
    self.view = view
    context = ViewContext(in: window)
    context.owner = self
  }

  var takesKeys: Bool { view?.takesKeys ?? false }
  func contains(_ point: Point) -> Bool { view.map { !($0.own is Nothing) && $0.covers(point) } ?? false }
  func draw(into frame: inout Frame, at t: Seconds) { view?.draw(into: &frame, at: t) }
  func handle(_ event: InputEvent) -> Bool { view?.handle(event, in: context) ?? false }
  func perform(_ action: ViewAction) -> Bool { view?.perform(action) ?? false }

  func wasClicked() -> Bool {
    guard let onClick = view?.onClick else { return false }
    onClick()
    return true
  }
}

/// What a group shows itself.
final class Nothing: Scene.View {
  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {}
  func draw(into frame: inout Frame, at t: Seconds) {}
}

extension Border {
  /// Whether it neither shows nor cuts anything.
  var isNone: Bool { cornerRadius == 0 && Side.allCases.allSatisfy { width(of: $0) == 0 } }
}
