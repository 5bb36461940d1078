internal import Base
internal import ScrollCore

/// Reads values, and reports their errors.
extension ConfigurationReader {
  /// The values with their types, one for each element of a list.
  func values(of entry: TOML.Entry) throws(Failure) -> [PropertyValue] {
    guard case .array(let items) = entry.item.value else { return [try value(of: entry.item)] }
    var values: [PropertyValue] = []
    for item in items { values.append(try value(of: item)) }
    return values
  }

  private func value(of item: TOML.Item) throws(Failure) -> PropertyValue {
    switch item.value {
    case .integer(let integer): .integer(integer)
    case .float(let number): .number(number)
    case .boolean(let truth): .flag(truth)
    case .string, .moment, .array, .table: .text(try text(of: item))
    }
  }

  /// The value as texts, one for each element of a list.
  func texts(of entry: TOML.Entry) throws(Failure) -> [String] {
    guard case .array(let items) = entry.item.value else { return [try text(of: entry.item)] }
    var texts: [String] = []
    for item in items { texts.append(try text(of: item)) }
    return texts
  }

  func text(of item: TOML.Item) throws(Failure) -> String {
    switch item.value {
    case .string(let text), .moment(let text): return text
    case .integer(let integer): return "\(integer)"
    case .float(let number): return shortest(number)
    case .boolean(let truth): return truth ? "true" : "false"
    case .array, .table: throw wrong("a value is expected, not \(item.value.kind)", at: item.place)
    }
  }

  func reading<Result, Reason: Error & CustomStringConvertible>(
    _ entry: TOML.Entry, _ body: () throws(Reason) -> Result
  ) throws(Failure) -> Result {
    do throws(Reason) { return try body() } catch {
      let text = (error as? Failure)?.keyed ?? error.description
      throw wrong(text, at: text.hasPrefix("unknown key") ? entry.place : entry.item.place)
    }
  }

  func wrong(_ reason: String, at place: TextPlace) -> Failure { .syntax(reason, at: place, in: file) }

  /// `FILE:LINE:COLUMN`.
  func place(_ place: TextPlace) -> String { "\(file):\(place.line):\(place.column)" }
}
