import ScrollCore
import Testing

@Suite("Decimal numbers") struct DecimalNumberTests {
  @Test(
    "Numbers are read",
    arguments: [
      ("0", "0"), ("-0", "0"), ("-0.00", "0.00"), ("+7", "7"), ("007", "7"), (" 12 \r\n", "12"), ("\t12\t", "12"),
      ("16.40", "16.40"),
      (".5", "0.5"), ("5.", "5"), ("\u{2212}3", "-3"), ("1e3", "1000"), ("1.50e1", "15.0"), ("1.5E+0003", "1500"),
      ("-1e-5", "-0.00001"),
      ("12345678901234567890.123456789012345678901", "12345678901234567890.123456789012345678901"),
      ("1,234", "1234"), ("1,234,567.89", "1234567.89"), ("12,34,567", "1234567"), ("1 234 567", "1234567"),
      ("1\u{202f}234", "1234"), ("1_0_0", "100"), ("1_000.000_1", "1000.0001"), ("0e5", "0"), ("12e-2", "0.12"),
      ("12e-1", "1.2"), ("120e-1", "12.0"),
    ])
  func reads(text: String, digits: String) {
    #expect(DecimalNumber(text)?.description == digits)
  }

  @Test(
    "What is not a number is refused",
    arguments: [
      "", " ", "NaN", "nan", "inf", "-Infinity", "—", ".", "-", "+-1", "--1", "1.2.3", "1,5", "0,123", "1.234,5",
      "1,23",
      "1,2345", "1234,567", ",123", "123,", "1,234 567", "1__0", "_1", "1_", "1._5", "1.5_", "1e", "e5", "1e+", "1e5.5",
      "1e99999999999",
      "0x10", "1 2", "12%", "$5", "1\u{0}", "1,,234", "1\n2", "1\n234", "1\t234",
    ])
  func refuses(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test("An exponent is bounded") func anExponentIsBounded() {
    #expect(DecimalNumber("1e1000").integer.count == 1001)
    #expect(DecimalNumber("1e-1000").fraction.count == 1000)
    #expect(["1e1001"].allSatisfy { DecimalNumber($0) == nil })
    #expect(DecimalNumber(String(repeating: "9", count: 1025))?.integer.count == 1025)
    #expect(DecimalNumber(String(repeating: "9", count: 65_536))?.integer.count == 65_536)
    #expect(DecimalNumber(String(repeating: "9", count: 65_537)) == nil)
  }

  @Test(
    "A half is rounded away from zero",
    arguments: [
      ("16.395", 2, "16.40"), ("16.394", 2, "16.39"), ("2.5", 0, "3"), ("-2.5", 0, "-3"), ("3.5", 0, "4"),
      ("0.5", 0, "1"), ("0.4", 0, "0"), ("-0.4", 0, "0"), ("999.995", 2, "1000.00"), ("9.99", 1, "10.0"),
      ("1.25", 5, "1.25"), ("0.0949", 2, "0.09"), ("0.095", 2, "0.10"),
      ("99999999999999999999.9", 0, "100000000000000000000"),
    ])
  func roundsAHalfAwayFromZero(text: String, decimals: Int, expected: String) {
    #expect(DecimalNumber(text)?.rounded(toDecimals: decimals).description == expected)
  }

  @Test("Decimals are padded") func padsDecimals() {
    #expect(DecimalNumber("-1.5").padded(toDecimals: 3).description == "-1.500")
    #expect(DecimalNumber("2").padded(toDecimals: 1).description == "2.0")
    #expect(DecimalNumber("2.25").padded(toDecimals: 1).description == "2.25")
  }

  @Test("Numbers are compared by value") func comparesByValue() throws {
    let rising = [
      "-1e30", "-100", "-99.9999", "-1.1", "-1.01", "-1", "-0.0001", "0", "0.0001", "0.001", "1", "1.01", "1.1", "99",
      "100",
      "12345678901234567890", "12345678901234567890.1",
    ]
    let numbers = try rising.map { try #require(DecimalNumber($0)) }
    for (i, a) in numbers.enumerated() {
      for (j, b) in numbers.enumerated() {
        #expect((a < b) == (i < j), "\(a) \(b)")
        #expect((a == b) == (i == j), "\(a) \(b)")
      }
    }
    #expect(DecimalNumber("16.40") == DecimalNumber("16.4"))
    #expect(DecimalNumber("-0") == DecimalNumber(0))
  }

  @Test("Numbers of other types become decimal ones") func fromNumbers() {
    #expect(DecimalNumber(Int.min).description == "-9223372036854775808")
    #expect(DecimalNumber(0).description == "0")
    #expect(DecimalNumber(0.1)?.description == "0.1")
    #expect(DecimalNumber(-3.0)?.description == "-3")
    #expect(DecimalNumber(1e22)?.description == "10000000000000000000000")
    #expect(DecimalNumber(5e-7)?.description == "0.0000005")
    #expect(DecimalNumber(Double.nan) == nil)
    #expect(DecimalNumber(-Double.infinity) == nil)
  }
}
