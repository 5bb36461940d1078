import Testing

@testable import Newswire

@Suite("What is dropped") struct DroppedAddressesTests {
  @Test(
    "Addresses and files are found in every type",
    arguments: [
      (
        "text/uri-list", "https://example.org/a\r\n# a comment\r\nfile:///tmp/My%20feeds.opml\r\n",
        ["https://example.org/a", "/tmp/My feeds.opml"]
      ),
      ("text/uri-list", "file://localhost/tmp/a.xml", ["/tmp/a.xml"]),
      ("text/uri-list", "file://elsewhere/tmp/a.xml\r\nmailto:me@example.org\r\nftp://example.org/", []),
      ("text/x-moz-url", "https://example.org/\nhttps://example.com/ as a title", ["https://example.org/"]),
      ("text/plain", "https://example.org/feed", ["https://example.org/feed"]),
      (
        "text/plain", "  https://example.org/1\n\nhttps://example.org/2\nhttps://example.org/1",
        ["https://example.org/1", "https://example.org/2"]
      ),
      ("UTF8_STRING", "just some words\n", []), ("text/plain", "example.org", ["example.org/"]),
      ("text/plain", "example.org/news", ["example.org/news"]), ("text/plain", "/tmp/a file.xml", ["/tmp/a file.xml"]),
      ("text/plain", "feed://example.org/a", ["feed://example.org/a"]),
      ("text/plain", "feed:http://example.org/a", ["http://example.org/a"]),
      ("text/plain", "feed:example.org/a", ["example.org/a"]), ("text/plain", "javascript:alert(1)", []),
      ("text/plain", "localhost:8765/x", ["localhost:8765/x"]), ("text/plain", "localhost:8765", ["localhost:8765"]),
      ("text/plain", "tel:5551", []), ("text/plain", "at 12:30", []), ("text/plain", "localhost:99999/x", []),
      ("text/plain", "word", []), ("text/plain", "file:/tmp/%00%zz%41", ["/tmp/%00%zzA"]), ("text/plain", "", []),
    ] as [(String, String, [String])])
  func types(_ type: String, _ text: String, _ addresses: [String]) {
    #expect(DroppedAddresses(Array(text.utf8), type: type).all == addresses)
  }

  @Test("Browsers write UTF-16, with a mark of its order or without, with a zero at its end or without")
  func wide() {
    let text = "https://example.org/ä\nA title"
    let units = Array(text.utf16)
    func bytes(_ unit: UInt16) -> [UInt8] { [UInt8(unit & 255), UInt8(unit >> 8)] }
    let little: [UInt8] = units.flatMap(bytes)
    let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { bytes($0).reversed() }
    for bytes in [little, little + [0, 0], [0xFF, 0xFE] + little, big] {
      #expect(DroppedAddresses(bytes, type: "text/x-moz-url").all == ["https://example.org/ä"])
    }
    #expect(DroppedAddresses(Array("https://example.org/\0".utf8), type: "text/plain").all == ["https://example.org/"])
  }

  @Test("Of very many only the first are taken, and that is known") func many() {
    let text = (0..<1000).map { "https://example.org/\($0)" }.joined(separator: "\n")
    let addresses = DroppedAddresses(Array(text.utf8), type: "text/plain")
    #expect(addresses.all.count == DroppedAddresses.most && addresses.isCut)
  }
}
