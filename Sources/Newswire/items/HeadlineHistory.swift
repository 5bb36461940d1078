package import Base
internal import Formats
internal import Glibc
package import ScrollCore

/// The last headlines shown, for later: their text, source, time and link.
///
/// The file grows by a line for each headline: its key and a JSON object. So several strips can write it, and appending is
/// cheap. At twice its limit the file is rewritten with the newest lines. `ReadState` knows which headlines have been read.
package struct HeadlineHistory {
  /// How many are kept.
  package static let most = 500
  private static let header = "newsreel headlines 1"
  private static let largestFile = 4 << 20
  /// Beyond this size the file is rewritten in any case.
  private static let usualSize = 1 << 20

  private let path: String
  /// The file's contents; nil until it has been read.
  private var known: Set<UInt64>?
  /// Lines and bytes of the file.
  private var (lineCount, size) = (0, 0)
  private var pending: [NewsItem] = []

  package init(path: String) { self.path = path }

  package var hasPending: Bool { !pending.isEmpty }

  /// Adds headlines on the screen; known ones stay unchanged.
  package mutating func note(_ items: some Sequence<NewsItem>) {
    pending += items.filter { !(known?.contains($0.id.key) ?? false) }
    if pending.count > Self.most { pending.removeFirst(pending.count - Self.most) }
  }

  /// Appends new items.
  ///
  /// - Throws: `Failure` if it cannot be written; the items are kept for the next call. A malformed file is set aside and replaced.
  package mutating func save() throws(Failure) {
    guard hasPending else { return }
    let problem = try open()
    var keys: Set<UInt64> = []
    let new = pending.filter { known?.contains($0.id.key) != true && keys.insert($0.id.key).inserted }
    if !new.isEmpty { try append(new.map(Self.line)) }
    known?.formUnion(keys)
    pending = []
    if let problem { throw problem }
  }

  /// Reads the file, the first time.
  ///
  /// - Returns: The file's fault, or nil.
  private mutating func open() throws(Failure) -> Failure? {
    guard known == nil else { return nil }
    var problem: Failure?
    let bytes = try AtomicFile.read(path, limit: Self.largestFile) ?? []
    var lines = bytes.split(separator: 0x0A)
    if let first = lines.first, !first.elementsEqual(Self.header.utf8) {
      problem = try AtomicFile.setAside(path)
      lines = []
    }
    // A line that was cut off has to come again.
    known = Set(lines.dropFirst().filter { $0.last == UInt8(ascii: "}") }.compactMap(Self.key))
    (lineCount, size) = (max(0, lines.count - 1), problem == nil ? bytes.count : 0)
    return problem
  }

  private mutating func append(_ lines: [String]) throws(Failure) {
    let text = lines.joined()
    let isTooLong = lineCount + lines.count > 2 * Self.most || size + text.utf8.count > Self.usualSize
    try AtomicFile.locked(path) { () throws(Failure) in
      if isTooLong || !AtomicFile.exists(path) { return try rewrite(adding: lines) }
      guard let file = Descriptor.open(path, O_RDWR | O_APPEND) else {
        throw Failure(of: path, doing: "cannot be written")
      }
      var text = Self.endOfLine(before: file.raw) + text
      guard text.withUTF8({ writeFile(UnsafeRawBufferPointer($0), to: file.raw) }) else {
        throw Failure(of: path, doing: "cannot be written")
      }
    }
    lineCount += lines.count
    size += text.utf8.count
    guard isTooLong, let bytes = try AtomicFile.read(path, limit: Self.largestFile) else { return }
    let rest = bytes.split(separator: 0x0A).dropFirst()
    known = Set(rest.compactMap(Self.key))
    (lineCount, size) = (rest.count, bytes.count)
  }

  /// Ends a line that was cut off, as the machine went off.
  private static func endOfLine(before file: Int32) -> String {
    let end = lseek(file, 0, SEEK_END)
    var last: UInt8 = 0x0A
    return end > 0 && pread(file, &last, 1, end - 1) == 1 && last != 0x0A ? "\n" : ""
  }

  /// Puts the newest lines in the place of the file.
  private func rewrite(adding lines: [String]) throws(Failure) {
    let old = try AtomicFile.read(path, limit: Self.largestFile)?.split(separator: 0x0A).dropFirst() ?? []
    var (kept, keys, size): ([ArraySlice<UInt8>], Set<UInt64>, Int) = ([], [], 0)
    for line in (Array(old) + lines.map { Array($0.utf8.dropLast())[...] }).reversed() {
      guard kept.count < Self.most, size + line.count < Self.usualSize else { break }
      guard let key = Self.key(line), keys.insert(key).inserted else { continue }
      kept.append(line)
      size += line.count + 1
    }
    let bytes = kept.reversed().reduce(into: Array((Self.header + "\n").utf8)) { $0 += $1 + [0x0A] }
    try AtomicFile.write(bytes, to: path, isDurable: false)
  }

  // MARK: - Lines

  private static func line(_ item: NewsItem) -> String {
    var item = item
    (item.summary, item.isNew) = (nil, false)
    return "\(String(item.id.key, radix: 16)) \(item.json.line)\n"
  }

  private static func key(_ line: ArraySlice<UInt8>) -> UInt64? {
    UInt64(String(decoding: line.prefix { $0 != 0x20 }, as: UTF8.self), radix: 16)
  }

  // MARK: - Reading

  /// The headlines of a history, the newest first, without damaged lines.
  ///
  /// - Parameter problem: Gets the fault.
  package static func items(_ path: String, problem: inout Failure?) -> [NewsItem] {
    do throws(Failure) {
      guard let bytes = try AtomicFile.read(path, limit: largestFile) else { return [] }
      return items(of: bytes, name: path, problem: &problem)
    } catch {
      problem = error
      return []
    }
  }

  /// Parses the file's bytes.
  package static func items(of bytes: [UInt8], name: String, problem: inout Failure?) -> [NewsItem] {
    let lines = bytes.split(separator: 0x0A)
    guard let first = lines.first else { return [] }
    guard first.elementsEqual(header.utf8) else {
      problem = Failure(of: name, reason: "is damaged; it is begun again with the next headline")
      return []
    }
    var (items, ids, damaged): ([NewsItem], Set<NewsItem.ID>, Int) = ([], [], 0)
    for line in lines.dropFirst().reversed() {
      guard let item = item(line) else {
        damaged += 1
        continue
      }
      if items.count < most, ids.insert(item.id).inserted { items.append(item) }
    }
    mendArrivals(&items)
    if damaged > 0 { problem = Failure(of: name, reason: "\(damaged) damaged lines are left out") }
    // Of several at one moment the latest comes first.
    return items.enumerated().sorted { ($1.element.shownTime, $0.offset) < ($0.element.shownTime, $1.offset) }
      .map(\.element)
  }

  /// Headlines came in the order of the lines: one without a time of the calendar came no later than the one after it.
  private static func mendArrivals(_ newestFirst: inout [NewsItem]) {
    var later = newestFirst.lazy.map(\.arrived).first { $0 >= .firstPlausible }
    for place in newestFirst.indices {
      let item = newestFirst[place]
      if item.arrived >= .firstPlausible {
        later = item.arrived
      } else {
        newestFirst[place].arrived = later ?? item.published ?? .epoch
      }
    }
  }

  private static func item(_ line: ArraySlice<UInt8>) -> NewsItem? {
    guard let key = key(line), let start = line.firstIndex(of: 0x20) else { return nil }
    let json = line[(start + 1)...].withUnsafeBytes { JSON(ifValid: $0) }
    let item = json.flatMap { NewsItem(json: $0) }
    return item?.id.key == key ? item : nil
  }
}

extension NewsItem {
  /// When it was published or, if that is unknown, when it came.
  package var shownTime: UnixTime {
    let time = min(published ?? arrived, arrived > .epoch ? arrived : .distantFuture)
    return time.seconds.isFinite ? max(.epoch, min(time, UnixTime(seconds: 1e11))) : .epoch
  }
}
