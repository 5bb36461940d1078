import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Panels
@testable import Scene

@Suite("Whatever happens to a panel's views") struct PanelLawTests {
  private static let place = Rect(x: 10, y: 4, width: 300, height: 160)
  private static let user = RandomUser(place: place)

  /// Rows in a list that change as they like.
  private final class Rows {
    var ids = Array(0..<12)
    var edition = 0

    static func list() -> RowListView<Int> {
      let rows = Rows()
      let list = RowListView<Int>(
        [ListColumn("Name", .share(1)), ListColumn("Filter", .fixed(100))], style: PanelTests.style)
      (list.hasMarks, list.hasSwitches, list.isReorderable, list.rowHeight) = (true, true, true, 40)
      list.source = .init(
        count: { rows.ids.count }, id: { rows.ids[$0] },
        row: { index in
          var name = ListCell("Row \(rows.ids[index])", .strong, detail: "edition \(rows.edition)")
          name.isEditable = true
          return ListRow([name, ListCell("")], mark: .dot(.white), isOn: rows.ids[index] % 2 == 0)
        })
      list.on.move = { row, other, _ in
        guard let place = rows.ids.firstIndex(of: other), let former = rows.ids.firstIndex(of: row) else { return }
        rows.ids.insert(rows.ids.remove(at: former), at: place)
      }
      list.on.remove = { row, _ in rows.ids.removeAll { $0 == row } }
      list.on.edit = { _, _, _, _ in
        rows.edition += 1
        return true
      }
      list.on.toggle = { _, _ in rows.edition += 1 }
      return list
    }
  }

  private static func lists() -> ViewHistory<RowListView<Int>> {
    ViewHistory(place: place, make: Rows.list) { random in
      user.next(&random) { number, flag in
        { window, _ in
          if flag { window.view.style.textColor = number < 3 ? .white : .black }
          if !flag { window.view.rowHeight = Double(30 + 5 * number) }
          window.context.setNeedsLayout()
        }
      }
    }
  }

  private static func fields() -> ViewHistory<FieldView> {
    func field() -> FieldView { FieldView("abc", placeholder: "Address", style: PanelTests.style) }
    return ViewHistory(place: place, make: field) { random in
      user.next(&random) { number, flag in
        { window, t in
          if flag { window.view.show("text \(number)", at: t) } else { window.view.placeholder = "place \(number)" }
          window.context.setNeedsDisplay()
        }
      }
    }
  }

  @Test("A list draws when it changes", arguments: 0..<4 as Range<UInt64>)
  func list(seed: UInt64) { Self.lists().expectNothingIsMissed(seed: seed) }

  @Test("A field draws when it changes", arguments: 0..<4 as Range<UInt64>)
  func field(seed: UInt64) { Self.fields().expectNothingIsMissed(seed: seed) }
}
