import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

@Suite("Whatever happens to a menu or a badge") struct MenuLawTests {
  private static let place = Rect(x: 10, y: 4, width: 300, height: 160)
  private static let user = RandomUser(place: place)

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
      user.next(&random) { number, flag in
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
      (style.text, style.image, style.fontSize) = ("Newsreel", "icon.png", 10)
      let view = BadgeScene(style, image: SizedImage(path: "icon.png", size: Size(width: 69, height: 53)))
      view.isEditable = true
      return view
    }
    return ViewHistory(place: place, make: badge) { random in
      user.next(&random) { number, flag in
        { window, _ in
          var style = window.view.style
          if flag { style.text = "Label \(number)" } else { style.fontSize = Double(8 + number) }
          window.view.apply(style, image: window.view.image)
          window.context.setNeedsLayout()
        }
      }
    }
  }

  @Test("A menu draws when it changes", arguments: 0..<4 as Range<UInt64>)
  func menu(seed: UInt64) { Self.menus().expectNothingIsMissed(seed: seed) }

  @Test("A badge draws when it changes", arguments: 0..<4 as Range<UInt64>)
  func badge(seed: UInt64) { Self.badges().expectNothingIsMissed(seed: seed) }
}
