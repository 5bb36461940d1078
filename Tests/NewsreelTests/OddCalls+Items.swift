import Newsreel
import NewsreelTesting
import TestKit

/// Of items, and of windows.
extension OddCall {
  // MARK: - Items

  static var items: [OddCall] {
    [
      OddCall("an item that is gone") {
        let crawl = CrawlView("one")
        guard let id = crawl.append("two") else { return false }
        for _ in 0..<2 {
          crawl.remove(id)
          crawl.replace(id, with: "three")
        }
        crawl.remove(.max)
        crawl.removeAll(about: "nothing")
        return crawl.text == "one" && crawl.item(id) == nil
      },
      OddCall("a text of blanks, and a live number that nobody shows") {
        let crawl = CrawlView()
        return crawl.append(" \n ") == nil && crawl.count == 0 && crawl.setLiveNumber("none", to: 1)
          && !crawl.setLiveNumber("none", to: "x")
      },
      OddCall("chips at places that there are not") {
        let field = TokenFieldView(["a"])
        field.remove(at: [9, -1, .max, .min])
        _ = field.insert("z", at: .max)
        _ = field.insert("0", at: .min)
        return field.items == ["0", "a", "z"] && !field.append("a")
      },
      OddCall("an undo of nothing") {
        let field = TokenFieldView(["a"])
        for _ in 0..<3 {
          field.undo()
          field.redo()
        }
        return field.items == ["a"]
      },
      OddCall("a data source that counts wrongly") {
        let (field, source) = (TokenFieldView(), WrongSource())
        field.dataSource = source
        for count in [3, -1, 0, 2] {
          source.count = count
          field.reloadData()
        }
        return field.items == ["0", "1"]
      },
      OddCall("a delegate that changes the field whenever it is called") {
        let field = TokenFieldView(["a", "b", "c"])
        field.delegate.willDraw = { field, _, look in
          field.items = []
          return look
        }
        field.delegate.didDelete = { field, _, _ in field.remove(at: 0) }
        field.delegate.didChangeItems = { field, items in if items.count < 3 { _ = field.append("\(items.count)") } }
        field.delegate.didChangeText = { field, text in field.text = text + "x" }
        let harness = try ViewHarness(field, size: small)
        harness.click(Point(x: 190, y: 50))
        harness.type("q")
        for _ in 0..<4 { harness.press(.backspace) }
        harness.advance(by: 1)
        return try harness.picture().width == 200
      },
      OddCall("closures that lead to themselves") {
        let (field, badge, view) = (TokenFieldView(["a"]), BadgeView("x"), View())
        field.delegate.didAdd = { field, _, _ in _ = field.append("\(field.items.count)") }
        field.delegate.canEdit = { field in
          field.reloadData()
          return true
        }
        field.append("b")
        badge.isEditable = true
        badge.onBeginEditing = { _ in badge.endEditing() }
        badge.onEndEditing = { _ in badge.beginEditing() }
        let harness = try ViewHarness(View([badge]), size: small)
        badge.beginEditing()
        harness.advance(by: 0.1)
        var invalid = 0
        view.onInvalidValue = { _ in
          invalid += 1
          view.width = .nan
        }
        view.width = -1
        var pulses = 0
        func pulse() {
          view.animate(
            { _ in
              pulses += 1
              pulse()
            }, duration: 1)
        }
        pulse()
        return field.items.count < 20 && invalid < 20 && pulses < 20
      },
      OddCall("a data source that reads itself again") {
        let (field, source) = (TokenFieldView(), WrongSource())
        (source.count, source.reloads) = (2, true)
        field.dataSource = source
        return field.items == ["0", "1"]
      },
      OddCall("a text that is set while it is typed") {
        let field = TextFieldView()
        field.onEdit = { field.text = $0.uppercased() }
        let harness = try ViewHarness(field, size: small)
        harness.click(Point(x: 100, y: 30))
        harness.type("ab")
        harness.press(.enter)
        return !field.text.isEmpty
      },
      OddCall("an end that begins again") {
        let (lyrics, crawl, counter, list) = (
          AutoScrollView(), CrawlView(), CounterView(), ScrollView(Label("fits"))
        )
        (crawl.scrollRepeat, crawl.delayAtStart, counter.duration, counter.number) = (0, 0, 0, 7)
        let begin = [
          { lyrics.start(speed: 10) }, { crawl.start() }, { counter.startAnimation() }, { list.autoScrollSpeed = 10 },
        ]
        var ends = 0
        for (view, begin) in zip([lyrics, crawl, counter, list] as [View], begin) {
          view.onFinish = {
            ends += 1
            begin()
          }
          view.height = 12
        }
        let harness = try ViewHarness(StackView(.vertical, [lyrics, crawl, counter, list]), size: small)
        for begin in begin { begin() }
        for _ in 0..<5 { harness.advance(by: 0.1) }
        let column = StackView(.vertical, [lyrics, crawl, counter, list])
        let window = try Window(column, width: 90, height: 48, at: .inTop)
        defer { window.close() }
        return ends > 0 && window.run(for: 0.05)
      },
      OddCall("a timer without an interval that ends in its own call") {
        var timer: Timer?
        timer = Timer.every(.nan) { timer?.cancel() }
        let other = Timer.after(-1) {}
        let window = try Window(Label("x"), at: .inTopLeft)
        _ = window.run(for: 0.02)
        window.close()
        timer?.cancel()
        other.cancel()
        return true
      },
    ]
  }

