// The position of a single text in closed form: for any time, in either direction, without state.

extension Crawl {
  /// The left end of a text `t` seconds after its start, in pixels from the view's left edge.
  ///
  ///     let crawl = Crawl()                    // 5 s for a travel of view and text, after 2 s
  ///     crawl.position(of: 500, in: 300, at: 3)       // -155
  ///     crawl.position(of: 500, in: 300, at: 5.15625) // 300: it has left, and comes again
  ///
  /// Properties and lengths are clamped to their ranges; a length is at most a billion pixels.
  ///
  /// - Parameters:
  ///   - textWidth: the laid-out width, in pixels.
  ///   - copy: in a train, which of the copies, from 0 for the one that stands at home at first.
  ///   - viewWidth: In pixels.
  ///   - t: Seconds since the start.
  /// - Returns: where one copy is out of the view, `viewWidth` before a pass and `-textWidth` after the last one; mirrored
  ///   where it scrolls to the right.
  public func position(of textWidth: Double, copy: Int = 0, in viewWidth: Double, at t: Seconds) -> Double {
    let course = CrawlCourse(self, textWidth: textWidth, viewWidth: viewWidth)
    return course.left(of: course.place(of: copy, at: t))
  }

  /// The left ends of all copies of a text that touch the view, the leading one first; of 32,768 at most.
  ///
  ///     var train = Crawl()
  ///     train.repeatWhenOutOfBounds = false
  ///     train.positions(of: 500, in: 300, at: 4.5) // [-395, 155]
  public func positions(of textWidth: Double, in viewWidth: Double, at t: Seconds) -> [Double] {
    let course = CrawlCourse(self, textWidth: textWidth, viewWidth: viewWidth)
    return course.copies(at: t).map { course.left(of: course.place(of: $0, at: t)) }
  }

  /// When the last pass of a text ends, in seconds after its start; infinity if it never does.
  public func finishTime(of textWidth: Double, in viewWidth: Double) -> Seconds {
    CrawlCourse(self, textWidth: textWidth, viewWidth: viewWidth).finish
  }
}

/// The path of one text through its view, for leftward motion.
private struct CrawlCourse {
  let crawl: Crawl
  let textWidth: Double
  let viewWidth: Double
  /// Pixels per second; 0 at rest.
  let speed: Double
  /// The initial position.
  let home: Double
  /// It fits, and stays.
  let rests: Bool

  init(_ asked: Crawl, textWidth askedWidth: Double, viewWidth askedView: Double) {
    let crawl = asked.bounded()
    let (textWidth, viewWidth) = (Self.length(askedWidth), Self.length(askedView))
    (self.crawl, self.textWidth, self.viewWidth) = (crawl, textWidth, viewWidth)
    rests = crawl.rests(textWidth, in: viewWidth)
    speed = rests || textWidth <= 0 ? 0 : crawl.speed(textWidth: textWidth, viewWidth: viewWidth)
    home = crawl.startOutOfBounds && !rests ? viewWidth : crawl.homeInset
  }

  private static func length(_ pixels: Double) -> Double { pixels > 0 ? min(pixels, 1e9) : 0 }

  /// The maximum number of copies: no window has more pixels.
  private static let mostCopies = 32_768

  /// Mirrored if the text scrolls to the right.
  func left(of place: Double) -> Double { crawl.scrollLeft ? place : viewWidth - textWidth - place }

  private func elapsed(at t: Seconds) -> Seconds { t > crawl.delayAtStart ? min(t - crawl.delayAtStart, 1e12) : 0 }

  private var isTrain: Bool { !crawl.repeatWhenOutOfBounds }
  /// From one copy of a train to the next.
  private var pitch: Double { textWidth + crawl.repeatSpacing }
  /// From the beginning of one later pass to that of the next, in seconds.
  private var period: Seconds { (viewWidth + textWidth) / speed + crawl.delayAtEnd }
  /// The distance that a train runs; infinity if it never stops.
  private var length: Double {
    guard crawl.scrollRepeat >= 0 else { return .infinity }
    let repeats = Double(crawl.scrollRepeat)
    return crawl.startOutOfBounds ? home + repeats * pitch + textWidth : (repeats + 1) * pitch
  }

  var finish: Seconds {
    if textWidth <= 0 { return 0 }
    guard crawl.scrollRepeat >= 0, speed > 0 else { return .infinity }
    let run = isTrain ? length / speed : (home + textWidth) / speed + Double(crawl.scrollRepeat) * period
    return crawl.delayAtStart + run
  }

  func place(of copy: Int, at t: Seconds) -> Double {
    let elapsed = elapsed(at: t)
    if rests { return home + Double(copy) * max(pitch, viewWidth) }
    if isTrain { return home + Double(copy) * pitch - min(speed * elapsed, length) }
    guard speed > 0 else { return home }
    let later = elapsed - (home + textWidth) / speed
    guard later >= 0 else { return home - speed * elapsed }
    let pass = (later / period).rounded(.down)
    if crawl.scrollRepeat >= 0, pass >= Double(crawl.scrollRepeat) { return -textWidth }
    return viewWidth - speed * max(0, later - pass * period - crawl.delayAtEnd)
  }

  /// The copies that touch the view.
  func copies(at t: Seconds) -> Range<Int> {
    guard isTrain, textWidth > 0, !rests else {
      let x = place(of: 0, at: t)
      return x < viewWidth && x + textWidth > 0 ? 0..<1 : 0..<0
    }
    let first = max(0, (-textWidth - leading(at: t)) / pitch).rounded(.down)
    let end = max(first, ((viewWidth - leading(at: t)) / pitch).rounded(.up))
    let most = crawl.startOutOfBounds && crawl.scrollRepeat >= 0 ? Double(crawl.scrollRepeat) + 1 : 1e15
    let start = Int(min(first, most))
    let range = start..<min(Int(min(end, most)), start + Self.mostCopies)
    // The first may end just where the view begins.
    let isGone = !range.isEmpty && leading(at: t) + first * pitch + textWidth <= 0
    return isGone ? range.lowerBound + 1..<range.upperBound : range
  }

  /// The position of a train's first copy.
  private func leading(at t: Seconds) -> Double { home - min(speed * elapsed(at: t), length) }
}
