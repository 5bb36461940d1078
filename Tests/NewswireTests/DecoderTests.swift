import Testing

@testable import Newswire

/// Bytes that come in parts, cut anywhere.
@Suite("Decoding in parts") struct DecoderTests {
  /// Decodes bytes that come in these parts.
  private func decode(_ parts: [ArraySlice<UInt8>], _ encoding: Encoding) -> String {
    let decoder = TextDecoder(encoding)
    var output: [UInt8] = []
    for part in parts { Array(part).withUnsafeBytes { decoder.decode($0, into: &output) } }
    decoder.finish(into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Cut once at each byte, twice at each pair of bytes, and at all of them.
  private func expect(_ bytes: [UInt8], in encoding: Encoding, toBe text: String) {
    for first in bytes.indices {
      for second in first..<bytes.count {
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(decode(parts, encoding) == text, "cut at \(first) and \(second)")
      }
    }
    #expect(decode(bytes.indices.map { bytes[$0...$0] }, encoding) == text)
  }

  @Test(
    "What is declared as Latin-1 and is UTF-8 is that, wherever it is cut",
    arguments: ["🙂", "a 🙂 b", "Tee 🫖, süß €", "é🙂", "🙂é", "日本", "x🇩🇪"])
  func utf8(_ text: String) throws {
    for label in ["iso-8859-1", "koi8-r"] {
      expect(Array(text.utf8), in: try #require(Encoding(label: label)), toBe: text)
    }
    expect(Array(text.utf8), in: .utf8, toBe: text)
  }

  @Test(
    "What is Latin-1 is that, wherever it is cut",
    arguments: [
      ([0x66, 0xFC, 0x72], "für"), ([0xE9, 0x74, 0xE9], "été"), ([0x61, 0xF0], "að"), ([0xF0, 0x9F, 0x20], "ðŸ "),
      ([0xC3, 0x20, 0xA9], "Ã ©"),
    ])
  func latin1(_ bytes: [UInt8], _ text: String) throws {
    expect(bytes, in: try #require(Encoding(label: "iso-8859-1")), toBe: text)
  }

  @Test("Wide encodings keep a character that is cut") func wide() throws {
    // 日本語 in Shift JIS and EUC-JP.
    expect([0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], in: try #require(Encoding(label: "shift_jis")), toBe: "日本語")
    expect([0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC], in: try #require(Encoding(label: "euc-jp")), toBe: "日本語")
  }
}
