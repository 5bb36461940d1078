internal import Scene
public import ScrollCore

/// A view that shows a part of a larger one, which the wheel and the keys move, or which moves by itself.
///
///     let list = ScrollView(StackView(.vertical, rows))
///     list.autoScrollSpeed = 20
///
/// The content is as wide as the view, and as high as it naturally is at that width, unless its own size is set.
public final class ScrollView: View {
  /// What it shows a part of.
  public let content: View
  private let carrier = Carrier()
  /// Where a motion began, and its speed down the content, in pixels per second.
  private var course = Course()

  /// A place as a function of time.
  private struct Course {
    var from = Point.zero
    var start = 0.0
    var speed = 0.0
  }

  /// - Parameter content: What it shows a part of. It leaves the superview or the window that it is in.
  public init(_ content: View) {
    self.content = content
    super.init()
    carrier.addSubview(content)
    carrier.scrollView = self
    addSubview(carrier)
  }

  /// How much of the content is to the left of the view and above it, in pixels. Setting it moves the content there at once, at most
  /// to its end; an automatic motion goes on from there.
  public var contentOffset: Point {
    get { offset(at: now) }
    set {
      let x = bounded(newValue.x, of: "contentOffset.x", in: -Self.farthest...Self.farthest) ?? 0
      let y = bounded(newValue.y, of: "contentOffset.y", in: -Self.farthest...Self.farthest) ?? 0
      go(to: Point(x: x, y: y), speed: course.speed)
    }
  }

  /// The size of the content, in pixels; zero before the first frame.
  public var contentSize: Size { carrier.frame.size }

  /// The speed at which the content moves up by itself, in pixels per second; negative moves it down. 0, the default, stops it.
  /// At the end it rests, and ``View/onFinish`` is called; `contentOffset = .zero` starts it over.
  public var autoScrollSpeed: Double {
    get { course.speed }
    set {
      let speed = bounded(newValue, of: "autoScrollSpeed", in: -100_000...100_000) ?? 0
      go(to: contentOffset, speed: speed)
    }
  }

  /// Whether it is moving by itself.
  public var isScrolling: Bool { end(after: now) > now }

  /// Scrolls by pixels, towards the end; negative moves back.
  public func scroll(by pixels: Double) {
    let pixels = bounded(pixels, of: "pixels", in: -Self.farthest...Self.farthest) ?? 0
    contentOffset.y += pixels
  }

  private static let farthest = 1e6
  /// What a notch of the wheel moves, in pixels.
  private static let notch = 48.0

  // MARK: - Motion

  private var range: Size {
    Size(
      width: max(0, carrier.frame.width - frame.width + edges.width),
      height: max(0, carrier.frame.height - frame.height + edges.height))
  }

  /// Whether there is more content than the view shows.
  fileprivate var isLarger: Bool { range != .zero }

  private func limited(_ point: Point) -> Point {
    Point(x: min(max(0, point.x), range.width), y: min(max(0, point.y), range.height))
  }

  fileprivate func offset(at t: Seconds) -> Point {
    // Before the first frame there is nothing to move in.
    guard !carrier.frame.isEmpty else { return course.from }
    return limited(course.from + Point(x: 0, y: course.speed * max(0, t - course.start)))
  }

  /// When the automatic motion ends; minus infinity without one.
  fileprivate func end(after t: Seconds) -> Seconds {
    guard course.speed != 0, !carrier.frame.isEmpty else { return -.infinity }
    let rest = course.speed > 0 ? range.height - course.from.y : course.from.y
    return course.start + max(0, rest) / abs(course.speed)
  }

  private func go(to point: Point, speed: Double) {
    course = Course(from: carrier.frame.isEmpty ? point : limited(point), start: now, speed: speed)
    owesEnd = speed != 0
    setNeedsDisplay()
    // The content may begin or end to stand elsewhere.
    setNeedsLayout()
  }

  private var owesEnd = false

  override func update(at t: Seconds) {
    guard owesEnd, !carrier.frame.isEmpty, t >= end(after: t) else { return }
    owesEnd = false
    onFinish?()
  }

  // MARK: - Layout and input

  override func layOutSubviews(in area: Rect, _ pass: LayoutPass) {
    let room = Size(width: area.width, height: Self.lengths.upperBound)
    let size = pass.size(of: content, in: room, width: area.width)
    let wasEmpty = carrier.frame.isEmpty
    pass.layOut(carrier, at: Rect(origin: area.origin, size: size), seenIn: area)
    if wasEmpty, !carrier.frame.isEmpty, course.start < pass.time { course.start = pass.time }
  }

  override public var acceptsKeyboard: Bool { true }
  override var takesText: Bool { false }

  /// Takes a notch of the wheel that nothing in it has a use for.
  func take(dx: Double, dy: Double) -> Bool {
    let (former, t) = (contentOffset, now)
    go(to: offset(at: t) + Point(x: Self.notch * dx, y: Self.notch * dy), speed: course.speed)
    return contentOffset != former
  }

  override public func handle(_ event: Event) -> Bool {
    let page = max(Self.notch, frame.height - Self.notch)
    switch event {
    case .scrolled(_, let dx, let dy): return take(dx: dx, dy: dy)
    case .key(.down, _, let held) where held.isEmpty: scroll(by: Self.notch)
    case .key(.up, _, let held) where held.isEmpty: scroll(by: -Self.notch)
    case .key(.pageDown, _, let held) where held.isEmpty: scroll(by: page)
    case .key(.pageUp, _, let held) where held.isEmpty: scroll(by: -page)
    case .key(.home, _, let held) where held.isEmpty: scroll(by: -Self.farthest)
    case .key(.end, _, let held) where held.isEmpty: scroll(by: Self.farthest)
    default: return false
    }
    return true
  }
}

/// What moves in a scroll view: the content stands still in it.
private final class Carrier: View {
  weak var scrollView: ScrollView?

  override func frame(at time: Seconds) -> Motion {
    guard let scrollView else { return .rests(at: frame) }
    let offset = scrollView.offset(at: time)
    let place = frame.offsetBy(dx: -offset.x, dy: -offset.y)
    return scrollView.end(after: time) > time ? .moves(through: place) : .rests(at: place)
  }

  // Its rows are the same at the start as under way.
  override var isCarried: Bool { scrollView?.isLarger ?? false }

  override func layOutSubviews(in area: Rect, _ pass: LayoutPass) {
    for view in subviews { pass.layOut(view, at: area, seenIn: area) }
  }

  override func contains(_ point: Point) -> Bool { false }
}
