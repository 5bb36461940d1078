internal import Base
internal import Newswire
internal import ScrollCore

/// Reads the arguments of a request.
extension ControlRequest {
  /// All arguments as texts.
  func texts() throws(Failure) -> [String] {
    var texts: [String] = []
    for argument in arguments {
      guard let text = argument.word else { throw wrong("\(argument.line.prefix(80)) is not a text") }
      texts.append(text)
    }
    return texts
  }

  /// All arguments as headlines: texts, or objects as for --json-lines.
  func items(isUrgent: Bool = false) throws(Failure) -> [NewsItem] {
    var items: [NewsItem] = []
    for argument in arguments {
      let object = argument.word.map { JSON.object([("text", .string($0))]) } ?? argument
      var item = try NewsItem(object: object, source: command.rawValue)
      if isUrgent { item.airing = item.airing.asUrgent }
      items.append(item)
    }
    return items
  }

  func number() throws(Failure) -> NumberReading {
    let text = arguments[0] == .null ? "" : arguments[0].word
    guard let text, let reading = NumberReading(text) else {
      throw wrong("'\(arguments[0].word ?? String(arguments[0].line.prefix(80)))' is not a number")
    }
    return reading
  }

  /// A distance in pixels.
  func place() throws(Failure) -> Double {
    let text = arguments[0].word ?? ""
    guard let pixels = Double(text), abs(pixels) <= 1e9 else {
      throw wrong("'\(text)' is not a number of pixels, such as 240")
    }
    return pixels
  }

  /// Alternating names and values, or an object of them.
  func changes() throws(Failure) -> [PropertyChange] {
    if arguments.count == 1, case .object(let members) = arguments[0] {
      var changes: [PropertyChange] = []
      for (name, value) in members {
        guard let new = PropertyValue(value) else { throw wrong("\(name): \(value.line.prefix(80)) is not a value") }
        changes.append(PropertyChange(name, to: new))
      }
      return changes
    }
    let words = try texts()
    guard words.count.isMultiple(of: 2) else { throw wrong("a value is missing after \(words[words.count - 1])") }
    return stride(from: 0, to: words.count, by: 2).map {
      PropertyChange(words[$0], to: PropertyValue(arguments[$0 + 1]) ?? .text(words[$0 + 1]))
    }
  }

  private func wrong(_ reason: String) -> Failure { .usage("\(command.rawValue): \(reason)") }
}

extension Failure {
  /// The error for a command that no view of the window supports.
  static func unsuited(_ request: ControlRequest) -> Failure {
    .usage("\(request.command.rawValue): nothing shown supports this")
  }
}
