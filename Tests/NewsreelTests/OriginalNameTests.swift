import Glibc
import TestKit
import TestTags
import Testing

/// Each name of the originals, as a program writes it there: it is the same here, or the compiler offers the one that it is.
@Suite("The names of the originals", .tags(.slow)) struct OriginalNameTests {
  /// A name, how it is written for a view of a type, and what the compiler offers; nil if it is the same.
  struct Row {
    let name: String
    let type: String
    let statement: String
    let offer: String?

    init(_ name: String, _ type: String, _ statement: String, _ offer: String? = nil) {
      (self.name, self.type, self.statement, self.offer) = (name, type, statement, offer)
    }
  }

  private static let path = "Sources/Newsreel/Newsreel.docc/Originals.md"
  private static let mark = "## Every name, and what the compiler says\n"

  @Test("Each compiles, or the right one is offered") func rows() async throws {
    let all = Self.all.flatMap(\.rows)
    #expect(all.count > 100 && Set(all.map(\.name)).count == all.count)
    let program = all.enumerated().map { number, row in
      "func row\(number)(_ view: \(row.type), _ other: View, _ owner: any TokenFieldDataSource) { \(row.statement) }\n"
    }
    let said = try await OutsideProgram.check(["main.swift": "import Newsreel\n" + program.joined()])
    var errors: [Int: String] = [:]
    for line in said.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 4)
      guard parts.count == 5, parts[3] == " error", let number = Int(parts[1]) else { continue }
      errors[number, default: ""] += parts[4] + "\n"
    }
    for (index, row) in all.enumerated() {
      let error = errors[index + 2]
      guard let offer = row.offer else {
        #expect(error == nil, "\(row.name): \(error ?? "")")
        continue
      }
      #expect(error?.contains(offer) == true, "\(row.name): \(error ?? "compiles")")
    }
  }

  @Test("The page on the originals has each name, and no others; NEWSREEL_ACCEPT=1 writes it anew") func page() throws {
    let page = try Project.text(of: Self.path)
    let head = page[..<(page.firstRange(of: Self.mark)?.lowerBound ?? page.endIndex)]
    let made = head + Self.mark + "\n" + Self.tables
    if getenv("NEWSREEL_ACCEPT") != nil {
      let file = try #require(fopen(Project.folder + "/" + Self.path, "w"))
      defer { fclose(file) }
      #expect(fputs(String(made), file) >= 0)
    } else {
      #expect(made == page)
    }
  }

  private static var tables: String {
    all.map { group in
      group.rows.reduce(into: "### \(group.original)\n\n| there | here |\n| --- | --- |\n") { text, row in
        text += "| \(row.name) | \(row.offer.map { "`\($0)`" } ?? "the same") |\n"
      }
    }.joined(separator: "\n")
  }
}

extension OriginalNameTests {
  static let all: [(original: String, rows: [Row])] = [
    ("SideScrollTextField", sideScroll), ("DAAutoScroll", autoScroll), ("PlaceIn and PlaceOn", places),
    ("JTNumberScrollAnimatedView", number), ("BMTokenView", tokens),
  ]

  private static let sideScroll: [Row] =
    [
      ("text", "\"a\""), ("fontSizeAsView", "true"), ("fontSize", "17"), ("maxFontSize", "20"), ("minFontSize", "9"),
      ("scrollLeft", "true"), ("scrollOnlyWhenTooLong", "true"), ("scrollRepeat", "-1"), ("scrollTime", "5"),
      ("scrollSpeed", "50"), ("repeatWhenOutOfBounds", "true"), ("repeatSpacing", "50"), ("delayAtStart", "2"),
      ("delayAtEnd", "0"), ("startOutOfBounds", "true"),
    ].map { Row($0, "CrawlView", "view.\($0) = \($1)") } + [
      Row("isTextFittingInView", "CrawlView", "print(view.isTextFittingInView)"),
      Row("startScroll()", "CrawlView", "view.startScroll()", "start()"),
      Row("stopScroll()", "CrawlView", "view.stopScroll()", "stop()"),
      Row("textField", "CrawlView", "print(view.textField)", "crawl.font, crawl.textColor"),
      Row("SideScrollTextField", "View", "print(SideScrollTextField.self)", "CrawlView"),
    ]

