public import Scene
public import ScrollCore

/// A number whose digits roll when it changes.
///
///     let counter = CounterView()
///     counter.duration = 0.6
///     counter.set(41_250)
///
/// Its properties are those of `CounterProperties`, of `OdometerProperties`, which say how it rolls, and of `NumberFormat`, which say
/// how it is written.
public final class CounterView: StyledView<CounterProperties> {
  private let counter: Scene.CounterView
  /// It has been set rolling, and its end has not been told.
  private var owesEnd = false

  /// Shows a dash until the first number comes.
  public init() {
    counter = Scene.CounterView()
    super.init(own: counter, style: counter.properties)
  }

  /// A property of how it rolls.
  public subscript<Value>(dynamicMember path: WritableKeyPath<OdometerProperties, Value>) -> Value {
    get { style.odometer[keyPath: path] }
    set { style.odometer[keyPath: path] = newValue }
  }

  /// A property of how the number is written.
  public subscript<Value>(dynamicMember path: WritableKeyPath<NumberFormat, Value>) -> Value {
    get { style.odometer.format[keyPath: path] }
    set { style.odometer.format[keyPath: path] = newValue }
  }

  // MARK: - The number

  /// What it shows or is on its way to; nil is shown as a dash. Setting it rolls.
  public var number: DecimalNumber? {
    get { counter.number }
    set { set(newValue) }
  }

  /// What it shows at rest, as it is written.
  public var text: String { counter.odometer.text }

  /// Shows a number; the first one shows at rest in any case.
  ///
  /// - Parameters:
  ///   - number: Digit for digit: 16.40 keeps its zero. Nil is shown as a dash.
  ///   - animated: Whether its digits roll to it.
  public func set(_ number: DecimalNumber?, animated: Bool = true) {
    move { counter.show(number, rolling: animated, at: $0) }
  }

  /// Shows a whole number, as the other `set` does.
  public func set(_ number: Int, animated: Bool = true) { set(DecimalNumber(number), animated: animated) }

  // MARK: - Motion

  /// Spins every digit to the number that is shown.
  public func startAnimation() { move { counter.start(at: $0) } }

  /// Shows the number at rest, at once.
  public func stopAnimation() {
    counter.stop()
    setNeedsDisplay()
  }

  /// Shows the number at rest, with room for it alone, as if nothing had been shown before.
  public func reload() {
    counter.reload()
    setNeedsLayout()
  }

  /// What rolls has an end that is to be told, however late the program comes back to its window, or to this.
  private func move(_ body: (Seconds) -> Void) {
    let (t, former) = (now, shape)
    body(t)
    owesEnd = owesEnd || !counter.odometer.isResting(at: t)
    if shape == former { setNeedsDisplay() } else { setNeedsLayout() }
  }

  /// The number with all its digits alike: where that is the same, so is its width.
  private var shape: String { String(text.map { $0.isNumber ? "0" : $0 }) }

  /// Whether any digit rolls.
  public var isAnimating: Bool { !counter.odometer.isResting(at: now) }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (false, false) }
  override var fill: Color? { style.backgroundColor }

  /// Beside others it is as wide as its number, and in a window of its own 320 by 80 pixels at least.
  override func naturalSize(in pass: LayoutPass, area: Size) -> Size {
    var size = super.naturalSize(in: pass, area: area)
    guard superview != nil else { return size }
    let inner = Size(width: size.width, height: min(height ?? size.height, area.height)) - edges
    size.width = counter.naturalSize(height: inner.height, with: pass.typesetter).width + edges.width
    return size
  }

  override func apply(_ style: CounterProperties) { counter.properties = style }

  /// A frame is for a moment that may lie before that of the events it follows: an end stays told.
  override func update(at t: Seconds) {
    guard owesEnd, counter.odometer.isResting(at: t) else { return }
    owesEnd = false
    onFinish?()
  }
}
