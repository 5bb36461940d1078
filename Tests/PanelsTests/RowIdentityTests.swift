import ScrollCore
import Testing
import ViewKit

@testable import Panels
@testable import Scene

@Suite("What is done with a row of a list") struct RowIdentityTests {
  /// A list whose rows come and go.
  private final class Desk {
    var names: [String]
    var log: [String] = []
    var isRefusing = false
    let list: RowListView<String>
    let harness: ViewHarness<RowListView<String>>

    init(_ names: String..., width: Double = 400) {
      self.names = names
      let columns = [
        ListColumn("Feed", .share(1)), ListColumn("Every", .fixed(72)), ListColumn("Only with", .fixed(112)),
        ListColumn("Without", .fixed(112)),
      ]
      list = RowListView(columns, style: PanelTests.style)
      (list.hasSwitches, list.isReorderable, list.rowHeight) = (true, true, 50)
      harness = ViewHarness(list, size: Size(width: width, height: 228))
      list.source = .init(
        count: { [unowned self] in self.names.count }, id: { [unowned self] in self.names[$0] },
        row: { [unowned self] row in
          var (name, filter) = (ListCell(self.names[row]), ListCell("golf"))
          (name.isEditable, filter.isEditable) = (true, true)
          return ListRow([name, ListCell("15 min"), ListCell(""), filter], isOn: true)
        })
      list.on.toggle = { [unowned self] row, _ in log.append("toggle \(row)") }
      list.on.remove = { [unowned self] row, _ in
        log.append("remove \(row)")
        self.names.removeAll { $0 == row }
      }
      list.on.menu = { [unowned self] row, _, _ in log.append("menu \(row)") }
      list.on.miss = { [unowned self] row, _ in log.append("miss \(row)") }
      list.on.move = { [unowned self] row, other, _ in log.append("move \(row) to \(other)") }
      list.on.edit = { [unowned self] row, column, text, _ in
        log.append("edit \(row) \(column) \(text)")
        return !isRefusing
      }
      harness.layOut()
      harness.perform(.focused(true), at: 0)
    }

    func point(_ row: Int) -> Point { Point(x: 40, y: list.place(of: row).midY) }
    func select(_ row: Int) { for _ in 0..<row { harness.press(.down, at: 0) } }

    func node(_ name: String) throws -> AccessibleNode {
      try #require(list.accessibleNode(at: 0)?.children.first { $0.name.hasPrefix(name) })
    }
  }

  @Test("A selection follows its row, and stays in view") func follows() {
    let desk = Desk("a", "b", "c", "d", "e", "f")
    desk.select(3)
    desk.names.insert(contentsOf: ["x", "y"], at: 0)
    desk.harness.layOut()
    #expect(desk.list.selected == 5 && desk.list.place(of: 5).maxY <= 228)
    desk.names.removeAll { $0 < "d" || $0 > "f" }
    desk.harness.layOut()
    #expect(desk.list.selected == 0)
    desk.harness.press(.delete, at: 1)
    // The row that takes its place is selected, as its user has removed it.
    #expect(desk.log == ["remove d"] && desk.list.selectedID == "e")
  }

  @Test("The selected row stays in view where the list becomes lower") func lower() {
    let desk = Desk("a", "b", "c", "d")
    desk.select(3)
    desk.harness.layOut(in: Rect(x: 0, y: 0, width: 400, height: 180))
    #expect(desk.list.place(of: 3).maxY <= 180)
  }

  @Test("Where the selected row has gone nothing is done with another one, and arrows go on from its place")
  func gone() {
    let desk = Desk("a", "b", "c")
    desk.select(1)
    desk.names.remove(at: 1)
    desk.harness.layOut()
    #expect(desk.list.selected == nil)
    for key in [Key.delete, .character(" "), .function(2), .menu, .enter] { desk.harness.press(key, at: 0) }
    desk.harness.press(.up, .alt, at: 0)
    #expect(desk.log == Array(repeating: "miss b", count: 6) && !desk.list.isEditing)
    desk.harness.press(.down, at: 0)
    #expect(desk.list.selectedID == "c")
  }

