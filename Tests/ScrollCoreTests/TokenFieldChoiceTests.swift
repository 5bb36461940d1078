import ScrollCore
import Testing

/// What the pointer chooses, what may be changed at all, and what there is to choose from.
extension TokenFieldTests {
  @Test(
    "Clicks select, a second one deselects",
    arguments: [
      ([(1, TokenTap.plain)], ["b"]), ([(1, .plain), (1, .plain)], []), ([(1, .plain), (2, .plain)], ["c"]),
      ([(0, .plain), (2, .toggling)], ["a", "c"]), ([(0, .plain), (2, .toggling), (0, .toggling)], ["c"]),
      ([(1, .plain), (3, .extending)], ["b", "c", "d"]),
      ([(1, .plain), (3, .extending), (0, .extending)], ["a", "b"]),
      ([(2, .extending)], ["c"]),
    ])
  func taps(taps: [(Int, TokenTap)], selected: [String]) {
    var field = tokenField(["a", "b", "c", "d"])
    for (index, tap) in taps { field.tap(index, tap) }
    #expect(field.selected == selected)
  }

  @Test("Where chips cannot be selected, nothing selects them")
  func unselectable() {
    var field = tokenField(["a", "b"]) { $0.canSelectTokens = false }
    field.tap(0)
    field.press(.selectAll, .move(.left), .delete(.left), .delete(.left))
    #expect(field.selection.isEmpty)
    #expect(field.labels == ["a", "b"])
  }

