internal import Scene
internal import ScrollCore

extension StripLayout.Dock {
  /// The edge that a strip with these window options lies at, whose opposite has the line.
  init(_ window: [Assignment]) {
    var options = WindowOptions()
    guard (try? options.assign(window)) != nil else {
      self = .bottom
      return
    }
    let isTop =
      [.inTop, .inTopLeft, .inTopRight].contains(options.place)
      || options.geometry.y.map { !$0.isFromFarEdge && $0.distance == 0 } ?? false
    self = isTop ? .top : .bottom
  }
}

/// Content ids for views that make contents as they go.
final class IDSource {
  private var ids: ContentIDs

  init(_ ids: ContentIDs) { self.ids = ids }

  func next() -> Int { ids.next() }
}
