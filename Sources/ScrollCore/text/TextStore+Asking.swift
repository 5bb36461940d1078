// Reading: chunks by their indices, from the oldest, and by their ids.

extension TextStore {
  package var chunkCount: Int { records.count }
  package var isEmpty: Bool { records.isEmpty }
  /// The memory of the texts in bytes, in whole blocks.
  package var byteCount: Int { blocks.byteCount }

  /// The id of the chunk at an index.
  package func id(ofChunk number: Int) -> Int {
    let record = records[number]
    return nextID - Int(UInt32(truncatingIfNeeded: nextID) &- record.id)
  }

  /// The number of chunks before `id`, whether it is in the store or not.
  package func number(of id: Int) -> Int {
    guard !records.isEmpty else { return 0 }
    let first = self.id(ofChunk: 0)
    guard id > first else { return 0 }
    // Unless chunks were removed from the middle, ids and indices run in step.
    let (low, high) = (max(0, records.count - max(0, nextID - id)), min(records.count, id - first))
    if low < high, self.id(ofChunk: low) == id { return low }
    return (low..<max(low, high)).partitioningIndex { self.id(ofChunk: $0) >= id }
  }

  /// The index of the chunk with an id; nil if it has been removed.
  package func find(_ id: Int) -> Int? {
    let number = number(of: id)
    return number < records.count && self.id(ofChunk: number) == id ? number : nil
  }

  /// Whether the chunk continues the item of the previous chunk.
  package func isContinued(chunk number: Int) -> Bool { number > 0 && records[number].isContinued }

  package func kind(ofChunk number: Int) -> Kind { records[number].kind }

  package func topic(ofChunk number: Int) -> Int? {
    let topic = records[number].topic
    return topic == Record.noTopic ? nil : Int(topic)
  }

  /// The text of a chunk, as a new string.
  package func text(ofChunk number: Int) -> String {
    let record = records[number]
    return blocks.text(at: record.place, count: Int(record.textLength))
  }

  /// The link of the chunk's item; stored with its first chunk.
  package func link(ofChunk number: Int) -> String? {
    let record = records[number]
    guard record.linkLength > 0 else { return nil }
    return blocks.text(at: record.place, skipping: Int(record.textLength), count: Int(record.linkLength))
  }

  /// The indices of all chunks of a chunk's item.
  package func item(ofChunk number: Int) -> Range<Int> { firstChunk(ofItemOf: number)..<endChunk(ofItemOf: number) }

  /// The index of the first chunk of a chunk's item.
  package func firstChunk(ofItemOf number: Int) -> Int {
    var first = number
    while isContinued(chunk: first) { first -= 1 }
    return first
  }

  /// The index after the last chunk of a chunk's item.
  package func endChunk(ofItemOf number: Int) -> Int {
    var end = number + 1
    while end < records.count, records[end].isContinued { end += 1 }
    return end
  }
}
