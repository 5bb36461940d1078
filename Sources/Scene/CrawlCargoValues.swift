import ScrollCore

// The live numbers in a crawl's items.

extension CrawlCargo {
  /// A text cut at its placeholders, from left to right; empty where it has none.
  func parts(of run: TextRun) -> [Part] {
    guard let values else { return [] }
    let parts = TextPart.parts(of: run.text)
    guard parts.contains(where: { if case .value(_) = $0 { true } else { false } }) else { return [] }
    var base = run.direction
    if base == .automatic { base = typesetter?.direction(of: run.text) ?? .leftToRight }
    let cut: [Part] = parts.map { part in
      switch part {
      case .value(let name): return .value(values.number(of: name))
      case .text(let text):
        var run = run
        (run.text, run.direction) = (text, base)
        return .text(run, width: 0)
      }
    }
    return base == .rightToLeft ? cut.reversed() : cut
  }

  /// With the numbers at rest.
  func width(of look: Look) -> Double {
    var width = look.width
    for case .value(let number) in look.parts { width += values?.width(of: number) ?? 0 }
    return width
  }

  /// Gives each number of a piece the room that it takes now.
  func measureGaps(of look: Look) {
    look.gaps.removeAll(keepingCapacity: true)
    for case .value(let number) in look.parts { look.gaps.append(values?.width(of: number) ?? 0) }
  }

  /// By how much less than its width a piece is shown at `t`.
  func lag(of look: Look, at t: Seconds) -> Double {
    var lag = 0.0
    for case .value(let number) in look.parts { lag += values?.lag(of: number, at: t) ?? 0 }
    return lag
  }

  /// How far the end of a part lies from the piece's leading edge, with the numbers at rest.
  func end(ofPart index: Int, of look: Look, leftwards: Bool) -> Double {
    var x = look.textStart
    for (i, part) in look.parts.enumerated() where leftwards ? i <= index : i < index {
      switch part {
      case .text(_, let width): x += width
      case .value(let number): x += values?.width(of: number) ?? 0
      }
    }
    return leftwards ? x : width(of: look) - x
  }
}

extension CrawlCargo.Look {
  /// Whether it has that number.
  func shows(_ number: Int) -> Bool {
    for case .value(number) in parts { return true }
    return false
  }
}
