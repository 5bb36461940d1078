/// A list that grows at its end and shrinks at its front, both in constant time on the average.
struct PieceQueue<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    get { elements[start + index] }
    _modify { yield &elements[start + index] }
  }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() {
    start += 1
    if start > 32, start > elements.count / 2 {
      elements.removeSubrange(..<start)
      start = 0
    }
  }
}
