import Base
import TestKit

/// What happens to a strip in an hour: each act at ten times the rate of an everyday.
final class SoakHands {
  private struct Act {
    let name: String
    let perHour: Double
    let perform: (SoakHands) async throws -> Void
    var next = 0.0
    var count = 0

    init(_ name: String, _ perHour: Double, _ perform: @escaping (SoakHands) async throws -> Void) {
      (self.name, self.perHour, self.perform) = (name, perHour, perform)
    }
  }

  private let scene: SoakScene
  private let haste: Double
  private var random = SeededRandom(seed: 39)
  private var number = 0
  private var acts = [
    Act("turns of the wheel", 600) { try await $0.turnWheel() },
    Act("clicks on headlines", 200) { try await $0.clickHeadline() },
    Act("chips off and on", 120) { try await $0.clickChip() },
    Act("headlines by socket, and removed", 600) { try $0.addAndRemove() },
    Act("urgent headlines", 30) { try $0.breakIn() },
    Act("properties set", 200) { try $0.setProperty() },
    Act("numbers of the counter", 600) { try $0.count() },
    Act("menus", 60) { try await $0.openMenu() },
    Act("Settings windows", 20) { try await $0.open("settings", "Settings") },
    Act("Headlines windows", 20) { try await $0.open("headlines", "Headlines") },
    Act("Feeds windows", 20) { try await $0.open("feeds", "Feeds", ["window"]) },
  ]

  /// - Parameter haste: How many times as often as at ten times the rates of an everyday.
  init(_ scene: SoakScene, haste: Double) {
    (self.scene, self.haste) = (scene, haste)
    let now = monotonicNow()
    for index in acts.indices {
      acts[index].next = now + .random(in: 0...3600 / (acts[index].perHour * haste), using: &random)
    }
  }

  /// Does what is due until then.
  func act(until end: Double) async throws {
    while let index = acts.indices.min(by: { acts[$0].next < acts[$1].next }), acts[index].next < end {
      try rest(until: acts[index].next)
      try await acts[index].perform(self)
      acts[index].count += 1
      // Those that were missed while another took long are made up for.
      acts[index].next += 3600 / (acts[index].perHour * haste)
    }
    try rest(until: end)
  }

  /// "6000 turns of the wheel, 200 clicks on headlines"
  var summary: String { acts.map { "\($0.count) \($0.name)" }.joined(separator: ", ") }

  // MARK: - The pointer

  private var middle: Int { scene.box.y + scene.box.height / 2 }

  private func turnWheel() async throws {
    try await scene.server.move(toX: .random(in: 200...900, using: &random), y: middle)
    try await scene.server.xdotool("click", "\([4, 5].randomElement(using: &random) ?? 4)")
    // Most go away after it, so that it runs on.
    if Int.random(in: 0..<3, using: &random) > 0 { try await leave() }
  }

  private func leave() async throws { try await scene.server.move(toX: 900, y: 600) }

  private func clickHeadline() async throws {
    try await scene.server.click(x: .random(in: 200...900, using: &random), y: middle)
    try await leave()
  }

  /// At the dot of the first chip, where no × is.
  private func clickChip() async throws {
    let area = try scene.strip.ask("state")["data"]?["area"]
    let end = (area?["x"]?.number ?? 0) + (area?["width"]?.number ?? 0)
    guard end > 0, end < Double(scene.box.width) - 150 else { return }
    for _ in 0..<2 {
      try await scene.server.click(x: Int(end) + 136, y: middle)
      try rest(0.3)
    }
    try await leave()
  }

  // MARK: - The socket

  private func addAndRemove() throws {
    number += 1
    try scene.strip.ask(
      "add",
      .object([
        ("text", .string(SoakScene.headline(number * 7))), ("id", .string("\(number)")), ("topic", .string("By hand")),
        ("link", .string("http://example.org/by-hand/\(number)")),
      ]))
    if number > 10 { try scene.strip.ask("remove", .string("\(number - 10)")) }
  }

  private func breakIn() throws {
    number += 1
    try scene.strip.ask("urgent", .string("\(number): the bridge is closed"))
  }

  private func setProperty() throws {
    let settings = [
      ("theme", ["dark", "light"]), ("scroll-speed", ["60", "90", "140"]),
      ("font", ["Noto Sans 16px", "Noto Sans 17px"]),
      ("label", ["NEWS", "NEWSREEL"]),
    ]
    guard let (name, values) = settings.randomElement(using: &random),
      let value = values.randomElement(using: &random)
    else { return }
    try scene.strip.ask("set", .string(name), .string(value))
  }

  private func count() throws {
    try scene.counter.ask("counter", .string("\(Int.random(in: 0...99_999, using: &random))"))
  }

  // MARK: - Windows

  private func openMenu() async throws {
    try await scene.server.click(x: 300, y: middle, button: 3)
    _ = try await scene.server.window(named: "Newsreel menu", within: .seconds(20))
    try await scene.server.key("Down", "Down", "Escape")
    try await leave()
  }

  private func open(_ command: String, _ title: String, _ words: [String] = []) async throws {
    let child = try scene.start([command] + words)
    _ = try await scene.server.window(named: title, within: .seconds(20))
    try await scene.server.key("Tab", "Down", "Down")
    try rest(0.3)
    child.endGently()
  }
}
