import ScrollCore
import Testing

@Suite("Token field settings")
struct TokenFieldPropertiesTests {
  @Test(
    "Defaults",
    arguments: [
      ("margins", "0"), ("text-margin", "16"), ("token-height", "30"), ("token-x-margin", "4"),
      ("token-y-margin", "4"), ("is-round", "true"), ("first-responder-at-start", "true"),
      ("can-select-tokens", "true"), ("click-removes", "false"), ("max-rows", "0"), ("overflow", "wrap"),
    ])
  func defaults(flag: String, value: String) {
    #expect(TokenFieldProperties.property(named: flag)?.value(of: TokenFieldProperties()).text == value)
  }

  @Test("Every property takes the value that it shows")
  func roundTrip() throws {
    var other = TokenFieldProperties()
    other.isTyped = false
    for property in TokenFieldProperties.properties {
      try property.set(text: property.value(of: .strip).text, of: &other)
    }
    #expect(other == .strip)
    #expect(Set(TokenFieldProperties.properties.map(\.name)).count == TokenFieldProperties.properties.count)
  }

  @Test(
    "Wrong values are refused",
    arguments: [
      ("tokenHeight", "0"), ("margins", "-1"), ("overflow", "scrol"), ("maxRows", "1.5"), ("tintColor", "blurple"),
    ])
  func refused(name: String, value: String) throws {
    let property = try #require(TokenFieldProperties.property(named: name))
    var properties = TokenFieldProperties()
    #expect(throws: ValueError.self) { try property.set(text: value, of: &properties) }
    #expect(properties == TokenFieldProperties())
  }
}
