/// Colours that leave text on them, or in them, legible.
extension Color {
  /// What text takes (WCAG 2.2, 1.4.3).
  package static let leastContrast = 4.5

  /// The way from this colour to another, as `mixed(with:share:)`, the whole of which ends where text of a third colour
  /// would have less than a third of the contrast that it has on this one, or less than `leastContrast`.
  package func mixed(with other: Color, share: Double, under text: Color) -> Color {
    let rest = text.contrast(on: self)
    let wanted = min(rest, max(Self.leastContrast, rest / 3))
    return mixed(
      with: other, share: share * Self.largestShare { text.contrast(on: mixed(with: other, share: $0)) >= wanted })
  }

  /// This colour as text that is faint: on its way to `background`, as far as it stays legible there and on another one.
  package func faint(on background: Color, and other: Color, share: Double) -> Color {
    let part = Self.largestShare { part in
      let color = mixed(with: background, share: share * part)
      return [background, other].allSatisfy { color.contrast(on: $0) >= Self.leastContrast }
    }
    return mixed(with: background, share: share * part)
  }

  /// This colour where nobody takes it for another one, else the first halfway to one of these that nobody does.
  package func told(from other: Color, halfwayTo ways: Color...) -> Color {
    guard looksLike(other) else { return self }
    return ways.lazy.map { mixed(with: $0, share: 0.5) }.first { !$0.looksLike(other) } ?? self
  }

  /// In steps of 1/64; 0 where nothing else will do.
  private static func largestShare(_ isRight: (Double) -> Bool) -> Double {
    (0...64).lazy.map { Double(64 - $0) / 64 }.first(where: isRight) ?? 0
  }
}
