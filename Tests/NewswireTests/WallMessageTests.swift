import Base
import ScrollCore
import TestKit
import Testing

@testable import Newsroom
@testable import Newswire

/// What a wall's conductor announces, and what others say in its name.
@Suite("Messages of walls") struct WallMessageTests {
  private static let now: UnixTime = 1_790_000_000

  private static func read(_ topic: WallTopic, _ text: String) throws -> WallMessage {
    let result = Array(text.utf8).withUnsafeBytes { bytes -> Result<WallMessage, Failure> in
      do throws(Failure) {
        return .success(try WallMessage(bytes, at: topic, source: topic.name(of: "w"), now: now))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private static func plan() -> WallPlan {
    var items = (0..<5).map { WallItem(id: "i\($0)", text: "text \($0) \u{2014} “x”", width: 100.3 + Double($0)) }
    items[1].topic = WallItem.Topic("World", tone: 3)
    items[2].link = "https://example.org/a"
    (items[3].isMarkup, items[4].isContinued) = (true, true)
    return WallPlan("p", items: items, length: 3000, gap: 47.3, speed: 61.7, at: now - 500)
  }

  @Test("A plan and its operations are read as they were written") func roundTrip() throws {
    var conductor = WallConductor(Self.plan(), lead: 2)
    var wanted = conductor.plan.items
    wanted.remove(at: 2)
    wanted.insert(WallItem(id: "new", text: "new", width: 77), at: 1)
    let operations = conductor.follow(wanted, at: Self.now) + conductor.turn(to: 33, at: Self.now)
    #expect(operations.count == 3)
    for operation in operations {
      let message = WallMessage.operation(operation)
      #expect(try Self.read(message.topic, message.json.line) == message)
    }
    // With what it has not taken in, and later, with what is not on the list any more.
    for t in [Self.now, Self.now + 40] {
      let message = WallMessage.plan(conductor.announcement(at: t))
      #expect(try Self.read(.plan, message.json.line) == message)
    }
    let event = BrokerEvent.wall(.plan(conductor.announcement(at: Self.now)))
    let again = Array(event.jsonLines[0].utf8).withUnsafeBytes { BrokerEvent(jsonLine: $0, now: Self.now) }
    #expect(again?.jsonLines == event.jsonLines)
  }

  @Test("Topics of a wall") func topics() {
    #expect(WallTopic("newsreel/wall/w/plan", of: "w") == .plan)
    #expect(WallTopic("newsreel/wall/w/op/12", of: "w") == .operation(12))
    for other in ["newsreel/wall/w/op/-1", "newsreel/wall/w/op/", "newsreel/wall/v/plan", "newsreel/wall/w/x", "plan"] {
      #expect(WallTopic(other, of: "w") == nil)
    }
  }

  private static let itemText = #"{"id":"a","text":"t","width":100}"#

  private static func planText(_ changes: [String: String?] = [:]) -> String {
    var members: [String: String] = [
      "plan": #""p""#, "number": "0", "time": "1789999999", "distance": "0", "speed": "60", "length": "1000",
      "gap": "50", "items": "[\(itemText)]", "last": "-1", "end": "950", "belt": "[]", "turns": "[]", "edits": "[]",
    ]
    for (name, value) in changes { members[name] = value }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  private static func operationText(_ changes: [String: String?] = [:]) -> String {
    var members: [String: String] = [
      "plan": #""p""#, "number": "1", "time": "1790000002", "place": "2000", "kind": #""speed""#, "speed": "60",
    ]
    for (name, value) in changes { members[name] = value }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  @Test("The plain ones are right") func plain() throws {
    _ = try Self.read(.plan, Self.planText())
    _ = try Self.read(.operation(1), Self.operationText())
  }

  static let wrongPlans: [(String, String?, String)] = [
    ("speed", "1e300", "“speed” is not a number from 0 to 20000"), ("speed", "NaN", "is not a value"),
    ("speed", "-1", "“speed”"), ("distance", "1e999", "“distance”"), ("distance", "1e13", "“distance”"),
    ("time", "1e12", "“time”"), ("time", "1790009999", "“time” is 9999 s ahead"), ("time", "-5", "“time”"),
    ("distance", "999999999999", "the belt has run too far"), ("length", "1e300", "“length”"),
    ("length", "0", "“length”"),
    ("gap", "-3", "“gap”"), ("end", "null", "“end”"), ("last", "0.5", "“last” is not a whole number"),
    ("items", #"[{"id":"a","text":"t","width":1e300}]"#, "“width” is not a number from 8 to 100000"),
    ("items", #"[{"id":"a","text":"t","width":0}]"#, "“width”"),
    ("items", #"[{"id":"a/b","text":"t","width":9}]"#, "“id”"),
    ("items", "[\(itemText),\(itemText)]", "the same “id”"),
    ("items", #"[{"id":"a","width":9}]"#, "“text” is not a text"),
    ("items", "[" + Array(repeating: "1", count: 1001).joined(separator: ",") + "]", "1001 members (at most 1000)"),
    (
      "items", #"[{"id":"a","width":9,"text":""# + String(repeating: "x", count: 513) + #""}]"#, "longer than 512 bytes"
    ),
    ("belt", #"[{"id":"b","place":1}]"#, "not in “items”"), ("belt", #"[{"id":"a","place":1e15}]"#, "“place”"),
    ("belt", #"[{"id":"a","place":1},{"id":"a","place":50}]"#, "overlap"),
    ("belt", #"[{"id":"a","place":900}]"#, "“end” is on the “belt”"), ("turns", "7", "“turns” is not a list"),
    ("turns", #"[{"time":1e10,"speed":6}]"#, "s ahead"), ("plan", #""a b""#, "“plan” is not a name"),
    ("edits", "[" + Array(repeating: "1", count: 257).joined(separator: ",") + "]", "(at most 256)"),
    ("number", "1e300", "“number”"),
  ]

  @Test("A plan beyond the limits is refused with a reason", arguments: wrongPlans)
  func wrongPlan(_ name: String, _ value: String?, _ reason: String) {
    let failure = #expect(throws: Failure.self) { try Self.read(.plan, Self.planText([name: value])) }
    #expect(failure?.reason.contains(reason) == true, "\(failure?.reason ?? "")")
  }

  static let wrongOperations: [(String, String?, String)] = [
    ("kind", #""explode""#, "“explode” is not a kind of operation: add, remove or speed"), ("kind", nil, "no “kind”"),
    ("place", "1e300", "“place”"), ("time", "1e10", "s ahead"), ("number", "2", "“number” is not that of its topic"),
    ("kind", #""add""#, "“items” is not a list"), ("kind", #""remove""#, "“ids” is not a list"),
    ("speed", "1e9", "“speed”"),
  ]

  @Test("An operation beyond the limits is refused with a reason", arguments: wrongOperations)
  func wrongOperation(_ name: String, _ value: String?, _ reason: String) {
    let failure = #expect(throws: Failure.self) { try Self.read(.operation(1), Self.operationText([name: value])) }
    #expect(failure?.reason.contains(reason) == true, "\(failure?.reason ?? "")")
  }

  @Test("A million operations are bounded, and text runs on") func flood() throws {
    var follower = WallFollower(origin: Self.now)
    guard case .plan(let plan) = try Self.read(.plan, Self.planText()) else { return }
    follower.receive(plan, at: 0)
    var refused = 0
    for number in 2..<1_000_002 {
      let operation = WallOperation(plan: "p", number: number, time: Self.now, place: 1e12, .speed(1))
      if !follower.receive(operation, at: 0) { refused += 1 }
    }
    #expect(refused == 1_000_000 - WallPlan.mostEdits)
    #expect(follower.misses && follower.distance(at: 10) - follower.distance(at: 0) == 600)
    // With the first one all come in; more than there is room for do not.
    follower.receive(WallOperation(plan: "p", number: 1, time: Self.now, place: -1e12, .remove(["a"])), at: 0)
    follower.advance(to: 1e6)
    #expect(follower.distance(at: 1e6).isFinite)
  }

  @Test("An inbox keeps the last plan, passes it on once a second, and bounds operations") func inbox() throws {
    var inbox = WallInbox("w")
    func take(_ topic: String, _ text: String) -> Failure? {
      Array(text.utf8).withUnsafeBytes { bytes in
        do throws(Failure) { try inbox.receive("newsreel/wall/w/" + topic, bytes, now: Self.now) } catch {
          return error
        }
        return nil
      }
    }
    for speed in 1...100 { #expect(take("plan", Self.planText(["speed": "\(speed)"])) == nil) }
    let first = inbox.takeChanges(now: 5)
    #expect(first.count == 1 && !inbox.hasChanges)
    if case .plan(let plan)? = first.first { #expect(plan.base.speed == 100) }
    #expect(take("plan", Self.planText()) == nil)
    #expect(inbox.takeChanges(now: 5.5).isEmpty && inbox.hasChanges && inbox.takeChanges(now: 6).count == 1)
    for number in 1...256 { #expect(take("op/\(number)", Self.operationText(["number": "\(number)"])) == nil) }
    #expect(take("op/257", Self.operationText(["number": "257"]))?.reason.contains("more than 256") == true)
    #expect(inbox.takeChanges(now: 7).count == 256 && take("op/3", "") == nil && !inbox.hasChanges)
    #expect(take("plan", String(repeating: " ", count: 900_001))?.reason.contains("too long") == true)
  }
}
