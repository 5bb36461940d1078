import Glibc
import NewsreelTesting
import TestKit
import TestTags
import Testing

@testable import Newsreel

/// How stacks give their room, and windows follow what is in them.
@Suite("Layout", .serialized, .tags(.x11)) struct LibraryLayoutTests {
  private func onServer(_ body: (XServer) throws -> Void) async throws {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try body(server)
  }

  @Test("Room that is left goes to the highest priority, in whole pixels, and none is lost") func growth() {
    func part(_ length: Double, grow: Int) -> StackRoom.Part {
      StackRoom.Part(length: length, minimum: 0, growPriority: grow, shrinkPriority: 0)
    }
    let parts = [part(10, grow: 1), part(20, grow: 0), part(0, grow: 1), part(0, grow: 1)]
    #expect(StackRoom.lengths(of: parts, in: 130) == [43, 20, 34, 33])
    #expect(StackRoom.lengths(of: [part(10, grow: 1), part(5, grow: 2)], in: 100) == [10, 90])
    #expect(StackRoom.lengths(of: [part(10, grow: 0)], in: 100) == [10])
    #expect(StackRoom.lengths(of: [], in: 100) == [])
  }

  @Test("Where there is too little, the highest priority gives way first, down to its minimum") func shrinking() {
    func part(_ length: Double, least: Double = 0, shrink: Int) -> StackRoom.Part {
      StackRoom.Part(length: length, minimum: least, growPriority: 0, shrinkPriority: shrink)
    }
    let parts = [part(100, least: 80, shrink: 2), part(100, shrink: 2), part(100, shrink: 1), part(100, shrink: 0)]
    #expect(StackRoom.lengths(of: parts, in: 370) == [85, 85, 100, 100])
    #expect(StackRoom.lengths(of: parts, in: 300) == [80, 20, 100, 100])
    #expect(StackRoom.lengths(of: parts, in: 250) == [80, 0, 70, 100])
    #expect(StackRoom.lengths(of: parts, in: 100) == [80, 0, 0, 100])
  }

  @Test("The natural size of a view in a window of a given size is that outside of one", arguments: [true, false])
  func naturalSizes(_ isOnScreen: Bool) async throws {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    // A thread keeps the screen that it has measured for first.
    let others = try await onOwnThread {
      func views() -> [View] {
        [
          TextFieldView("a field"), TokenFieldView((0..<30).map { "chip \($0)" }), Label("some words of a text"),
          BadgeView("mark"), CounterView(),
        ]
      }
      return try zip(views(), views()).compactMap { view, free -> String? in
        let (natural, narrow) = (free.naturalSize(), free.naturalSize(width: 150))
        let (stack, size) = (StackView(.vertical, [view]), Size(width: 200, height: 60))
        let window = isOnScreen ? try Window(stack, width: size.width, height: size.height) : nil
        let harness = isOnScreen ? nil : try ViewHarness(stack, size: size)
        if let window { _ = window.run(for: 0.1) } else { harness?.advance(by: 0.1) }
        let isSame = view is CounterView || view.naturalSize() == natural
        return isSame && narrow.height > 0 && view.naturalSize(width: 150) == narrow ? nil : "\(type(of: view))"
      }
    }
    #expect(others == [])
  }

  @Test("A row has gaps, minimal sizes and places across") func row() async throws {
    try await onServer { server in
      let (mark, label) = (BadgeView("i"), BadgeView("Label"))
      let row = StackView(.horizontal, spacing: 10, alignment: .bottom, [mark, label])
      (mark.minWidth, mark.minHeight) = (60, 30)
      label.growPriority = 1
      let window = try Window(row, width: 300, height: 80, at: .inTopLeft)
      try window.rest(on: server)
      #expect(mark.frame == Rect(x: 0, y: 50, width: 60, height: 30))
      #expect(label.frame.minX == 70 && label.frame.maxX == 300 && label.frame.maxY == 80)
      #expect(label.frame.height < 40)
      let alignments: [Alignment?] = [.top, .center, .fill]
      row.alignment = alignments[0]
      row.spacing = 0
      try window.rest(on: server)
      #expect(mark.frame.origin == .zero && label.frame.origin == Point(x: 60, y: 0))
      row.alignment = alignments[1]
      try window.rest(on: server)
      #expect(mark.frame.minY == 25)
      row.alignment = alignments[2]
      (label.growPriority, label.shrinkPriority, label.width) = (nil, 1, 400)
      try window.rest(on: server)
      #expect(mark.frame == Rect(x: 0, y: 0, width: 60, height: 80) && label.frame.width == 240)
      var told: [String] = []
      row.onInvalidValue = { told.append($0.name) }
      row.spacing = -.infinity
      (row.minWidth, row.minHeight) = (-1, .nan)
      #expect(told == ["spacing", "minWidth", "minHeight"] && row.spacing == 0 && row.minWidth == 0)
    }
  }

  @Test("A window without a size follows its content, in both directions") func window() async throws {
    try await onServer { server in
      let label = BadgeView("Short")
      label.padding = 4
      let window = try Window(StackView(.vertical, [label, BadgeView("i")]), at: .inTopLeft)
      try window.rest(on: server)
      let first = window.frame.size
      #expect(label.frame.width == first.width)
      label.text = "A label that is much longer"
      try window.run("a wider window") { window.frame.width > first.width + 50 }
      label.fontSize = 40
      try window.run("a higher window") { window.frame.height > first.height + 10 }
      (label.text, label.fontSize) = ("Short", 17)
      try window.run("the first size") { window.frame.size == first }
      try window.place(.inTopLeft, width: 200)
      label.text = "A label that is much longer"
      try window.rest(on: server)
      #expect(window.frame.width == 200)
    }
  }

  @Test("A view knows its size for a width") func natural() async throws {
    try await onServer { server in
      let tags = TokenFieldView((1...6).map { "a longer label \($0)" })
      tags.canEdit = false
      // Without a window it is measured, too.
      let before = tags.naturalSize(width: 300)
      #expect(before.width == 300 && before.height > tags.naturalSize(width: 700).height)
      let window = try Window(tags, width: 700, at: .inTopLeft)
      try window.rest(on: server)
      #expect(tags.naturalSize(width: 300).height > tags.naturalSize(width: 700).height)
      #expect(tags.naturalSize(width: 700).height == tags.contentHeight)
      #expect(tags.naturalSize().height > 0)
    }
  }

  @Test("Without a window a view is measured, also when its server has gone, and there is another") func ruler()
    async throws
  {
    let first = try await XServer(width: 800, height: 300)
    let second = try await XServer(width: 800, height: 300)
    defer { second.end() }
    let sizes = try await onOwnThread {
      setenv("DISPLAY", ":99999", 1)
      let badge = BadgeView("Label")
      var sizes = [badge.naturalSize()]
      for server in [first, second] {
        setenv("DISPLAY", server.display, 1)
        sizes += [badge.naturalSize(), BadgeView("Another").naturalSize(width: 90)]
        if server === first { first.end() }
        sizes += [badge.naturalSize(), BadgeView("One more \(server === first)").naturalSize()]
      }
      let window = try Window(badge, at: .inTopLeft)
      _ = window.run(for: 0.1)
      return sizes + [window.frame.size]
    }
    #expect(sizes[0] == .zero && sizes.dropFirst().allSatisfy { $0.width > 20 && $0.height > 10 })
    #expect(sizes[1] == sizes[5] && sizes[9].width == sizes[1].width.rounded(.up) && sizes[2].width == 90)
  }

  @Test("A badge is as large as its parts, and has room around them where it is asked for") func badge() async throws {
    try await onServer { server in
      let badge = BadgeView("Label")
      let window = try Window(View([badge]), width: 300, height: 100, at: .inTopLeft)
      try window.rest(on: server)
      let bare = badge.frame.size
      badge.padding = 6
      try window.rest(on: server)
      #expect(badge.frame.size == Size(width: bare.width + 12, height: bare.height + 12))
      #expect(bare.height < 30 && bare.width < 60)
    }
  }

  @Test("A size that a view sets in its layout counts, and a layout that changes nothing ends") func settling()
    async throws
  {
    try await onServer { server in
      let tags = TokenFieldView((1...6).map { "a longer label \($0)" })
      tags.canEdit = false
      let box = Box(tags)
      let below = BadgeView("Below")
      let stack = StackView(.vertical, [box, below])
      let window = try Window(stack, width: 300, at: .inTopLeft)
      try window.rest(on: server)
      let (height, layouts) = (tags.naturalSize(width: 280).height, box.layouts)
      #expect(height > 2 * tags.tokenHeight && tags.frame.height == height && box.frame.height == height + 20)
      #expect(window.frame.height == below.frame.maxY && layouts < 20)
      _ = window.run(for: 0.3)
      #expect(box.layouts == layouts && window.nextDeadline > 100)
      tags.items = ["one"]
      try window.run("the lower window") { window.frame.height == below.frame.maxY && box.frame.height < 70 }
      try window.rest(on: server)
      #expect(box.layouts < layouts + 20)
      // One that never ends is ended.
      box.restless = true
      box.setNeedsLayout()
      try window.rest(on: server)
    }
  }

  /// A container that is as high as what it holds, which it makes as high as that wants to be.
  private final class Box: View {
    private let content: View
    var layouts = 0
    var restless = false

    init(_ content: View) {
      self.content = content
      super.init([content])
      content.place(.inTop, dy: 10)
    }

    override func sizeThatFits(_ room: Size) -> Size {
      let width = room.width == .infinity ? 320 : room.width
      return Size(width: room.width, height: content.naturalSize(width: width - 20).height + 20)
    }

    override func layout(in size: Size) {
      layouts += 1
      content.width = size.width - 20
      content.height = content.naturalSize(width: size.width - 20).height
      if restless { content.minHeight = layouts % 2 == 0 ? 1 : 2 }
    }
  }

  @Test("The background of a counter fills the view") func counterBackground() async throws {
    try await onServer { _ in
      let counter = CounterView()
      (counter.number, counter.background, counter.caption) = (7, .tomato, "goals")
      let picture = try Window.render(StackView(.vertical, [counter]), size: Size(width: 200, height: 60))
      for (x, y) in [(0, 0), (199, 0), (0, 59), (199, 59), (100, 2)] { #expect(picture[x, y] == .tomato, "\(x), \(y)") }
      counter.background = .clear
      let clear = try Window.render(counter, size: Size(width: 200, height: 60), background: .navy)
      #expect(clear[0, 0] == .navy && clear[199, 59] == .navy)
    }
  }
}
