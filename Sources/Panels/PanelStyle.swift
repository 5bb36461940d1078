package import Scene
package import ScrollCore

/// The appearance of a panel's controls: colours, fonts and measures, derived from a theme and the screen's scale.
package struct PanelStyle: Equatable, Sendable {
  /// The font of most texts.
  package var font: FontSpec
  /// The factor for lengths: 1 at 96 dots per inch.
  package var scale: Double
  /// Whether rows and columns run from right to left.
  package var isMirrored = false
  /// Behind everything.
  package var background: Color
  /// The background of lists and fields.
  package var surface: Color
  package var textColor: Color
  /// The colour of secondary text.
  package var faintColor: Color
  /// The lines around fields and lists, and between their rows.
  package var lineColor: Color
  /// The background of buttons.
  package var buttonColor: Color
  /// The colour of items that are on, selected or focused.
  package var accent: Color
  package var accentTextColor: Color
  /// The colour of errors.
  package var warningColor: Color

  /// - Parameter font: The font in any size; panels use `fontSize` at 96 dots per inch.
  package init(_ theme: StripTheme, font: FontSpec, scale: Double) {
    self.scale = scale
    self.font = font
    self.font.size = Self.fontSize * scale
    background = theme.background.opaque
    textColor = theme.textColor.over(background)
    surface = background.mixed(with: background.luminance > 0.4 ? .white : textColor, share: 0.04, under: textColor)
    faintColor = theme.captionColor.over(background)
    lineColor = theme.chipBorderColor.over(background)
    buttonColor = theme.chipBackground.over(background)
    accent = theme.chipSelectedBackground.over(background)
    accentTextColor = theme.chipSelectedTextColor.over(accent)
    warningColor = theme.failureColor.over(background)
  }

  /// In pixels at 96 dots per inch.
  package static let fontSize = 14.0

  /// A length at 96 dots per inch, scaled to whole pixels.
  package func length(_ pixels: Double) -> Double { (pixels * scale).rounded() }

  /// The unit of gaps and heights.
  package var unit: Double { length(8) }
  /// The height of buttons and fields.
  package var controlHeight: Double { length(32) }
  package var radius: Double { length(5) }
  /// The width of outlines.
  var hairline: Double { max(1, scale.rounded(.down)) }
  /// The width of the focus ring.
  var ringWidth: Double { length(2) }

  package var smallFont: FontSpec {
    var small = font
    small.size *= 12 / Self.fontSize
    return small
  }

  package var strongFont: FontSpec {
    var strong = font
    strong.weight = 600
    return strong
  }

  /// The background of the selection.
  var selectionColor: Color { surface.mixed(with: accent, share: 0.22, under: textColor) }
  /// The background under the pointer.
  var hoverColor: Color { surface.mixed(with: textColor, share: 0.06, under: textColor) }

  /// A place within bounds, mirrored if rows run from right to left.
  func mirrored(_ place: Rect, in bounds: Rect) -> Rect {
    guard isMirrored else { return place }
    var other = place
    other.origin.x = bounds.minX + bounds.maxX - place.maxX
    return other
  }

  /// The baseline that centres text in a height, in whole pixels from its top.
  func baseline(of font: FontSpec, in height: Double, with typesetter: any Typesetter) -> Double {
    opticalBaseline(of: typesetter.metrics(of: font), in: height).rounded()
  }

  /// A line of text at the leading or trailing end of a place, ellipsised if it is too wide.
  func text(
    _ text: String, font: FontSpec? = nil, color: Color? = nil, in place: Rect, isTrailing: Bool = false,
    baseline: Double? = nil, with typesetter: any Typesetter
  ) -> Primitive {
    let font = font ?? self.font
    let run = TextRun(text, font: font, color: color ?? textColor, maxWidth: max(1, place.width))
    let width = typesetter.width(of: run)
    let x = isMirrored == isTrailing ? place.minX : (place.maxX - width).rounded(.down)
    let y = baseline ?? place.minY + self.baseline(of: font, in: place.height, with: typesetter)
    return Primitive(
      text: run, baseline: Point(x: x, y: y), width: width, metrics: typesetter.metrics(of: font))
  }
}
