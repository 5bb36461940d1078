import TestKit

/// Attempts of one kind, made of a seed: what somebody would write who wants harm, and what has to be true of its effect.
package struct Attack: Sendable {
  package let name: String
  /// How many of them a run of the tests tries.
  package let count: Int
  /// Makes one, and returns it as words for a message.
  ///
  /// - Throws: `Broken` where it has an effect that it must not have.
  let attempt: @Sendable (inout SeededRandom, inout String) throws -> Void

  package static let all: [Attack] = [control, configuration, hooks, markup, secrets, redirects]

  package static func named(_ name: String) -> Attack? { all.first { $0.name == name } }

  /// Tries them. Returns what went wrong, with the number of each; a number and the seed make the same attempt again.
  package func sweep(seed: UInt64, times: Int = 1) -> [String] {
    var problems: [String] = []
    for number in 0..<UInt64(count * times) {
      var random = SeededRandom(seed: seed &+ number &* 0x9e37_79b9)
      var words = ""
      do { try attempt(&random, &words) } catch {
        problems.append("\(name) \(number) of seed \(seed): \(error)\n\(words.debugDescription)")
      }
    }
    return problems
  }
}

/// What attackers write, for all kinds.
extension SeededRandom {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  /// One time of so many.
  mutating func happens(_ once: Int) -> Bool { number(1...once) == 1 }

  /// A text that means something to a shell, a terminal, a parser or a picture.
  mutating func hostileText() -> String {
    let piece = { (random: inout SeededRandom) -> String in random.one(of: Self.pieces) }
    return (0..<number(1...4)).map { _ in piece(&self) }.joined(separator: one(of: ["", " ", "\n", "\t", ";"]))
  }

  private static let pieces = [
    "$(touch /tmp/x)", "`id`", "; rm -rf ~", "| sh", "&& reboot", "-rf", "--config", "-", "../../../etc/passwd",
    "/dev/zero", "%n%s%p", "{text}", "{{", "}", "{link", "\\", "\"", "'", "\u{0}", "\u{7}", "\u{1B}]0;own\u{7}",
    "\u{1B}[2J", "\u{9B}31m", "\u{202E}gnp.", "\u{2067}", "\u{200B}", "\u{FEFF}", "e\u{301}\u{301}\u{301}\u{301}",
    "\r\n",
    "<b>", "</b>", "<span size='1e999'>", "&#0;", "&amp;lt;", "%{A:xdg-open /:}", "^fn(x)", "^ca(1,id)", "nan", "-inf",
    "1e999", "-9223372036854775809", "4294967296", "0x7fffffff", "true", "null", "[", "]", "{\"command\":[\"quit\"]}",
    "javascript:alert(1)", "file:///etc/shadow", "http://user:pw@e.org", "\u{1F468}\u{200D}\u{1F469}", "مرحبا", "x",
    String(repeating: "A", count: 500), String(repeating: "[", count: 200), String(repeating: "\u{0301}", count: 100),
  ]
}
