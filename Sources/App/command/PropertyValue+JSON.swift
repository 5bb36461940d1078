internal import Base
internal import ScrollCore

extension PropertyValue {
  /// A JSON value with its own type. A number in an unusual notation stays text. Nil for null.
  init?(_ json: JSON) {
    switch json {
    case .bool(let truth): self = .flag(truth)
    case .string(let text): self = .text(text)
    case .numeral(let text):
      let values = [Int(text).map(PropertyValue.integer), Double(text).map(PropertyValue.number)]
      self = values.lazy.compactMap(\.self).first { $0.text == text } ?? .text(text)
    case .array(let values): self = .list(values.compactMap(PropertyValue.init))
    case .object(let members): self = .table(members.map { PropertyChange($0.0, to: PropertyValue($0.1)) })
    case .null: return nil
    }
  }
}