  @Test("A text goes to the row that it was typed for, wherever that is by then") func editing() {
    let desk = Desk("a", "b", "c")
    desk.select(1)
    desk.harness.press(.function(2), at: 0)
    desk.harness.type("My World", at: 0)
    desk.names.removeFirst()
    desk.harness.press(.enter, at: 1)
    #expect(desk.log == ["edit b 0 My World"])
  }

  @Test("A refused text stays to be corrected, and Escape drops it") func refused() {
    let desk = Desk("a", "b")
    desk.isRefusing = true
    desk.harness.press(.function(2), at: 0)
    desk.harness.type("/(/", at: 0)
    desk.harness.press(.enter, at: 0)
    desk.harness.press(.tab, at: 0)
    desk.harness.click(desk.point(1), at: 1)
    #expect(desk.list.isEditing && desk.list.selected == 0)
    desk.isRefusing = false
    desk.harness.type(")", at: 2)
    desk.harness.press(.enter, at: 2)
    #expect(!desk.list.isEditing && desk.log == Array(repeating: "edit a 0 /(/", count: 3) + ["edit a 0 /(/)"])
    desk.isRefusing = true
    desk.harness.press(.function(2), at: 3)
    desk.harness.type("x", at: 3)
    desk.harness.press(.escape, at: 3)
    #expect(!desk.list.isEditing)
    // Of a row that has gone there is nothing to correct.
    desk.harness.press(.function(2), at: 4)
    desk.harness.type("y", at: 4)
    desk.names.removeFirst()
    desk.harness.press(.enter, at: 4)
    #expect(!desk.list.isEditing && desk.log.last == "edit a 0 y")
  }

  @Test("A row that comes below a held button or between two clicks is not meant") func pointer() {
    let desk = Desk("a", "b", "c")
    desk.harness.perform(.pressed(Point(x: 362, y: desk.point(1).y), button: 1, modifiers: []), at: 0)
    desk.names.insert("x", at: 0)
    desk.harness.perform(.released(Point(x: 362, y: desk.point(1).y), button: 1, modifiers: []), at: 0.1)
    #expect(desk.log.isEmpty && desk.list.selectedID == "b")
    desk.harness.click(desk.point(1), at: 5)
    desk.names.remove(at: 0)
    desk.harness.click(desk.point(1), at: 5.1)
    #expect(!desk.list.isEditing && desk.list.selectedID == "b")
    desk.harness.perform(.pressed(desk.point(1), button: 1, modifiers: []), at: 9)
    desk.harness.perform(.pointerMoved(Point(x: 40, y: desk.point(0).y - 20)), at: 9.1)
    desk.names.insert("x", at: 0)
    desk.harness.perform(.released(Point(x: 40, y: desk.point(0).y - 20), button: 1, modifiers: []), at: 9.2)
    #expect(desk.log == ["move b to x"])
  }

  @Test("Assistive technology keeps its row, and hears each text with its column") func heard() throws {
    let desk = Desk("a", "b", "c")
    let node = try desk.node("b")
    #expect(node.name == "b, Every 15 min, Without golf")
    desk.names.insert("x", at: 0)
    #expect(try desk.node("b").key == node.key)
    #expect(desk.list.perform(.remove, on: [node.key], in: desk.harness.context) && desk.log == ["remove b"])
    #expect(!desk.list.perform(.remove, on: [node.key], in: desk.harness.context) && desk.log.count == 1)
    desk.list.title = "Feeds"
    #expect(desk.list.accessibleNode(at: 0)?.name == "Feeds")
  }

  @Test("In a narrow list the names stay, and a column without room is edited across the row") func narrow() throws {
    let desk = Desk("World News", "b", width: 300)
    let texts = desk.harness.sights(at: 0).compactMap { $0.element.run?.text }
    #expect(texts.contains("World News") && !texts.contains("golf") && !texts.contains("Without"), "\(texts)")
    #expect(desk.list.place(ofColumn: 0, in: 0).width >= 120)
    desk.harness.press(.function(2), at: 0)
    desk.harness.press(.tab, at: 0)
    #expect(try #require(desk.list.editedPlace).width >= 120)
    desk.harness.perform(.keyPressed(.delete, text: "", modifiers: []), at: 0)
    #expect(desk.harness.sights(at: 0).contains { $0.element.run?.text.hasPrefix("Without") == true })
  }
}
