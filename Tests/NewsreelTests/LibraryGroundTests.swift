import Glibc
import Newsreel
import NewsreelTesting
import TestKit
import TestTags
import Testing

/// What is cut, what shows through, and what stands beside another window.
@Suite("Views on a ground", .serialized, .tags(.x11)) struct LibraryGroundTests {
  private func onServer(_ body: () throws -> Void) async throws {
    let server = try await XServer(width: 800, height: 400)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try body()
  }

  private func box(_ color: Color, height: Double) -> View {
    let box = View()
    (box.background, box.height, box.width) = (color, height, 100)
    return box
  }

  @Test("A scroll view cuts what it does not show, at the start, under way, and at the start again") func cut()
    async throws
  {
    try await onServer {
      let rows = StackView(.vertical, (0..<30).map { _ in StackView(.vertical, [box(.red, height: 20)]) })
      let list = ScrollView(rows)
      list.height = 90
      let column = StackView(.vertical, [list, box(.blue, height: 40)])
      let harness = try ViewHarness(column, size: Size(width: 100, height: 240), background: .black)
      for offset in [0.0, 12, 30, 0] {
        list.contentOffset.y = offset
        let picture = try harness.picture()
        let other = (0..<90).filter { picture[50, $0] != .red }
        #expect(other.isEmpty, "\(offset) \(other)")
        #expect((90..<130).allSatisfy { picture[50, $0] == .blue }, "\(offset)")
        #expect((130..<240).allSatisfy { picture[50, $0] == .black }, "\(offset)")
      }
    }
  }

  @Test("What stands in a view that is cut is cut with it") func cutWithin() async throws {
    try await onServer {
      let inner = View([StackView(.vertical, [box(.red, height: 200)])])
      (inner.height, inner.width) = (200, 100)
      let frame = View([inner])
      (frame.height, frame.width) = (50, 100)
      inner.place(.inTop)
      let column = StackView(.vertical, [frame, box(.blue, height: 40)])
      let picture = try ViewHarness(column, size: Size(width: 100, height: 240), background: .black).picture()
      #expect(picture[50, 40] == .red && picture[50, 60] == .blue && picture[50, 150] == .black)
    }
  }

  @Test("Without a background text fades into what is behind it, translucent or not") func fades() async throws {
    try await onServer {
      let ground = Color(rgb: 0x204060)
      for opacity in [1.0, 0.5] {
        let crawl = CrawlView(String(repeating: "WWWW ", count: 40))
        (crawl.background, crawl.edgeFade, crawl.opacity, crawl.height) = (.clear, 24, opacity, 40)
        let lyrics = AutoScrollView(String(repeating: "WWWW\n", count: 40))
        (lyrics.background, lyrics.edgeFade, lyrics.opacity) = (.clear, 24, opacity)
        let column = StackView(.vertical, [crawl, lyrics])
        column.background = ground
        let harness = try ViewHarness(column, size: Size(width: 200, height: 160), background: .black)
        harness.advance(by: 3)
        let picture = try harness.picture()
        // At the ends the ground alone is seen, and nowhere anything darker.
        for y in 0..<40 {
          for x in [0, 199] {
            let red = Int(picture[x, y]?.red ?? 0)
            #expect((0x20 - 2...0x20 + 16).contains(red), "\(opacity) \(x) \(y)")
          }
        }
        var darkest = 255
        for x in 0..<200 { for y in 0..<160 { darkest = min(darkest, Int(picture[x, y]?.blue ?? 0)) } }
        #expect(darkest >= 0x60 - 1, "\(opacity)")
      }
    }
  }

  @Test("A translucent view keeps its round corners") func corners() async throws {
    try await onServer {
      for width in [0, 2.0] as [Double] {
        let view = box(.white, height: 60)
        (view.border, view.opacity) = (Border(width: width, color: .white, radius: 20), 0.5)
        let group = View([view])
        group.background = Color(rgb: 0x204060)
        view.place(.inCenter)
        let harness = try ViewHarness(group, size: Size(width: 160, height: 100), background: .black)
        for opacity in [0.5, 1, 0.5] as [Double] {
          view.opacity = opacity
          let picture = try harness.picture()
          for (x, y) in [(30, 20), (31, 21), (129, 20), (30, 79), (129, 79)] {
            let shown = picture[x, y]
            #expect(shown == Color(rgb: 0x204060), "\(width) \(opacity) \(x) \(y) \(String(describing: shown))")
          }
          let middle = Int(picture[80, 50]?.red ?? 0)
          #expect(opacity < 1 ? (0x70...0xc0).contains(middle) : middle == 0xff)
        }
      }
    }
  }

  @Test("A spacer in a column does not make its window as high as the screen") func spacer() async throws {
    try await onServer {
      let gap = View()
      let column = StackView(.vertical, [Label("x"), gap, Label("y")])
      let window = try Window(column, width: 200, at: .inTopLeft)
      _ = window.run(for: 0.05)
      #expect(window.frame.height < 80)
      try window.resize(width: 200, height: 200)
      try window.run("the room") { gap.frame.height > 100 }
    }
  }

  @Test("What stands beside a window keeps its own size, and is on the screen") func beside() async throws {
    try await onServer {
      let dock = try Window(box(.blue, height: 72), kind: .dock, height: 72, at: .inBottom)
      let note = try Window(box(.white, height: 66), at: .onTop, of: dock.id)
      let corner = try Window(box(.white, height: 30), at: .onTopRight, of: dock.id)
      for height in [6.0, 72, 6, 72] {
        try dock.place(.inBottom, height: height)
        try note.run("its place above \(height), \(note.frame)") {
          dock.frame.height == height && note.frame.height == 66 && note.frame.maxY == dock.frame.minY
        }
        try corner.run("the screen, \(corner.frame)") { corner.frame.maxX <= 800 && corner.frame.minX >= 0 }
      }
    }
  }

  @Test("Beyond the most chips others are refused, typed or added, and what is taken back makes room") func limit()
    async throws
  {
    try await onServer {
      let field = TokenFieldView(["a"])
      field.maxItems = 3
      var refused: [String] = []
      field.delegate.didRefuse = { _, label, reason in refused.append("\(label) \(reason)") }
      let harness = try ViewHarness(field, size: Size(width: 300, height: 60), background: .black)
      harness.click(Point(x: 250, y: 20))
      harness.type("b, c, d")
      harness.press(.enter)
      #expect(field.items == ["a", "b", "c"] && refused == ["d tooMany"] && field.text == "d")
      #expect(!field.append("e") && refused.last == "e tooMany")
      field.remove(at: 0)
      #expect(field.append("e") && field.items == ["b", "c", "e"])
      field.items = ["1", "2", "3", "4"]
      #expect(field.items.count == 4 && !field.append("5"))
      field.maxItems = nil
      #expect(field.append("5"))
    }
  }

  @Test("What a field cannot take back is the program's to take back") func undo() async throws {
    final class Owner: View {
      var keys: [Key] = []
      override var acceptsKeyboard: Bool { true }
      override func handle(_ event: Event) -> Bool {
        if case .key(let key?, _, let modifiers) = event, modifiers == .control { keys.append(key) }
        return false
      }
    }
    try await onServer {
      let (owner, field) = (Owner(), TokenFieldView())
      owner.addSubview(field)
      (field.width, field.height) = (300, 60)
      let harness = try ViewHarness(owner, size: Size(width: 300, height: 60), background: .black)
      harness.click(Point(x: 150, y: 20))
      harness.press(.character("z"), .control)
      #expect(owner.keys == [.character("z")])
      harness.type("ab")
      harness.press(.character("z"), .control)
      #expect(owner.keys.count == 1 && field.text.isEmpty)
      harness.press(.character("z"), .control)
      #expect(owner.keys.count == 2)
    }
  }

  @Test("A view may change its window while it is asked where it stands") func changesWhileDrawn() async throws {
    final class Restless: View {
      var changes = 0
      override func frame(at time: Seconds) -> Motion {
        changes += 1
        if changes < 20 {
          window?.isClickThrough.toggle()
          window?.background = changes.isMultiple(of: 2) ? .white : .black
        }
        return .rests(at: frame)
      }
    }
    try await onServer {
      let view = Restless()
      let group = View([view])
      let window = try Window(group, width: 100, height: 50, at: .inTopLeft)
      try window.run("its changes") { view.changes > 3 }
      #expect(window.isOpen)
    }
  }

  @Test("A closure that is told of an invalid value sees none") func refusals() async throws {
    try await onServer {
      let (label, button, stack) = (Label("some words\nin lines"), Button("Go"), StackView(.vertical, spacing: 2))
      var seen: [String] = []
      for view in [label, button, stack] as [View] {
        view.onInvalidValue = { error in
          seen.append(error.name)
          _ = view.naturalSize()
          #expect((0...1).contains(view.opacity) && (view.width ?? 0) >= 0 && (view.height ?? 0) >= 0)
          #expect((label.maxLines ?? 1) >= 1 && label.fontSize >= 1 && button.fontSize >= 1 && stack.spacing >= 0)
        }
        (view.opacity, view.width, view.height) = (-3, -5, .infinity)
      }
      (label.maxLines, label.fontSize, button.fontSize, stack.spacing) = (-3, -1, .nan, -9)
      #expect(seen.suffix(4) == ["maxLines", "fontSize", "fontSize", "spacing"] && seen.count == 13)
    }
  }
}
