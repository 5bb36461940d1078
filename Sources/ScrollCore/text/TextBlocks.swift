/// External storage for the distant parts of a long text.
package protocol SpillStore: AnyObject, Sendable {
  /// Stores bytes. Returns their place, or nil if the storage is full.
  func put(_ bytes: [UInt8]) -> Int?

  /// Reads stored bytes; returns fewer if some can no longer be read.
  func bytes(at place: Int, count: Int) -> [UInt8]
}

/// The bytes of text chunks, packed into blocks of 64 KiB. A block is freed with the last of its chunks. Old blocks go
/// to the spill store, if there is one.
struct TextBlocks: Sendable {
  /// The start of a chunk.
  struct Place: Sendable {
    /// The low bits of the block's number.
    fileprivate var block: UInt16
    fileprivate var offset: UInt16
  }

  var spill: (any SpillStore)?
  private var blocks = Queue<Block>()
  /// The number of the first block, counted from the beginning.
  private var first = 0
  /// The number of blocks with bytes.
  private var used = 0

  private struct Block: Sendable {
    var bytes: [UInt8] = []
    var chunks = 0
    /// The position of the bytes in the spill store.
    var place: Int?
  }

  var byteCount: Int { used * Self.blockSize }

  /// Whether the blocks, empty ones included, come close to what sixteen bits can number.
  var isFull: Bool { blocks.count > 1 << 15 }

  /// Adds a chunk of two consecutive texts, which together fit into a block.
  mutating func append(_ text: Span<UInt8>, _ more: Span<UInt8>) -> Place {
    // Even an empty text starts within a block.
    let room = max(1, text.count + more.count)
    if blocks.isEmpty || blocks[blocks.count - 1].bytes.count + room > Self.blockSize {
      spillOldest()
      blocks.append(Block())
      blocks[blocks.count - 1].bytes.reserveCapacity(Self.blockSize)
      used += 1
    }
    let last = blocks.count - 1
    let place = Place(block: UInt16(truncatingIfNeeded: first + last), offset: UInt16(blocks[last].bytes.count))
    for i in 0..<text.count { blocks[last].bytes.append(text[i]) }
    for i in 0..<more.count { blocks[last].bytes.append(more[i]) }
    blocks[last].chunks += 1
    return place
  }

  /// Adds a chunk of other blocks, which are in memory.
  mutating func append(_ count: Int, at place: Place, of other: TextBlocks) -> Place {
    let (bytes, start) = (other.blocks[other.index(of: place)].bytes, Int(place.offset))
    return append(bytes.span.extracting(start..<start + count), [UInt8]().span)
  }

  /// Whether removed chunks occupy most of the memory: a block lives as long as one of its chunks. Spilled blocks do not
  /// count, as they cannot be compacted.
  ///
  /// - Parameter bytes: Of all chunks.
  func isSparse(holding bytes: Int) -> Bool { spill == nil && byteCount > 2 * (bytes + Self.blockSize) }

  func text(at place: Place, skipping skipped: Int = 0, count: Int) -> String {
    let start = Int(place.offset) + skipped
    let index = index(of: place)
    if let spill, let place = blocks[index].place {
      return String(decoding: spill.bytes(at: place + start, count: count), as: UTF8.self)
    }
    return String(decoding: blocks[index].bytes[start..<start + count], as: UTF8.self)
  }

  /// Drops a chunk, and with its last chunk a block.
  mutating func dropChunk(at place: Place) {
    let index = index(of: place)
    blocks[index].chunks -= 1
    guard blocks[index].chunks == 0, index < blocks.count - 1 else { return }
    release(index)
    while blocks.count > 1, blocks[0].chunks == 0 {
      release(0)
      blocks.removeFirst()
      first += 1
    }
  }

  private mutating func release(_ index: Int) {
    guard !blocks[index].bytes.isEmpty || blocks[index].place != nil else { return }
    blocks[index].bytes = []
    blocks[index].place = nil
    used -= 1
  }

  /// Spills the oldest full block in memory, once there are many.
  private mutating func spillOldest() {
    let index = blocks.count - Self.blocksInMemory
    guard let spill, index >= 0, blocks[index].place == nil, !blocks[index].bytes.isEmpty,
      let place = spill.put(blocks[index].bytes)
    else { return }
    blocks[index].place = place
    blocks[index].bytes = []
  }

  private func index(of place: Place) -> Int { Int(place.block &- UInt16(truncatingIfNeeded: first)) }

  private static let blockSize = 1 << 16
  /// Four megabytes.
  private static let blocksInMemory = 64
}

extension Range<Int> {
  /// The partition point: the first number from which on the condition holds, or the upper bound.
  func partitioningIndex(where isBeyond: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A queue: appends at the end and removes at the front, both in amortised constant time.
struct Queue<Element: Sendable>: Sendable {
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
