/// A value of JSON (RFC 8259). Numbers keep their text, so that none loses a digit.
indirect enum JSON: Equatable, Sendable {
  case null
  case flag(Bool)
  case number(String)
  case text(String)
  case array([JSON])
  /// Members in their order; where a name comes twice, the last one counts.
  case object([Member])

  struct Member: Equatable, Sendable {
    let name: String
    let value: JSON
  }

  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  var array: [JSON]? { if case .array(let array) = self { array } else { nil } }
  /// Of a number only.
  var number: Double? { if case .number(let text) = self { Double(text) } else { nil } }
}

/// Where and why a text is not JSON.
struct JSONError: Error, Equatable, CustomStringConvertible {
  /// In bytes from the start.
  let offset: Int
  let reason: String

  var description: String { "\(reason) at byte \(offset)" }
}

extension JSON {
  /// Reads one value and nothing after it.
  init(parsing bytes: UnsafeRawBufferPointer) throws(JSONError) {
    var parser = JSONParser()
    var result: JSON?
    try parser.push(bytes) { value, _ in result = value }
    try parser.finish { value, _ in result = value }
    guard let result else { throw JSONError(offset: bytes.count, reason: "there is no value") }
    self = result
  }

  init(parsing text: String) throws(JSONError) {
    let bytes = Array(text.utf8)
    var outcome: Result<JSON, JSONError> = .failure(JSONError(offset: 0, reason: ""))
    bytes.withUnsafeBytes { buffer in
      do throws(JSONError) { outcome = .success(try JSON(parsing: buffer)) } catch { outcome = .failure(error) }
    }
    self = try outcome.get()
  }

  /// On one line, in as few bytes as it takes.
  var serialized: String {
    var output = ""
    write(to: &output)
    return output
  }

  func write(to output: inout String) {
    switch self {
    case .null: output += "null"
    case .flag(let flag): output += flag ? "true" : "false"
    case .number(let text): output += text
    case .text(let text): Self.write(text, to: &output)
    case .array(let values):
      output += "["
      for (index, value) in values.enumerated() {
        if index > 0 { output += "," }
        value.write(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { output += "," }
        Self.write(member.name, to: &output)
        output += ":"
        member.value.write(to: &output)
      }
      output += "}"
    }
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029 {
          let digits = String(scalar.value, radix: 16)
          output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          output.unicodeScalars.append(scalar)
        }
      }
    }
    output += "\""
  }
}
