internal import Base
internal import ScrollCore

/// An item's airing as members of its object: the fields of `Airing`, and "urgent".
extension Airing {
  /// Reads the members of an object. Other members are ignored.
  ///
  /// - Throws: An error with the member's name.
  init(json: JSON) throws(ValueError) {
    self.init()
    for property in Self.properties {
      guard let member = json[property.flag], member != .null else { continue }
      guard let text = member.string ?? (member.number == nil ? nil : member.line) else {
        throw ValueError(name: property.name, reason: "it is neither a text nor a number")
      }
      try property.read(.text(text), into: &self)
    }
    guard let urgent = json["urgent"], urgent != .null else { return }
    guard let flag = urgent.bool else { throw ValueError("“urgent” is neither true nor false") }
    if flag { self = asUrgent }
  }
}

extension NewsItem {
  /// The fields that have a value.
  var airingMembers: [(String, JSON)] {
    if airing == Airing() { return [] }
    return airing.fields.compactMap { field in field.value.map { (field.name, .string($0.text)) } }
  }

  /// Whether it comes over the other headlines at once.
  package var breaksIn: Bool { airing.breaksIn }
}
