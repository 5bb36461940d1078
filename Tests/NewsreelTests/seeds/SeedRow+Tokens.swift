import Newsreel
import TestKit

extension SeedRow {
  /// BMTokenView.
  static var tokens: [SeedRow] { settings + data + events }

  private static var settings: [SeedRow] {
    [
      SeedRow("margins") { desk in try height(on: desk) { $0.margins = 20 } == 70 },
      SeedRow("textMargin") { desk in try height(on: desk) { $0.textMargin = 120 } == 3 * 30 + 2 * 4 },
      SeedRow("tokenHeight") { desk in try height(on: desk) { $0.tokenHeight = 44 } == 44 },
      SeedRow("tokenXMargin") { desk in try height(on: desk) { $0.tokenXMargin = 200 } == 2 * 30 + 4 },
      SeedRow("tokenYMargin") { desk in
        try height(on: desk) { ($0.textMargin, $0.tokenYMargin) = (120, 10) } == 3 * 30 + 2 * 10
      },
      SeedRow("isRound") { desk in
        let (field, square) = (chips(), chips())
        (field.tokenBackground, square.tokenBackground, square.isRound) = (.red, .red, false)
        let (round, plain) = (try desk.picture(of: field), try desk.picture(of: square))
        return plain.count(of: 0xff0000) > round.count(of: 0xff0000)
      },
      SeedRow("token.font") { desk in
        let field = chips()
        let usual = try desk.picture(of: field)
        field.font = Font("DejaVu Sans", size: 24, weight: .bold)
        return try desk.picture(of: field) != usual
      },
      SeedRow("tintColor") { desk in
        let (window, field) = try await typing(on: desk) { $0.tintColor = "#00ff00" }
        try window.run("the caret") { try desk.picture(of: window).count(of: 0x00ff00) > 5 }
        return field.tintColor == .lime
      },
      SeedRow("token.textColor") { desk in
        let field = TokenFieldView(["■■■"])
        (field.canEdit, field.textColor) = (false, .red)
        return try desk.picture(of: field).count(of: 0xff0000) > 20
      },
      SeedRow("textColorSelected") { desk in
        try await selected(on: desk, "■■■", { $0.textColorSelected = .red }) {
          try desk.picture(of: $0).count(of: 0xff0000) > 20
        }
      },
      SeedRow("tokenViewBackgroundColor") { desk in
        let field = chips()
        field.tokenBackground = .red
        return try desk.picture(of: field).count(of: 0xff0000) > 500
      },
      SeedRow("tokenViewBackgroundColorSelected") { desk in
        try await selected(on: desk, "a", { $0.tokenBackgroundSelected = .red }) {
          try desk.picture(of: $0).count(of: 0xff0000) > 100
        }
      },
      SeedRow("firstResponderAtStart") { desk in
        let field = TokenFieldView()
        var begun = 0
        field.delegate.didBeginEditing = { _, _ in begun += 1 }
        let window = try Window(field, width: 300, at: .inTopLeft)
        try window.run("the keyboard") { begun == 1 }
        try await desk.server.move(toX: 150, y: 15)
        try await desk.server.type("q")
        try window.run("the text") { field.text == "q" }
        return true
      },
      SeedRow("canSelectTokens") { desk in
        let field = chips()
        field.canSelectTokens = false
        let window = try desk.show(field)
        var taps = 0
        field.delegate.didTap = { _, _ in taps += 1 }
        try await desk.server.click(x: 18, y: 15)
        try window.run("the click") { taps == 1 }
        return field.selectedIndices.isEmpty
      },
    ]
  }

