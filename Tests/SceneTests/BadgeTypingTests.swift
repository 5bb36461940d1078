import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("Badges in a window") struct BadgeTypingTests {
  private let picture = SizedImage(path: "icon.png", size: Size(width: 69, height: 53))

  /// In a font of 10 px: a character is 5 px wide.
  private func badge(_ change: (inout Badge) -> Void = { _ in }) -> ViewHarness<BadgeScene> {
    var style = Badge()
    (style.text, style.image, style.fontSize) = ("Newsreel", "icon.png", 10)
    change(&style)
    return ViewHarness(BadgeScene(style, image: picture), size: Size(width: 320, height: 480))
  }

  /// The left end of the image, and the text with its left end.
  private func shown(_ harness: ViewHarness<BadgeScene>) -> String {
    harness.sights(at: 0).map { "\($0.element.name) \(shortest($0.bounds.minX))" }.joined(separator: ", ")
  }

  @Test("Image and label stand in the middle, and an offset moves them from there") func stands() {
    // 69 + 5 + 40 + 5 = 119 px wide.
    #expect(shown(badge()) == "icon.png 101, Newsreel 175")
    let moved = badge {
      $0.offsetX = 10
      $0.offsetY = -75
    }
    #expect(shown(moved) == "icon.png 111, Newsreel 185")
    #expect(moved.sights(at: 0)[0].bounds.minY == 139)
  }

  @Test("Another label is centred again") func relabelled() {
    let harness = badge()
    harness.draw(at: 0)
    harness.view.show("x")
    harness.layOut()
    #expect(shown(harness) == "icon.png 118, x 192")
  }

  @Test("The group stays in the middle as its label is typed") func typed() {
    let harness = badge()
    harness.draw(at: 0)
    harness.click(Point(x: 176, y: 240), at: 0)
    #expect(harness.context.takeActions().isEmpty, "a label that is not editable takes no click")
    harness.view.isEditable = true
    harness.click(Point(x: 176, y: 240), at: 1)
    #expect(harness.context.takeActions().prefix(2) == [.window(.takeFocus), .window(.pointer(.text))])
    harness.type("ab", at: 1)
    // 10 px more text: 5 px to the left.
    #expect(shown(harness) == "icon.png 96, abNewsreel 170, box 180")
    harness.perform(.keyPressed(.enter, text: "", modifiers: []), at: 2)
    #expect(shown(harness) == "icon.png 96, abNewsreel 170" && harness.view.style.text == "abNewsreel")
    let told: [ViewEvent] = harness.context.takeActions().compactMap {
      if case .happened(let event) = $0 { event } else { nil }
    }
    #expect(told.suffix(2) == [.returned("abNewsreel"), .endedEditing("abNewsreel")])
  }

  @Test("Escape brings the old label back") func cancelled() {
    let harness = badge()
    harness.view.isEditable = true
    harness.draw(at: 0)
    harness.click(Point(x: 176, y: 240), at: 1)
    harness.type("ab", at: 1)
    harness.perform(.keyPressed(.escape, text: "", modifiers: []), at: 2)
    #expect(shown(harness) == "icon.png 101, Newsreel 175" && !harness.view.isEditing)
  }

  @Test("The middle button pastes what was selected last, and a window without the keyboard shows no caret")
  func middleButton() {
    let harness = badge()
    harness.view.isEditable = true
    harness.draw(at: 0)
    harness.click(Point(x: 176, y: 240), at: 1)
    _ = harness.context.takeActions()
    harness.perform(.pressed(Point(x: 176, y: 240), button: 2, modifiers: []), at: 2)
    #expect(harness.context.takeActions() == [.window(.takeFocus), .window(.paste(from: .primary))])
    harness.perform(.pasted("ab", from: .primary), at: 2)
    #expect(harness.view.shownLabel == "abNewsreel" && shown(harness).hasSuffix("box 180"))
    harness.perform(.focused(false), at: 2)
    #expect(shown(harness) == "icon.png 96, abNewsreel 170")
  }

  @Test("A text that its owner sets during typing is shown and kept; Escape restores the first one")
  func setMeanwhile() {
    let harness = badge()
    harness.view.isEditable = true
    harness.draw(at: 0)
    harness.click(Point(x: 176, y: 240), at: 1)
    harness.type("a", at: 1)
    func set(_ label: String) {
      var style = harness.view.style
      style.text = label
      harness.view.apply(style, image: picture)
    }
    set("ANEWSREEL")
    #expect(shown(harness) == "icon.png 98, ANEWSREEL 172, box 177", "the caret stays behind what was typed")
    harness.type("b", at: 1)
    #expect(shown(harness) == "icon.png 96, AbNEWSREEL 170, box 180")
    harness.perform(.keyPressed(.escape, text: "", modifiers: []), at: 2)
    #expect(shown(harness) == "icon.png 101, Newsreel 175")
    harness.click(Point(x: 176, y: 240), at: 3)
    set("NEW")
    harness.press(.enter, at: 3)
    #expect(harness.view.style.text == "NEW")
  }
}
