package import ScrollCore

/// How the controls of a panel look: colours, fonts and measures, all from a theme and the scale of the screen.
package struct PanelStyle: Equatable, Sendable {
  /// Of most texts.
  package var font: FontSpec
  /// What lengths are multiplied by: 1 at 96 dots per inch.
  package var scale: Double
  /// Rows and columns run from right to left.
  package var isMirrored = false
  /// Behind everything.
  package var background: Color
  /// Of lists and fields.
  package var surface: Color
  package var textColor: Color
  /// Of what matters less.
  package var faintColor: Color
  /// Around fields and lists, and between their rows.
  package var lineColor: Color
  /// Of buttons.
  package var buttonColor: Color
  /// Of what is on, chosen, or has the keyboard.
  package var accent: Color
  package var accentTextColor: Color
  /// Of what is wrong.
  package var warningColor: Color

  /// - Parameter font: in any size; that of panels is `fontSize` at 96 dots per inch.
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

  /// A length at 96 dots per inch, in whole pixels.
  package func length(_ pixels: Double) -> Double { (pixels * scale).rounded() }

  /// What gaps and heights are multiples of.
  package var unit: Double { length(8) }
  /// Of buttons, fields and switches.
  package var controlHeight: Double { length(32) }
  package var radius: Double { length(5) }
  /// Of outlines.
  var hairline: Double { max(1, scale.rounded(.down)) }
  /// Of the mark of what has the keyboard.
  var ringWidth: Double { length(2) }

  package var smallFont: FontSpec { font(12 / Self.fontSize) }
  package var strongFont: FontSpec { font(1, weight: 600) }
  package var titleFont: FontSpec { font(18 / Self.fontSize, weight: 600) }

  private func font(_ factor: Double, weight: Int? = nil) -> FontSpec {
    var other = font
    other.size *= factor
    if let weight { other.weight = weight }
    return other
  }

  /// Behind what is selected.
  var selectionColor: Color { surface.mixed(with: accent, share: 0.22, under: textColor) }
  /// Behind what the pointer is on.
  var hoverColor: Color { surface.mixed(with: textColor, share: 0.06, under: textColor) }

  /// A place within bounds as it is, or on the other side where rows run from right to left.
  func mirrored(_ place: Rect, in bounds: Rect) -> Rect {
    guard isMirrored else { return place }
    var other = place
    other.origin.x = bounds.minX + bounds.maxX - place.maxX
    return other
  }

  /// The baseline of text in the middle of a height, in whole pixels from its top.
  func baseline(of font: FontSpec, in height: Double, with typesetter: any Typesetter) -> Double {
    opticalBaseline(of: typesetter.metrics(of: font), in: height).rounded()
  }

  /// A line of text at the leading end of a place, or at its other end, ellipsised where it is wider.
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
