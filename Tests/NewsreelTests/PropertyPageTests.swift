import Glibc
import ScrollCore
import TestKit
import Testing

@testable import Newsreel

/// The page on properties: made from the tables from which flags, help and the manual come, too.
@Suite("The page on properties") struct PropertyPageTests {
  private static let path = "Sources/Newsreel/Newsreel.docc/Properties.md"
  /// What stands above the tables.
  private static let mark = "## CrawlView\n"

  @Test("It has each property of each view, with its default; NEWSREEL_ACCEPT=1 writes it anew") func page() throws {
    let page = try Project.text(of: Self.path)
    let head = try #require(page.firstRange(of: Self.mark)?.lowerBound)
    let made = page[..<head] + Self.tables
    if getenv("NEWSREEL_ACCEPT") != nil {
      let file = try #require(fopen(Project.folder + "/" + Self.path, "w"))
      defer { fclose(file) }
      #expect(fputs(String(made), file) >= 0)
    } else if made != page {
      let difference = zip(made.split(separator: "\n"), page.split(separator: "\n")).first { $0 != $1 }
      Issue.record("the page is not up to date: \(difference.map { "\($0.0)\n\($0.1)" } ?? "its length differs")")
    }
  }

  @Test("Each name on it is a property of the view, in Swift and for set(_:to:)") func names() throws {
    let views: [View] = [CrawlView(), AutoScrollView(), CounterView(), TokenFieldView(), BadgeView(), StripView()]
    for view in views {
      for name in view.propertyNames {
        let value = try #require(view.value(of: name), "\(type(of: view)) \(name)")
        try view.set(name, to: value)
      }
    }
  }

  private static var tables: String {
    [
      table(of: CrawlStyle.self, "CrawlView"), table(of: AutoScrollStyle.self, "AutoScrollView"),
      table(of: CounterProperties.self, "CounterView"), table(of: TokenFieldProperties.self, "TokenFieldView"),
      table(of: Badge.self, "BadgeView"), table(of: StripStyle.self, "StripView"), plain,
    ].joined(separator: "\n")
  }

  /// A property a row.
  private static func table<Style: HasProperties>(of style: Style.Type, _ view: String) -> String {
    let head = "## \(view)\n\n| property | default | values | meaning |\n| --- | --- | --- | --- |\n"
    return style.properties.reduce(into: head) { text, property in
      let name =
        property.swiftName == property.name ? "`\(property.name)`" : "`\(property.swiftName)` (`\(property.name)`)"
      text +=
        "| \(name) | \(value(property.value(of: Style()))) | \(values(of: property)) | \(cell(property.meaning)) |\n"
    }
  }

  private static func value(_ value: PropertyValue) -> String {
    switch value {
    case .text(let text) where text.isEmpty: "empty"
    case .integer(.max): "any"
    default: "`\(cell(value.text))`"
    }
  }

  private static func values(of property: Property<some HasProperties>) -> String {
    switch property.kind {
    case .flag: "Bool"
    case .text: "String"
    case .font: "Font"
    case .color: "Color"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: " ")
    case .integer(let range):
      "Int, \(range.lowerBound) to \(range.upperBound == .max ? "any" : "\(range.upperBound)")" + unit(of: property)
    case .number(let range):
      "Double, \(PropertyValue.number(range.lowerBound).text) to "
        + (range.upperBound > 1e300 ? "any" : PropertyValue.number(range.upperBound).text) + unit(of: property)
    }
  }

  private static func unit(of property: Property<some HasProperties>) -> String {
    property.unit.isEmpty ? "" : " \(property.unit)"
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  /// What is not in a table of properties.
  private static var plain: String {
    let (view, label, button) = (View(), Label(), Button())
    let (stack, scroll) = (StackView(.horizontal), ScrollView(View()))
    func text(_ insets: Insets) -> String {
      "\(PropertyValue.number(insets.top).text) \(PropertyValue.number(insets.right).text) "
        + "\(PropertyValue.number(insets.bottom).text) \(PropertyValue.number(insets.left).text)"
    }
    func number(_ number: Double) -> String { PropertyValue.number(number).text }
    func color(_ color: Color?) -> String { color.map { PropertyValue.color($0).text } ?? "nil" }
    let rows: [(view: String, name: String, value: String)] = [
      ("View", "border.width", number(view.border.width)), ("View", "border.color", color(view.border.color)),
      ("View", "border.radius", number(view.border.radius)), ("View", "background", color(view.background)),
      ("View", "padding", text(view.padding)), ("View", "opacity", number(view.opacity)),
      ("View", "width", view.width.map(number) ?? "nil"), ("View", "height", view.height.map(number) ?? "nil"),
      ("View", "minWidth", number(view.minWidth)), ("View", "minHeight", number(view.minHeight)),
      ("View", "growPriority", view.growPriority.map { "\($0)" } ?? "nil"),
      ("View", "shrinkPriority", "\(view.shrinkPriority)"), ("View", "isHidden", "\(view.isHidden)"),
      ("Label", "fontSize", number(label.fontSize)), ("Label", "textColor", color(label.textColor)),
      ("Label", "alignment", "\(label.alignment)"), ("Label", "maxLines", label.maxLines.map { "\($0)" } ?? "nil"),
      ("Button", "fontSize", number(button.fontSize)), ("Button", "textColor", color(button.textColor)),
      ("Button", "background", color(button.background)), ("Button", "tintColor", color(button.tintColor)),
      ("Button", "padding", text(button.padding)), ("Button", "isEnabled", "\(button.isEnabled)"),
      ("ScrollView", "contentOffset", "\(number(scroll.contentOffset.x)), \(number(scroll.contentOffset.y))"),
      ("ScrollView", "autoScrollSpeed", number(scroll.autoScrollSpeed)),
      ("StackView", "spacing", number(stack.spacing)), ("StackView", "alignment", "\(stack.alignment)"),
    ]
    var owner = ""
    return rows.reduce(into: "") { text, row in
      if row.view != owner {
        text +=
          (owner.isEmpty ? "" : "\n")
          + "## \(row.view == "View" ? "Every view" : row.view)\n\n| property | default |\n| --- | --- |\n"
        owner = row.view
      }
      text += "| `\(row.name)` | `\(row.value)` |\n"
    }
  }
}
