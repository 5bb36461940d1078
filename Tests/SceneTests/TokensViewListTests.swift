import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// A field whose chips do not all have room: what stands behind "+N" can be seen, selected and removed.
@Suite("Tokens view: the list behind +N")
struct TokensViewListTests {
  /// How a hidden chip gets selected, and what shows it.
  enum Way: CaseIterable {
    case backspace, left, end, all, extending, narrower, otherOverflow, click, focus
  }

  @Test("A view that becomes higher shows as many rows as it has room for") func higher() {
    let desk = Self.desk(rows: 0, isTyped: false, isLow: true)
    desk.view.properties.overflow = .wrap
    let low = desk.bounds
    for round in 0..<2 {
      let t = Double(10 * round)
      desk.layOut(in: low, at: t)
      desk.view.scroll(to: Point(x: 0, y: 1e6), at: t)
      desk.layOut(in: Rect(x: 0, y: 0, width: low.width, height: 4000), at: t + 5)
      #expect(desk.view.scrollRange.height == 0 && desk.view.scrollOffset(at: t + 9).y == 0)
    }
  }

  @Test("A selection that goes behind +N is in sight", arguments: Way.allCases, [true, false])
  func selection(_ way: Way, isTyped: Bool) throws {
    for (rows, isLow) in [(0, false), (1, false), (2, false), (0, true)] {
      let desk = Self.desk(rows: rows, isTyped: isTyped, isLow: isLow)
      let view = desk.view
      if way == .narrower || way == .otherOverflow {
        view.properties.overflow = .scroll
        desk.layOut(in: Rect(x: 0, y: 0, width: way == .narrower ? 5000 : 300, height: desk.bounds.height), at: 0)
      }
      view.focus(true, at: 0)
      switch way {
      case .backspace: view.key(.delete(.left), at: 1)
      case .left, .narrower, .otherOverflow: view.key(.move(.left), at: 1)
      case .end:
        view.key(.move(.left), at: 1)
        view.key(.move(.start), at: 1)
        view.key(.move(.left, extending: false), at: 1)
        for _ in 1..<30 { view.key(.move(.right), at: 1) }
      case .all: view.key(.selectAll, at: 1)
      case .extending:
        view.key(.move(.left), at: 1)
        view.key(.move(.start, extending: true), at: 1)
        view.key(.move(.end, extending: true), at: 1)
      case .click: view.change(at: 1) { $0.tap(29) }
      case .focus:
        let node = try #require(view.accessibleNode(at: 1)?.children.first { $0.name == "chip29" })
        _ = view.perform(.focus, on: [node.key], in: desk.context)
      }
      if way == .narrower || way == .otherOverflow {
        view.properties.overflow = isLow ? .wrap : .count
        desk.layOut(in: Rect(x: 0, y: 0, width: 300, height: desk.bounds.height), at: 1)
      }
      #expect(view.field.selection.lead == view.field.tokens[29].id)
      expectInSight("chip29", on: desk, at: 2, "\(way), \(rows) rows")
      #expect(view.layout.more == nil)
      // A second Backspace removes what is seen, and the next one shows what it would remove.
      guard way == .backspace, isTyped else { continue }
      view.key(.delete(.left), at: 3)
      #expect(view.field.tokens.count == 29)
      view.key(.delete(.left), at: 3)
      expectInSight("chip28", on: desk, at: 4)
    }
  }

  @Test("A click on +N shows the chips behind it, which have their ×", arguments: [0, 1, 2], [true, false])
  func click(rows: Int, isTyped: Bool) {
    let desk = Self.desk(rows: rows, isTyped: isTyped)
    let (height, first) = (desk.view.fullHeight, desk.view.layout.hidden.lowerBound)
    let more = "+\(desk.view.layout.hiddenCount)"
    _ = desk.view.drainEvents()
    desk.click(on: more, at: 1)
    #expect(desk.view.drainEvents().contains(.didTapMore(count: 30 - first)))
    expectInSight("chip\(first)", on: desk, at: 2)
    #expect(desk.view.fullHeight == height && !desk.picture(at: 2).contains { $0.hasPrefix("+") })
    // The wheel goes on to the last one.
    for step in 0..<40 { desk.perform(.pressed(Point(x: 5, y: 15), button: 5, modifiers: []), at: 3 + Double(step)) }
    expectInSight("chip29", on: desk, at: 50)
    desk.clickRemove(of: "chip29", at: 51)
    #expect(desk.view.field.tokens.count == 29)
  }

