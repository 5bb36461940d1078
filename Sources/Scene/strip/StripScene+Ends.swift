import ScrollCore

/// What is at the end of the strip, after the chips: the clock, and the sign of do not disturb.
extension StripScene {
  /// What the sign of do not disturb says; nil without one.
  var quietText: (text: String, place: Rect)? {
    waiting.map { count in
      let parts = [words[.doNotDisturb]] + (count > 0 ? [words[.waiting, count]] : [])
      return (parts.joined(separator: ", "), quietSign.place.inner)
    }
  }

  /// Places the clock at the end, after the chips; nil if there is none, or if it would be too wide.
  func takeClock(from room: inout Rect, _ looks: StripLooks, with typesetter: any Typesetter) -> Rect? {
    clockHairlinePlace = nil
    guard clock != nil else { return nil }
    clockView.style = looks.clock
    let shown = clockView.text
    // Digits may differ in width: reserves that of the widest.
    clockView.text = String(shown.map { $0.isNumber ? "0" : $0 })
    let width = clockView.naturalWidth(height: looks.metrics.height, with: typesetter)
    clockView.text = shown
    guard let (place, line) = takeEnd(width, from: &room, looks.metrics) else { return nil }
    clockHairlinePlace = line
    return place
  }

  /// Places the sign of do not disturb before the clock, without its text where that would be too wide.
  func takeSign(from room: inout Rect, _ looks: StripLooks, with typesetter: any Typesetter) -> Rect? {
    (quietHairlinePlace, shownWaiting) = (nil, waiting)
    guard let waiting else { return nil }
    quietSign.style = looks.quietSign
    for text in waiting > 0 ? [words[.waiting, waiting], ""] : [""] {
      quietSign.text = text
      let width = quietSign.naturalWidth(with: typesetter)
      guard let (place, line) = takeEnd(width, from: &room, looks.metrics) else { continue }
      quietHairlinePlace = line
      return place
    }
    return nil
  }

  /// Takes a block from the end of the room, with a line before it; nil if it would be too wide.
  private func takeEnd(_ width: Double, from room: inout Rect, _ metrics: StripMetrics) -> (place: Rect, line: Rect)? {
    let block = width + 2 * metrics.counterPadding + metrics.hairline
    guard width > 0, block <= 0.2 * (room.width - less) else { return nil }
    room.size.width -= block
    if isMirrored { room.origin.x += block }
    let y = dock == .bottom ? room.minY + metrics.edgeLine : room.minY
    let height = room.height - metrics.edgeLine
    let lineX = isMirrored ? room.minX - metrics.hairline : room.maxX
    let x = isMirrored ? lineX - metrics.counterPadding - width : lineX + metrics.hairline + metrics.counterPadding
    let line = Rect(x: lineX, y: y, width: metrics.hairline, height: height)
    return (Rect(x: x, y: y, width: width, height: height), line)
  }
}
