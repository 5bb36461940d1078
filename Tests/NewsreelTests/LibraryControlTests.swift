import Glibc
import Newsreel
import NewsreelTesting
import TestKit
import TestTags
import Testing

/// Labels, buttons, and views that show a part of a larger one.
@Suite("Labels, buttons, scroll views", .serialized, .tags(.x11)) struct LibraryControlTests {
  private func onServer(_ body: () throws -> Void) async throws {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try body()
  }

  @Test("A label is as large as its text, breaks at its width, and ends in an ellipsis") func label() async throws {
    try await onServer {
      let label = Label("A text of some words that is longer than a line")
      let whole = label.naturalSize()
      let narrow = label.naturalSize(width: whole.width / 3)
      #expect(whole.width > 200 && narrow.height >= 3 * whole.height)
      label.maxLines = 2
      #expect(label.naturalSize(width: whole.width / 3).height == 2 * whole.height)
      label.padding = Insets(top: 3, right: 5, bottom: 4, left: 6)
      label.maxLines = nil
      #expect(label.naturalSize() == Size(width: whole.width + 11, height: whole.height + 7))
      label.text = "one\ntwo\n\nfour"
      #expect(label.naturalSize().height == 4 * whole.height + 7)
      for width in [1e300, -1e300, .nan, .infinity, 0] { _ = label.naturalSize(width: width) }
      var told = 0
      label.onInvalidValue = { _ in told += 1 }
      label.maxLines = -3
      label.fontSize = .nan
      label.textColor = "nocolour"
      label.padding.left = -1
      #expect(label.maxLines == 1 && label.fontSize == 15 && label.padding.left == 0 && told == 4)
    }
  }

  @Test(
    "Its lines stand at the left, in the middle or at the right", arguments: [Alignment.left, .center, .right])
  func aligned(_ alignment: Alignment) async throws {
    try await onServer {
      let label = Label("HH", alignment: alignment)
      (label.background, label.textColor) = (.black, .white)
      let picture = try ViewHarness(label, size: Size(width: 300, height: 40)).picture()
      let third = (0..<3).map { part in
        (part * 100..<part * 100 + 100).contains { x in (0..<40).contains { picture[x, $0] != .black } }
      }
      #expect(third == [alignment == .left, alignment == .center, alignment == .right])
    }
  }

  @Test("A button is pressed by a click, Return and the space bar, and not while it is off") func button() async throws
  {
    try await onServer {
      var presses = 0
      let button = Button("Save") { presses += 1 }
      let harness = try ViewHarness(button)
      let middle = Point(x: harness.size.width / 2, y: harness.size.height / 2)
      let plain = try harness.picture()
      harness.move(to: middle)
      let hovered = try harness.picture()
      harness.press(at: middle)
      let pressed = try harness.picture()
      #expect(button.isPressed && presses == 0)
      harness.release(at: middle)
      #expect(!button.isPressed && presses == 1)
      #expect(Set([plain.pixels, hovered.pixels, pressed.pixels]).count == 3)
      harness.press(.enter)
      harness.press(.character(" "))
      harness.press(.character("x"))
      #expect(presses == 3)
      // Released beside it, it has not been pressed.
      harness.drag(from: middle, to: Point(x: -20, y: -20))
      #expect(presses == 3)
      for _ in 0..<2 {
        button.isEnabled = false
        harness.click(middle)
        harness.press(.enter)
        #expect(presses == 3 && !button.isPressed)
      }
      button.isEnabled = true
      harness.click(middle)
      #expect(presses == 4)
    }
  }

  @Test("Where a drag ends, the pointer is in the view there, and no longer in the one where it began") func dragged()
    async throws
  {
    try await onServer {
      let buttons = ["one", "two"].map { Button($0) }
      let harness = try ViewHarness(StackView(.horizontal, spacing: 4, buttons))
      _ = try harness.picture()
      let middles = buttons.map { Point(x: $0.frame.midX, y: $0.frame.midY) }
      // It has the keyboard from now on.
      harness.click(middles[0])
      harness.move(to: middles[1])
      let pointed = try harness.picture()
      harness.leave()
      #expect(try harness.picture().pixels != pointed.pixels)
      harness.drag(from: middles[0], to: middles[1])
      #expect(try harness.picture().pixels == pointed.pixels)
    }
  }

  @Test("Tab goes from button to button, past one that is off") func keyboard() async throws {
    try await onServer {
      var pressed: [String] = []
      let buttons = ["one", "two", "three"].map { title in Button(title) { pressed.append(title) } }
      buttons[1].isEnabled = false
      let harness = try ViewHarness(StackView(.horizontal, spacing: 4, buttons))
      for _ in 0..<3 {
        harness.press(.enter)
        harness.press(.tab)
      }
      #expect(pressed == ["one", "three", "one"])
    }
  }

  private func list(_ count: Int = 20) -> ScrollView {
    let rows = (0..<count).map { number -> View in
      let row = View()
      row.height = 20
      row.onClick = {}
      return row
    }
    return ScrollView(StackView(.vertical, rows))
  }

  @Test("What scrolls by itself begins at its start, however late it comes") func lateContent() async throws {
    try await onServer {
      let rows = StackView(.vertical)
      let view = ScrollView(rows)
      view.autoScrollSpeed = 50
      let harness = try ViewHarness(view, size: Size(width: 100, height: 100))
      harness.advance(by: 3)
      for _ in 0..<20 {
        let row = View()
        row.height = 20
        rows.addSubview(row)
      }
      _ = try harness.picture()
      #expect(view.contentSize.height == 400 && view.contentOffset == .zero)
      harness.advance(by: 1)
      #expect(abs(view.contentOffset.y - 50) < 1)
      harness.advance(by: 9)
      #expect(view.contentOffset.y == 300 && !view.isScrolling)
    }
  }

  @Test("The wheel and the keys move what is larger than the view, to its ends and no further") func scrolling()
    async throws
  {
    try await onServer {
      let view = list()
      let harness = try ViewHarness(view, size: Size(width: 100, height: 100))
      #expect(view.contentSize == Size(width: 100, height: 400) && view.contentOffset == .zero)
      harness.scroll(at: Point(x: 50, y: 50), dy: 1)
      let notch = view.contentOffset.y
      #expect(notch > 10)
      harness.scroll(at: Point(x: 50, y: 50), dy: 100)
      #expect(view.contentOffset.y == 300)
      harness.press(.home)
      #expect(view.contentOffset.y == 0)
      harness.press(.pageDown)
      harness.press(.down)
      harness.press(.up)
      #expect(view.contentOffset.y == 52)
      harness.press(.end)
      #expect(view.contentOffset.y == 300)
      view.contentOffset = Point(x: 5, y: 1e9)
      #expect(view.contentOffset == Point(x: 0, y: 300))
    }
  }

  @Test("What is in it is drawn and clicked where it stands") func content() async throws {
    try await onServer {
      let (top, bottom) = (BadgeView("top"), BadgeView("bottom"))
      var clicks: [String] = []
      for (badge, color) in [(top, Color.white), (bottom, .red)] {
        (badge.background, badge.height) = (color, 100)
        badge.onClick = { clicks.append(badge.text) }
      }
      let view = ScrollView(StackView(.vertical, [top, bottom]))
      let harness = try ViewHarness(view, size: Size(width: 100, height: 100))
      #expect(try harness.picture().count(of: .white) > 5000)
      harness.click(Point(x: 50, y: 50))
      view.contentOffset.y = 100
      harness.advance(by: 0.1)
      #expect(try harness.picture().count(of: .red) > 5000)
      #expect(try harness.picture().count(of: .white) < 2000)
      harness.click(Point(x: 50, y: 50))
      view.contentOffset = .zero
      harness.advance(by: 0.1)
      harness.click(Point(x: 50, y: 50))
      #expect(clicks == ["top", "bottom", "top"])
      #expect(harness.nextChange == .infinity)
    }
  }

  @Test("It moves by itself at its speed, rests at the end, tells it once, and starts over") func motion() async throws
  {
    try await onServer {
      let view = list()
      var ends = 0
      view.onFinish = { ends += 1 }
      let harness = try ViewHarness(view, size: Size(width: 100, height: 100))
      for round in 1...2 {
        view.autoScrollSpeed = 60
        harness.advance(by: 1)
        #expect(abs(view.contentOffset.y - 60) < 1e-6 && view.isScrolling && ends == round - 1)
        harness.advance(by: 5)
        #expect(view.contentOffset.y == 300 && !view.isScrolling && ends == round && harness.nextChange == .infinity)
        view.contentOffset = .zero
        view.autoScrollSpeed = 0
        harness.advance(by: 1)
        #expect(view.contentOffset == .zero && harness.nextChange == .infinity)
      }
    }
  }
}
