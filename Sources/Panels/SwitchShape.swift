internal import Scene
internal import ScrollCore

/// The shape of a switch: a pill with a disc at one of its ends.
enum SwitchShape {
  static func size(_ style: PanelStyle) -> Size { Size(width: style.length(36), height: style.length(20)) }

  static func primitives(isOn: Bool, in place: Rect, _ style: PanelStyle) -> [Primitive] {
    let gap = style.length(3)
    let side = place.height - 2 * gap
    let isRight = isOn != style.isMirrored
    let disc = Rect(
      x: isRight ? place.maxX - gap - side : place.minX + gap, y: place.minY + gap, width: side, height: side)
    let track = Element.box(radius: place.height / 2, fill: isOn ? style.accent : style.buttonColor)
    let rim = Element.outline(
      radius: place.height / 2, width: style.hairline, color: isOn ? style.accent : style.faintColor)
    return [
      Primitive(track, in: place), Primitive(rim, in: place),
      Primitive(.box(radius: side / 2, fill: isOn ? style.accentTextColor : style.faintColor), in: disc),
    ]
  }
}