  private static let autoScroll: [Row] = [
    Row("scrollPointsPerSecond", "AutoScrollView", "view.scrollPointsPerSecond = 15", "speed"),
    Row("startScrolling()", "AutoScrollView", "view.startScrolling()", "start(speed:)"),
    Row("stopScrolling()", "AutoScrollView", "view.stopScrolling()", "stop()"),
    Row("scrolling", "AutoScrollView", "print(view.scrolling)", "isScrolling"),
    Row("isScrolling", "AutoScrollView", "print(view.isScrolling)"),
    Row("contentOffset", "AutoScrollView", "print(view.contentOffset)", "offset"),
    Row("contentSize", "AutoScrollView", "print(view.contentSize)"),
  ]

  private static let places: [Row] = {
    let edges = ["Left", "Right", "Top", "Bottom", "MidX", "MidY"]
    let corners = ["TopLeft", "TopRight", "BottomLeft", "BottomRight"]
    func direction(_ edge: String) -> String { ["Left", "Right", "MidX"].contains(edge) ? "dx" : "dy" }
    let inside = edges.flatMap { edge in
      [
        Row(
          "placeIn\(edge)(of:offset:)", "View", "view.placeIn\(edge)(of: other, offset: 3)",
          "place(.in\(edge), of: view, \(direction(edge)): offset)"),
        Row(
          "placeIn\(edge)OfSuperView(offset:)", "View", "view.placeIn\(edge)OfSuperView(offset: 3)",
          "place(.in\(edge), \(direction(edge)): offset)"),
      ]
    }
    let both = (corners + ["Center"]).flatMap { corner in
      [
        Row(
          "placeIn\(corner)(of:offsetX:offsetY:)", "View", "view.placeIn\(corner)(of: other, offsetX: 1, offsetY: 2)",
          "place(.in\(corner), of: view, dx: offsetX, dy: offsetY)"),
        Row(
          "placeIn\(corner)OfSuperView(offsetX:offsetY:)", "View",
          "view.placeIn\(corner)OfSuperView(offsetX: 1, offsetY: 2)", "place(.in\(corner), dx: offsetX, dy: offsetY)"),
      ]
    }
    let outside = edges.prefix(4).map { edge in
      Row(
        "placeOn\(edge)(of:offset:)", "View", "view.placeOn\(edge)(of: other, offset: 3)",
        "place(.on\(edge), of: view, \(direction(edge)): offset)")
    }
    let beside = corners.map { corner in
      Row(
        "placeOn\(corner)(of:offsetX:offsetY:)", "View", "view.placeOn\(corner)(of: other, offsetX: 1, offsetY: 2)",
        "place(.on\(corner), of: view, dx: offsetX, dy: offsetY)")
    }
    return inside + both + outside + beside
  }()

  private static let number: [Row] =
    [
      ("textColor", ".white"), ("duration", "1.5"), ("durationOffset", "0.2"), ("density", "5"), ("minLength", "4"),
      ("isAscending", "true"),
    ].map { Row($0 == "textColor" ? "counter.textColor" : $0, "CounterView", "view.\($0) = \($1)") } + [
      Row("value", "CounterView", "view.value = 249", "number"),
      Row("setValue(_:)", "CounterView", "view.setValue(249)", "setNumber(_:animated:)"),
      Row("counter.font", "CounterView", "view.font = \"Sans 40\""),
      Row("counter.text", "CounterView", "print(view.text)"),
      Row(
        "singleUnitWidthForAlignmentCenter", "CounterView", "view.singleUnitWidthForAlignmentCenter = 9",
        "use alignment"),
      Row("reloadView()", "CounterView", "view.reloadView()", "reload()"),
      Row("startAnimation()", "CounterView", "view.startAnimation()"),
      Row("stopAnimation()", "CounterView", "view.stopAnimation()"),
      Row("JTNumberScrollAnimatedView", "View", "print(JTNumberScrollAnimatedView.self)", "CounterView"),
    ]

