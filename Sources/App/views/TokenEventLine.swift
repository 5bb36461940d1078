internal import Base
internal import ScrollCore

/// Events of chips as lines of JSON.
package enum TokenEventLine {
  /// The name of an event, and the fields of its line.
  static func parts(of event: TokenEvent) -> (name: String, members: [(String, JSON)]) {
    func chip(_ index: Int, _ label: String) -> [(String, JSON)] {
      [("token", .string(label)), ("index", .integer(index))]
    }
    return switch event {
    case .added(let index, let label): ("added", chip(index, label))
    case .willDelete(let index, let label): ("removing", chip(index, label))
    case .removed(let index, let label): ("removed", chip(index, label))
    case .moved(let source, let destination, let label):
      ("moved", [("token", .string(label)), ("from", .integer(source)), ("to", .integer(destination))])
    case .refused(let label, let reason):
      ("refused", [("token", .string(label)), ("reason", .string(kebabCase(reason.rawValue)))])
    case .selected(let indices): ("selected", [("indices", .array(indices.map { .integer($0) }))])
    case .didTap(let index, let label): ("tapped", chip(index, label))
    case .didTapMore(let count): ("more", [("count", .integer(count))])
    case .didBeginEditing(let text): ("editing", [("active", .bool(true)), ("text", .string(text))])
    case .didEndEditing: ("editing", [("active", .bool(false))])
    case .shouldReturn(let text): ("return", [("text", .string(text))])
    case .changedText(let text): ("text", [("text", .string(text))])
    case .heightUpdated(let height): ("height", [("height", .number(height))])
    case .didDraw(let index, let label): ("draw", chip(index, label))
    }
  }
}
