@testable import App
@testable import Base
@testable import Neighbours
@testable import Newswire
@testable import ScrollCore
@testable import Windows
@testable import X11

extension FuzzTarget {
  /// Lines and words.
  static let texts = [
    FuzzTarget("cleaner", checkCleaner),
    FuzzTarget("words", longest: 512, checkWords),
    FuzzTarget("patterns", longest: 512, checkPattern),
    FuzzTarget("lines", longest: 4096, checkLines),
    FuzzTarget("settings", longest: 512, checkSettings),
  ]

  // MARK: - Cleaning

  private static func checkCleaner(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let limit = 1 + checksum(bytes) % 200
    let line = TextCleaner.line(text, limit: limit)
    try holdClean(line, "a line")
    // What is open at the end is closed there: eight isolates at most.
    try hold(line.count <= limit + 9, "a line of at most \(limit) characters has \(line.count)")
    try hold(!line.hasPrefix(" ") && !line.hasSuffix(" "), "blanks at an end of \(line.debugDescription)")
    if line.count <= limit {
      let again = TextCleaner.line(line, limit: limit)
      try hold(again == line, "what is clean is cleaned: \(line.debugDescription), \(again.debugDescription)")
    }
    if String(validating: bytes, as: UTF8.self) != nil {
      try hold(TextCleaner.line(bytes.span, limit: limit) == line, "its bytes are another line")
    }
    let message = TextCleaner.message(text)
    try holdClean(message, "a message")
    try hold(message.utf8.count <= 4000, "a message of \(message.utf8.count) bytes")
    try checkParagraph(bytes)
  }

  private static func checkParagraph(_ bytes: [UInt8]) throws {
    func clean(_ step: Int) -> [UInt8] {
      var cleaner = TextCleaner(.paragraph)
      var output: [UInt8] = []
      for (index, byte) in bytes.enumerated() {
        cleaner.append(byte)
        if index % step == 0 {
          output += cleaner.output
          cleaner.output = []
        }
      }
      cleaner.finish()
      return output + cleaner.output
    }
    let paragraph = clean(1 << 20)
    try holdClean(String(decoding: paragraph, as: UTF8.self), "a paragraph")
    try hold(String(validating: paragraph, as: UTF8.self) != nil, "a paragraph is no UTF-8")
    try hold(clean(1) == paragraph, "what is taken off between two bytes makes a difference")
  }

  // MARK: - Words

  private static func checkWords(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    if let words = try? CommandWords(text).words {
      try hold(words.first?.isEmpty == false, "no program is named")
      let size = words.reduce(0) { $0 + $1.utf8.count }
      try hold(size <= text.utf8.count, "the words are longer than the text")
    }
    let parts = TextPart.parts(of: text)
    let whole = parts.map {
      if case .value(let name) = $0 { "{\(name)}" } else if case .text(let text) = $0 { text } else { "" }
    }
    try hold(Array(whole.joined().utf8) == Array(text.utf8), "parts of \(text.debugDescription) are \(parts)")
    if let hook = try? Hook(written: text) {
      let evil = JSON.string("-x\u{0}\u{1b}" + text)
      let arguments = hook.arguments([("text", evil), ("link", evil), ("event", evil), ("number", .integer(-5))])
      try hold(arguments.count == hook.words.count, "what an event says has become another argument")
      try hold(arguments.first == hook.words.first || text.contains("{{"), "another program is run")
    }
    _ = try? ValueSource.sources(.text(text))
    _ = try? FeedSpec(read: .text(text))
    try checkFields(text)
  }

  private static func checkFields(_ text: String) throws {
    let names = ["command", "every", "file", "match"]
    guard let fields = try? WrittenFields(parsing: text, names: names) else { return }
    let again = try WrittenFields(parsing: fields.text, names: names)
    let isSame = again.fields.elementsEqual(fields.fields) { $0 == $1 } && again.head == fields.head
    try hold(isSame, "\(fields) is read as \(again)")
  }

  // MARK: - Patterns

  private static func checkPattern(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let line = parts.count > 1 ? parts[1] : text
    if let pattern = try? LinePattern(parts[0]), let part = pattern.part(of: line) {
      try hold(part.base == line, "it is a part of something else")
    }
    if let filter = try? TextFilter(parts[0]), !line.isEmpty { _ = filter.matches(NewsItem(title: line)) }
    _ = nearest(to: parts[0], in: ["scroll-speed", "scroll-time", "font"])
  }

  // MARK: - Lines

  /// Lines are the same however their bytes come.
  private static func checkLines(_ bytes: [UInt8]) throws {
    func lines(_ step: Int) -> [[UInt8]] {
      var buffer = LineBuffer(capacity: 64)
      var lines: [[UInt8]] = []
      inPieces(bytes, step) { piece in
        var rest = piece[...]
        while !rest.isEmpty {
          _ = buffer.fill { room in
            let count = min(room.count, rest.count)
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
            rest = rest.dropFirst(count)
            return .bytes(count)
          }
          while let line = buffer.next() { lines.append(Array(line)) }
        }
      }
      if let rest = buffer.rest() { lines.append(Array(rest)) }
      return lines
    }
    let whole = lines(1 << 20)
    try hold(lines(1 + checksum(bytes) % 9) == whole, "in pieces there are other lines than \(whole)")
    try hold(whole.reduce(0) { $0 + $1.count } <= bytes.count, "the lines have grown")
    for line in whole.prefix(8) {
      if let item = line.withUnsafeBytes({ try? NewsItem(jsonLine: $0, source: "f") }) {
        try check(item)
      }
    }
  }

  // MARK: - The desktop

  private static func checkSettings(_ bytes: [UInt8]) throws {
    let settings = XSettings(bytes)
    try hold(settings.values.count <= bytes.count / 12, "\(settings.values.count) settings of \(bytes.count) bytes")
  }
}
