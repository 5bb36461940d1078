/// Colours that keep text legible.
extension Color {
  /// The contrast that text needs (WCAG 2.2, 1.4.3).
  package static let leastContrast = 4.5

  /// Mixes this background with another colour, as `mixed(with:share:)`. The full share stops where `text` would keep
  /// less than a third of its contrast, or less than `leastContrast`.
  package func mixed(with other: Color, share: Double, under text: Color) -> Color {
    let rest = text.contrast(on: self)
    let wanted = min(rest, max(Self.leastContrast, rest / 3))
    return mixed(
      with: other, share: share * Self.largestShare { text.contrast(on: mixed(with: other, share: $0)) >= wanted })
  }

  /// This text colour, dimmed towards `background` as far as it stays legible there and on `other`.
  package func faint(on background: Color, and other: Color, share: Double) -> Color {
    let part = Self.largestShare { part in
      let color = mixed(with: background, share: share * part)
      return [background, other].allSatisfy { color.contrast(on: $0) >= Self.leastContrast }
    }
    return mixed(with: background, share: share * part)
  }

  /// This colour, if it is distinguishable from `other`; else the first mix halfway to one of `ways` that is.
  package func distinct(from other: Color, halfwayTo ways: Color...) -> Color {
    guard looksLike(other) else { return self }
    return ways.lazy.map { mixed(with: $0, share: 0.5) }.first { !$0.looksLike(other) } ?? self
  }

  /// The largest share that passes, in steps of 1/64; 0 otherwise.
  private static func largestShare(_ isRight: (Double) -> Bool) -> Double {
    (0...64).lazy.map { Double(64 - $0) / 64 }.first(where: isRight) ?? 0
  }
}