  @Test("The second click of a double click does nothing to the chip that has come there", arguments: [true, false])
  func doubleClick(isTyped: Bool) {
    let desk = Self.desk(rows: 0, isTyped: isTyped) { $0.clickRemoves = true }
    let place = desk.place(of: "+\(desk.view.layout.hiddenCount)", at: 0)
    for t in [1, 1.05, 1.25] { desk.click(Point(x: place.midX, y: place.midY), at: t) }
    #expect(desk.view.field.tokens.count == 30 && desk.view.list.isOpen)
    desk.click(Point(x: place.midX, y: place.midY), at: 9)
    #expect(desk.view.field.tokens.count == 29)
  }

  @Test("It closes with Escape, when the keyboard leaves, and a while after a pointer without the keyboard has left")
  func closing() {
    let desk = Self.desk(rows: 0, isTyped: true)
    let closed = desk.picture(at: 0)
    func open(at t: Seconds) {
      desk.view.key(.delete(.left), at: t)
      #expect(desk.view.list.isOpen)
    }
    open(at: 1)
    #expect(desk.view.key(.cancel, at: 2) == .handled)
    #expect(desk.view.field.selection.isEmpty && desk.picture(at: 3).filter { !$0.hasPrefix("|") } == closed)
    desk.view.focus(true, at: 3)
    open(at: 3)
    desk.perform(.pointerLeft, at: 3)
    #expect(desk.view.list.until == .infinity)
    desk.view.focus(false, at: 4)
    #expect(!desk.view.list.isOpen && desk.frame(at: 5).nextChange == .infinity)

    let still = Self.desk(rows: 0, isTyped: false) { $0.clickRemoves = true }
    still.click(on: "+\(still.view.layout.hiddenCount)", at: 1)
    still.perform(.pointerLeft, at: 2)
    #expect(still.frame(at: 3).nextChange == 4 && still.view.list.isOpen)
    still.perform(.pointerMoved(Point(x: 5, y: 5)), at: 3.5)
    still.draw(at: 5)
    #expect(still.view.list.isOpen)
    still.perform(.pointerLeft, at: 6)
    still.draw(at: 8)
    #expect(!still.view.list.isOpen && still.frame(at: 9).nextChange == .infinity)
    // What is removed until the rest has room closes it, too.
    still.click(on: "+\(still.view.layout.hiddenCount)", at: 10)
    still.view.change(at: 11) { $0.remove(at: Array(2..<30)) }
    #expect(!still.view.list.isOpen && still.picture(at: 12).count == 2)
  }

  /// Thirty chips in a window of as many rows as are shown, or in one too low for its second row.
  private static func desk(
    rows: Int, isTyped: Bool, isLow: Bool = false, _ adjust: (inout TokenFieldProperties) -> Void = { _ in }
  ) -> ViewHarness<TokensView> {
    let height = Double(max(1, rows)) * 34 - 4
    return .tokens((0..<30).map { "chip\($0)" }, in: Rect(x: 0, y: 0, width: 300, height: height)) {
      $0.overflow = isLow ? .wrap : .count
      $0.maxRows = rows
      $0.isTyped = isTyped
      adjust(&$0)
    }
  }

  private func expectInSight(
    _ label: String, on desk: ViewHarness<TokensView>, at t: Seconds, _ comment: Comment = "",
    location: SourceLocation = #_sourceLocation
  ) {
    let place = desk.place(of: label, at: t)
    #expect(!place.isEmpty && desk.bounds.union(place) == desk.bounds, comment, sourceLocation: location)
  }
}
