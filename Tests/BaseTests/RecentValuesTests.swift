import Base
import Testing

@Suite("Values used last") struct RecentValuesTests {
  @Test("Those in use stay however many others come, and the others go once") func bounded() {
    var (there, gone): (Set<Int>, [Int]) = ([0], [])
    var values = RecentValues<Int, Int>(room: 10) { gone.append($0) }
    values.keep(0, for: 0)
    for number in 1...1000 {
      #expect(values.value(for: number) == nil)
      values.keep(number, for: number)
      there.insert(number)
      #expect(values.value(for: 0) == 0)
      #expect(there.count - gone.count <= 21)
    }
    #expect(Set(gone).count == gone.count && !gone.contains(0))
    #expect(values.value(for: 995) == 995)
  }

  @Test("Large ones fill the room sooner") func sizes() {
    var values = RecentValues<Int, Int>(room: 10)
    for number in 1...3 { values.keep(number, for: number, size: 10) }
    #expect((1...3).map { values.value(for: $0) } == [nil, 2, 3])
  }
}
