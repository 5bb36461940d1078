internal import Base
public import Scene
public import ScrollCore

/// A text of many lines that scrolls upwards: lyrics, credits, a log.
///
///     let lyrics = AutoScrollView(text)
///     lyrics.start(duration: 180)
///
/// The wheel, the arrow keys and a drag move it by hand, and the pointer over it holds it. Its properties are those of
/// `AutoScrollStyle`, and those of `AutoScroll.Options`, which say how it begins, ends and repeats.
public final class AutoScrollView: StyledView<AutoScrollStyle> {
  private let credits: CreditsView

  /// - Parameter text: Its lines, the first two million of them; those that are too long are wrapped.
  public init(_ text: String = "") {
    credits = CreditsView()
    self.text = text
    super.init(own: credits, style: credits.style)
    credits.append(text, at: 0)
  }

  /// Its lines. Another text begins at the top.
  public var text: String {
    didSet {
      credits.replaceAll(with: text, at: now)
      setNeedsLayout()
    }
  }

  /// A property of how it begins, ends and repeats.
  public subscript<Value>(dynamicMember path: WritableKeyPath<AutoScroll.Options, Value>) -> Value {
    get { style.scroll[keyPath: path] }
    set { style.scroll[keyPath: path] = newValue }
  }

  // MARK: - Motion

  /// Starts from where it is, at a speed.
  ///
  /// - Parameter speed: In pixels per second, above 0; nil: the pace that it had last. Another one starts nothing, and
  ///   `onInvalidValue` hears of it.
  public func start(speed: Double? = nil) {
    if let speed { return start(.speed(speed)) }
    credits.start(at: now)
    setNeedsDisplay()
  }

  /// Starts from where it is, so that it is at its end after that time.
  ///
  /// - Parameter duration: In seconds, from 0 up. Another one starts nothing, and `onInvalidValue` hears of it.
  public func start(duration: Double) { start(.duration(duration)) }

  private func start(_ pace: AutoScroll.Pace) {
    do throws(ValueError) {
      try pace.validate()
      credits.stop(at: now)
      try credits.start(pace, at: now)
    } catch { refuse(error) }
    setNeedsDisplay()
  }

  /// Holds the text where it is; `start(speed:)` goes on from there.
  public func stop() {
    credits.stop(at: now)
    setNeedsDisplay()
  }

  /// Whether it has been started, and is neither stopped nor at its end.
  public var isScrolling: Bool { credits.isScrolling }

  /// How much of the text is above the view, in pixels.
  public var offset: Double { credits.offset(at: now) }

  /// Moves the text by hand.
  ///
  /// - Parameter pixels: Towards the end; backwards is negative.
  public func scroll(by pixels: Double) {
    let most = 1e9
    credits.scroll(by: bounded(pixels, of: "pixels", in: -most...most) ?? 0, at: now)
    setNeedsDisplay()
  }

  // MARK: - For the library

  override var takesKeys: Bool { true }
  override var fill: Color? { style.background }
  override func apply(_ style: AutoScrollStyle) { credits.apply(style, at: now) }
}
