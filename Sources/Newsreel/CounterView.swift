public import Scene
public import ScrollCore

/// A number whose digits roll when it changes.
///
///     let counter = CounterView()
///     counter.duration = 0.6
///     counter.number = 41_250
///
/// Its background fills the view, and its padding is 12 pixels at both sides. The caption is omitted if there is no room for it beside the number; in a row the counter requests that room. Its
/// properties are on the page <doc:Properties>.
public final class CounterView: StyledView<CounterProperties>, TakesWholeNumbers, TakesFractions {
  private let counter: CounterScene
  /// Whether it has been set rolling and `onFinish` is still due.
  private var owesEnd = false

  /// Shows a dash until the first number comes.
  public init() {
    counter = CounterScene()
    (counter.fillsView, counter.keepsMargin) = (true, true)
    super.init(own: counter, style: counter.properties)
  }

  // MARK: - The number

  /// The number that it shows or rolls to; nil shows a dash. Setting it rolls: `counter.number = 1234`, `= "16.40"`, `+= 1`. It
  /// takes variables of the types Int and Double, too: a Double as its shortest decimal.
  public var number: DecimalNumber? {
    get { counter.number }
    set { setNumber(newValue) }
  }

  /// Its text at rest.
  public var text: String { counter.odometer.text }

  /// Shows a number. The first one appears at rest.
  ///
  /// - Parameters:
  ///   - number: Digit for digit: 16.40 keeps its zero. Nil shows a dash. One that is not `isValid` is not shown.
  ///   - animated: Whether to roll to it.
  public func setNumber(_ number: DecimalNumber?, animated: Bool = true) {
    guard number?.isValid ?? true else { return refuse(ValueError(name: "number", reason: "is not a number")) }
    move { counter.show(number, rolling: animated, at: $0) }
  }

  /// Shows a whole number.
  public func setNumber(_ number: Int, animated: Bool = true) { setNumber(DecimalNumber(number), animated: animated) }

  /// Shows a number, as its shortest decimal. NaN and infinities are not shown.
  public func setNumber(_ number: Double, animated: Bool = true) {
    setNumber(DecimalNumber(number) ?? .invalid, animated: animated)
  }

  // MARK: - Motion

  /// Spins every digit to the current number.
  public func startAnimation() { move { counter.start(at: $0) } }

  /// Shows the number at rest, at once.
  public func stopAnimation() {
    counter.stop()
    setNeedsDisplay()
  }

  /// Shows the number at rest, with its own width, as if it were the first.
  public func reload() {
    counter.reload()
    setNeedsLayout()
  }

  /// Runs a change. If it starts rolling, `onFinish` follows, however late the program serves its window or calls this.
  private func move(_ body: (Seconds) -> Void) {
    let (t, former) = (now, shape)
    body(t)
    owesEnd = owesEnd || !counter.odometer.isResting(at: t)
    if shape == former { setNeedsDisplay() } else { setNeedsLayout() }
  }

  /// The text with all digits alike, which determines its width.
  private var shape: String { String(text.map { $0.isNumber ? "0" : $0 }) }

  /// Whether any digit rolls.
  public var isAnimating: Bool { !counter.odometer.isResting(at: now) }

  // MARK: - For the library

  override var stretches: (across: Bool, down: Bool) { (false, false) }
  override var ground: Color? {
    get { style.background }
    set { style.background = newValue ?? .clear }
  }
  override func fillsItself(with color: Color) -> Bool { color.isOpaque }

  /// In a stack it is as wide as its number; in a window of its own at least 320 by 80 pixels.
  override func naturalSize(in pass: LayoutPass, area: Size) -> Size {
    var size = super.naturalSize(in: pass, area: area)
    guard superview != nil else { return size }
    let inner = Size(width: size.width, height: min(height ?? size.height, area.height)) - edges
    size.width = counter.naturalSize(height: inner.height, with: pass.typesetter).width + edges.width
    return size
  }

  package override func receive(_ news: SourceNews, from source: SourceID) {
    guard case .lines(let new, _) = news else {
      viewSources?.refuse("a counter needs lines with numbers, and a feed has headlines", from: source)
      return
    }
    guard let line = new.last else { return }
    guard let reading = NumberReading(line.split(whereSeparator: \.isWhitespace).joined(separator: " ")) else {
      viewSources?.refuse("'\(TextCleaner.line(line, limit: 80))' is not a number", from: source)
      return
    }
    if reading.number?.description != number?.description { setNumber(reading.number) }
  }

  override func apply(_ style: CounterProperties) { counter.properties = style }
  override var margin: WritableKeyPath<CounterProperties, Double>? { \.margin }

  /// A frame's time may precede that of earlier events: an end is reported once.
  override func update(at t: Seconds) {
    guard owesEnd, counter.odometer.isResting(at: t) else { return }
    owesEnd = false
    onFinish?()
  }
}

/// A view whose number takes a variable of the type Int: `counter.number = count`.
public protocol TakesWholeNumbers: AnyObject {}

extension TakesWholeNumbers {
  /// The number as an Int; nil if it is none, or has decimals.
  public var number: Int? {
    get { (self as? CounterView).flatMap { $0.number as DecimalNumber? }.flatMap { Int(exactly: $0) } }
    set { (self as? CounterView)?.setNumber(newValue.map { DecimalNumber($0) }) }
  }
}

/// A view whose number takes a variable of the type Double: `counter.number = share`.
public protocol TakesFractions: AnyObject {}

extension TakesFractions {
  /// The nearest Double.
  public var number: Double? {
    get { (self as? CounterView).flatMap { $0.number as DecimalNumber? }.map { Double($0) } }
    set { (self as? CounterView)?.setNumber(newValue.map { DecimalNumber($0) ?? .invalid }) }
  }
}
