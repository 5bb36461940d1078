internal import ScrollCore

/// Everything that determines a chip's appearance. Equal values look the same.
struct ChipAppearance: Equatable {
  var chip: TokenAppearance
  var width: Double
  var hasRemove: Bool
  var isSelected = false
  /// Whether it has the keyboard.
  var isFocused = false
  var isHovered = false
  /// Whether the pointer is on its ×.
  var isRemoveHovered = false
  var isPressed = false
  /// Whether there is only room for its dot.
  var isDot = false
  /// Changes with everything else: settings, font.
  var style: Int
}

/// Measures and draws chips. Sizes scale with the font, from 13 px.
struct ChipStyle {
  let properties: TokenFieldProperties
  let font: FontSpec
  let metrics: FontMetrics
  /// The label of a chip that was just switched off.
  private let undo: String

  init(properties: TokenFieldProperties, font: FontSpec, words: Words, typesetter: any Typesetter) {
    self.properties = properties
    self.font = font
    undo = words[.undoChip]
    metrics = typesetter.metrics(of: font)
  }

  var unit: Double { font.size / 13 }
  var dotSize: Double { (7 * unit).rounded() }
  private var pictureSize: Double { min((14 * unit).rounded(), properties.tokenHeight) }
  var removeSize: Double { (7 * unit).rounded() }
  /// The width of outlines, as that of the lines of a strip with such chips.
  private var line: Double { max(1, unit.rounded(.down)) }
  private var dotGap: Double { (6 * unit).rounded() }
  private var removeGap: Double { (8 * unit).rounded() }
  /// The minimum size of the square for presses on the ×.
  static let removeArea = 24.0

  /// A chip's width; text is rounded to whole pixels, so that resting chips are sharp. A switch is always wide enough
  /// for "Undo", so that its place stays the same after its removal.
  func width(of chip: TokenAppearance, hasRemove: Bool, typesetter: any Typesetter) -> Double {
    let text = width(of: chip.label, typesetter: typesetter)
    let surroundings = surroundings(of: chip, hasRemove: hasRemove)
    guard properties.areSwitches, chip.isTagged else { return text + surroundings }
    // A chip with a long label leaves room for others.
    return max(min(text, (Self.longest * font.size).rounded()) + surroundings, undoWidth(typesetter: typesetter))
  }

  /// The limit for a switch's label, in sizes of its font.
  private static let longest = 12.0

  /// The minimum width of a chip that shows "Undo".
  func undoWidth(typesetter: any Typesetter) -> Double {
    width(of: undo, typesetter: typesetter) + 2 * properties.textMargin
  }

  private func width(of text: String, typesetter: any Typesetter) -> Double {
    typesetter.width(of: TextRun(text, font: font, color: properties.textColor)).rounded(.up)
  }

  /// The centre of the ×, from the chip's top left corner.
  func removeCentre(width: Double) -> Point {
    let margin = properties.areSwitches ? (6 * unit).rounded() : properties.textMargin
    return Point(x: max(removeSize / 2, width - margin - removeSize / 2), y: properties.tokenHeight / 2)
  }

  /// The area for presses on the ×, from the chip's top left corner.
  func removeArea(width: Double) -> Rect {
    let centre = removeCentre(width: width)
    if properties.areSwitches {
      let left = centre.x - removeSize
      return Rect(x: left, y: 0, width: width - left, height: properties.tokenHeight)
    }
    let height = max(Self.removeArea, properties.tokenHeight)
    return Rect(x: centre.x - Self.removeArea / 2, y: centre.y - height / 2, width: Self.removeArea, height: height)
  }

  /// The baseline of text in a row; capitals are centred.
  var baseline: Double { ((properties.tokenHeight + metrics.capHeight) / 2).rounded() }

  var radius: Double { properties.isRound ? properties.tokenHeight / 2 : (4 * unit).rounded() }

  /// The primitives of a chip.
  func pieces(_ appearance: ChipAppearance, typesetter: any Typesetter) -> [Primitive] {
    let box = Rect(x: 0, y: 0, width: appearance.width, height: properties.tokenHeight)
    if appearance.chip.state == .undo { return undoPieces(appearance, in: box, typesetter: typesetter) }
    if appearance.isDot { return dotPieces(appearance) }
    var pieces = [
      Primitive(.box(radius: radius, fill: background(appearance)), in: box),
      Primitive(
        .outline(radius: radius, width: appearance.isFocused ? 2 * line : line, color: border(appearance)), in: box),
    ]
    let lead = leadSize(of: appearance.chip)
    let room = appearance.width - surroundings(of: appearance.chip, hasRemove: appearance.hasRemove)
    let run = TextRun(appearance.chip.label, font: font, color: textColor(appearance), maxWidth: max(1, room))
    let width = room > 0 ? typesetter.width(of: run) : 0
    var x = start(of: (lead > 0 ? lead + dotGap : 0) + width, in: appearance)
    if lead > 0 {
      if let piece = self.lead(of: appearance.chip, at: x, width: lead) { pieces.append(piece) }
      x += lead + dotGap
    }
    if room > 0 {
      pieces.append(Primitive(text: run, baseline: Point(x: x, y: baseline), width: width, metrics: metrics))
    }
    if appearance.hasRemove { pieces.append(remove(appearance)) }
    return pieces
  }

  /// Where the dot and the text of a chip begin that have that width: in the middle, or further left to leave room for the ×
  /// of a switch, which is there under the pointer alone.
  private func start(of width: Double, in appearance: ChipAppearance) -> Double {
    guard properties.areSwitches else { return properties.textMargin }
    let middle = ((appearance.width - width) / 2).rounded()
    guard appearance.hasRemove else { return middle }
    let end = removeCentre(width: appearance.width).x - removeSize / 2 - (3 * unit).rounded()
    return max(properties.textMargin, min(middle, (end - width).rounded(.down)))
  }

