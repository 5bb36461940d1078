/// A JSON value, to be written.
enum JSON {
  case text(String)
  case number(Double)
  case truth(Bool)
  case list([JSON])
  case object([(String, JSON)])
  case null

  /// The value on one line; numbers that JSON has no word for are null.
  var line: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number):
      if number == number.rounded() && abs(number) < 1e15 {
        "\(Int(number))"
      } else {
        number.isFinite ? "\(number)" : "null"
      }
    case .truth(let truth): "\(truth)"
    case .list(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
    case .object(let fields):
      "{" + fields.map { "\(Self.quoted($0)): \($1.line)" }.joined(separator: ", ") + "}"
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
