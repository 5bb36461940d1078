/// An item of a wall's crawl, as wide as its conductor has measured it.
package struct WallItem: Hashable, Sendable {
  /// The label before an item.
  package struct Topic: Hashable, Sendable {
    package var name: String
    /// The number of its colour.
    package var tone: Int

    package init(_ name: String, tone: Int) { (self.name, self.tone) = (name, tone) }
  }

  /// Identifies it among the wall's items.
  package var id: String
  package var text: String
  package var topic: Topic?
  package var link: String?
  package var isMarkup = false
  /// Whether it follows the item before it without a gap, as a part of a long text.
  package var isContinued = false
  /// In pixels, without the gap before it; a multiple of `WallPlan.grain`.
  package var width: Double

  package init(id: String, text: String, width: Double) {
    (self.id, self.text) = (id, text)
    self.width = WallPlan.grains(min(max(width, Self.widths.lowerBound), Self.widths.upperBound))
  }

  /// The widths of items, in pixels.
  package static let widths = 8.0...100_000
}

/// An item at its place on the belt.
package struct PlacedWallItem: Equatable, Sendable {
  package var item: WallItem
  /// How far the belt has run when its leading edge reaches the wall's far edge, in pixels.
  package var place: Double

  package var end: Double { place + item.width }

  package init(_ item: WallItem, at place: Double) { (self.item, self.place) = (item, place) }
}

/// A change of a wall's crawl that its conductor announces before it takes effect.
package struct WallOperation: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    /// Items come behind another one; at the start of the list without one.
    case add([WallItem], behind: String?)
    /// Items do not come in again. Those on the wall run out.
    case remove(Set<String>)
    /// Another speed in pixels per second, eased into.
    case speed(Double)
  }

  /// The name of the plan that it belongs to, and its number there.
  package var plan: String
  package var number: Int
  /// When it takes effect.
  package var time: UnixTime
  /// The place on the belt from which on the list is another one. It makes the order exact where clocks are not.
  package var place: Double
  package var change: Change

  package init(plan: String, number: Int, time: UnixTime, place: Double, _ change: Change) {
    (self.plan, self.number, self.time, self.place, self.change) = (plan, number, time, place, change)
  }
}
