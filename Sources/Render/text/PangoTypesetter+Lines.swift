internal import CRender
package import Scene
package import ScrollCore

extension PangoTypesetter {
  package func ink(of run: TextRun) -> Rect { shape(run).ink.bounds }

  package func lineBreaks(of run: TextRun, width: Double) -> [Range<Int>] {
    // Pango reshapes the rest of a word for each line that it breaks off. So long texts are laid out in parts, and the
    // last line of a part joins the next part.
    guard !run.isMarkup, run.text.utf8.count > Self.shortText else { return lineBreaksAtOnce(of: run, width: width) }
    var part = run
    if run.direction == .automatic { part.direction = direction(of: run.text) }
    var (ranges, size, start, offset): ([Range<Int>], Int, String.Index, Int) = (
      [], Self.shortText, run.text.startIndex, 0
    )
    while true {
      let end = run.text.index(start, offsetBy: size, limitedBy: run.text.endIndex) ?? run.text.endIndex
      part.text = String(run.text[start..<end])
      let lines = lineBreaksAtOnce(of: part, width: width)
      let complete = end < run.text.endIndex ? lines.dropLast() : lines[...]
      ranges += complete.map { offset + $0.lowerBound..<offset + $0.upperBound }
      guard end < run.text.endIndex else { return ranges }
      guard let next = ranges.last?.upperBound, next > offset else {
        size *= 2
        continue
      }
      start = run.text.utf8.index(start, offsetBy: next - offset)
      offset = next
    }
  }

  /// The most bytes laid out at once.
  private static let shortText = 256

  func lineBreaksAtOnce(of run: TextRun, width: Double) -> [Range<Int>] {
    prepare(run)
    pango_layout_set_width(layout, Int32(clamping: Int(max(1, width) * Double(PANGO_SCALE))))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE)
    var ranges: [Range<Int>] = []
    var node = pango_layout_get_lines_readonly(layout)
    while let item = node {
      node = item.pointee.next
      guard let line = item.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self).pointee else { continue }
      let start = Int(line.start_index)
      ranges.append(start..<start + Int(line.length))
    }
    // Pango excludes the white space at a break from both lines; here lines are contiguous.
    for i in ranges.indices.dropLast() { ranges[i] = ranges[i].lowerBound..<ranges[i + 1].lowerBound }
    if let last = ranges.indices.last { ranges[last] = ranges[last].lowerBound..<run.text.utf8.count }
    return ranges
  }
}
