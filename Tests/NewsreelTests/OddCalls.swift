import Newsreel
import NewsreelTesting
import TestKit

/// What hardly anybody calls, and what is wished for then. None ends the program.
struct OddCall {
  let name: String
  /// Whether what was wished for has come.
  let call: () throws -> Bool

  init(_ name: String, _ call: @escaping () throws -> Bool) { (self.name, self.call) = (name, call) }

  static var all: [OddCall] { values + trees + items + windows }

  /// What invalid values of a view have been told, by their properties.
  static func told(_ view: View) -> () -> [String] {
    var names: [String] = []
    view.onInvalidValue = { names.append($0.name) }
    return { names }
  }

  /// What an error says; empty without one.
  static func error(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return ""
  }

  static let small = Size(width: 200, height: 60)

  // MARK: - Values

  private static var values: [OddCall] {
    [
      OddCall("a literal that is no colour") {
        let view = Label("x")
        let names = told(view)
        view.background = "nocolour"
        view.textColor = "neither"
        return view.background == nil && names() == ["background", "textColor"]
      },
      OddCall("a literal that is no number") {
        let counter = CounterView()
        counter.number = 7
        counter.number = "seven"
        return counter.text == "7"
      },
      OddCall("sums with numbers that are none") {
        let counter = CounterView()
        counter.number = 7
        counter.number += Double.nan
        counter.number += Double.infinity
        counter.number -= Int.min
        return !counter.text.isEmpty
      },
      OddCall("lengths that are none") {
        let view = View()
        let names = told(view)
        (view.width, view.minHeight, view.border.width) = (.nan, -.infinity, -1)
        view.padding = Insets(.nan)
        return view.width == nil && view.minHeight == 0 && view.border.width == 0 && view.padding == 0
          && names().count >= 4
      },
      OddCall("more padding than room") {
        let label = Label("x")
        label.padding = Insets(500)
        return try ViewHarness(label, size: small).picture().width == 200
      },
      OddCall("a font that does not exist, and one of a billion pixels") {
        let label = Label("x")
        for font in [Font("no such font"), Font("Sans", size: 1e9), Font("Sans", size: .nan), "Sans -4"] {
          label.font = font
          _ = try ViewHarness(label, size: small).picture()
        }
        return true
      },
      OddCall("a text of a megabyte with control characters") {
        let text = String(repeating: "a\u{0}\u{1B}[2J\u{202E}\n", count: 120_000)
        for view in [Label(text), BadgeView(text), CrawlView(text), AutoScrollView(text), TokenFieldView([text])] {
          _ = try ViewHarness(view, size: small).picture()
        }
        return true
      },
      OddCall("a picture that is not there") {
        let badge = BadgeView("x", image: "/no/such.png")
        let names = told(badge)
        return badge.image.isEmpty && names() == ["image"]
      },
      OddCall("a speed of nothing") {
        let lyrics = AutoScrollView("One\nTwo")
        let names = told(lyrics)
        lyrics.start(speed: 0)
        lyrics.start(duration: -1)
        return !lyrics.isScrolling && names() == ["speed", "duration"]
      },
      OddCall("a property that there is not, and a value that is none") {
        let badge = BadgeView()
        let unknown = error { try badge.set("backgruond", to: "red") }
        let wrong = error { try badge.set("background", to: "rde") }
        return unknown.contains("background") && wrong.contains("red") && badge.value(of: "no-such") == nil
      },
      OddCall("a translucent background together with padding") {
        let view = BadgeView()
        (view.background, view.padding) = (Color(red: 255, green: 255, blue: 255, alpha: 128), 10)
        let picture = try ViewHarness(view, size: small, background: .black).picture()
        return Set(picture.pixels).count == 1
      },
    ]
  }

  // MARK: - Views in views

  private static var trees: [OddCall] {
    [
      OddCall("a view in itself") {
        let view = View()
        let names = told(view)
        view.addSubview(view)
        return view.subviews.isEmpty && names() == ["subviews"]
      },
      OddCall("an ancestor in what stands in it") {
        let (outer, inner) = (StackView(.vertical), View())
        outer.addSubview(inner)
        inner.addSubview(outer)
        return outer.subviews.first === inner && inner.subviews.isEmpty
      },
      OddCall("the same view twice, and in two groups") {
        let (first, second, view) = (View(), View(), Label("x"))
        first.addSubview(view)
        first.addSubview(view)
        let isOnce = first.subviews.count == 1
        second.addSubview(view)
        return isOnce && first.subviews.isEmpty && view.superview === second
      },
      OddCall("a place beyond the last and before the first") {
        let stack = StackView(.horizontal, [Label("a")])
        stack.insertSubview(Label("z"), at: .max)
        stack.insertSubview(Label("0"), at: .min)
        return stack.subviews.compactMap { ($0 as? Label)?.text } == ["0", "a", "z"]
      },
      OddCall("what stands nowhere leaves it") {
        let view = View()
        view.removeFromSuperview()
        return view.superview == nil
      },
      OddCall("an empty group in a row is no higher than the others, and alone is an error") {
        let (left, right) = (Label("left"), Label("right"))
        let row = StackView(.horizontal, spacing: 8, [left, View(), right])
        let window = try Window(row, width: 300, at: .inTopLeft)
        defer { window.close() }
        _ = window.run(for: 0.02)
        let isLow = window.frame.height == left.naturalSize().height && right.frame.maxX == 300
        return isLow && error { _ = try Window(StackView(.horizontal, [View()])) }.contains("no natural size")
      },
      OddCall("places that go in a circle, at itself and at what is elsewhere") {
        let (a, b, other) = (Label("a"), Label("b"), Label("other"))
        a.place(.onRight, of: b)
        b.place(.onRight, of: a)
        b.place(.onBottom, of: b)
        a.place(.inTop, of: other)
        return try ViewHarness(View([a, b]), size: small).picture().width == 200
      },
      OddCall("views that go while they are told of it") {
        let (group, button) = (View(), Button("Go"))
        (button.width, button.height) = (60, 30)
        group.addSubview(button)
        button.onClick = { group.subviews.first?.removeFromSuperview() }
        let harness = try ViewHarness(group, size: small)
        harness.click(Point(x: 20, y: 15))
        return group.subviews.isEmpty
      },
    ]
  }
}
