internal import Base
internal import ScrollCore

/// A property of something that is shown, with what it is now.
struct LiveProperty {
  let row: PropertyRow
  /// "crawl" or "window"; in a window of several views, what that one is called.
  var view: String
  /// It has to be named with its view, as several have it.
  var isScoped = false
  let value: PropertyValue
  /// Somebody has set it; otherwise it is what suits the rest.
  let isSet: Bool

  init<Owner>(_ property: Property<Owner>, of owner: Owner, initial: Owner, view: String, isSet: Bool) {
    row = PropertyRow(property, of: initial)
    (self.view, self.isSet) = (view, isSet)
    value = property.value(of: owner)
  }

  /// What it is asked for by: "scroll-speed", or "news.scroll-speed".
  var name: String { isScoped ? "\(view).\(row.name)" : row.name }

  /// All that is known of it.
  var json: JSON {
    guard case .object(let members) = row.json else { return .null }
    return .object(
      [("view", .string(view)), ("name", .string(name))] + members.filter { $0.0 != "name" } + [
        ("value", value.json), ("set", .bool(isSet)), ("joins", .bool(row.addsUp)),
        ("new-window", .bool(view == "window" && WindowOptions.ofNewWindow.contains(row.name))),
      ])
  }
}

/// A property and the text of its new value; nil: what it is where nobody sets it.
struct PropertyChange {
  let name: String
  let text: String?
}

extension Settings {
  mutating func take(_ changes: [PropertyChange]) throws(ValueError) {
    for change in changes {
      if let text = change.text { try set(change.name, to: text) } else { try reset(change.name) }
    }
  }
}
