@testable import ScrollCore

/// A store of texts, and a list of those that are in it.
struct StoreRun {
  private struct Item: Equatable {
    var id: Int
    var text: String
    var topic: Int?
    var link: String?
  }

  private var store = TextStore()
  private var items: [Item] = []
  /// Bytes of lines whose end has not come.
  private var open: [UInt8] = []

  init(_ input: inout FuzzInput) {
    let flags = input.byte()
    store.readsMarkup = flags & 1 != 0
    store.keepsSpaces = flags & 2 != 0
    store.keepsTabs = flags & 8 != 0
    if flags & 16 != 0 { store.limits = TextStore.Limits(chunks: 1 + flags % 7, bytes: 1 << 20) }
  }

  /// What becomes of a text by itself.
  private func clean(_ text: [UInt8]) -> String {
    var other = TextStore(limits: .none)
    (other.readsMarkup, other.keepsSpaces, other.keepsTabs) = (store.readsMarkup, store.keepsSpaces, store.keepsTabs)
    guard other.append(text.span) != nil else { return "" }
    return (0..<other.chunkCount).map(other.text(ofChunk:)).joined()
  }

  mutating func step(_ input: inout FuzzInput) throws {
    switch input.number(below: 8) {
    case 0, 1:
      let topic = input.number(below: 3)
      let link = input.isTrue() ? input.text() : nil
      append(text(&input), topic: topic, link: link, isPlain: input.isTrue())
    case 2, 3: append(lines: text(&input))
    case 4:
      finishLine()
      let (topic, isOdd) = (input.number(below: 3), input.isTrue())
      store.removeItems { id, its in its == topic && (id % 2 == 1) == isOdd }
      items.removeAll { $0.topic == topic && ($0.id % 2 == 1) == isOdd }
    case 5:
      finishLine()
      store.removeAll()
      items = []
    case 6:
      finishLine()
      let text = text(&input)
      let (count, isAlone) = (store.chunkCount, store.chunkCount == 1 && store.itemCount == 1)
      if store.replaceOnly(with: String(decoding: text, as: UTF8.self), isPlain: true) {
        try hold(isAlone, "it has replaced one of several")
        items = [Item(id: store.id(ofChunk: 0), text: clean(text))]
      } else if isAlone {
        store.removeAll()
        items = []
      } else {
        try hold(store.chunkCount == count, "\(count) chunks have become \(store.chunkCount)")
      }
    default: finishLine()
    }
    try check()
  }

  /// Seldom a long one.
  private func text(_ input: inout FuzzInput) -> [UInt8] {
    let text = Array(input.text().utf8)
    let times = input.byte()
    return times < 240 ? text : Array(repeatElement(text, count: (times - 239) * 12).joined())
  }

  private mutating func append(_ text: [UInt8], topic: Int, link: String?, isPlain: Bool) {
    finishLine()
    let id = store.append(text.span, topic: topic, link: link, isPlain: isPlain)
    let clean = clean(text)
    if let id { items.append(Item(id: id, text: clean, topic: topic, link: link.flatMap { $0.isEmpty ? nil : $0 })) }
    if id == nil, !clean.isEmpty { items.append(Item(id: -1, text: "\(clean) should be there")) }
  }

  private mutating func append(lines text: [UInt8]) {
    store.append(lines: text.span)
    open += text
    while let end = open.firstIndex(of: 0x0A) {
      add(line: Array(open[..<end]))
      open.removeSubrange(...end)
    }
  }

  private mutating func finishLine() {
    store.finishLine()
    if !open.isEmpty { add(line: open) }
    open = []
  }

  private mutating func add(line: [UInt8]) {
    let text = clean(line)
    if !text.isEmpty { items.append(Item(id: -1, text: text)) }
  }

  mutating func finish() throws {
    finishLine()
    try check()
  }

  private mutating func check() throws {
    var found: [Item] = []
    for number in 0..<store.chunkCount {
      let (id, text) = (store.id(ofChunk: number), store.text(ofChunk: number))
      try hold(store.find(id) == number && store.number(of: id) == number, "chunk \(number) is not found by its id")
      try hold(store.kind(ofChunk: number) == .markup || text.utf8.count <= TextStore.longestChunk + 16, "a long chunk")
      try holdClean(text.replacing("\t", with: " "), "a text")
      if store.isContinued(chunk: number) {
        found[found.count - 1].text += text
      } else {
        found.append(Item(id: id, text: text, topic: store.topic(ofChunk: number), link: store.link(ofChunk: number)))
      }
    }
    try hold(found.count == store.itemCount, "\(store.itemCount) items are said to be there, not \(found.count)")
    try hold(zip(found, found.dropFirst()).allSatisfy { $0.id < $1.id }, "ids do not grow")
    // A line that is under way may be there in part.
    guard open.isEmpty else { return }
    items.removeFirst(max(0, items.count - found.count))
    try hold(items.count == found.count, "\(found.count) items, not \(items.count)")
    for (index, item) in found.enumerated() {
      let isCut = index == 0
      let (text, expected) = (Self.trimmed(item.text), Self.trimmed(items[index].text))
      let isSame = isCut ? expected.hasSuffix(text) : expected == text
      try hold(isSame, "\(item.text.debugDescription), not \(items[index].text.debugDescription)")
      if !isCut, items[index].id >= 0 {
        try hold(item.id == items[index].id && item.topic == items[index].topic, "\(item), not \(items[index])")
      }
      items[index].id = item.id
    }
  }

  /// A chunk may end in the blank at which a text was cut.
  private static func trimmed(_ text: String) -> String {
    String(decoding: Array(text.utf8.reversed().drop { $0 == 0x20 }.reversed()), as: UTF8.self)
  }
}
