package import ScrollCore

/// An inspected window.
package struct InspectedWindow: Equatable, Sendable {
  package enum Link: Equatable, Sendable {
    /// No answer yet.
    case waiting
    case live
    /// It does not answer.
    case silent
    case ended
  }

  /// The name by which requests address it.
  package let name: String
  package internal(set) var link = Link.waiting
  package internal(set) var properties: [PropertyInfo] = []
  /// The number of its program.
  package internal(set) var process = 0
  package internal(set) var isPaused = false

  package init(name: String) { self.name = name }

  /// The owners of its properties, in order.
  var views: [String] {
    properties.reduce(into: []) { views, property in
      if !views.contains(property.view) { views.append(property.view) }
    }
  }

  func property(named name: String) -> PropertyInfo? { properties.first { $0.name == name } }
}

/// A view of a window, or the window itself: the content of one page.
struct InspectedPart: Hashable, Sendable {
  var window: String
  var view: String
}
