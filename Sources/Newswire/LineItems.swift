package import Base

/// Items from lines: standard input, files and commands.
extension WireItem {
  /// A line of text as it is; nil for one with nothing to show. Costs no more than the cleaning of the line.
  package init?(line: UnsafeRawBufferPointer, limit: Int = 1000) {
    let title = cleanLine(line, limit: limit)
    if title.isEmpty { return nil }
    self.init(title: title)
  }

  /// A line of `--json-lines`: `{"text":…,"link":…,"urgent":true,"ttl":60,"topic":…}`; "title" and "id", "author" and
  /// "published" (RFC 3339) are taken too, other members ignored. Throws where it is not such an object.
  package init(jsonLine line: UnsafeRawBufferPointer, source: String) throws(Failure) {
    let value: JSON
    do throws(JSONError) { value = try JSON(parsing: line) } catch {
      throw Failure(of: source, reason: "the line is not JSON: \(error)")
    }
    guard case .object = value else { throw Failure(of: source, reason: "the line is no JSON object") }
    let title = cleanText(value["text"]?.text ?? value["title"]?.text ?? "")
    guard !title.isEmpty else { throw Failure(of: source, reason: "the object has no “text”") }
    let link = try Self.link(value["link"], source: source)
    self.init(id: value["id"]?.text.map { cleanText($0) }, title: title, link: link)
    topic = value["topic"]?.text.map { cleanText($0, limit: 200) }
    author = value["author"]?.text.map { cleanText($0, limit: 200) }
    published = value["published"]?.text.flatMap(feedDate) ?? value["published"]?.number
    isUrgent = try Self.flag(value["urgent"], source: source)
    timeToLive = try Self.timeToLive(value["ttl"], source: source)
  }

  private static func link(_ value: JSON?, source: String) throws(Failure) -> String? {
    switch value {
    case nil, .null?: return nil
    case .text(let text)?:
      if let address = WebAddress(text) { return address.description }
      throw Failure(of: source, reason: "“link” is not http or https: “\(cleanText(text, limit: 80))”")
    default: throw Failure(of: source, reason: "“link” is no text")
    }
  }

  private static func flag(_ value: JSON?, source: String) throws(Failure) -> Bool {
    switch value {
    case nil, .null?: return false
    case .flag(let flag)?: return flag
    default: throw Failure(of: source, reason: "“urgent” is neither true nor false")
    }
  }

  private static func timeToLive(_ value: JSON?, source: String) throws(Failure) -> Double? {
    guard let value, value != .null else { return nil }
    guard let seconds = value.number, seconds > 0, seconds.isFinite else {
      throw Failure(of: source, reason: "“ttl” is no number of seconds above 0")
    }
    return seconds
  }
}

/// A line as it may be shown. Plain ASCII without anything to clean, which most lines are, is only copied.
package func cleanLine(_ line: UnsafeRawBufferPointer, limit: Int = 1000) -> String {
  var isPlain = line.count <= limit && line.first != 0x20 && line.last != 0x20
  var previous: UInt8 = 0x21
  for byte in line where isPlain {
    if byte < 0x20 || byte > 0x7E || (byte == 0x20 && previous == 0x20) { isPlain = false }
    previous = byte
  }
  let bounded = UnsafeRawBufferPointer(rebasing: line.prefix(limit * 64))
  let text = String(decoding: bounded, as: UTF8.self)
  return isPlain ? text : cleanText(text, limit: limit)
}
