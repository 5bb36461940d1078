/// The properties of a crawl (side-scrolling text); `Train` computes its motion.
public struct Crawl: Equatable, Sendable, HasProperties {
  /// Whether the font is the largest whose line fits the view's height; the sizes below do not count then.
  public var fontSizeAsView = false
  /// Size of the font, in pixels.
  public var fontSize = 17.0
  /// Largest size to try when fitting the text to the width, in pixels; 0 is `fontSize`.
  public var maxFontSize = 0.0
  /// Smallest size to try when fitting the text to the width, in pixels; 0 is `fontSize`.
  public var minFontSize = 0.0
  /// Whether it scrolls to the left; false scrolls to the right, and all is mirrored.
  public var scrollLeft = true
  /// Whether a text that fits the view rests, at home.
  public var scrollOnlyWhenTooLong = false
  /// How many more times the text passes after the first; -1 is forever.
  public var scrollRepeat = -1
  /// Seconds for a travel of view and text width; 0 takes `scrollSpeed`.
  public var scrollTime = 5.0
  /// Speed, used when `scrollTime` is 0, in pixels per second.
  public var scrollSpeed = 0.0
  /// Whether there is one copy, which comes again when it has left the view; false is a train of copies.
  public var repeatWhenOutOfBounds = true
  /// Gap between items, and between copies, in pixels.
  public var repeatSpacing = 50.0
  /// Rest before the first motion, in seconds.
  public var delayAtStart = 2.0
  /// Rest out of the view between passes of one copy, in seconds.
  public var delayAtEnd = 0.0
  /// Whether it starts outside the view, at its edge.
  public var startOutOfBounds = false
  /// Distance of the text from the edge at rest, in pixels. Moving text passes through it, unlike a view's padding.
  public var inset = 5.0
  /// The width of the view's surroundings, such as a border. The inset is counted from their outer side, so home stays
  /// where it would be without them. Not one of the properties.
  package var surround = Insets()
  /// A train whose items have room in the view side by side shows each of them once at a time: the next lap comes in as
  /// the last one leaves. This is not one of the properties.
  package var showsItemsOnce = false

  /// All properties have their defaults.
  public init() {}

  /// All of them, in the order in which help lists them.
  public static let properties: [Property<Crawl>] = [
    .flag("fontSizeAsView", \.fontSizeAsView, "Take the largest font whose line fits the view's height"),
    .number("fontSize", \.fontSize, range: 1...2000, unit: "px", "Size of the font"),
    .number(
      "maxFontSize", \.maxFontSize, range: 0...2000, unit: "px",
      "Largest size to try when fitting the text to the width; 0 is font-size"),
    .number(
      "minFontSize", \.minFontSize, range: 0...2000, unit: "px",
      "Smallest size to try when fitting the text to the width; 0 is font-size"),
    .flag("scrollLeft", \.scrollLeft, "Scroll to the left; false scrolls to the right"),
    .flag("scrollOnlyWhenTooLong", \.scrollOnlyWhenTooLong, "Text that fits the view rests"),
    .integer(
      "scrollRepeat", \.scrollRepeat, range: -1...1_000_000_000,
      "How many more times the text passes after the first; -1 is forever"),
    .number(
      "scrollTime", \.scrollTime, range: 0...1_000_000, unit: "s",
      "Seconds for a travel of view and text width; 0 takes scroll-speed", ifBelow: otherDirection),
    .number(
      "scrollSpeed", \.scrollSpeed, range: 0...fastest, unit: "px/s", "Speed, used when scroll-time is 0",
      ifBelow: otherDirection
    ).setting("Speed", .look),
    .flag(
      "repeatWhenOutOfBounds", \.repeatWhenOutOfBounds,
      "One copy, again when it has left the view; false is a train of copies"),
    .number("repeatSpacing", \.repeatSpacing, range: 0...100_000, unit: "px", "Gap between items, and between copies"),
    .number("delayAtStart", \.delayAtStart, range: 0...1_000_000, unit: "s", "Rest before the first motion"),
    .number(
      "delayAtEnd", \.delayAtEnd, range: 0...1_000_000, unit: "s", "Rest out of the view between passes of one copy"),
    .flag("startOutOfBounds", \.startOutOfBounds, "Start outside the view"),
    .number("inset", \.inset, range: 0...100_000, unit: "px", "Distance of the text from the edge at rest"),
  ]

  private static let otherDirection = "for the other direction set scroll-left to false"

