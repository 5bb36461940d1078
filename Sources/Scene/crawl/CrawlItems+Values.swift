import ScrollCore

// The live numbers in a crawl's items.

extension CrawlItems {
  /// Cuts a piece's text at its placeholders, if it has some: into its numbers and the texts between them.
  func findNumbers(in look: Look) {
    guard let values else { return }
    let parts = TextPart.parts(of: look.text.text)
    guard parts.contains(where: { if case .value(_) = $0 { true } else { false } }) else { return }
    var empty = look.text
    empty.text = ""
    if empty.direction == .automatic { empty.direction = typesetter?.direction(of: look.text.text) ?? .leftToRight }
    look.texts = [empty]
    for part in parts {
      switch part {
      case .text(let text): look.texts[look.texts.count - 1].text += text
      case .value(let name):
        look.numbers.append(Number(number: values.number(of: name)))
        look.texts.append(empty)
      }
    }
    if empty.direction == .rightToLeft {
      look.numbers.reverse()
      look.texts.reverse()
    }
  }

  /// With the numbers at rest.
  func width(of look: Look) -> Double {
    var width = look.width
    for number in look.numbers { width += values?.width(of: number.number) ?? 0 }
    return width
  }

  /// Gives each number of a piece the room that it takes now.
  func measureGaps(of look: Look) {
    for i in look.numbers.indices { look.numbers[i].gap = values?.width(of: look.numbers[i].number) ?? 0 }
  }

  /// By how much less than its width a piece is shown at `t`.
  func lag(of look: Look, at t: Seconds) -> Double {
    guard let values else { return 0 }
    var lag = 0.0
    for number in look.numbers { lag += values.lag(of: number.number, at: t) }
    return lag
  }

  /// How far the end of a piece's number lies from its leading edge, with the numbers at rest.
  func end(ofNumber index: Int, of look: Look, leftwards: Bool) -> Double {
    var x = look.textStart
    for (i, number) in look.numbers.enumerated() where i <= index {
      x += number.lead
      if leftwards || i < index { x += values?.width(of: number.number) ?? 0 }
    }
    return leftwards ? x : width(of: look) - x
  }
}

extension CrawlItems.Look {
  /// Whether it has that number.
  func shows(_ number: Int) -> Bool {
    numbers.contains { $0.number == number }
  }
}
