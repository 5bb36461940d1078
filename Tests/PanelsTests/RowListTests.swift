import ScrollCore
import Testing
import ViewKit

@testable import Panels
@testable import Scene

@Suite("A list of rows") struct RowListTests {
  private final class Desk {
    /// What stands for the rows, in their order.
    var ids: [Int]
    var names: [Int: String]
    var asked: Set<Int> = []
    var log: [String] = []
    var isRefusing = false
    let list: RowListView<Int>
    let harness: ViewHarness<RowListView<Int>>

    init(_ count: Int, height: Double = 228, isMirrored: Bool = false) {
      ids = Array(0..<count)
      names = Dictionary(uniqueKeysWithValues: ids.map { ($0, "Row \($0)") })
      var style = PanelTests.style
      style.isMirrored = isMirrored
      list = RowListView([ListColumn("Name", .share(1)), ListColumn("Filter", .fixed(100))], style: style)
      (list.hasMarks, list.hasSwitches, list.isReorderable, list.rowHeight) = (true, true, true, 50)
      harness = ViewHarness(list, size: Size(width: 400, height: height))
      list.source = .init(
        count: { [unowned self] in ids.count }, id: { [unowned self] in ids[$0] },
        row: { [unowned self] row in
          asked.insert(row)
          var name = ListCell(names[ids[row]] ?? "", .strong, detail: "a detail")
          name.isEditable = true
          var filter = ListCell("")
          filter.isEditable = true
          return ListRow([name, filter], mark: .dot(.white), isOn: true)
        })
      list.on.toggle = { [unowned self] row, _ in log.append("toggle \(row)") }
      list.on.edit = { [unowned self] row, column, text, _ in
        log.append("edit \(row) \(column) \(text)")
        return !isRefusing
      }
      list.on.remove = { [unowned self] row, _ in log.append("remove \(row)") }
      list.on.move = { [unowned self] row, other, _ in
        log.append("move \(row) \(other)")
        guard let place = ids.firstIndex(of: other), let former = ids.firstIndex(of: row) else { return }
        ids.insert(ids.remove(at: former), at: place)
      }
      list.on.miss = { [unowned self] row, _ in log.append("miss \(row)") }
      list.on.menu = { [unowned self] row, _, _ in log.append("menu \(row)") }
      harness.layOut()
      harness.perform(.focused(true), at: 0)
    }

    var texts: [String] { harness.sights(at: 0).compactMap { $0.element.run?.text } }
    /// In the middle of a row.
    func point(_ row: Int) -> Point { Point(x: 120, y: list.place(of: row).midY) }
  }

  @Test("Of ten thousand rows only those that are seen are asked for and drawn") func lazy() {
    let desk = Desk(10_000)
    desk.harness.draw(at: 0)
    #expect(desk.asked == Set(0..<4))
    desk.asked = []
    desk.harness.press(.end, at: 1)
    let before = desk.harness.typesetter.measured
    desk.harness.draw(at: 1)
    #expect(desk.asked.subtracting([0]).min() == 9996 && desk.texts.contains("Row 9999"))
    #expect(desk.harness.typesetter.measured - before < 40)
  }

  @Test("Unchanged rows keep their contents: a selection redraws none of them") func kept() {
    let desk = Desk(4)
    func revisions() -> [Int] {
      desk.harness.draw(at: 0)
      return desk.harness.frame.layers.filter { $0.content.primitives.contains { $0.element.run != nil } }
        .map(\.content.revision)
    }
    let before = revisions()
    desk.harness.press(.down, at: 0)
    desk.harness.press(.down, at: 0)
    #expect(revisions() == before)
    desk.names[1] = "Another"
    #expect(zip(revisions(), before).filter(!=).count == 1)
  }

  /// What makes rows look otherwise.
  enum Other: CaseIterable { case narrower, wider, higher, mirrored, larger, light, marks, switches }

  @Test("Rows that were drawn before a change look as those of a new list", arguments: Other.allCases)
  func drawnBefore(_ other: Other) {
    func change(_ desk: Desk) {
      var size = Size(width: 400, height: 228)
      switch other {
      case .narrower: size.width = 260
      case .wider: size.width = 600
      case .higher: desk.list.rowHeight = 70
      case .mirrored: desk.list.style.isMirrored = true
      case .larger: desk.list.style = PanelStyle(StripTheme(), font: FontSpec(size: 21), scale: 1.5)
      case .light:
        var theme = StripTheme()
        (theme.textColor, theme.background) = (.black, .white)
        desk.list.style = PanelStyle(theme, font: FontSpec(size: 14), scale: 1)
      case .marks: desk.list.hasMarks = false
      case .switches: desk.list.hasSwitches = false
      }
      desk.harness.layOut(in: Rect(origin: .zero, size: size))
    }
    let (old, new) = (Desk(3), Desk(3))
    old.harness.draw(at: 0)
    let before = old.harness.sights(at: 0).map { "\($0)" }
    for desk in [old, new] { change(desk) }
    let after = old.harness.sights(at: 0).map { "\($0)" }
    #expect(after == new.harness.sights(at: 0).map { "\($0)" } && after != before)
  }