  // MARK: - Windows

  static var windows: [OddCall] {
    [
      OddCall("a window without a size") {
        error { _ = try Window(View()) }.contains("no natural size")
      },
      OddCall("a window beside one that has gone, or that never was") {
        let window = try Window(Label("x"), at: .inTopLeft)
        window.close()
        return error { _ = try Window(Label("y"), beside: window) }.contains("gone")
          && error { _ = try Window(Label("y"), at: .onTop, of: 0x3f_ffff) }.contains("no window")
      },
      OddCall("places and sizes that are none, of a window that is open and of one that has gone") {
        let window = try Window(Label("x"), width: 90, height: 30, at: .inTopLeft)
        let before = window.frame
        for length in [Double.nan, .infinity, -1, 1e9] {
          guard !error({ try window.place(.inTop, width: length) }).isEmpty else { return false }
          guard !error({ try window.resize(height: length) }).isEmpty else { return false }
        }
        let isSame = window.frame == before
        window.close()
        try? window.place(.inBottom)
        try? window.resize()
        return isSame && window.frame == .zero && window.id == 0
      },
      OddCall("a window that closes, runs and opens another one as it closes") {
        let window = try Window(Label("x"), at: .inTopLeft)
        var next: Window?
        var ends = 0
        window.onClose = { _ in
          ends += 1
          window.close()
          _ = window.run(for: 1)
          next = try? Window(Label("y"), at: .inTopLeft)
        }
        window.close()
        window.close()
        defer { next?.close() }
        return ends == 1 && next?.isOpen == true && !window.serve()
      },
      OddCall("all windows at once, without any") {
        Application.quit()
        Application.quit()
        return Application.windows.isEmpty && !Application.run()
      },
      OddCall("one view in two windows") {
        let view = Label("x")
        let first = try Window(view, width: 90, height: 30, at: .inTopLeft)
        let second = try Window(view, width: 90, height: 30, at: .inTopRight)
        defer { second.close() }
        _ = second.run(for: 0.02)
        let isSecond = view.window === second && first.isOpen
        first.close()
        return isSecond && second.isOpen
      },
      OddCall("a title of a megabyte, an icon that is too large, a smallest size that is none") {
        let window = try Window(Label("x"), kind: .normal, width: 90, height: 30)
        defer { window.close() }
        var names: [String] = []
        window.onInvalidValue = { names.append($0.name) }
        window.title = String(repeating: "long\n", count: 200_000)
        window.icon = try Window.render(View(), size: Size(width: 500, height: 500))
        window.minimumSize = Size(width: .nan, height: -1)
        (window.opacity, window.background) = (.infinity, "nocolour")
        return window.icon == nil && window.opacity == 1
          && Set(names).isSuperset(of: ["title", "icon", "minimumSize.width", "opacity", "background"])
      },
      OddCall("a view that is let go while it moves") {
        let group = View()
        let window = try Window(group, width: 90, height: 30, at: .inTopLeft)
        defer { window.close() }
        for _ in 0..<3 {
          let view = Label("x")
          group.addSubview(view)
          view.animate({ _ in view.removeFromSuperview() }, duration: .nan)
          view.animate({ [weak view] _ in view?.opacity = 0.5 }, duration: 1)
          _ = window.run(for: 0.01)
        }
        return group.subviews.count < 3
      },
      OddCall("a picture of nothing, and a screen that there is not") {
        let none = error { _ = try Window.render(Label("x"), size: .zero) }
        let huge = error { _ = try Window.render(Label("x"), size: Size(width: 1e9, height: .nan)) }
        let missing = error { _ = try Window(Label("x"), width: 9, height: 9, monitor: .named("none")) }
        return [none, huge, missing].allSatisfy { $0.count < 500 }
      },
    ]
  }
}

/// A data source whose count is whatever it is told.
private final class WrongSource: TokenFieldDataSource {
  var count = 0
  var reloads = false
  func numberOfTokens(in field: TokenFieldView) -> Int {
    if reloads { field.reloadData() }
    return count
  }
  func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String { "\(index)" }
}