  @Test("With clickRemoves a click removes, but not what is fixed")
  func clickRemoves() {
    var field = tokenField([]) { $0 = .strip }
    field.setTokens([Token("a"), Token("b"), Token("c", isEditable: false)])
    field.tap(1)
    field.tap(1)
    #expect(field.labels == ["a", "c"])
    #expect(
      field.drainEvents() == [
        .didTap(index: 1, label: "b"), .willDelete(index: 1, label: "b"), .removed(index: 1, label: "b"),
        .didTap(index: 1, label: "c"),
      ])
  }

  @Test("What is fixed goes by no key and no ×")
  func fixed() {
    var field = tokenField([])
    field.setTokens([Token("a", isEditable: false), Token("b")])
    field.tapRemove(0)
    field.press(.selectAll, .delete(.right))
    #expect(field.labels == ["a"])
    field.remove(at: [0])
    #expect(field.labels.isEmpty)
  }

  @Test("Without an × chips still go by keys, unless nothing may change", arguments: [true, false])
  func withoutRemove(canEdit: Bool) {
    var field = tokenField(["a"]) {
      $0.showsRemove = false
      $0.canEdit = canEdit
    }
    field.tapRemove(0)
    #expect(field.labels == ["a"])
    field.press(.selectAll, .delete(.right))
    #expect(field.labels == (canEdit ? [] : ["a"]))
  }

  @Test("Read-only: nothing can be entered, moved or removed")
  func readOnly() {
    var field = tokenField(["a", "b"]) { $0.canEdit = false }
    field.insert("x")
    field.paste("x,y", at: 0)
    field.beginDrag(0)
    #expect(field.press(.submit) == .ignored)
    #expect(field.draggedID == nil)
    field.tapRemove(0)
    field.properties.clickRemoves = true
    field.tap(0)
    #expect(field.press(.selectAll, .cut) == .copied("a\nb"))
    field.press(.delete(.right))
    #expect(field.labels == ["a", "b"])
  }

  @Test("What its owner keeps goes by no click and no key")
  func kept() {
    var field = tokenField(["a", "b"]) { $0.clickRemoves = true }
    let kept: Set = [field.tokens[0].id]
    field.tap(0, keeping: kept)
    field.tapRemove(0, keeping: kept)
    #expect(field.labels == ["a", "b"])
    field.press(.selectAll)
    #expect(field.removals(by: .delete(.right)) == [0, 1])
    #expect(field.perform(.delete(.right), at: 0, keeping: kept) == .handled)
    #expect(field.labels == ["a"])
  }

  @Test("A drag is reported and undone as one step")
  func drag() {
    var field = tokenField(["a", "b", "c"])
    field.beginDrag(0)
    field.drag(to: 1)
    field.drag(to: 2)
    #expect(field.labels == ["b", "c", "a"])
    #expect(field.drainEvents().isEmpty)
    field.finishDrag()
    #expect(field.drainEvents() == [.moved(from: 0, to: 2, label: "a")])
    field.press(.undo)
    #expect(field.labels == ["a", "b", "c"])
    #expect(field.drainEvents() == [.moved(from: 2, to: 0, label: "a")])
    field.beginDrag(0)
    field.drag(to: 2)
    #expect(field.press(.cancel) == .handled)
    #expect(field.labels == ["a", "b", "c"])
    #expect(field.drainEvents().isEmpty)
  }

  @Test("Completion from a list")
  func completion() {
    var field = tokenField(["Berlin"])
    field.suggestions = ["Berlin", "Bern", "Bergen", "Paris"]
    #expect(field.completion == nil)
    field.insert("be")
    #expect(field.completion == "Bern")
    field.press(.move(.down))
    #expect(field.completion == "Bergen")
    field.press(.move(.down), .move(.up), .move(.up))
    #expect(field.completion == "Bern")
    field.press(.complete, .submit)
    #expect(field.labels == ["Berlin", "Bern"])
    #expect(field.press(.complete) == .ignored)
  }

  @Test("Whatever changes the text, the list begins at its top again", arguments: 1...3)
  func suggestionsOfAnotherText(_ steps: Int) {
    let edits: [(text: String, change: (inout TokenField) -> Void)] = [
      ("ber", { $0.insert("r") }), ("b", { $0.press(.delete(.left)) }),
      ("", { $0.press(.delete(.left), .delete(.left)) }),
    ]
    for (text, change) in edits {
      var field = tokenField([])
      field.suggestions = ["Berlin", "Bern", "Bergen", "Berat", "Basel"]
      field.insert("be")
      for _ in 0..<steps { field.press(.move(.down)) }
      #expect(field.suggestionList?.selected == steps)
      change(&field)
      #expect(field.input.text == text && field.completion == (text.isEmpty ? nil : "Berlin"))
      #expect(field.suggestionList?.selected ?? 0 == 0)
    }
  }

  @Test(
    "Return takes what is highlighted, in the list's spelling",
    arguments: [
      ("bolt", ["↓"], "bolt two"), ("boli", [], "Bolívia"), ("BOLÍ", [], "Bolívia"), ("openapi", [], "OpenAPI"),
      ("afr", [], "África do Sul"), ("lodz", [], "Łódź"), ("strasse", [], "Straße"), ("istan", [], "İstanbul"),
      ("bolt", ["↓", "↑"], "bolt one"), ("bolt", ["⎋"], "bolt"), ("art", [], "art"), ("boli", ["⇥"], "Bolívia"),
      ("artiste, x", [], "artiste"), ("zzz", [], "zzz"),
    ] as [(String, [String], String)], [false, true])
  func highlighted(_ choice: (String, [String], String), onlySuggestions: Bool) {
    let (typed, keys, expected) = choice
    var field = tokenField([]) { $0.onlySuggestions = onlySuggestions }
    field.suggestions = [
      "bolt one", "bolt two", "Bolívia", "OpenAPI", "África do Sul", "Łódź", "Straße", "İstanbul", "artist", "art",
    ]
    field.insert(typed)
    for key in keys {
      field.press(key == "↓" ? .move(.down) : key == "↑" ? .move(.up) : key == "⎋" ? .cancel : .complete)
    }
    let shown = field.suggestionList.map { $0.texts[$0.selected] }
    field.press(.submit)
    let isListed = field.suggestions.contains(expected)
    #expect(field.labels.first == (onlySuggestions && !isListed ? nil : expected))
    #expect(shown == nil || shown == field.labels.first)
  }

  @Test("What is typed as it is listed comes before what only begins so, and accents that are typed count")
  func ranks() {
    var field = tokenField([])
    field.suggestions = ["Artist", "ärt", "art", "Árt nouveau"]
    field.insert("art")
    #expect(field.suggestionList?.texts == ["art", "ärt", "Artist", "Árt nouveau"])
    field.perform(.selectAll, at: 0)
    field.insert("ärt")
    #expect(field.completion == "ärt" && !field.canComplete)
  }

  @Test("Escape hides suggestions until the text changes") func hidden() {
    var field = tokenField([])
    field.suggestions = ["Bern"]
    field.insert("be")
    #expect(field.press(.cancel) == .handled && field.suggestionList == nil)
    #expect(field.press(.cancel) == .ignored)
    field.insert("r")
    #expect(field.completion == "Bern")
  }

  @Test("What there is to choose from is at most eight, around the one that completes") func suggestionList() {
    var field = tokenField([])
    field.suggestions = (0..<20).map { "item \($0 + 10)" }
    #expect(field.suggestionList == nil)
    field.insert("it")
    #expect(field.suggestionList?.texts == (10..<18).map { "item \($0)" } && field.suggestionList?.selected == 0)
    for _ in 0..<6 { field.press(.move(.down)) }
    #expect(field.suggestionList?.texts.first == "item 12" && field.suggestionList?.selected == 4)
    for _ in 0..<13 { field.press(.move(.down)) }
    #expect(field.suggestionList?.texts.last == "item 29" && field.suggestionList?.selected == 7)
    #expect(field.completion == "item 29")
    field.accept("item 12")
    #expect(field.input.text == "item 12" && field.suggestionList == nil)
  }

  @Test("Only what is on the list, when asked")
  func validation() {
    var field = tokenField([]) { $0.onlySuggestions = true }
    field.suggestions = ["Bern"]
    field.paste("bern,Rome", at: 0)
    #expect(field.labels == ["Bern"])
    #expect(field.drainEvents().first == .refused(label: "Rome", reason: .notSuggested))
  }

  @Test("Of a huge paste ten thousand become chips, and the rest is reported") func hugePaste() {
    var field = TokenField()
    field.paste((0..<700_000).map { "\($0)" }.joined(separator: ","), at: 0)
    #expect(field.tokens.count == 10_000 && field.tokens.last?.label == "9999")
    #expect(field.drainEvents().contains(.refused(label: "10000", reason: .tooMany)))
    field.perform(.undo, at: 1)
    #expect(field.tokens.isEmpty)
    // A flood of marks is a chip of a few.
    field.paste("e" + String(repeating: "\u{301}", count: 2_000_000) + ",x", at: 2)
    #expect(field.tokens.map(\.label.unicodeScalars.count) == [31, 1])
  }

  @Test("A list of labels is taken over in its order, as one step") func arranging() {
    var field = tokenField(["a", "b", "c"])
    let ids = Dictionary(uniqueKeysWithValues: field.tokens.map { ($0.label, $0.id) })
    field.arrange(as: ["x", "c", "B", "a", "A", "y"], time: 0)
    // A chip that goes is no duplicate of one that comes.
    #expect(field.labels == ["x", "c", "B", "a", "y"])
    #expect(field.tokens[1].id == ids["c"] && field.tokens[3].id == ids["a"])
    #expect(field.drainEvents().contains(.refused(label: "A", reason: .duplicate)))
    field.press(.undo)
    #expect(field.labels == ["a", "b", "c"] && !field.canUndo)
    field.arrange(as: ["a", "b", "c"], time: 0)
    #expect(!field.canUndo)
  }
}
