import Glibc
import ScrollCore
import TestKit
import TestTags
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

  /// Those of the ticker, which the library knows by their names alone.
  private static let known: Set = ["read", "takeover"]
  /// Those that are the padding at both sides in Swift.
  private static let margins: Set = ["CounterView inset", "AutoScrollView inset"]

  @Test("Each is there for a program outside of the package, unless the page says otherwise", .tags(.slow))
  func outside() async throws {
    func names<Style: HasProperties>(of style: Style.Type, _ view: String) -> [(view: String, name: String)] {
      style.properties.map { (view, $0.swiftName) }
    }
    let all =
      names(of: CrawlStyle.self, "CrawlView") + names(of: AutoScrollStyle.self, "AutoScrollView")
      + names(of: CounterProperties.self, "CounterView") + names(of: TokenFieldProperties.self, "TokenFieldView")
      + names(of: Badge.self, "BadgeView") + names(of: StripStyle.self, "StripView")
    let program = all.enumerated().map { "func row\($0)(_ view: \($1.view)) { _ = view.\($1.name) }\n" }.joined()
    let said = try await OutsideProgram.check(["main.swift": "import Newsreel\n" + program])
    let wrong = said.matches(of: /main\.swift:(\d+):\d+: error:/).compactMap { Int($0.1) }
    let missing = wrong.map { all[$0 - 2] }
    let others = missing.filter { !Self.margins.contains("\($0.view) \($0.name)") }
    #expect(Set(others.map(\.name)) == Self.known, "\(said.prefix(2000))")
    #expect(missing.count - others.count == Self.margins.count)
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
      var name =
        property.swiftName == property.name ? "`\(property.name)`" : "`\(property.swiftName)` (`\(property.name)`)"
      if known.contains(property.name) { name += ", by `set(_:to:)`" }
      if margins.contains("\(view) \(property.name)") { name += ", by `set(_:to:)`: `padding` in Swift" }
      let meaning = cell(inSwift(property.meaning, style))
      text += "| \(name) | \(initial(property, style)) | \(values(of: property)) | \(meaning) |\n"
    }
  }

  /// With the names of other properties as Swift has them, where flags part words.
  private static func inSwift<Style: HasProperties>(_ meaning: String, _ style: Style.Type) -> String {
    // The longest first, as one may be a part of another.
    style.properties.filter { $0.flag.contains("-") }.sorted { $0.flag.count > $1.flag.count }.reduce(meaning) {
      $0.replacing($1.flag, with: $1.swiftName)
    }
  }

  private static func initial<Style: HasProperties>(_ property: Property<Style>, _ style: Style.Type) -> String {
    let initial = property.value(of: Style())
    if case .choice = property.kind, !known.contains(property.name) { return choice(initial.text) }
    return value(initial)
  }

  /// A choice in Swift; where flags have another word for it, that is in brackets.
  private static func choice(_ word: String) -> String {
    let own = NumberGrouping(rawValue: word).map { "\($0)" } ?? word
    return "`.\(own)`" + (own == word ? "" : " (`\(word)`)")
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
    case .choice(let words) where known.contains(property.name): words.map { "`\($0)`" }.joined(separator: " ")
    case .choice(let words): words.map(choice).joined(separator: " ")
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
      ("CounterView and AutoScrollView", "counter.padding", text(CounterView().padding)),
      ("CounterView and AutoScrollView", "lyrics.padding", text(AutoScrollView().padding)),
      ("StackView", "spacing", number(stack.spacing)),
      ("StackView", "alignment", stack.alignment.map { "\($0)" } ?? "fill"),
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
