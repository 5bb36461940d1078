import Testing

@testable import ScrollCore

@Suite("Lengths of views side by side") struct StackLengthTests {
  @Test("Fixed and natural ones have theirs, shares fill the rest to the pixel") func shares() {
    #expect(
      StackLength.lengths([.fixed(40), .natural, .share(1), .share(2)], natural: [0, 60.2, 9, 9], in: 400, spacing: 3)
        == [40, 61, 97, 193])
    for total in [0.0, 1, 7, 100, 1919] {
      let lengths = StackLength.lengths(
        [.share(1), .share(1.5), .share(0.25)], natural: [0, 0, 0], in: total, spacing: 0)
      #expect(lengths.reduce(0, +) == total && lengths.allSatisfy { $0 == $0.rounded() })
    }
  }

  @Test("Where there is not enough room the last ones are cut") func cut() {
    #expect(
      StackLength.lengths([.fixed(80), .fixed(80), .share(1)], natural: [0, 0, 0], in: 100, spacing: 4) == [80, 16, 0])
    #expect(StackLength.lengths([], natural: [], in: 100, spacing: 4) == [])
  }
}
