import Glibc
import Newsreel
import NewsreelTesting
import TestKit
import TestTags
import Testing

/// What every view has around what it shows: padding, a background, opacity.
@Suite("The box of a view", .serialized, .tags(.x11)) struct LibraryBoxTests {
  private func onServer(_ body: () throws -> Void) async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try body()
  }

  /// A view of each kind, with something white to see.
  private static func views() -> [View] {
    let crawl = CrawlView("HHHH")
    crawl.scrollTime = 0
    let counter = CounterView()
    counter.number = 88
    let lyrics = AutoScrollView("HHHH")
    let tags = TokenFieldView(["HHHH"])
    (tags.firstResponderAtStart, tags.tokenBackground) = (false, .white)
    let strip = StripView("HHHH")
    let label = Label("HHHH")
    for view in [crawl, counter, lyrics, label] as [View] { view.background = .black }
    crawl.textColor = .white
    let own = View([Label("HHHH")])
    return [
      crawl, counter, lyrics, tags, strip, BadgeView("HHHH"), label, Button("HHHH"), ScrollView(Label("HHHH")),
      StackView(.vertical, [Label("HHHH")]), own,
    ]
  }

  /// The part of a picture that differs from a colour.
  private func ink(of picture: Picture, on color: Color) -> Rect? {
    let points = (0..<picture.height).flatMap { y in
      (0..<picture.width).compactMap { x in picture[x, y] == color ? nil : (x, y) }
    }
    guard let left = points.map(\.0).min(), let right = points.map(\.0).max(), let top = points.map(\.1).min(),
      let bottom = points.map(\.1).max()
    else { return nil }
    return Rect(x: Double(left), y: Double(top), width: Double(right - left + 1), height: Double(bottom - top + 1))
  }

  @Test("Padding keeps what a view shows from its edges, and its natural size has it; so at a second change")
  func padding() async throws {
    try await onServer {
      for view in Self.views() {
        let natural = view.naturalSize(width: 200)
        view.background = .black
        for padding in [Insets(20), Insets(top: 8, right: 40, bottom: 12, left: 60)] {
          view.padding = padding
          let (name, size) = ("\(type(of: view))", view.naturalSize())
          #expect(size.height >= padding.top + padding.bottom, "\(name)")
          if view is Label || view is BadgeView || view is Button {
            #expect(view.naturalSize(width: 300).height >= natural.height + min(0, padding.top), "\(name)")
          }
          let picture = try ViewHarness(view, size: Size(width: 300, height: 100), background: .black).picture()
          guard !(view is Button), let ink = ink(of: picture, on: .black) else { continue }
          #expect(ink.minX >= padding.left && ink.maxX <= 300 - padding.right, "\(name) \(ink)")
          #expect(ink.minY >= padding.top && ink.maxY <= 100 - padding.bottom, "\(name) \(ink)")
        }
        view.padding = 0
      }
    }
  }

  @Test("A counter and a text have their margins as padding, which a border takes nothing from") func margins()
    async throws
  {
    try await onServer {
      let (counter, lyrics) = (CounterView(), AutoScrollView("HHHH"))
      #expect(counter.padding == Insets(right: 12, left: 12) && lyrics.padding == Insets(right: 16, left: 16))
      (counter.number, counter.background, counter.alignment, lyrics.alignment) = (88, .black, .left, .left)
      lyrics.background = .black
      func left(_ view: View) throws -> Double {
        let picture = try ViewHarness(view, size: Size(width: 300, height: 60), background: .black).picture()
        // The border is at the edge.
        for x in 3..<150 where (3..<57).contains(where: { picture[x, $0] != .black }) { return Double(x) }
        return 0
      }
      for view in [counter, lyrics] as [View] {
        let (standard, margin) = (try left(view), view.padding.left)
        view.padding = 0
        #expect(try left(view) <= max(3, standard - margin) + 1)
        view.padding = Insets(right: 40, left: 40)
        #expect(try left(view) == standard - margin + 40)
        view.border = Border(width: 3, color: .red)
        #expect(try left(view) == standard - margin + 40)
        view.border = Border()
        try view.set("inset", to: "30")
        #expect(view.padding == Insets(right: 30, left: 30))
        #expect(try left(view) == standard - margin + 30)
        #expect(view.value(of: "inset") == "30")
      }
      let copy = CounterView()
      copy.style = counter.style
      #expect(copy.padding == Insets(right: 30, left: 30) && copy.alignment == .left)
      // What one side has more than the other stays with it.
      copy.padding = Insets(top: 4, right: 50, left: 20)
      try copy.set("inset", to: "25")
      #expect(copy.padding == Insets(top: 4, right: 55, left: 25))
      // Columns that share the width keep it, too.
      (counter.padding, counter.alignment) = (Insets(right: 50, left: 50), .fill)
      #expect(try left(counter) >= 50)
    }
  }

  @Test("A background fills all inside the border, and nil is transparent") func background() async throws {
    try await onServer {
      for view in Self.views() where !(view is Button) {
        let name = "\(type(of: view))"
        view.padding = 10
        view.border = Border(width: 3, color: .red)
        for color in [Color.navy, .teal] {
          view.background = color
          #expect(view.background == color, "\(name)")
          let picture = try ViewHarness(view, size: Size(width: 200, height: 80), background: .black).picture()
          // In the padding, at all four sides.
          for (x, y) in [(5, 40), (194, 40), (100, 5), (100, 74)] {
            #expect(picture[x, y] == color, "\(name) \(x) \(y)")
          }
          #expect(picture[1, 40] == .red && picture[198, 40] == .red, "\(name)")
        }
        view.background = nil
        let picture = try ViewHarness(view, size: Size(width: 200, height: 80), background: .maroon).picture()
        #expect(picture[5, 40] == .maroon && picture[100, 74] == .maroon, "\(name)")
        #expect(view.background.map { $0.alpha == 0 } ?? true, "\(name)")
      }
    }
  }

  @Test("A translucent background is drawn once, with padding and without, inside any border") func translucent()
    async throws
  {
    try await onServer {
      for view in Self.views() where !(view is Button) {
        let name = "\(type(of: view))"
        view.background = Color(red: 255, green: 255, blue: 255, alpha: 128)
        for (padding, border) in [(0.0, Border()), (10, Border()), (10, Border(width: 3, color: .red)), (0, Border())] {
          view.padding = Insets(padding)
          view.border = border
          let picture = try ViewHarness(view, size: Size(width: 200, height: 80), background: .black).picture()
          // What is written is in the middle, or without padding at the top and at the left.
          let places = padding > 0 ? [(5, 10), (194, 70), (100, 5), (5, 74)] : [(194, 70)]
          let colors = Set(places.map { picture[$0, $1] })
          let isOnce = colors == [Color(rgb: 0x808080)] || colors == [Color(rgb: 0x7f7f7f)]
          #expect(isOnce, "\(name) \(padding) \(border.width) \(colors)")
        }
      }
    }
  }

  @Test("Opacity makes a view and all in it translucent, and comes back") func opacity() async throws {
    try await onServer {
      for view in Self.views() {
        let name = "\(type(of: view))"
        let group = View([view])
        (view.width, view.height) = (200, 80)
        view.background = .white
        let harness = try ViewHarness(group, size: Size(width: 200, height: 80), background: .black)
        let whole = try harness.picture()
        group.opacity = 0.5
        let half = try harness.picture()
        view.opacity = 0
        let none = try harness.picture()
        (view.opacity, group.opacity) = (1, 1)
        #expect(try harness.picture() == whole, "\(name)")
        #expect(none.pixels.allSatisfy { $0 & 0xffffff == 0 }, "\(name)")
        func light(_ picture: Picture) -> Int { picture.pixels.reduce(0) { $0 + Int($1 >> 8 & 0xff) } }
        #expect(light(half) < light(whole) && light(half) > 0, "\(name)")
      }
    }
  }

  @Test("Invalid values become the nearest, and are told") func invalid() {
    let view = View()
    var told: [String] = []
    view.onInvalidValue = { told.append($0.name) }
    view.padding = Insets(top: -1, right: .nan, bottom: 1e9, left: 3)
    (view.opacity, view.background) = (7, "nocolour")
    #expect(
      view.padding == Insets(top: 0, right: 0, bottom: 32767, left: 3) && view.opacity == 1 && view.background == nil)
    view.opacity = .nan
    #expect(
      told == ["padding.top", "padding.right", "padding.bottom", "opacity", "background", "opacity"]
        && view.opacity == 1)
  }
}
