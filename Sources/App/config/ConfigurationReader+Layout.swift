internal import Base
internal import Formats
internal import Scene
internal import ScrollCore
internal import Windows

/// Reads rows and columns.
extension ConfigurationReader {
  /// The limit for nesting.
  private static let deepest = 8

  /// The keys that place a view.
  static let layoutKeys = ["view", "row", "column", "spacing", "size"]

  func layout(
    _ entries: [TOML.Entry], at place: TextPlace, window: Settings<WindowOptions>, isWindow: Bool, depth: Int,
    _ views: inout [any PlannedView]
  ) -> (layout: StackLayout, length: StackLength?)? {
    // Nothing, if that is left out.
    var part: (layout: StackLayout, length: StackLength?)?
    attempt { () throws(Failure) in
      part = try validLayout(entries, at: place, window: window, isWindow: isWindow, depth: depth, &views)
    }
    return part
  }

  private func validLayout(
    _ entries: [TOML.Entry], at place: TextPlace, window: Settings<WindowOptions>, isWindow: Bool, depth: Int,
    _ views: inout [any PlannedView]
  ) throws(Failure) -> (layout: StackLayout, length: StackLength?)? {
    guard depth <= Self.deepest else {
      throw wrong("rows and columns are nested more than \(Self.deepest) deep", at: place)
    }
    var entries = entries
    let length = remove("size", from: &entries).flatMap { size in
      attempting { () throws(Failure) in try self.length(size) }
    }
    if let entry = remove("row", from: &entries) ?? remove("column", from: &entries) {
      let spacing =
        remove("spacing", from: &entries).flatMap { entry in
          attempting { () throws(Failure) in try self.spacing(entry) }
        } ?? 0
      for other in entries {
        let keys = ["row", "column", "spacing", "size"] + (isWindow ? Self.windowNames : [])
        attempt { () throws(Failure) in
          throw wrong("unknown key '\(other.key)'" + hint(for: other.key, in: keys), at: other.place)
        }
      }
      guard case .array(let items) = entry.item.value, !items.isEmpty else {
        throw wrong("\(entry.key) is a list of tables, as [[window.\(entry.key)]]", at: entry.item.place)
      }
      var stack = StackLayout.Stack(isRow: entry.key == "row", spacing: spacing, [])
      for item in items {
        attempt { () throws(Failure) in
          guard case .table(let table) = item.value else {
            throw wrong("a view is a table, not \(item.value.kind)", at: item.place)
          }
          guard
            let part = self.layout(
              table.entries, at: item.place, window: window, isWindow: false, depth: depth + 1, &views)
          else { return }
          let usual = Self.usualLength(of: part.layout, views, isRow: stack.isRow)
          stack.parts.append(StackLayout.Part(part.layout, part.length ?? usual))
        }
      }
      return stack.parts.isEmpty ? nil : (.stack(stack), length)
    }
    guard views.count < Self.mostViews else { throw wrong("more than \(Self.mostViews) views in a window", at: place) }
    guard let kind = remove("view", from: &entries) else {
      throw wrong("which view? write view = \"crawl\", or a row or column of views", at: place)
    }
    let view = try view(kind, entries, at: place, window: window, number: views.count + 1)
    if views.contains(where: { $0.id == view.id }) {
      let named = entries.first { $0.key == "id" }?.item.place
      throw wrong("another view of the window has the id '\(view.id)'; give this one its own", at: named ?? place)
    }
    views.append(view)
    return (.view(views.count - 1), length)
  }

  /// The default length: the remaining space for a view that scrolls, else its natural size.
  private static func usualLength(of layout: StackLayout, _ views: [any PlannedView], isRow: Bool) -> StackLength {
    guard case .view(let number) = layout else { return .share(1) }
    let stretches = views[number].stretches
    return (isRow ? stretches.across : stretches.down) ? .share(1) : .natural
  }

  private func length(_ entry: TOML.Entry) throws(Failure) -> StackLength {
    switch entry.item.value {
    case .integer(let pixels) where 0...32767 ~= pixels: return .fixed(Double(pixels))
    case .float(let pixels) where 0...32767 ~= pixels: return .fixed(pixels)
    case .string("content"): return .natural
    case .string(let text):
      if text.hasSuffix("fr"), let parts = Double(text.dropLast(2)), parts > 0, parts <= 1000 { return .share(parts) }
    default: break
    }
    throw wrong("size takes pixels, \"content\" or a share as \"2fr\"", at: entry.item.place)
  }

  private func spacing(_ entry: TOML.Entry) throws(Failure) -> Double {
    guard case .integer(let pixels) = entry.item.value, 0...10000 ~= pixels else {
      throw wrong("spacing takes a number of pixels, 0 to 10000", at: entry.item.place)
    }
    return Double(pixels)
  }

  private func remove(_ key: String, from entries: inout [TOML.Entry]) -> TOML.Entry? {
    entries.firstIndex { $0.key == key }.map { entries.remove(at: $0) }
  }
}
