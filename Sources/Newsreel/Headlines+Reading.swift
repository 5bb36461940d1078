public import ScrollCore

extension CrawlView {
  /// How lines are read: as plain text, or as markup.
  public final var markup: TextMarkup {
    get { style.markup.kind }
    set { style.markup.kind = newValue }
  }

  /// Additional fonts of bars' markup, separated by `|`.
  public final var markupFont: String {
    get { style.markup.fonts }
    set { style.markup.fonts = newValue }
  }

  /// The alignment of a line of bars' markup that sets none.
  public final var markupAlign: Alignment {
    get { style.markup.side }
    set { style.markup.side = newValue }
  }
}

extension StripView {
  /// How lines are read: as plain text, or as markup.
  public var markup: TextMarkup {
    get { style.markup.kind }
    set { style.markup.kind = newValue }
  }

  /// Additional fonts of bars' markup, separated by `|`.
  public var markupFont: String {
    get { style.markup.fonts }
    set { style.markup.fonts = newValue }
  }

  /// The alignment of a line of bars' markup that sets none.
  public var markupAlign: Alignment {
    get { style.markup.side }
    set { style.markup.side = newValue }
  }
}

// MARK: - Live numbers

extension CrawlView {
  /// Rolls the live number `{name}` in the items' texts to a value. False, without an effect, if the name or the number is
  /// invalid.
  @discardableResult
  public final func setLiveNumber(_ name: String, to number: DecimalNumber) -> Bool {
    let digits = Array(number.description.utf8)
    guard number.isValid, TextPart.isName(name), NumberReading.isNumber(digits.span) else { return false }
    scene.setValue(name, to: digits.span)
    setNeedsDisplay()
    return true
  }

  /// The same with a variable of the type Int.
  @discardableResult
  public final func setLiveNumber(_ name: String, to number: Int) -> Bool {
    setLiveNumber(name, to: DecimalNumber(number))
  }

  /// The same with a variable of the type Double, as its shortest decimal.
  @discardableResult
  public final func setLiveNumber(_ name: String, to number: Double) -> Bool {
    setLiveNumber(name, to: DecimalNumber(number) ?? .invalid)
  }

  /// Whether the text is no longer than the view: it need not scroll. True for an empty one.
  public final var isTextFittingInView: Bool { scene.fitsView }
}
