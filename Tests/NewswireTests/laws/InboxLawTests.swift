import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// What a broker says, sorted for a view, however often the view looks.
@Suite("Laws of a broker's inbox") struct InboxLawTests {
  private static func plan(_ number: Int) -> String {
    #"{"plan":"p","number":\#(number),"time":1789999999,"distance":0,"speed":60,"length":1000,"gap":50,"#
      + #""items":[{"id":"a","text":"t","width":100}],"last":-1,"end":950,"belt":[],"turns":[],"edits":[]}"#
  }

  private static func operation(_ number: Int) -> String {
    #"{"plan":"p","number":\#(number),"time":1790000002,"place":2000,"kind":"speed","speed":60}"#
  }

  @Test(
    "All operations and lines come in order, the last number of each topic, and the last plan within a second",
    arguments: 1...20)
  func inbox(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var settings = BrokerSettings(try BrokerAddress("mqtt://127.0.0.1/lobby"))
    (settings.wall, settings.numbers) = ("w", ["n/1", "n/2"])
    settings.options.lines = [try TopicFilter("lines/#"), try TopicFilter("n/1")]
    var inbox = BrokerInbox(settings)
    func take(_ topic: String, _ text: String) throws {
      try Array(text.utf8).withUnsafeBytes { try inbox.receive(topic, $0, isRetained: false, now: 1_790_000_000) }
    }
    var now = 100.0
    var (plan, operations, lastPlan) = (Int?.none, 0, -Double.infinity)
    var (waitingOperations, waitingLines, numbers): ([Int], [String], [String: String]) = ([], [], [:])
    for step in 0..<150 {
      now += [0, 0.1, 0.4, 1.2].randomElement(using: &random) ?? 0
      let place = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        plan = step
        try take("newsreel/wall/w/plan", Self.plan(step))
      case 1:
        operations += 1
        waitingOperations.append(operations)
        try take("newsreel/wall/w/op/\(operations)", Self.operation(operations))
      case 2:
        waitingLines += ["x \(step)", "y \(step)"]
        try take("lines/\(step)", "x \(step)\ny \(step)")
      case 3:
        let topic = ["n/1", "n/2"].randomElement(using: &random) ?? ""
        numbers[topic] = "\(step)"
        if topic == "n/1" { waitingLines.append(" \(step) ") }
        try take(topic, " \(step) ")
      case 4:
        #expect(throws: Failure.self, "\(place)") { try take("newsreel/wall/w/plan", "{}") }
        #expect(throws: Failure.self, "\(place)") { try take("n/2", "many") }
      default: break
      }
      let isPlanDue = plan != nil && now >= lastPlan + 1
      let waits = plan != nil || !waitingOperations.isEmpty || !waitingLines.isEmpty || !numbers.isEmpty
      try #require(inbox.hasChanges == waits, "\(place)")
      guard Bool.random(using: &random) else { continue }
      var came: (plans: [Int], operations: [Int], lines: [String], numbers: [String: String]) = ([], [], [], [:])
      for event in inbox.takeChanges(now: now) {
        switch event {
        case .wall(.plan(let plan)):
          #expect(came.operations.isEmpty, "\(place)")
          came.plans.append(plan.number)
        case .wall(.operation(let operation)): came.operations.append(operation.number)
        case .line(let line): came.lines.append(line)
        case .value(let name, let number):
          came.numbers[String(name.dropFirst(BrokerSettings.numberPrefix.count))] = number
        default: Issue.record("\(place): \(event)")
        }
      }
      try #require(came.plans == (isPlanDue ? [plan ?? -1] : []), "\(place)")
      try #require(came.operations == waitingOperations && came.lines == waitingLines, "\(place)")
      try #require(came.numbers == numbers, "\(place)")
      (waitingOperations, waitingLines, numbers) = ([], [], [:])
      if isPlanDue { (plan, lastPlan) = (nil, now) }
      try #require(inbox.hasChanges == (plan != nil), "\(place)")
    }
  }

  @Test("Whoever switches a feed, all have it the same, and it is so after a restart", arguments: 1...8)
  func switched(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.path + "/off-feeds"
    // What former versions have kept is off from the start.
    let urls = ["https://a.example/", "https://b.example/", "/off the road", "/off"]
    try folder.write("off \(urls[0])\n\(urls[2])\n", to: "hidden-feeds")
    var programs = try (0..<2).map { _ in try OffFeeds(path: path) }
    var plain = [urls[0]: false, urls[2]: false]
    #expect(programs.allSatisfy { list in urls.allSatisfy { list.isOn($0) == plain[$0] ?? true } })
    for step in 0..<40 {
      let (url, number) = (urls.randomElement(using: &random) ?? "", Int.random(in: 0..<2, using: &random))
      let wanted = Bool.random(using: &random)
      let hasChanged = try programs[number].set(url, on: wanted)
      try #require(hasChanged == ((plain[url] ?? true) != wanted), "seed \(seed), step \(step)")
      try #require(!hasChanged || !AtomicFile.exists(folder.path + "/hidden-feeds"))
      plain[url] = wanted
      let again = try OffFeeds(path: path)
      for url in urls {
        try #require(again.isOn(url) == plain[url] ?? true, "seed \(seed), step \(step)")
        try #require(programs[number].isOn(url) == plain[url] ?? true)
      }
      try #require(programs[number] == again)
    }
  }
}
