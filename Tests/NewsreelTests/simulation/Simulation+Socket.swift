import Formats
import ScrollCore
import TestKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

// What other programs ask for by the socket.
extension Simulation {
  /// A line of the socket. Returns the error of a refusal.
  @discardableResult
  func request(_ line: String) -> (any Error)? {
    let error = requestOnce(line)
    if relation == .twice { requestOnce(line) }
    return error
  }

  @discardableResult
  private func requestOnce(_ line: String) -> (any Error)? {
    context.time = t
    var id: JSON?
    do {
      let request = try Array(line.utf8).withUnsafeBytes { try ControlRequest(parsing: $0, id: &id) }
      if request.command == .set {
        try controller.prepare(try request.changes(), window: controller.looks.request.window).commit(t)
        resized()
      } else {
        _ = try controller.perform(request, in: context)
      }
      perform(context.takeActions())
      return nil
    } catch { return error }
  }

  @discardableResult
  func request(_ command: String, _ arguments: [JSON]) -> (any Error)? {
    request(JSON.object([("command", .array([.string(command)] + arguments))]).line)
  }

  func addLine(_ line: String) {
    guard let object = try? JSON(parsing: line) else { return }
    if let number = object["id"]?.string.flatMap({ Int($0) }) {
      topicNames[number] = object["topic"]?.string
      if object["urgent"] != nil { loose.insert(number) } else if !gone.contains(number) { sent.insert(number) }
    }
    if let error = request("add", [object]) { found = found ?? "add: \(error)" }
    busyUntil = t + 2
  }

  func removeByName(_ items: [NewsItem]) {
    for item in items {
      if let number = Self.number(item.title) { forget(number) }
      // A line that was sent under the name of a feed's item goes with that.
      if let number = Int(item.id.guid.drop { !$0.isNumber }) { forget(number) }
    }
    if items.isEmpty { return }
    if let error = request("remove", items.map { .string($0.id.guid) }) {
      found = found ?? "remove: \(error)"
    }
    busyUntil = t + 2
  }

  /// It may be there, or not.
  private func forget(_ number: Int) {
    sent.remove(number)
    loose.insert(number)
    channel.all.remove(number)
    for place in feedFiles.indices { feedFiles[place].withdrawn.remove(number) }
    loose.formUnion(alerts.inForce.lazy.filter { $0.messages.contains(number) }.map(\.number))
  }

  /// The number at the beginning of a text.
  static func number(_ text: String) -> Int? { Int(text.prefix { $0.isASCII && $0.isNumber }) }

  func stepOfSocket(_ kind: SimulatedStep.Kind) {
    switch kind {
    case .timed: sendTimed()
    case .read: markRead()
    default: sendRequest()
    }
  }

  /// Something that has its time, its hours, its cycle, its hold or its key.
  private func sendTimed() {
    arrivals += 1
    let fields = [
      #""ttl":\#(Int.random(in: 1...600, using: &random))"#, #""on":"mon-fri 08:00-18:00""#, #""on":"22:00-07:00""#,
      #""every":3"#, #""hold":"2 cycles","urgent":true"#, #""hold":"20","placing":"break-in","priority":200"#,
      #""hold":"acknowledged","urgent":true"#, #""key":"k\#(Int.random(in: 0..<3, using: &random))""#,
      #""placing":"next""#,
      #""key":"k\#(Int.random(in: 0..<3, using: &random))","placing":"break-in","hold":"acknowledged""#,
      #""key":"k\#(Int.random(in: 0..<3, using: &random))","urgent":true,"hold":9"#,
      #""placing":"break-in","hold":"acknowledged","ttl":\#(Int.random(in: 1...30, using: &random))"#,
      #""priority":-5"#, #""hold":"1 cycle""#, #""placing":"takeover","hold":"5""#,
    ]
    let field = fields.randomElement(using: &random) ?? ""
    note("\(arrivals) with \(field)")
    loose.insert(arrivals)
    // Then and now another version of an earlier one.
    let old = Int.random(in: 0..<4, using: &random) == 0 ? loose.filter { topicNames[$0] == "Timed" }.max() : nil
    let number = old ?? arrivals
    topicNames[number] = "Timed"
    let line = #"{"text":"\#(number)\#(words())","id":"\#(number)","topic":"Timed",\#(field)}"#
    guard let object = try? JSON(parsing: line) else { return }
    if let error = request("add", [object]) { found = found ?? "add: \(error)" }
    busyUntil = t + 2
  }

  /// The user opens a link, or marks it as unread.
  private func markRead() {
    guard let item = (feeds?.queue.items.filter { $0.link != nil })?.randomElement(using: &random), let link = item.link
    else { return }
    let isRead = Int.random(in: 0..<4, using: &random) > 0
    note("\(Self.number(item.title) ?? 0) is \(isRead ? "" : "not ")read")
    let ids = feeds?.queue.items.filter { $0.link == link }.map(\.id) ?? []
    let wasWell = system.disk.isWell
    // It is kept as it was or as it is, perhaps with the next save, or was lost with the program.
    if !wasWell { read.subtract(ids) }
    if let error = request(isRead ? "read" : "unread", [.string(link)]) {
      found = found ?? "read: \(error)"
    }
    bring()
    guard wasWell, found == nil else { return }
    if isRead { read.formUnion(ids) } else { read.subtract(ids) }
    var problem: Failure?
    let kept = ReadState(path: UserPaths.readState, problem: &problem)
    for id in ids where (kept[id] == .read) != isRead {
      found = found ?? "read: \(id.guid) is\(isRead ? " not" : "") kept as read"
    }
  }

  private func sendRequest() {
    let speed = Double.random(in: -50...2000, using: &random)
    let lines: [String] = [
      #"["set","scroll-speed",\#(speed)]"#, #"["set","scroll-speed","fast"]"#, #"["set","nothing",1]"#,
      #"["set","label-background","red","scroll-speed"]"#, #"["set","scroll-left",\#(Bool.random(using: &random))]"#,
      #"["set","label","A label"]"#, #"["set","scroll-speed",100,"repeat-spacing",-1]"#, #"["pause"]"#, #"["resume"]"#,
      #"["resume"]"#, #"["stop"]"#, #"["start"]"#, #"["start"]"#, #"["scroll-to",1e300]"#, #"["scroll-to","nan"]"#,
      #"["scroll-to",\#(speed)]"#, #"["state"]"#, #"["rundown",3600]"#, #"["rundown",1e9]"#, #"["counter",5]"#,
      #"["value","a=b"]"#, #"["value","aapl=1"]"#, #"["token","off","Topic1"]"#, #"["token","on","Topic1"]"#,
      #"["token","remove","Nobody"]"#, #"["acknowledge"]"#, #"["acknowledge","k1"]"#, #"["add",null]"#, #"["add",{}]"#,
      #"["add",{"text":" ","ttl":-1}]"#, #"["remove","nobody"]"#, #"["add",{"text":" ","on":"never"}]"#, #"["#, "[]",
      "7",
    ]
    let words = lines.randomElement(using: &random) ?? ""
    let before = settings
    let position = crawl.position(at: t)
    let error = request("{\"command\":\(words)}")
    note("\(words)\(error == nil ? "" : ": refused")")
    if error != nil, settings != before { found = found ?? "socket: \(words) was refused, and has changed something" }
    if crawl.position(at: t) < position || words.contains("scroll-") { lastSeen = crawl.position(at: t) }
    if words.contains("scroll-to") { lastSeen = max(lastSeen, speed) }
  }

  private var settings: [String] { controller.properties.map { "\($0.name) \($0.value)" } }
}
