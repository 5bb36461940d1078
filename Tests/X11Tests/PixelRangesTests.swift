import Testing

@testable import X11

@Suite("Ranges of pixels") struct PixelRangesTests {
  /// Against a plain set of numbers, over many random operations.
  @Test("Ranges agree with a set of pixels") func agreesWithASet() {
    var ranges = PixelRanges()
    var plain = Set<Int>()
    for _ in 0..<2000 {
      let low = Int.random(in: -40...40)
      let range = low..<low + Int.random(in: 0...20)
      switch Int.random(in: 0...4) {
      case 0, 1:
        ranges.insert(range)
        plain.formUnion(range)
      case 2, 3:
        ranges.remove(range)
        plain.subtract(range)
      default:
        let bounds = low - 30..<low + 30
        ranges.clamp(to: bounds)
        plain.formIntersection(bounds)
      }
      #expect(Set(ranges.ranges.joined()) == plain)
      #expect(ranges.ranges.count == Set(plain.filter { !plain.contains($0 - 1) }).count)
      #expect(ranges.isEmpty == plain.isEmpty)
      #expect(ranges.overlaps(range) == !plain.isDisjoint(with: range))
      #expect(ranges.ranges.map(\.lowerBound) == ranges.ranges.map(\.lowerBound).sorted())
    }
  }

  @Test("The first range is cut to the bounds") func firstIsCutToTheBounds() {
    var ranges = PixelRanges()
    ranges.insert(0..<10)
    ranges.insert(20..<30)
    #expect(ranges.first(in: 8..<25) == 8..<10)
    #expect(ranges.first(in: 12..<25) == 20..<25)
    #expect(ranges.first(in: 10..<20) == nil)
  }
}