  private static let tokens: [Row] =
    [
      ("margins", "8"), ("textMargin", "16"), ("tokenHeight", "30"), ("tokenXMargin", "4"), ("tokenYMargin", "4"),
      ("isRound", "true"), ("font", "\"Sans 12px\""), ("tintColor", ".black"), ("textColor", ".white"),
      ("textColorSelected", ".black"), ("firstResponderAtStart", "true"), ("canSelectTokens", "true"),
    ].map { Row(["font", "textColor"].contains($0) ? "settings.\($0)" : $0, "TokenFieldView", "view.\($0) = \($1)") }
    + [
      Row("tokenViewBackgroundColor", "TokenFieldView", "view.tokenViewBackgroundColor = .black", "tokenBackground"),
      Row(
        "tokenViewBackgroundColorSelected", "TokenFieldView", "view.tokenViewBackgroundColorSelected = .white",
        "tokenBackgroundSelected"),
      Row("settings", "TokenFieldView", "print(view.settings)", "style"),
      Row("BMTokenViewSettings()", "TokenFieldView", "view.style = BMTokenViewSettings()", "TokenFieldProperties"),
      Row("datasource", "TokenFieldView", "view.datasource = owner", "dataSource"),
      Row("delegate", "TokenFieldView", "print(view.delegate)"),
      Row("heightConstraint", "TokenFieldView", "view.heightConstraint = 30", "nothing is needed"),
      Row("tokenViews", "TokenFieldView", "print(view.tokenViews)", "items"),
      Row("isEditing", "TokenFieldView", "print(view.isEditing)", "didBeginEditing"),
      Row("hasSeletectedTokenView()", "TokenFieldView", "_ = view.hasSeletectedTokenView()", "selectedIndices"),
      Row("makeFirstResponder()", "TokenFieldView", "view.makeFirstResponder()", "beginEditing()"),
      Row("addedTokenViewData()", "TokenFieldView", "view.addedTokenViewData()", "reloadData()"),
      Row("reloadData()", "TokenFieldView", "view.reloadData()"),
      Row(
        "tokenViewNumberOfItems(tokenView:)", "TokenFieldView", "_ = owner.tokenViewNumberOfItems(tokenView: view)",
        "numberOfTokens(in:)"),
      Row(
        "tokenViewDataForItem(tokenView:atIndex:)", "TokenFieldView",
        "_ = owner.tokenViewDataForItem(tokenView: view, atIndex: 0)", "tokenField(_:tokenAt:)"),
      Row("TokenViewData", "TokenFieldView", "print(TokenViewData.self)", "String"),
      Row("BMToken", "View", "print(BMToken.self)", "TokenAppearance"),
      Row("BMTokenView", "View", "print(BMTokenView.self)", "TokenFieldView"),
      Row("BMTokenViewDatasource", "View", "print((any BMTokenViewDatasource).self)", "TokenFieldDataSource"),
      Row("BMTokenViewDelegate", "View", "print(BMTokenViewDelegate.self)", "TokenFieldDelegate"),
    ]
    + [
      ("canEditTokenView", "canEdit"), ("tokenViewHeightUpdated", "didChangeHeight"),
      ("tokenViewDidDrawView", "willDraw"), ("tokenViewDidBeganEditing", "didBeginEditing"),
      ("tokenViewShouldReturn", "shouldReturn"), ("tokenViewChangedText", "didChangeText"),
      ("tokenViewWillDeleteToken", "willDelete"), ("tokenViewDidTapToken", "didTap"),
    ].map { Row($0, "TokenFieldView", "print(view.delegate.\($0) as Any)", $1) }
}
