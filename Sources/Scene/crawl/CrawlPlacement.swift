import ScrollCore

/// Where the texts of a crawl and the live numbers between them stand at one moment, in the view's pixels.
struct CrawlPlacement {
  /// A stretch of the text that is shown as it is drawn.
  struct TextSpan {
    var left: Double
    var right: Double
    /// What is to be added to places in the content.
    var offset: Double
  }

  struct NumberSpan {
    /// See `InlineValues.number(of:)`.
    var number: Int
    var x: Double
    var width: Double
  }

  private(set) var texts: [TextSpan] = []
  private(set) var numbers: [NumberSpan] = []
  /// A number's width is on its way.
  private(set) var isLagging = false

  mutating func clear() {
    texts.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    isLagging = false
  }

  /// Whether one stretch of the text fills a view.
  func isWhole(in width: Double) -> Bool { texts.count == 1 && texts[0].left <= 0 && texts[0].right >= width }

  /// Adds a piece.
  ///
  /// - Parameters:
  ///   - lags: whether numbers whose widths are on their way move what runs behind them.
  ///   - from: where its stretch of the view begins, with the gap beside it.
  ///   - left: its own left end.
  ///   - to: where its stretch of the view ends.
  ///   - contentX: its left end in the content.
  mutating func add(
    _ look: CrawlItems.Look, lags: Bool, from: Double, left: Double, to: Double, contentX: Double,
    _ values: InlineValues, at t: Seconds
  ) {
    var (x, drawn, start) = (left + look.textStart, contentX + look.textStart, from)
    for number in look.numbers {
      x += number.lead
      drawn += number.lead
      let lag = lags ? values.lag(of: number.number, at: t) : 0
      let (width, gap) = (values.width(of: number.number) - lag, number.gap ?? 0)
      isLagging = isLagging || lag != 0
      numbers.append(NumberSpan(number: number.number, x: x, width: width))
      if width != gap {
        add(TextSpan(left: start, right: x, offset: x - drawn))
        start = x + width
      }
      x += width
      drawn += gap
    }
    add(TextSpan(left: start, right: to, offset: look.numbers.isEmpty ? left - contentX : x - drawn))
  }

  /// Adds a stretch, to one beside it where they are shown alike.
  private mutating func add(_ span: TextSpan) {
    guard span.right > span.left else { return }
    if let last = texts.indices.last, abs(texts[last].offset - span.offset) < 1e-6 {
      if abs(texts[last].right - span.left) < 1e-6 {
        texts[last].right = span.right
        return
      }
      if abs(texts[last].left - span.right) < 1e-6 {
        texts[last].left = span.left
        return
      }
    }
    texts.append(span)
  }
}