  private static var data: [SeedRow] {
    [
      SeedRow("datasource: tokenViewNumberOfItems(tokenView:)") { _ in
        let (field, owner) = (TokenFieldView(), Owner())
        field.dataSource = owner
        return field.items.count == 2
      },
      SeedRow("datasource: tokenViewDataForItem(tokenView:atIndex:)") { _ in
        let (field, owner) = (TokenFieldView(), Owner())
        field.dataSource = owner
        return field.items == ["one", "two"]
      },
      SeedRow("datasource: canEditTokenView(tokenView:)") { desk in
        let (field, owner) = (TokenFieldView(), Owner())
        field.dataSource = owner
        field.delegate.canEdit = { $0 !== field }
        let window = try desk.show(field)
        try await desk.type("no", into: window)
        _ = window.run(for: 0.05)
        return field.text.isEmpty && !field.canEdit
      },
      SeedRow("reloadData()") { _ in
        let (field, owner) = (TokenFieldView(), Owner())
        field.dataSource = owner
        owner.labels = ["three"]
        field.reloadData()
        return field.items == ["three"]
      },
      SeedRow("addedTokenViewData()") { _ in
        let field = TokenFieldView(["one"])
        return field.append("two") && field.items == ["one", "two"]
      },
      SeedRow("makeFirstResponder()") { desk in
        let field = TokenFieldView()
        field.firstResponderAtStart = false
        let window = try Window(field, width: 300, at: .inTopLeft)
        try window.rest(on: desk.server)
        field.beginEditing()
        try await desk.server.move(toX: 150, y: 15)
        try await desk.server.type("q")
        try window.run("the text") { field.text == "q" }
        return true
      },
      SeedRow("heightConstraint") { desk in
        let field = chips()
        let below = BadgeView("Below")
        field.minHeight = 40
        let window = try desk.show(StackView(.vertical, [field, below]), height: nil)
        let first = window.frame.height
        field.items = (1...9).map { "a longer label \($0)" }
        try window.run("a higher window") { window.frame.height > first + 40 }
        try window.rest(on: desk.server)
        return first == 40 + below.frame.height && below.frame.minY == field.contentHeight
      },
    ]
  }

  private static var events: [SeedRow] {
    [
      SeedRow("tokenViewHeightUpdated(tokenView:height:)", didChangeHeight),
      SeedRow("tokenViewDidDrawView(tokenView:view:)", didDraw),
      SeedRow("tokenViewDidBeganEditing(tokenView:text:)", didBegin),
      SeedRow("tokenViewShouldReturn(tokenView:text:)", shouldReturn),
      SeedRow("tokenViewChangedText(tokenView:text:)", didChangeText),
      SeedRow("tokenViewWillDeleteToken(tokenView:index:)", willDelete),
      SeedRow("tokenViewDidTapToken(tokenView:index:)", didTap),
    ]
  }

  private static func didChangeHeight(on desk: SeedDesk) async throws -> Bool {
    let field = chips()
    var heights: [Double] = []
    field.delegate.didChangeHeight = { heights.append($1) }
    let window = try desk.show(field, height: nil)
    field.items = (1...9).map { "a longer label \($0)" }
    try window.rest(on: desk.server)
    return heights == [30, field.contentHeight] && window.frame.height == field.contentHeight
  }

  private static func didDraw(on desk: SeedDesk) async throws -> Bool {
    let field = chips()
    var drawn: [Int] = []
    field.delegate.willDraw = { _, index, look in
      var look = look
      if index == 1 { (look.background, look.label) = (.red, "second") }
      return look
    }
    field.delegate.draw = { _, index, _, canvas in
      if index == 2 { canvas.fill(Rect(x: 20, y: 4, width: 300, height: 10), .lime) }
    }
    field.delegate.didDraw = { _, index, _ in drawn.append(index) }
    let picture = try desk.picture(of: field)
    // What leaves a chip is cut off.
    let own = picture.count(of: 0x00ff00)
    guard picture.count(of: 0xff0000) > 200, own > 50, own < 400, own % 10 == 0, Set(drawn) == [0, 1, 2] else {
      return false
    }
    // Whoever draws now has drawn all of it.
    let window = try desk.show(field, width: 300, height: 60)
    field.delegate.draw = { _, index, _, canvas in
      if index == 2 { canvas.fill(Rect(x: 20, y: 4, width: 300, height: 10), .blue) }
    }
    try window.rest(on: desk.server)
    let other = try desk.picture(of: window)
    return other.count(of: 0x0000ff) == own && other.count(of: 0x00ff00) == 0
  }

