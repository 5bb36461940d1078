import Newsreel
import TestKit
import Testing

extension SeedRow {
  /// A text view that scrolls by itself.
  static var autoScroll: [SeedRow] {
    [
      SeedRow("scrollPointsPerSecond") { desk in
        let (lyrics, window) = try song(on: desk)
        lyrics.start(speed: 200)
        let start = lyrics.offset
        try window.run("100 px") { lyrics.offset > start + 100 }
        return true
      },
      SeedRow("startScrolling()") { desk in
        let (lyrics, window) = try song(on: desk)
        var ends = 0
        lyrics.onFinish = { ends += 1 }
        lyrics.start(duration: 0.1)
        try window.run("the end") { ends == 1 }
        return lyrics.offset == lyrics.contentSize.height - 100
      },
      SeedRow("stopScrolling()") { desk in
        let (lyrics, window) = try song(on: desk)
        lyrics.start(speed: 200)
        try window.run("motion") { lyrics.offset > 0 }
        lyrics.stop()
        let offset = lyrics.offset
        _ = window.run(for: 0.05)
        return lyrics.offset == offset
      },
      SeedRow("isScrolling") { desk in
        let (lyrics, window) = try song(on: desk)
        let before = lyrics.isScrolling
        lyrics.start(speed: 200)
        _ = window.run(for: 0.02)
        return !before && lyrics.isScrolling
      },
      SeedRow("contentSize") { desk in
        let (lyrics, _) = try song(on: desk)
        return lyrics.contentSize.width == 200 && lyrics.contentSize.height > 500
      },
      SeedRow("contentOffset") { desk in
        let (lyrics, window) = try song(on: desk)
        lyrics.offset = 120
        let first = lyrics.offset
        lyrics.offset = 1e6
        try window.rest(on: desk.server)
        let last = lyrics.offset
        lyrics.offset = -5
        return first == 120 && last == lyrics.contentSize.height - 100 && lyrics.offset == 0
      },
    ]
  }

  private static func song(on desk: SeedDesk) throws -> (AutoScrollView, Window) {
    let lyrics = AutoScrollView((1...100).map { "Line \($0)" }.joined(separator: "\n"))
    return (lyrics, try desk.show(lyrics, width: 200, height: 100))
  }

  /// Borders, badges and places.
  static var places: [SeedRow] {
    [
      SeedRow("borderWidth") { desk in
        let view = View()
        view.border = Border(width: 5, color: .lime)
        let one = try desk.picture(of: view).count(of: 0x00ff00)
        view.border.width = 10
        return try one == 2 * 5 * (300 + 50) && desk.picture(of: view).count(of: 0x00ff00) == 2 * 10 * (300 + 40)
      },
      SeedRow("borderColor") { desk in
        let view = View()
        view.border = Border(width: 5, color: .lime)
        view.border.color = "#ff0000"
        return try desk.picture(of: view).count(of: 0xff0000) == 2 * 5 * (300 + 50)
      },
      SeedRow("cornerRadius") { desk in
        let view = View()
        view.border = Border(width: 5, color: .lime)
        let square = try desk.picture(of: view)
        view.border.radius = 20
        let round = try desk.picture(of: view)
        return square[0, 0] == 0x00ff00 && round[0, 0] != 0x00ff00 && round[150, 0] == 0x00ff00
      },
      SeedRow("badge.image") { desk in
        let badge = BadgeView("", image: Project.folder + "/Tests/RenderTests/Pictures/square.jpg")
        return try desk.inkHeight(of: badge, height: 200) > 5
      },
      SeedRow("badge.label") { desk in
        let badge = BadgeView("Label")
        let window = try desk.show(View([badge]))
        // The badge hugs its parts.
        return badge.frame.height < 30 && badge.frame.width < 60 && window.isOpen
      },
      SeedRow("badge.offset") { desk in
        let badge = BadgeView("■")
        let middle = try desk.picture(of: badge, height: 200)
        badge.offset = Point(x: 0, y: -75)
        let above = try desk.picture(of: badge, height: 200)
        let (first, second) = (try top(of: middle), try top(of: above))
        return first - second == 75
      },
      SeedRow("badge.textField") { desk in
        // A text field gives its text to a label while it is typed.
        let (field, badge) = (TextFieldView(), BadgeView("-"))
        field.height = 30
        field.onEdit = { badge.text = $0 }
        let window = try desk.show(StackView(.vertical, alignment: .center, [field, badge]), height: 100)
        try await desk.type("wide", into: window)
        try window.run("the label, not \(badge.text)") { badge.text == "wide" && badge.frame.width > 20 }
        return abs(badge.frame.minX + badge.frame.maxX - 300) <= 1
      },
      SeedRow("placeIn…(of:)") { desk in
        try arranged(on: desk, inner.map { ($0, true) })
      },
      SeedRow("placeOn…(of:)") { desk in
        try arranged(on: desk, outer.map { ($0, true) })
      },
      SeedRow("placeIn…OfSuperView()") { desk in
        try arranged(on: desk, inner.map { ($0, false) })
      },
    ]
  }

  private static func top(of picture: Screenshot) throws -> Int {
    try #require((0..<200).first { y in (0..<300).contains { picture[$0, y] != 0 } })
  }

  private static let inner: [Placement] = [
    .inLeft, .inRight, .inTop, .inBottom, .inTopLeft, .inTopRight, .inBottomLeft, .inBottomRight, .inCenter, .inMidX,
    .inMidY,
  ]
  private static let outer: [Placement] = [
    .onLeft, .onRight, .onTop, .onBottom, .onTopLeft, .onTopRight, .onBottomLeft, .onBottomRight,
  ]

  /// Views of 20×10 at a sibling of 60×30 at (100, 20), or in their superview of 300×60, are where the original puts them:
  /// what a placement does not name stays 0, and the offset is added.
  private static func arranged(on desk: SeedDesk, _ cases: [(Placement, isOnSibling: Bool)]) throws -> Bool {
    let sibling = View()
    (sibling.width, sibling.height) = (60, 30)
    sibling.place(.inTopLeft, dx: 100, dy: 20)
    let group = View([sibling])
    let boxes = cases.map { placement, isOnSibling in
      let box = View()
      (box.width, box.height) = (20, 10)
      box.place(placement, of: isOnSibling ? sibling : nil, dx: 3, dy: -2)
      group.addSubview(box)
      return box
    }
    _ = try desk.show(group)
    return zip(cases, boxes).allSatisfy { one, box in
      let (place, name) = (one.isOnSibling ? sibling.frame : group.frame, one.0.name)
      var origin = Point.zero
      let isOn = name.hasPrefix("on")
      if name.contains("left") { origin.x = (isOn ? place.minX - 20 : place.minX) + 3 }
      if name.contains("right") { origin.x = (isOn ? place.maxX : place.maxX - 20) + 3 }
      if name.contains("center") || name.contains("mid-x") { origin.x = place.minX + (place.width - 20) / 2 + 3 }
      if name.contains("top") { origin.y = (isOn ? place.minY - 10 : place.minY) - 2 }
      if name.contains("bottom") { origin.y = (isOn ? place.maxY : place.maxY - 10) - 2 }
      if name.contains("center") || name.contains("mid-y") { origin.y = place.minY + (place.height - 10) / 2 - 2 }
      return box.frame == Rect(origin: origin, size: Size(width: 20, height: 10))
    }
  }
}
