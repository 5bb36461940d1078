import ScrollCore
import ViewKit

@testable import Scene

extension ViewHarness where Content == CrawlScene {
  /// A crawl of 400 × 40 in a font of 20 px, so that a character is 10 px wide, at 100 px/s.
  static func crawl(
    _ items: [Headline], topics: [Topic] = [], _ change: (inout CrawlScene.Style) -> Void = { _ in }
  ) -> ViewHarness<CrawlScene> {
    var style = CrawlScene.Style()
    style.crawl.fontSize = 20
    (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, 100, 0)
    change(&style)
    let view = CrawlScene(style, topics: topics)
    view.append(contentsOf: items, at: 0)
    let harness = ViewHarness(view, in: Rect(x: 10, y: 0, width: 400, height: 40), window: Size(width: 400, height: 40))
    harness.layOut()
    view.start(at: 0)
    return harness
  }

  /// Gives the view another style while it runs.
  func restyle(at t: Seconds, _ change: (inout CrawlScene.Style) -> Void) throws {
    var style = view.style
    change(&style)
    try view.apply(style, at: t)
  }

  /// What is seen at `t`, from left to right, one line each: kind or text, x in the view and width.
  func picture(at t: Seconds) -> String {
    sights(at: t).sorted { $0.bounds.minX < $1.bounds.minX }.map { sight in
      let name = sight.element.run.map { "'\($0.text.prefix(24))'" } ?? sight.element.name
      return "\(name) \(rounded(sight.bounds.minX - bounds.minX)) \(rounded(sight.bounds.width))"
    }.joined(separator: "\n")
  }

  private func rounded(_ number: Double) -> String { shortest((number * 100).rounded() / 100) }
}

extension ViewHarness where Content == CreditsView {
  /// Credits of 200 × 100 in a font of 20 px: a character is 10 px wide, a line 20 px high.
  static func credits(
    _ text: String, _ change: (inout CreditsView.Style) -> Void = { _ in }
  ) -> ViewHarness<CreditsView> {
    var style = CreditsView.Style()
    (style.fontSize, style.lineSpacing, style.margin, style.speed) = (20, 1, 0, 10)
    style.alignment = .left
    change(&style)
    let view = CreditsView(style)
    view.append(text, at: 0)
    let harness = ViewHarness(view, size: Size(width: 200, height: 100))
    harness.layOut()
    view.start(at: 0)
    return harness
  }

  /// The lines in view at `t`: text, x and y of the baseline.
  func picture(at t: Seconds) -> String {
    sights(at: t).compactMap { sight in
      sight.element.run.map { "'\($0.text)' \(shortest(sight.anchor.x)) \(shortest(sight.anchor.y))" }
    }.joined(separator: "\n")
  }
}
