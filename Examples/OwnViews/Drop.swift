import Newsreel

/// A badge that falls in from above and bounces. It is drawn once and then only moved; where it lies it costs nothing.
final class Drop: View {
  private let badge: BadgeView
  private var start = -Seconds.infinity

  init(_ label: String) {
    badge = BadgeView(label)
    (badge.padding, badge.background) = (10, "#e5484d")
    super.init([badge])
  }

  /// Lets it fall, now.
  func fall() {
    start = now
    setNeedsDisplay()
  }

  override func sizeThatFits(_ room: Size) -> Size { badge.naturalSize() }

  override func frame(at time: Seconds) -> Motion {
    // Each bounce takes half as long as the one before, and is a quarter as high.
    var (age, half, height) = (time - start, 0.4, frame.maxY)
    while height > 0.5 {
      let share = age / half
      if share < 1 { return .moves(through: frame.offsetBy(dx: 0, dy: height * (share * share - 1))) }
      age -= half * 1.5
      (half, height) = (half / 2, height / 4)
    }
    return .rests(at: frame)
  }
}
