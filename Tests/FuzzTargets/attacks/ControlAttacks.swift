import Formats
import TestKit

@testable import App
@testable import Base
@testable import Scene
@testable import ScrollCore
@testable import Windows

extension Attack {
  /// Requests to a window: any command with any words, numbers where texts are wanted, objects, ids of all kinds, and
  /// what is nearly JSON.
  static let control = Attack(name: "control", count: 600) { random, words in
    let names = PropertyInfo.all.map(\.name)
    let lines = (0..<random.number(1...4)).map { _ in requestLine(&random, names) }
    words = lines.joined(separator: "\n")
    let target = try found("control")
    // The first byte says which view it is.
    let bytes = [UInt8(random.number(0...4))] + Array(words.utf8)
    try target.check(Array(bytes.prefix(target.longest)))
  }

  private static func requestLine(_ random: inout SeededRandom, _ names: [String]) -> String {
    let command = random.happens(12) ? random.hostileText() : random.one(of: ControlCommand.allCases).rawValue
    var all = [JSON.string(command)]
    for _ in 0..<random.number(0...4) {
      switch random.number(0...5) {
      case 0: all.append(.string(random.one(of: names)))
      case 1: all.append(.numeral(random.one(of: ["0", "-1", "1e300", "99999999999999999999", "1e-320"])))
      case 2: all.append(.object([(random.hostileText(), .string(random.hostileText())), ("text", .null)]))
      case 3: all.append(.array([.bool(true), .null]))
      default: all.append(.string(random.hostileText()))
      }
    }
    var line = JSON.object([("command", .array(all)), ("request", random.happens(3) ? .array([.null]) : .integer(7))])
      .line
    // Half of a line, or one with something in it.
    if random.happens(6) { line = String(line.prefix(random.number(0...line.count))) }
    if random.happens(8) { line += random.hostileText().replacing("\n", with: " ") }
    return line.replacing("\n", with: " ")
  }

  /// Whole configurations, with keys that there are and are not, values of wrong kinds, and hooks.
  static let configuration = Attack(name: "configuration", count: 1500) { random, words in
    let names = PropertyInfo.all.map(\.name) + ["view", "id", "arguments", "hooks", "row", "column", "window", "theme"]
    var text = ""
    for _ in 0..<random.number(1...10) {
      switch random.number(0...8) {
      case 0:
        text += random.one(of: ["[[window]]", "[hooks]", "[[window.row]]", "[window.hooks]", "[[window.row.column]]"])
      case 1: text += "[\(random.hostileText())]"
      case 2: text += "item-clicked = \(tomlValue(&random))"
      case 3: text += "view = \"\(random.one(of: ["crawl", "counter", "tokens", "strip", "credits", "nothing"]))\""
      default: text += "\(random.one(of: names)) = \(tomlValue(&random))"
      }
      text += "\n"
    }
    words = text
    let bytes = Array(text.utf8)
    do throws(Failure) { _ = try ConfigurationReader(file: "f.toml", bytes: bytes).read() } catch {
      try hold(error.description.contains("f.toml"), "no place: \(error)")
    }
  }

  private static func tomlValue(_ random: inout SeededRandom) -> String {
    switch random.number(0...9) {
    case 0: "\(random.number(-100...100))"
    case 1: random.one(of: ["nan", "-inf", "1e999", "0x7fffffffffffffff", "99999999999999999999", "1979-05-27"])
    case 2: "[\(TOMLText.quoted(random.hostileText())), [[[]]], {}]"
    case 3: "{ a = \(TOMLText.quoted(random.hostileText())), a = 1 }"
    case 4: "\"\(random.hostileText())\""
    case 5: "'''\(random.hostileText())"
    case 6: random.one(of: ["true", "false", "maybe"])
    case 7: "[\"sh\", \"-c\", \(TOMLText.quoted(random.hostileText()))]"
    default: TOMLText.quoted(random.hostileText())
    }
  }

  static func found(_ name: String) throws -> FuzzTarget {
    guard let target = FuzzTarget.named(name) else { throw Broken(description: "there is no target \(name)") }
    return target
  }
}