  @Test("Arrows, Home, End and pages select, and what is selected is seen") func keys() {
    let desk = Desk(20)
    #expect(desk.list.selected == 0)
    let steps: [(Key, Int)] = [
      (.down, 1), (.pageDown, 4), (.end, 19), (.down, 19), (.up, 18), (.home, 0), (.up, 0), (.pageUp, 0),
    ]
    for (key, row) in steps {
      desk.harness.press(key, at: 0)
      #expect(desk.list.selected == row, "\(key)")
      let place = desk.list.place(of: row)
      #expect(place.minY >= 28 && place.maxY <= 228, "\(key): \(place)")
    }
    desk.harness.press(.delete, at: 0)
    desk.harness.press(.character(" "), at: 0)
    desk.harness.press(.menu, at: 0)
    #expect(desk.log == ["remove 0", "toggle 0", "menu 0"])
  }

  @Test("A text stays at its side while it is edited, whatever its direction", arguments: [false, true])
  func side(_ isMirrored: Bool) throws {
    let desk = Desk(1, isMirrored: isMirrored)
    for name in ["World", "عالم"] {
      desk.names[0] = name
      desk.harness.layOut()
      func edge() throws -> Double {
        let place = try #require(desk.harness.sights(at: 0).first { $0.element.run?.text == name }).bounds
        return isMirrored ? place.maxX : place.minX
      }
      let before = try edge()
      desk.harness.press(.function(2), at: 0)
      #expect(desk.list.isEditing)
      let edited = try edge()
      #expect(abs(edited - before) <= 2, "\(name): \(edited), \(before)")
      desk.harness.press(.escape, at: 0)
    }
  }

  @Test("The wheel scrolls, and not beyond the ends") func wheel() {
    let desk = Desk(20)
    for _ in 0..<3 { desk.harness.perform(.pressed(desk.point(0), button: 5, modifiers: []), at: 0) }
    #expect(desk.list.place(of: 0).minY == 28 - 3 * 72)
    for _ in 0..<50 { desk.harness.perform(.pressed(desk.point(0), button: 5, modifiers: []), at: 0) }
    #expect(desk.list.place(of: 19).maxY == 228)
    for _ in 0..<50 { desk.harness.perform(.pressed(desk.point(0), button: 4, modifiers: []), at: 0) }
    #expect(desk.list.place(of: 0).minY == 28)
  }

  @Test("A row is put elsewhere by dragging and by Alt with an arrow") func order() {
    let desk = Desk(4)
    desk.harness.perform(.pressed(desk.point(0), button: 1, modifiers: []), at: 0)
    desk.harness.perform(.pointerMoved(Point(x: 120, y: desk.point(2).y + 20)), at: 0.1)
    desk.harness.draw(at: 0.1)
    desk.harness.perform(.released(Point(x: 120, y: desk.point(2).y + 20), button: 1, modifiers: []), at: 0.2)
    #expect(desk.ids == [1, 2, 0, 3] && desk.list.selected == 2)
    desk.harness.press(.up, .alt, at: 1)
    #expect(desk.ids == [1, 0, 2, 3] && desk.list.selected == 1)
    desk.harness.press(.down, .alt, at: 1)
    desk.harness.press(.down, .alt, at: 1)
    desk.harness.press(.down, .alt, at: 1)
    #expect(desk.ids.last == 0 && desk.log.last == "move 0 3")
  }

  @Test("A press that hardly moves is a click, and a row dropped where it was stays") func click() {
    let desk = Desk(4)
    desk.harness.perform(.pressed(desk.point(1), button: 1, modifiers: []), at: 0)
    desk.harness.perform(.pointerMoved(Point(x: 122, y: desk.point(1).y + 3)), at: 0.1)
    desk.harness.perform(.released(Point(x: 122, y: desk.point(1).y + 3), button: 1, modifiers: []), at: 0.2)
    desk.harness.perform(.pressed(desk.point(1), button: 1, modifiers: []), at: 1)
    desk.harness.perform(.pointerMoved(Point(x: 122, y: desk.point(1).y + 12)), at: 1.1)
    desk.harness.perform(.released(Point(x: 122, y: desk.point(1).y + 12), button: 1, modifiers: []), at: 1.2)
    #expect(desk.log.isEmpty && desk.list.selected == 1)
  }

