import Testing

@testable import Base
@testable import Formats

@Suite("Numbers in JSON") struct JSONNumberTests {
  @Test("A number of many digits is read with every digit, and one without end is refused") func digits() throws {
    let digits = "1" + String(repeating: "7", count: 65_535)
    #expect(try JSON(parsing: "[\(digits), -\(digits).25]") == .array([.numeral(digits), .numeral("-\(digits).25")]))
    #expect(throws: Failure.self) { try JSON(parsing: String(repeating: "9", count: 200_000)) }
  }
}
