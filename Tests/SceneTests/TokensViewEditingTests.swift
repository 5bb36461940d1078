import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Tokens view, editing")
struct TokensViewEditingTests {
  @Test("Typing, the caret and its blinking")
  func caret() {
    let desk = ViewHarness.tokens([]) { $0.placeholder = "Topics" }
    #expect(desk.picture(at: 0) == ["Topics 0,0"])
    #expect(desk.frame(at: 0).nextChange == .infinity)
    desk.view.focus(true, at: 1)
    #expect(desk.picture(at: 1) == ["Topics 0,0", "| 0,11"])
    desk.type("abc", at: 2)
    #expect(desk.picture(at: 2) == ["abc 0,0", "| 15,11"])
    #expect(desk.frame(at: 2).nextChange == 2 + CaretBlink.half)
    #expect(desk.picture(at: 2.6) == ["abc 0,0"])
    #expect(desk.picture(at: 3.1) == ["abc 0,0", "| 15,11"])
    #expect(desk.picture(at: 100) == ["abc 0,0", "| 15,11"])
    #expect(desk.frame(at: 100).nextChange == .infinity)
    desk.view.focus(false, at: 101)
    #expect(desk.picture(at: 101) == ["abc 0,0"])
    #expect(desk.view.caretRect(at: 101) == Rect(x: 15, y: 11, width: 1, height: 10))
  }

  @Test("Text longer than its field shows the part with the caret")
  func longText() {
    let desk = ViewHarness.tokens([], in: Rect(x: 0, y: 0, width: 50, height: 30))
    desk.view.focus(true, at: 0)
    desk.type("abcdefghijklmnop", at: 0)
    #expect(desk.picture(at: 0) == ["abcdefghijklmnop -31,0", "| 49,11"])
    desk.view.key(.move(.start), at: 0)
    #expect(desk.picture(at: 0) == ["abcdefghijklmnop 0,0", "| 0,11"])
  }

  @Test("Text that runs from right to left stands on the right, and its arrows are mirrored")
  func rightToLeft() {
    let desk = ViewHarness.tokens([])
    desk.view.focus(true, at: 0)
    desk.type("אבג", at: 0)
    #expect(desk.picture(at: 0).first == "אבג 284,0")
    desk.view.key(.move(.right), at: 0)
    #expect(desk.view.field.input.caret == 4)
    desk.view.key(.move(.left), at: 0)
    #expect(desk.view.field.input.caret == 6)
  }

  @Test("What an input method composes is shown in place, underlined, and is no text")
  func compose() {
    let desk = ViewHarness.tokens([])
    desk.view.focus(true, at: 0)
    desk.type("ab", at: 0)
    desk.view.key(.move(.left), at: 0)
    desk.view.compose("にほ", caret: 6, at: 0)
    #expect(desk.picture(at: 0) == ["aにほb 0,0", "| 15,11"])
    #expect(desk.pieces(of: "aにほb", at: 0).first?.bounds == Rect(x: 5, y: 20, width: 10, height: 1))
    desk.view.insert("日本", at: 0)
    #expect(desk.picture(at: 0) == ["a日本b 0,0", "| 15,11"])
  }

  @Test("The mouse places the caret, selects, takes words and all")
  func mouseText() {
    let desk = ViewHarness.tokens([])
    desk.type("hello world", at: 0)
    desk.click(Point(x: 11, y: 15), at: 0)
    #expect(desk.view.field.isFocused)
    #expect(desk.view.field.input.caret == 2)
    desk.perform(.pressed(Point(x: 5, y: 15), button: 1, modifiers: []), at: 0)
    desk.perform(.pointerMoved(Point(x: 20, y: 15)), at: 0)
    desk.perform(.released(Point(x: 20, y: 15), button: 1, modifiers: []), at: 0)
    #expect(desk.view.selectedText == "ell")
    for _ in 0..<2 { desk.perform(.pressed(Point(x: 45, y: 15), button: 1, modifiers: []), at: 0) }
    #expect(desk.view.selectedText == "world")
    desk.perform(.pressed(Point(x: 45, y: 15), button: 1, modifiers: []), at: 0)
    #expect(desk.view.selectedText == "hello world")
    #expect(desk.view.key(.copy, at: 0) == .copied("hello world"))
  }

  @Test("Completion is shown after the text")
  func completion() {
    let desk = ViewHarness.tokens([])
    desk.view.change(at: 0) { $0.suggestions = ["Berlin"] }
    desk.type("be", at: 0)
    #expect(desk.picture(at: 0) == ["berlin 0,0", "| 10,11"])
    desk.view.key(.complete, at: 0)
    #expect(desk.view.field.input.text == "Berlin")
  }