  /// The width of a chip reduced to its dot or picture.
  var dotWidth: Double { (properties.tokenHeight * 2 / 3).rounded() }

  /// The dot alone; under the pointer, or with the keyboard, on a disc.
  private func dotPieces(_ appearance: ChipAppearance) -> [Primitive] {
    let (size, lead) = (appearance.width, leadSize(of: appearance.chip))
    let disc = Rect(x: 0, y: ((properties.tokenHeight - size) / 2).rounded(), width: size, height: size)
    var pieces: [Primitive] = []
    if appearance.isHovered || appearance.isPressed {
      pieces.append(Primitive(.box(radius: size / 2, fill: background(appearance)), in: disc))
    }
    if appearance.isHovered || appearance.isPressed || appearance.isFocused {
      pieces.append(
        Primitive(
          .outline(radius: size / 2, width: appearance.isFocused ? 2 * line : line, color: border(appearance)), in: disc
        ))
    }
    return pieces + [self.lead(of: appearance.chip, at: ((size - lead) / 2).rounded(), width: lead)].compactMap(\.self)
  }

  /// A chip to undo a removal: the label in the middle of its outline.
  private func undoPieces(_ appearance: ChipAppearance, in box: Rect, typesetter: any Typesetter) -> [Primitive] {
    let lit = properties.tokenBackground.mixed(with: properties.tokenBorder, share: 1, under: properties.tintColor)
    let fill = appearance.isPressed || appearance.isHovered ? lit : properties.tokenBackground
    let run = TextRun(undo, font: font, color: properties.tintColor, maxWidth: box.width)
    let width = typesetter.width(of: run)
    let x = ((box.width - width) / 2).rounded()
    return [
      Primitive(.box(radius: radius, fill: fill), in: box),
      Primitive(.outline(radius: radius, width: line, color: properties.tintColor), in: box),
      Primitive(text: run, baseline: Point(x: x, y: baseline), width: width, metrics: metrics),
    ]
  }

  // MARK: - Details

  private func textColor(_ appearance: ChipAppearance) -> Color {
    if appearance.isSelected { return properties.textColorSelected }
    return appearance.chip.state == .off ? properties.offTextColor : appearance.chip.textColor ?? properties.textColor
  }

  /// The width of the picture, its placeholder or the dot before the label; 0 for none.
  private func leadSize(of chip: TokenAppearance) -> Double {
    chip.picture != nil ? pictureSize : chip.dot != nil || chip.mark == .failing ? dotSize : 0
  }

  private func lead(of chip: TokenAppearance, at x: Double, width: Double) -> Primitive? {
    func square(_ side: Double) -> Rect {
      Rect(
        x: x + ((width - side) / 2).rounded(), y: ((properties.tokenHeight - side) / 2).rounded(), width: side,
        height: side)
    }
    if chip.mark == .failing {
      return Primitive(.triangle(up: true, fill: properties.markColor), in: square((9 * unit).rounded()))
    }
    if chip.state == .on, let path = chip.picture?.path {
      return Primitive(.image(path), in: square(pictureSize))
    }
    // Failures have a colour of their own.
    guard
      let dot = chip.dot?.distinct(
        from: properties.markColor, halfwayTo: properties.textColor, properties.tokenBackground)
    else { return nil }
    // Filled when on, a ring when off, since not everybody can tell colours apart.
    if chip.state == .off {
      return Primitive(.outline(radius: dotSize / 2, width: max(1, unit.rounded()), color: dot), in: square(dotSize))
    }
    let size = chip.mark == .waiting ? max(3, (3 * unit).rounded()) : dotSize
    return Primitive(.box(radius: size / 2, fill: dot), in: square(size))
  }

  /// A chip's width without its text.
  private func surroundings(of chip: TokenAppearance, hasRemove: Bool) -> Double {
    let lead = leadSize(of: chip)
    // The × of a switch appears under the pointer, beside the text.
    let room = properties.areSwitches ? (chip.isTagged ? (6 * unit).rounded() : 0) : removeGap + removeSize
    return 2 * properties.textMargin + (lead > 0 ? lead + dotGap : 0) + (hasRemove ? room : 0)
  }

  private func remove(_ appearance: ChipAppearance) -> Primitive {
    let centre = removeCentre(width: appearance.width)
    let half = removeSize / 2
    let place = Rect(
      x: (centre.x - half).rounded(), y: (centre.y - half).rounded(), width: removeSize, height: removeSize)
    let rest = appearance.isSelected ? properties.textColorSelected : properties.removeColor
    let color = appearance.isRemoveHovered && !appearance.isSelected ? properties.removeColorHovered : rest
    return Primitive(.cross(stroke: 1.2 * unit, color: color), in: place)
  }

  private func background(_ appearance: ChipAppearance) -> Color {
    // Switched off, only the outline is left.
    if appearance.chip.state == .off, !appearance.isHovered, !appearance.isPressed { return .clear }
    let base =
      appearance.isSelected
      ? properties.tokenBackgroundSelected : appearance.chip.background ?? properties.tokenBackground
    guard appearance.isPressed || appearance.isHovered else { return base }
    let share = (appearance.isPressed ? 1 : 0.5) * (appearance.isSelected ? 0.3 : 1)
    return base.mixed(with: properties.tokenBorder, share: share, under: textColor(appearance))
  }

  private func border(_ appearance: ChipAppearance) -> Color {
    // A ring that stands out from a selected chip, too.
    if appearance.isFocused { return appearance.isSelected ? properties.textColor : properties.tintColor }
    return appearance.isSelected ? properties.tokenBackgroundSelected : appearance.chip.border ?? properties.tokenBorder
  }
}
