import Testing

@testable import Render

@Suite("Ranges of pixels") struct PixelRangesTests {
  @Test("The first range is cut to the bounds") func firstIsCutToTheBounds() {
    let ranges = RangeSet([0..<10, 20..<30])
    #expect(ranges.first(in: 8..<25) == 8..<10)
    #expect(ranges.first(in: 12..<25) == 20..<25)
    #expect(ranges.first(in: 10..<20) == nil)
    #expect(ranges.overlaps(9..<20) && !ranges.overlaps(10..<20) && !ranges.overlaps(5..<5))
  }
}
