package import ScrollCore

extension TokensView {
  /// Everything that can be marked, in display order.
  private var marks: [SwitchMark] {
    func chips(_ range: Range<Int>) -> [SwitchMark] { range.map { .chip(field.tokens[$0].id) } }
    guard layout.more != nil else { return chips(layout.places.indices) }
    return chips(0..<layout.hidden.lowerBound) + [.more]
      + chips(min(layout.hidden.upperBound, layout.places.count)..<layout.places.count)
  }

  /// The token of the marked chip.
  package var markedToken: Token? { markedIndex.map { field.tokens[$0] } }

  /// The index of the marked chip among the visible ones.
  private var markedIndex: Int? {
    guard case .chip(let id) = mark, let index = field.index(of: id), layout.shows(index) else { return nil }
    return index
  }

  package var hasMark: Bool { mark != nil }

  /// Marks the next or previous switch; from none, the first or last. Returns false, with none marked, beyond the end.
  package func moveMark(forward: Bool, at t: Seconds) -> Bool {
    let marks = self.marks
    let index = mark.flatMap(marks.firstIndex(of:)).map { $0 + (forward ? 1 : -1) } ?? (forward ? 0 : marks.count - 1)
    mark = marks.indices.contains(index) ? marks[index] : nil
    if let place = markedIndex.map({ layout.places[$0] }) { reveal(place, at: t) }
    return mark != nil
  }

  package func clearMark() { mark = nil }

  /// Acts like a click on the marked switch. Returns false if there is none.
  package func tapMark() -> Bool {
    guard let mark else { return false }
    if let token = markedToken { taps.append(.chip(token)) } else if mark == .more { taps.append(.more) }
    return true
  }

  /// The place of the marked switch in the window, or nil.
  package func markedPlace(at t: Seconds) -> Rect? {
    let origin = origin(at: t)
    let place = markedIndex.map { layout.places[$0] }
    return (mark == .more ? layout.more : place).map { mirrored($0.offsetBy(dx: origin.x, dy: origin.y)) }
  }
}
