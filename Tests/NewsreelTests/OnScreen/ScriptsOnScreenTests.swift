import TestKit
import Testing

extension OnScreen {
  @Suite("Scripts") struct ScriptsTests {
    private static let items = [
      "Harbour 12", "استقرار أسعار القمح 3٪", "ספרייה 24 שעות", "हिन्दी क्षत्रिय", "ภาษาไทยเก้าอี้", "山区小学自制", "Fireworks 🎆🚀",
    ]
    private static let still = [
      "--font", "Noto Sans 22px", "--delay-at-start", "10000", "--repeat-spacing", "60", "--separator-size", "0",
      "--geometry", "1600x40+0+0",
    ]

    /// Left to right in the order given, whichever way each runs, and none changed by its neighbours.
    @Test("Scripts side by side do not reorder each other") func isolation() async throws {
      let server = try await XServer(width: 1600, height: 60)
      let alone = try await Self.items.asyncMap { item in
        let shown = try await Shown(["crawl", item] + Self.still, on: server)
        return try await shown.stillPicture()
      }
      let shown = try await Shown(["crawl"] + Self.items + Self.still, on: server)
      let together = try await shown.stillPicture()
      let places = together.inkColumns(on: ground, gap: 30)
      try #require(places.count == Self.items.count)
      for (place, picture) in zip(places, alone) {
        let columns = picture.inkColumns(on: ground, gap: 30)
        try #require(columns.count == 1)
        // The picture stands at another fraction of a pixel.
        #expect(abs(place.count - columns[0].count) <= 1)
        let (ink, expected) = (together.columns(place), picture.columns(columns[0]))
        let (sum, expectedSum) = (ink.inkLight(on: ground), expected.inkLight(on: ground))
        #expect(abs(sum - expectedSum) < expectedSum / 50)
        #expect(ink.inkRows(on: ground) == expected.inkRows(on: ground))
        #expect(ink.likeness(to: expected) > 0.9)
      }
      let colorful = places.map { together.columns($0).colorfulCount }
      #expect(colorful.dropLast().allSatisfy { $0 == 0 } && (colorful.last ?? 0) > 100)
    }

    @Test("Every script of the shipped headlines has its glyphs: none is a box with a number")
    func noMissingGlyphs() async throws {
      let server = try await XServer(width: 1600, height: 60)
      let missing = try await Shown(["crawl", "\u{10FFFD}"] + Self.still, on: server).stillPicture()
      let box = try #require(missing.inkColumns(on: ground, gap: 30).first)
      for item in Self.items {
        let shown = try await Shown(["crawl", String(item.first ?? " ")] + Self.still, on: server)
        let picture = try await shown.stillPicture()
        let columns = try #require(picture.inkColumns(on: ground, gap: 30).first)
        #expect(picture.columns(columns) != missing.columns(box))
      }
    }
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}

extension Screenshot {
  /// How alike the ink is over the columns, at the best of the shifts by up to a pixel: 1 is the same
  /// (normalised correlation).
  fileprivate func likeness(to other: Screenshot) -> Double {
    let others = other.profile
    return (-1...1).map { shift in
      let own = profile.enumerated().map { x, ink in
        (ink, others.indices.contains(x + shift) ? others[x + shift] : 0)
      }
      let product = own.reduce(0) { $0 + $1.0 * $1.1 }
      return product / own.reduce(0) { $0 + $1.0 * $1.0 }.squareRoot() / own.reduce(0) { $0 + $1.1 * $1.1 }.squareRoot()
    }.max() ?? 0
  }

  private var profile: [Double] { (0..<width).map { Double(columns($0..<$0 + 1).inkSum(on: ground)) } }
}
