internal import Base
public import Scene
public import ScrollCore

/// A text of many lines that scrolls upwards: lyrics, credits, a log.
///
///     let lyrics = AutoScrollView(text)
///     lyrics.start(duration: 180)
///
/// The wheel, the arrow keys and a drag move it, and it pauses under the pointer. Its padding is 16 pixels at both sides. Its properties are those of
/// ``Scene/AutoScrollStyle``: see <doc:Properties>.
public final class AutoScrollView: StyledView<AutoScrollStyle> {
  private let credits: CreditsView

  /// - Parameter text: Its lines, at most two million. Long ones are wrapped.
  public init(_ text: String = "") {
    credits = CreditsView()
    content = text
    super.init(own: credits, style: credits.style)
    credits.append(text, at: 0)
  }

  /// Its lines. A new text starts at the top, and runs on from there if the former one ran.
  public var text: String {
    get { content }
    set {
      replace(with: newValue)
      offset = 0
    }
  }
  private var content: String
  /// With which it was started last; nil before that, and for the one of its properties.
  private var lastPace: AutoScroll.Pace?
  /// The lines of its sources.
  private var sourced: [(source: SourceID, key: String, line: String)] = []

  /// Adds lines at the end. A running text goes on, to the new end.
  public func append(_ text: String) {
    let own = content.dropLast(sourced.reduce(0) { $0 + $1.line.count + 1 })
    let added = (own.isEmpty || own.hasSuffix("\n") ? "" : "\n") + text
    if sourced.isEmpty {
      content += added
      credits.append(added, at: now)
      setNeedsLayout()
    } else {
      replace(with: own + added + "\n" + sourced.map { $0.line + "\n" }.joined())
    }
  }

  /// Shows other lines from the same offset.
  private func replace(with text: String) {
    content = text
    credits.replaceAll(with: text, at: now)
    setNeedsLayout()
  }

  // MARK: - Motion

  /// Starts from the current offset, at a speed.
  ///
  /// - Parameter speed: In pixels per second, above 0; nil repeats the last pace. An invalid speed starts nothing and
  ///   is reported to `onInvalidValue`.
  public func start(speed: Double? = nil) {
    if let pace = speed.map(AutoScroll.Pace.speed) ?? lastPace { return start(pace) }
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
      lastPace = pace
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

  /// How much of the text is above the view, in pixels. Setting it scrolls there at once, at most to the end; a running
  /// text continues from there.
  public var offset: Double {
    get { credits.offset(at: now) }
    set { scroll(by: newValue - offset) }
  }

  /// The size of the whole text at the view's width, in pixels; empty before the first frame. The height of a long text is
  /// estimated until it has been near the view.
  public var contentSize: Size { Size(width: frame.width, height: frame.isEmpty ? 0 : credits.contentHeight) }

  /// Scrolls the text.
  ///
  /// - Parameter pixels: Towards the end; negative moves backwards.
  public func scroll(by pixels: Double) {
    let most = 1e9
    credits.scroll(by: bounded(pixels, of: "pixels", in: -most...most) ?? 0, at: now)
    setNeedsDisplay()
  }

  // MARK: - For the library

  override var hasNaturalSize: Bool { width != nil || height != nil }
  package override var takesKeys: Bool { true }
  override var ground: Color? {
    get { style.background }
    set { style.background = newValue ?? .clear }
  }
  override func fillsItself(with color: Color) -> Bool { color.isOpaque }
  package override func receive(_ news: SourceNews, from source: SourceID) {
    switch news {
    case .lines(let new, let gone):
      if !gone.isEmpty { replaceLines { removeLines(gone, of: source) } }
      append(new.map { ($0, $0) }, of: source)
    case .headlines(let headlines):
      let known = Set(sourced.lazy.filter { $0.source == source }.map(\.key))
      append(headlines.filter { !known.contains($0.key) }.map { ($0.key, $0.text) }, of: source)
    case .withdrawn(let keys): replaceLines { removeLines(keys, of: source) }
    }
  }

  package override func drop(_ source: SourceID) { replaceLines { sourced.removeAll { $0.source == source } } }

  package override func sourcesChanged(areOpen: Bool) {
    credits.awaitsMore = areOpen
    // A text that has waited at its end for more may have finished now.
    setNeedsDisplay()
  }

  /// The limit for the lines of sources.
  private static let most = 100_000

  private func append(_ lines: [(key: String, line: String)], of source: SourceID) {
    let room = Self.most - sourced.count
    if lines.count > room, room > 0 {
      viewSources?.refuse("has more than \(Self.most) lines; the rest is left out", from: source)
    }
    let lines = lines.prefix(max(0, room))
    guard !lines.isEmpty else { return }
    sourced += lines.map { (source, $0.key, $0.line) }
    let isFirst = content.isEmpty || content.hasSuffix("\n")
    let added = (isFirst ? "" : "\n") + lines.map(\.line).joined(separator: "\n") + "\n"
    content += added
    credits.append(added, at: now)
    setNeedsLayout()
  }

  private func removeLines(_ keys: [String], of source: SourceID) {
    for key in keys {
      guard let index = sourced.firstIndex(where: { $0.source == source && $0.key == key }) else { continue }
      sourced.remove(at: index)
    }
  }

  /// Shows the remaining text after a change of the sources' lines, which follow the program's own.
  private func replaceLines(_ body: () -> Void) {
    let own = content.dropLast(sourced.reduce(0) { $0 + $1.line.count + 1 })
    body()
    replace(with: own + sourced.map { $0.line + "\n" }.joined())
  }

  override func apply(_ style: AutoScrollStyle) { credits.apply(style, at: now) }
  override var margin: WritableKeyPath<AutoScrollStyle, Double>? { \.margin }
}