  private static func didBegin(on desk: SeedDesk) async throws -> Bool {
    var begun: [String] = []
    var ended = 0
    let (window, field) = try await typing(on: desk) { field in
      field.delegate.didBeginEditing = { begun.append($1) }
      field.delegate.didEndEditing = { _ in ended += 1 }
    }
    try window.run("the keyboard") { begun == [""] }
    field.endEditing()
    return ended == 1
  }

  private static func shouldReturn(on desk: SeedDesk) async throws -> Bool {
    let (window, field) = try await typing(on: desk) { field in
      field.delegate.shouldReturn = { $1 != "no" }
    }
    try await desk.server.type("no")
    try await desk.server.key("Return", "ctrl+a")
    try await desk.server.type("yes")
    try await desk.server.key("Return")
    try window.run("the chip") { field.items.last == "yes" }
    return !field.items.contains("no")
  }

  private static func didChangeText(on desk: SeedDesk) async throws -> Bool {
    var texts: [String] = []
    let (window, _) = try await typing(on: desk) { field in field.delegate.didChangeText = { texts.append($1) } }
    try await desk.server.type("ab")
    try window.run("the text") { texts.last == "ab" }
    return texts.contains("a")
  }

  private static func willDelete(on desk: SeedDesk) async throws -> Bool {
    var told: [String] = []
    let (window, field) = try await typing(on: desk) { field in
      field.items = ["keep", "go"]
      field.delegate.shouldDelete = { _, index, label in
        told.append("should \(index)")
        return label != "keep"
      }
      field.delegate.willDelete = { told.append("will \($1) \($2)") }
    }
    try await desk.server.key("BackSpace", "BackSpace")
    try window.run("one chip, \(told)") { field.items == ["keep"] }
    try await desk.server.key("BackSpace", "BackSpace")
    try window.run("a question") { told.last == "should 0" }
    return told == ["should 1", "will 1 go", "should 0"] && field.items == ["keep"]
  }

  private static func didTap(on desk: SeedDesk) async throws -> Bool {
    let field = chips()
    var (taps, more): ([Int], [Int]) = ([], [])
    field.delegate.didTap = { taps.append($1) }
    field.delegate.didTapMore = { more.append($1) }
    let window = try desk.show(field)
    try await desk.server.click(x: 18, y: 15)
    try window.run("the click") { taps == [0] }
    return field.selectedIndices == [0] && more.isEmpty
  }

  private final class Owner: TokenFieldDataSource {
    var labels = ["one", "two"]
    func numberOfTokens(in field: TokenFieldView) -> Int { labels.count }
    func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String { labels[index] }
  }

  /// Three chips that are not typed, in one row of 300 px.
  private static func chips() -> TokenFieldView {
    let field = TokenFieldView(["a", "b", "c"])
    (field.canEdit, field.firstResponderAtStart) = (false, false)
    return field
  }

  private static func height(on desk: SeedDesk, _ change: (TokenFieldView) -> Void) throws -> Double {
    let field = chips()
    change(field)
    let window = try desk.show(field, height: nil)
    return window.frame.height == field.contentHeight ? field.contentHeight : 0
  }

  /// A field with the keyboard.
  private static func typing(
    on desk: SeedDesk, _ prepare: (TokenFieldView) -> Void
  ) async throws -> (Window, TokenFieldView) {
    let field = TokenFieldView()
    field.firstResponderAtStart = false
    prepare(field)
    let window = try desk.show(field, height: 60)
    try await desk.type("", into: window, at: 280)
    return (window, field)
  }

  /// Selects a chip by a click.
  private static func selected(
    on desk: SeedDesk, _ label: String, _ prepare: (TokenFieldView) -> Void, _ isDone: (Window) throws -> Bool
  ) async throws -> Bool {
    let field = TokenFieldView([label])
    (field.canEdit, field.firstResponderAtStart) = (false, false)
    prepare(field)
    let window = try desk.show(field)
    try await desk.server.click(x: 18, y: 15)
    try await desk.server.move(toX: 639, y: 299)
    try window.run("the selected chip") { try field.selectedIndices == [0] && isDone(window) }
    return true
  }
}
