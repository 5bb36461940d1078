internal import ScrollCore

/// What decides how a chip looks. Two that are equal look the same.
struct ChipLook: Equatable {
  var token: Token
  var width: Double
  var hasRemove: Bool
  var isSelected = false
  /// It has the keyboard.
  var isFocused = false
  var isHovered = false
  /// The pointer is where a press would remove it.
  var isRemoveHovered = false
  var isPressed = false
  /// Changes with everything else: settings, font.
  var style: Int
}

/// How chips are measured and drawn: sizes follow the font, 13 px being the drawing's.
struct ChipStyle {
  let properties: TokenFieldProperties
  let font: FontSpec
  let metrics: FontMetrics

  init(properties: TokenFieldProperties, font: FontSpec, typesetter: any Typesetter) {
    self.properties = properties
    self.font = font
    metrics = typesetter.metrics(of: font)
  }

  var unit: Double { font.size / 13 }
  var dotSize: Double { (7 * unit).rounded() }
  private var pictureSize: Double { min((14 * unit).rounded(), properties.tokenHeight) }
  var removeSize: Double { (7 * unit).rounded() }
  private var dotGap: Double { (6 * unit).rounded() }
  private var removeGap: Double { (8 * unit).rounded() }
  /// The least side of the square that takes a press on the ×.
  static let removeArea = 24.0

  /// A chip's width; the text's is taken to whole pixels, so that chips at rest are sharp.
  func width(of token: Token, hasRemove: Bool, typesetter: any Typesetter) -> Double {
    let text = typesetter.width(of: TextRun(token.label, font: font, color: properties.textColor))
    return text.rounded(.up) + surroundings(of: token, hasRemove: hasRemove)
  }

  /// The middle of the ×, from the chip's top left corner.
  func removeCentre(width: Double) -> Point {
    Point(x: max(removeSize / 2, width - properties.textMargin - removeSize / 2), y: properties.tokenHeight / 2)
  }

  /// What takes a press on the ×, from the chip's top left corner.
  func removeArea(width: Double) -> Rect {
    let centre = removeCentre(width: width)
    let height = max(Self.removeArea, properties.tokenHeight)
    return Rect(x: centre.x - Self.removeArea / 2, y: centre.y - height / 2, width: Self.removeArea, height: height)
  }

  /// The line on which text stands in a row; capitals are in the middle.
  var baseline: Double { ((properties.tokenHeight + metrics.capHeight) / 2).rounded() }

  var radius: Double { properties.isRound ? properties.tokenHeight / 2 : (4 * unit).rounded() }

  func pieces(_ look: ChipLook, typesetter: any Typesetter) -> [Primitive] {
    let box = Rect(x: 0, y: 0, width: look.width, height: properties.tokenHeight)
    var pieces = [
      Primitive(.box(radius: radius, fill: background(look)), in: box),
      Primitive(.outline(radius: radius, width: 1, color: border(look)), in: box),
    ]
    var x = properties.textMargin
    let lead = leadSize(of: look.token)
    if lead > 0 {
      if let piece = self.lead(of: look.token, at: x, width: lead) { pieces.append(piece) }
      x += lead + dotGap
    }
    let room = look.width - surroundings(of: look.token, hasRemove: look.hasRemove)
    if room > 0 {
      let color = look.isSelected ? properties.textColorSelected : properties.textColor
      let run = TextRun(look.token.label, font: font, color: color, maxWidth: room)
      let width = typesetter.width(of: run)
      pieces.append(Primitive(text: run, baseline: Point(x: x, y: baseline), width: width, metrics: metrics))
    }
    if look.hasRemove { pieces.append(remove(look)) }
    return pieces
  }

  // MARK: - Help

  /// The width of what stands before the label: a picture, or its place, or a dot; 0 for nothing.
  private func leadSize(of token: Token) -> Double {
    token.picture != nil ? pictureSize : token.dot != nil ? dotSize : 0
  }

  private func lead(of token: Token, at x: Double, width: Double) -> Primitive? {
    func square(_ side: Double) -> Rect {
      Rect(
        x: x + ((width - side) / 2).rounded(), y: ((properties.tokenHeight - side) / 2).rounded(), width: side,
        height: side)
    }
    if let path = token.picture?.path {
      return Primitive(.image(ImageReference(path: path)), in: square(pictureSize))
    }
    return token.dot.map { Primitive(.box(radius: dotSize / 2, fill: $0), in: square(dotSize)) }
  }

  /// All of a chip's width that is not text.
  private func surroundings(of token: Token, hasRemove: Bool) -> Double {
    let lead = leadSize(of: token)
    return 2 * properties.textMargin + (lead > 0 ? lead + dotGap : 0) + (hasRemove ? removeGap + removeSize : 0)
  }

  private func remove(_ look: ChipLook) -> Primitive {
    let centre = removeCentre(width: look.width)
    let half = removeSize / 2
    let place = Rect(
      x: (centre.x - half).rounded(), y: (centre.y - half).rounded(), width: removeSize, height: removeSize)
    let rest = look.isSelected ? properties.textColorSelected : properties.removeColor
    let color = look.isRemoveHovered && !look.isSelected ? properties.removeColorHovered : rest
    return Primitive(.cross(stroke: 1.2 * unit, color: color), in: place)
  }

  private func background(_ look: ChipLook) -> Color {
    let base = look.isSelected ? properties.tokenBackgroundSelected : properties.tokenBackground
    if look.isPressed { return base.mixed(with: properties.tokenBorder, share: look.isSelected ? 0.3 : 1) }
    return look.isHovered ? base.mixed(with: properties.tokenBorder, share: look.isSelected ? 0.15 : 0.5) : base
  }

  private func border(_ look: ChipLook) -> Color {
    if look.isFocused { return properties.textColor }
    return look.isSelected ? properties.tokenBackgroundSelected : properties.tokenBorder
  }
}