  @Test("A delegate may keep what is typed from becoming a chip")
  func veto() {
    final class Guard: TokenFieldListener {
      var asked: [String] = []
      var drawn: [String] = []
      func shouldReturn(_ text: String) -> Bool {
        asked.append(text)
        return text != "no"
      }
      func happened(_ event: TokenEvent) {
        if case .didDraw(let index, let label) = event { drawn.append("\(index) \(label)") }
      }
    }
    let (desk, guardian) = (ViewHarness.tokens([]), Guard())
    desk.view.delegate = guardian
    desk.type("no", at: 0)
    desk.view.key(.submit, at: 0)
    #expect(desk.view.field.tokens.isEmpty)
    desk.type("pe", at: 0)
    desk.view.key(.submit, at: 0)
    #expect(desk.view.field.tokens.map(\.label) == ["nope"])
    #expect(guardian.asked == ["no", "nope"])
    _ = desk.picture(at: 1)
    _ = desk.picture(at: 2)
    #expect(guardian.drawn == ["0 nope"])
  }

  /// Refuses one text, and keeps what it was asked.
  private final class Refuser: TokenFieldListener {
    var asked: [String] = []

    func shouldReturn(_ text: String) -> Bool {
      asked.append(text)
      return text != "no"
    }
  }

  @Test("A delegate is asked about each part of a typed list; what it refuses stays typed")
  func typedVeto() {
    let (desk, guardian) = (ViewHarness.tokens([]), Refuser())
    desk.view.delegate = guardian
    desk.type("no, well;", at: 0)
    desk.view.key(.submit, at: 0)
    #expect(desk.view.field.tokens.map(\.label) == ["well"] && desk.view.field.input.text == "no")
    #expect(guardian.asked == ["no", "well"])
  }

  @Test("A delegate is asked about each part of a paste, and about no other text")
  func pastedVeto() {
    let (desk, guardian) = (ViewHarness.tokens([]), Refuser())
    desk.view.delegate = guardian
    desk.view.paste("no, well ;;", at: 0)
    desk.view.paste("no", at: 0)
    #expect(desk.view.field.tokens.map(\.label) == ["well"] && desk.view.field.input.text == "no")
    #expect(guardian.asked == ["no", "well"])
  }

  @Test("A delegate may keep chips from being removed, by a click, by their × and by keys")
  func keeper() {
    final class Keeper: TokenFieldListener {
      var began: [String] = []
      func shouldDelete(at index: Int, label: String) -> Bool { label != "a" }
      func happened(_ event: TokenEvent) {
        if case .didBeginEditing(let text) = event { began.append(text) }
      }
    }
    let (desk, keeper) = (ViewHarness.tokens(["a", "b", "c"]), Keeper())
    desk.view.delegate = keeper
    desk.clickRemove(of: "a", at: 0)
    desk.clickRemove(of: "b", at: 0)
    #expect(desk.view.field.tokens.map(\.label) == ["a", "c"])
    desk.view.key(.selectAll, at: 1)
    desk.view.key(.delete(.right), at: 1)
    #expect(desk.view.field.tokens.map(\.label) == ["a"])
    desk.view.properties.clickRemoves = true
    desk.layOut(at: 2)
    desk.click(on: "a", at: 2)
    #expect(desk.view.field.tokens.map(\.label) == ["a"])
    #expect(keeper.began == [""])
  }

  @Test("A delegate may change how single chips look, and their widths follow")
  func dresser() throws {
    final class Dresser: TokenFieldListener {
      var isOn = true
      func willDraw(at index: Int, _ look: inout TokenAppearance) {
        guard isOn, index == 1 else { return }
        look.label = "second"
        look.background = .black
        look.picture = LabelPicture(path: "/icon.png")
      }
    }
    let (desk, dresser) = (ViewHarness.tokens([]), Dresser())
    desk.view.delegate = dresser
    desk.view.change(at: 0) { $0.setTokens(["a", "b", "c"].map { Token($0) }) }
    let pieces = desk.pieces(of: "second", at: 1)
    #expect(pieces.first?.element == .box(radius: 15, fill: .black))
    #expect(pieces.contains { $0.element == .image("/icon.png") })
    #expect(desk.view.field.tokens[1].label == "b")
    // The others are as wide as ever: 10 + 5 + 11 + 10; the second has 30 px of text and a picture of 11 with its gap.
    #expect(desk.place(of: "c", at: 1).minX == 36 + 4 + 36 + 25 + 11 + 5 + 4)
    dresser.isOn = false
    desk.view.font.size = 11
    desk.layOut(at: 2)
    #expect(desk.pieces(of: "second", at: 3).isEmpty && !desk.pieces(of: "b", at: 3).isEmpty)
  }

