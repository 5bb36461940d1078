import ScrollCore

/// The line on which headlines are drawn.
struct HeadlineLine {
  /// From the top of the view including its surroundings, in whole pixels.
  var baseline: Double
  var metrics: FontMetrics

  func primitive(_ run: TextRun, at x: Double, width: Double) -> Primitive {
    Primitive(text: run, baseline: Point(x: x, y: baseline), width: width, metrics: metrics)
  }

  /// The top of a picture whose middle is that of the capitals of a font.
  func top(ofPicture height: Double, beside font: FontMetrics) -> Double {
    (baseline - (font.capHeight + height) / 2).rounded()
  }
}

extension Headlines {
  /// The static primitives of a piece, from `x` on: everything but its numbers.
  func primitives(of layout: HeadlineLayout, at x: Double, on line: HeadlineLine) -> [Primitive] {
    let label = labelPrimitives(of: layout, at: x + layout.labelBlock, on: line)
    if let bar = layout.bar { return label + bar.primitives.map { $0.moved(by: x + layout.textStart) } }
    guard !layout.stretches.isEmpty else {
      return label + [line.primitive(layout.text, at: x + layout.textStart, width: layout.textWidth)]
    }
    let starts = starts(of: layout, at: x + layout.textStart) { $0.gap ?? 0 }
    return label + boxes(of: layout, starts, on: line) + marks(of: layout, starts, on: line)
  }

  /// A row, or a text with its numbers at rest, drawn as text.
  func restingPrimitives(of layout: HeadlineLayout, at x: Double, on line: HeadlineLine) -> [Primitive] {
    guard let values else { return [] }
    let starts = starts(of: layout, at: x) { values.width(of: $0.number) }
    let numbers = layout.numbers.enumerated().flatMap { i, number in
      values.primitives(of: number.number, at: starts[i] + number.lead, baseline: line.baseline)
    }
    return boxes(of: layout, starts, on: line) + marks(of: layout, starts, on: line) + numbers
  }

  /// The left ends of the stretches.
  private func starts(
    of layout: HeadlineLayout, at x: Double, _ gap: (HeadlineLayout.Number) -> Double
  ) -> [Double] {
    var x = x
    return layout.stretches.enumerated().map { i, stretch in
      defer { x += stretch.width + (layout.numbers.indices.contains(i) ? gap(layout.numbers[i]) : 0) }
      return x
    }
  }

  private func marks(of layout: HeadlineLayout, _ starts: [Double], on line: HeadlineLine) -> [Primitive] {
    zip(layout.stretches, starts).flatMap { stretch, start in
      stretch.marks.compactMap { mark in
        switch mark.ink {
        case .text(var run):
          run.color = mark.color ?? layout.text.color
          return run.text.isEmpty ? nil : line.primitive(run, at: start + mark.left, width: mark.width)
        case .picture(let path, let size):
          let y = line.top(ofPicture: size.height, beside: line.metrics)
          return Primitive(.image(path), in: Rect(origin: Point(x: start + mark.left, y: y), size: size))
        }
      }
    }
  }

  /// The topic's label, with the picture before it.
  func labelPrimitives(of layout: HeadlineLayout, at x: Double, on line: HeadlineLine) -> [Primitive] {
    // Only a label needs its font: to find one takes as long as all else of a start.
    guard let label = layout.label, let metrics = typesetter?.metrics(of: labelFont) else { return [] }
    let text = Primitive(
      text: label, baseline: Point(x: x + layout.labelStart, y: line.baseline), width: layout.labelWidth,
      metrics: metrics)
    guard let picture = layout.picture else { return [text] }
    let side = pictureSize
    let y = line.top(ofPicture: side, beside: metrics)
    return [Primitive(.image(picture), in: Rect(x: x, y: y, width: side, height: side)), text]
  }
}