  /// Checks the values that only make sense together: the ends of the range of font sizes.
  public func validate() throws(ValueError) {
    guard !fontSizeAsView, let range = fontSizes, range.largest < range.smallest else { return }
    throw ValueError(
      name: "maxFontSize",
      reason: "\(shortest(range.largest)) is below min-font-size, \(shortest(range.smallest)); "
        + "raise max-font-size or lower min-font-size (where one is 0, font-size stands for it)")
  }

  // MARK: - What follows from the numbers

  /// How far home is from the edge of the view that the text runs to.
  var homeInset: Double { inset(within: scrollLeft ? surround.left : surround.right) }

  /// The room that a text has which fits a view of that width.
  package func room(in viewWidth: Double) -> Double {
    viewWidth - inset(within: surround.left) - inset(within: surround.right)
  }

  private func inset(within width: Double) -> Double { max(inset, width - Self.bearing) - width }

  /// The usual space of glyphs on either side, in pixels: text may reach that far out of the view, under a border, if
  /// this keeps home in place.
  package static let bearing = 1.0

  /// Whether a text of that width fits a view of that width.
  public func fits(_ textWidth: Double, in viewWidth: Double) -> Bool { textWidth <= room(in: viewWidth) }

  /// Whether a text of that width rests at home and never moves.
  public func rests(_ textWidth: Double, in viewWidth: Double) -> Bool {
    scrollOnlyWhenTooLong && fits(textWidth, in: viewWidth)
  }

  /// Pixels per second, never negative; limited like `scrollSpeed`, even if `scrollTime` is short.
  public func speed(textWidth: Double, viewWidth: Double) -> Double {
    let speed = scrollTime > 0 ? (viewWidth + textWidth) / scrollTime : scrollSpeed
    return speed > 0 ? min(max(Self.slowest, speed), Self.fastest) : 0
  }

  /// Whether the text stands still: nothing beyond the view comes in by itself.
  var standsStill: Bool { scrollTime <= 0 && scrollSpeed <= 0 }

  private static let fastest = 100_000.0
  /// With less the time for a pixel would be too long to count.
  private static let slowest = 1e-6

  /// The range of sizes that are tried to fit the width; nil for a fixed size.
  var fontSizes: (smallest: Double, largest: Double)? {
    guard maxFontSize > 0 || minFontSize > 0 else { return nil }
    return (minFontSize > 0 ? minFontSize : fontSize, maxFontSize > 0 ? maxFontSize : fontSize)
  }

  /// The size of the font for a view, in pixels.
  ///
  /// - Parameters:
  ///   - lineHeight: ascent and descent of the font at a size, unrounded, in pixels.
  ///   - textWidth: the laid-out width of the text at a size, in pixels.
  package func fontSize(
    viewSize: Size, lineHeight: (_ size: Double) -> Double, textWidth: (_ size: Double) -> Double
  ) -> Double {
    if fontSizeAsView { return Self.fontSize(ofLineHeight: viewSize.height, lineHeight: lineHeight) }
    guard let (smallest, largest) = bounded().fontSizes else { return fontSize }
    guard largest > smallest, !fits(textWidth(largest), in: viewSize.width) else { return largest }
    // The number of steps down from the largest: `low` of them are too few, `high` enough or all that there are. A larger
    // font makes a text no narrower.
    var (low, high) = (0, Int(((largest - smallest) / Self.fontSizeStep).rounded(.up)))
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(textWidth(largest - Double(middle) * Self.fontSizeStep), in: viewSize.width) {
        high = middle
      } else {
        low = middle
      }
    }
    return max(smallest, largest - Double(high) * Self.fontSizeStep)
  }

  /// How much smaller each try is than the one before, in pixels.
  static let fontSizeStep = 0.5

  /// The largest size, to 1/64 px, whose line height is at most `height`, which counts up to a million pixels; 1 for a height
  /// of nothing. Opening a font at a size is expensive, so a guess by proportion comes first.
  package static func fontSize(ofLineHeight height: Double, lineHeight: (_ size: Double) -> Double) -> Double {
    let (height, probe) = (min(height, 1e6), lineHeight(64))
    guard height > 0, probe > 1e-3, probe.isFinite else { return 1 }
    let guess = max(1.0 / 64, (height * 64 / probe * 64).rounded(.down) / 64)
    let missing = height - lineHeight(guess)
    if missing >= 0, missing < 0.25 { return guess }
    var (low, high) = (0.0, 2 * guess)
    while high - low > 1.0 / 64 {
      let middle = (low + high) / 2
      if lineHeight(middle) <= height { low = middle } else { high = middle }
    }
    return max(1.0 / 64, low)
  }
}