  @Test("What a delegate changes its mind about shows once all is reloaded, and again")
  func redressed() {
    final class Owner: TokenFieldListener, TokenFieldSource {
      var label = "first"
      var background = Color.black
      func numberOfTokens() -> Int { 2 }
      func token(at index: Int) -> String { index == 0 ? "a" : "b" }
      func willDraw(at index: Int, _ look: inout TokenAppearance) {
        guard index == 0 else { return }
        (look.label, look.background) = (label, background)
      }
    }
    let (desk, owner) = (ViewHarness.tokens([]), Owner())
    (desk.view.delegate, desk.view.dataSource) = (owner, owner)
    for (t, label, color) in [
      (0.0, "first", Color.black), (10, "much longer", .white), (20, "first", .white), (30, "x", .black),
    ] {
      (owner.label, owner.background) = (label, color)
      desk.view.reloadData(at: t)
      desk.layOut(at: t)
      #expect(desk.pieces(of: label, at: t + 5).first?.element == .box(radius: 15, fill: color), "\(label)")
      // 10 + text + 11 + 10, and the gap.
      let room = desk.place(of: "b", at: t + 5).minX - desk.place(of: label, at: t + 5).minX
      #expect(room == Double(31 + 5 * label.count + 4), "\(label)")
    }
  }

  @Test("A delegate has heard of a chip when it is asked how it looks")
  func order() {
    final class Owner: TokenFieldListener {
      var labels: [String] = []
      var drawn: [String?] = []
      func happened(_ event: TokenEvent) {
        switch event {
        case .added(let index, let label): labels.insert(label, at: index)
        case .removed(let index, _): labels.remove(at: index)
        default: break
        }
      }
      func willDraw(at index: Int, _ look: inout TokenAppearance) {
        drawn.append(labels.indices.contains(index) ? labels[index] : nil)
      }
    }
    let (desk, owner) = (ViewHarness.tokens([]), Owner())
    desk.view.delegate = owner
    desk.view.add(["a", "b"], at: 0)
    desk.view.change(at: 0) { $0.add([Token("c")], at: 0, time: 0) }
    #expect(owner.labels == ["c", "a", "b"] && owner.drawn == ["a", "b", "c"])
  }

  @Test("The field can be given the keyboard, and labels added")
  func firstResponder() {
    let desk = ViewHarness.tokens(["a"])
    desk.view.makeFirstResponder(in: desk.context.event)
    #expect(desk.view.field.isFocused && desk.context.takeActions() == [.window(.takeFocus)])
    #expect(desk.view.add(["b", "A", "c"], at: 1) == 2)
    #expect(desk.view.field.tokens.map(\.label) == ["a", "b", "c"])
  }

  @Test("Chips of the owner's data come and go by reloading")
  func reload() {
    final class Owner: TokenFieldSource {
      var labels = ["a", "b"]
      func numberOfTokens() -> Int { labels.count }
      func token(at index: Int) -> String { labels[index] }
    }
    let (desk, owner) = (ViewHarness.tokens([]), Owner())
    desk.view.dataSource = owner
    desk.view.reloadData(at: 0)
    #expect(desk.picture(at: 1) == ["a 0,0", "b 40,0"])
    owner.labels = ["b"]
    desk.view.reloadData(at: 2)
    #expect(desk.picture(at: 2) == ["a 0,0", "b 40,0"])
    #expect(desk.picture(at: 2.2) == ["b 0,0"])
  }

  @Test("Whoever hears of something may change the view at once")
  func reentrant() {
    final class Meddler: TokenFieldListener {
      weak var view: TokensView?
      func happened(_ event: TokenEvent) {
        switch event {
        case .didDraw(let index, _): view?.change(at: 1) { $0.remove(at: [index]) }
        case .removed(_, let label):
          view?.change(at: 1) { field in
            if field.tokens.count < 2 { field.add([Token("after \(label)")], time: 1) }
          }
        default: break
        }
      }
    }
    let (desk, meddler) = (ViewHarness.tokens(["a", "b", "c"]), Meddler())
    meddler.view = desk.view
    desk.view.delegate = meddler
    for t in 1...4 { _ = desk.frame(at: Double(t)) }
    #expect(desk.view.field.tokens.count <= 2)
  }
}