  @Test("At the list's end a dragged row scrolls it, by time and not by frames") func dragScrolls() {
    let desk = Desk(100)
    desk.harness.perform(.pressed(desk.point(0), button: 1, modifiers: []), at: 0)
    desk.harness.perform(.pointerMoved(Point(x: 120, y: 260)), at: 1)
    desk.harness.draw(at: 2)
    let after = desk.list.scrolled
    #expect(after == 500)
    for frame in 0..<10 { desk.harness.draw(at: 2 + Double(frame) / 10) }
    desk.harness.draw(at: 3)
    #expect(desk.list.scrolled == 1000)
  }

  @Test("F2 edits a cell in its place, Tab the next one, Return takes it, Escape does not") func editing() {
    let desk = Desk(4)
    desk.harness.press(.down, at: 0)
    desk.harness.press(.function(2), at: 0)
    desk.harness.type("New", at: 0)
    desk.harness.press(.tab, at: 0)
    desk.harness.type("linux", at: 0)
    desk.harness.press(.enter, at: 0)
    #expect(desk.log == ["edit 1 0 New", "edit 1 1 linux"] && !desk.list.isEditing)
    desk.harness.press(.function(2), at: 1)
    desk.harness.type("No", at: 1)
    desk.harness.press(.escape, at: 1)
    #expect(desk.log.count == 2 && !desk.list.isEditing)
  }

  @Test("A double click edits what it is on, and a click beside it takes that over") func doubleClick() {
    let desk = Desk(4)
    desk.harness.click(desk.point(2), at: 1)
    desk.harness.click(desk.point(2), at: 1.1)
    #expect(desk.list.isEditing)
    desk.harness.type("Two", at: 1.2)
    desk.harness.click(desk.point(0), at: 2)
    #expect(desk.log == ["edit 2 0 Two"] && desk.list.selected == 0)
  }

  @Test(
    "The switch at a row's end is for the pointer, on the other side where rows are mirrored", arguments: [false, true])
  func switches(_ isMirrored: Bool) {
    let desk = Desk(4, isMirrored: isMirrored)
    let y = desk.point(3).y
    desk.harness.click(Point(x: isMirrored ? 38 : 362, y: y), at: 0)
    #expect(desk.log == ["toggle 3"])
    desk.harness.click(Point(x: isMirrored ? 362 : 38, y: y), at: 5)
    #expect(desk.log == ["toggle 3"])
  }

  @Test("The arrow of a cell with choices ends where other rows' switches end", arguments: [false, true])
  func arrow(_ isMirrored: Bool) throws {
    var style = PanelTests.style
    style.isMirrored = isMirrored
    let list = RowListView<Int>([ListColumn("", .share(1)), ListColumn("", .share(1))], style: style)
    (list.hasSwitches, list.rowHeight) = (true, 36)
    list.source = .init(
      count: { 2 }, id: { $0 },
      row: { row in
        var value = ListCell("value")
        value.opensMenu = row == 0
        return ListRow([ListCell("name"), value], isOn: row == 0 ? nil : true)
      })
    var opened: [Int] = []
    list.on.open = { row, _, _, _ in opened.append(row) }
    let harness = ViewHarness(list, size: Size(width: 400, height: 100))
    harness.layOut()
    let sights = harness.sights(at: 0)
    let arrow = try #require(sights.first { if case .triangle = $0.element { true } else { false } }).bounds
    // The outline before is the list's.
    let rim = try #require(sights.last { if case .outline = $0.element { true } else { false } }).bounds
    #expect(isMirrored ? arrow.minX == rim.minX : arrow.maxX == rim.maxX, "\(arrow), \(rim)")
    harness.click(Point(x: arrow.midX, y: arrow.midY), at: 1)
    #expect(opened == [0])
  }

  @Test("An empty list says what to do") func empty() {
    let desk = Desk(0)
    desk.list.emptyText = "Nothing yet"
    for key in [Key.down, .end, .enter, .delete, .function(2), .character(" ")] { desk.harness.press(key, at: 0) }
    #expect(desk.texts.contains("Nothing yet") && desk.list.selected == nil && desk.log.isEmpty)
  }
}
