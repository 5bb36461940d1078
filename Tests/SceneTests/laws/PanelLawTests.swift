import ScrollCore
import TestKit
import Testing

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

  private static func next<Content: SceneView>(
    _ random: inout SeededRandom, _ change: (Int, Bool) -> Happening<Content>
  ) -> Happening<Content> {
    let (number, flag) = (Int.random(in: 0..<6, using: &random), Bool.random(using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return change(number, flag)
    case 1:
      let size = Size(width: Double(200 + 20 * number), height: Double(100 + 20 * number))
      return { window, _ in window.resize(to: Rect(origin: place.origin, size: size)) }
    default:
      let event = user.event(&random)
      return { $0.handle(event, at: $1) }
    }
  }

  private static func lists() -> ViewHistory<RowListView<Int>> {
    ViewHistory(place: place, make: Rows.list) { random in
      next(&random) { number, flag in
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
      next(&random) { number, flag in
        { window, t in
          if flag { window.view.show("text \(number)", at: t) } else { window.view.placeholder = "place \(number)" }
          window.context.setNeedsDisplay()
        }
      }
    }
  }

  private static func menus() -> ViewHistory<MenuView> {
    let lists = (0..<6).map { count in
      (0..<8 + count).map { number -> MenuEntry in
        if number == 3 { return .separator }
        if number == 5 {
          return MenuEntry("More", .list([MenuEntry("Dark", .theme("dark")), MenuEntry("Light", .theme("light"))]))
        }
        return MenuEntry("Entry \(number)", .command(.copy), isEnabled: number != 1)
      }
    }
    let style = MenuStyle(font: FontSpec(size: 14), foreground: .white, background: .black, scale: 1)
    func menu() -> MenuView { MenuView(lists[2], style: style) }
    return ViewHistory(place: place, make: menu) { random in
      next(&random) { number, flag in
        { window, _ in
          window.view.show(lists[number], selected: flag ? 2 : nil)
          window.context.setNeedsDisplay()
        }
      }
    }
  }

  private static func badges() -> ViewHistory<BadgeScene> {
    func badge() -> BadgeScene {
      var style = Badge()
      (style.label, style.image, style.fontSize) = ("Newsreel", "icon.png", 10)
      let view = BadgeScene(style, image: SizedImage(path: "icon.png", size: Size(width: 69, height: 53)))
      view.isEditable = true
      return view
    }
    return ViewHistory(place: place, make: badge) { random in
      next(&random) { number, flag in
        { window, _ in
          var style = window.view.style
          if flag { style.label = "Label \(number)" } else { style.fontSize = Double(8 + number) }
          window.view.apply(style, image: window.view.image)
          window.context.setNeedsLayout()
        }
      }
    }
  }

  @Test("A list draws when it changes", arguments: 0..<4 as Range<UInt64>)
  func list(seed: UInt64) { Self.lists().expectNothingIsMissed(seed: seed) }

  @Test("A field draws when it changes", arguments: 0..<4 as Range<UInt64>)
  func field(seed: UInt64) { Self.fields().expectNothingIsMissed(seed: seed) }

  @Test("A menu draws when it changes", arguments: 0..<4 as Range<UInt64>)
  func menu(seed: UInt64) { Self.menus().expectNothingIsMissed(seed: seed) }

  @Test("A badge draws when it changes", arguments: 0..<4 as Range<UInt64>)
  func badge(seed: UInt64) { Self.badges().expectNothingIsMissed(seed: seed) }
}
