internal import Base
public import Scene
public import ScrollCore

/// A text of many lines that scrolls upwards: lyrics, credits, a log.
///
///     let lyrics = AutoScrollView(text)
///     lyrics.start(duration: 180)
///
/// The wheel, the arrow keys and a drag move it, and it pauses under the pointer. Its properties are those of
/// `AutoScrollStyle`, and those of `AutoScroll.Options` for the start, the end and repetition.
public final class AutoScrollView: StyledView<AutoScrollStyle> {
  private let credits: CreditsView

  /// - Parameter text: Its lines, at most two million. Long ones are wrapped.
  public init(_ text: String = "") {
    credits = CreditsView()
    self.text = text
    super.init(own: credits, style: credits.style)
    credits.append(text, at: 0)
  }

  /// Its lines. A new text starts at the top.
  public var text: String {
    didSet {
      credits.replaceAll(with: text, at: now)
      setNeedsLayout()
    }
  }

  /// A property of `AutoScroll.Options`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<AutoScroll.Options, Value>) -> Value {
    get { style.scroll[keyPath: path] }
    set { style.scroll[keyPath: path] = newValue }
  }

  // MARK: - Motion

  /// Starts from the current offset, at a speed.
  ///
  /// - Parameter speed: In pixels per second, above 0; nil repeats the last pace. An invalid speed starts nothing and
  ///   is reported to `onInvalidValue`.
  public func start(speed: Double? = nil) {
    if let speed { return start(.speed(speed)) }
    credits.start(at: now)
    setNeedsDisplay()
  }

  /// Starts from the current offset, to reach the end after `duration`.
  ///
  /// - Parameter duration: In seconds, from 0 up. An invalid one starts nothing and is reported to `onInvalidValue`.
  public func start(duration: Double) { start(.duration(duration)) }

  private func start(_ pace: AutoScroll.Pace) {
    do throws(ValueError) {
      try pace.validate()
      credits.stop(at: now)
      try credits.start(pace, at: now)
    } catch { refuse(error) }
    setNeedsDisplay()
  }

  /// Stops the text; `start(speed:)` continues from there.
  public func stop() {
    credits.stop(at: now)
    setNeedsDisplay()
  }

  /// Whether it is running: started, not stopped and not at its end.
  public var isScrolling: Bool { credits.isScrolling }

  /// How much of the text is above the view, in pixels.
  public var offset: Double { credits.offset(at: now) }

  /// Scrolls the text.
  ///
  /// - Parameter pixels: Towards the end; negative moves backwards.
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
