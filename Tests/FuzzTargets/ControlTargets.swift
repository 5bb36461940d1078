import Formats
import ViewKit

@testable import App
@testable import Base
@testable import Newswire
@testable import Scene
@testable import ScrollCore
@testable import Windows

extension FuzzTarget {
  /// What comes over the socket.
  static let controls = [
    FuzzTarget("control", longest: 2048, checkControl),
    FuzzTarget("messages", longest: 512, checkMessage),
  ]

  /// Lines to a view, the first byte says which; each but a blank one has an answer.
  private static func checkControl(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let view = input.byte()
    let lines = input.remainder().split(separator: 0x0A).prefix(12).map(Array.init)
    let views: WindowViews
    switch view % 5 {
    case 0: views = try made(CrawlKind.self, ["A headline", "Another one"])
    case 1: views = try made(CounterKind.self, ["-12.5"])
    case 2: views = try made(TokensKind.self, ["one", "two"])
    case 3: views = try made(BadgeKind.self, ["badge"])
    default: views = try made(CreditsKind.self, [])
    }
    let context = views.context
    for (number, line) in lines.enumerated() {
      context.time = Double(number) * 0.7
      try holdAnswer(answer(line, views), to: line)
      try draw(views.all[0].controller, at: [context.time])
    }
  }

  private static func made<Kind: ViewKind>(_ kind: Kind.Type, _ texts: [String]) throws -> WindowViews {
    var request = ViewRequest<Kind>()
    try request.sources.set("arguments", to: .list(texts.map(PropertyValue.text)))
    return try WindowViews(WindowPlan(request))
  }

  private static func answer(_ line: [UInt8], _ views: WindowViews) -> String {
    var id: JSON?
    do throws(Failure) {
      let request = try line.withUnsafeBufferPointer { line throws(Failure) in
        try ControlRequest(parsing: UnsafeRawBufferPointer(line), id: &id)
      }
      return ControlRequest.answer(try perform(request, views), to: id)
    } catch {
      return ControlRequest.refusal(error, to: id)
    }
  }

  private static func perform(
    _ request: ControlRequest, _ views: WindowViews
  ) throws(Failure) -> JSON? {
    defer { _ = views.context.takeActions() }
    switch request.command {
    case .properties, .get: return .array(views.properties.map(\.json))
    case .state: return .object(views.state(at: views.context.time))
    case .set, .reset:
      let changes =
        request.command == .set
        ? try request.changes() : try request.texts().map { PropertyChange($0, to: nil) }
      do throws(ValueError) {
        _ = try views.prepare(views.wishes(changes), window: Settings()).commit(views.context.time)
      } catch {
        throw Failure.usage(error.description)
      }
    case .quit, .subscribe: break
    default: return try views.perform(request)
    }
    return nil
  }

  private static func holdAnswer(_ answer: String, to line: [UInt8]) throws {
    try holdClean(answer, "an answer")
    let value = try JSON(parsing: answer)
    try hold(value["ok"]?.bool != nil, "no answer: \(answer)")
    if value["ok"]?.bool == false { try hold(value["error"]?.string?.isEmpty == false, "no reason: \(answer)") }
    let request = line.withUnsafeBytes { try? JSON(parsing: $0) }
    try hold(request?["request"]?.line == value["request"]?.line, "the answer to another: \(answer)")
  }

  /// What `newsreel msg` is given.
  private static func checkMessage(_ bytes: [UInt8]) throws {
    let words = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    _ = try? ControlMessage(words)
    guard let word = words.first, let command = try? ControlRequest.command(named: word) else { return }
    let line = ControlRequest.line(command, words.dropFirst().map(JSON.string))
    try holdClean(line, "a request")
    var id: JSON?
    let request = Array(line.utf8).withUnsafeBytes { try? ControlRequest(parsing: $0, id: &id) }
    let isAllowed = command.counts.contains(words.count - 1)
    try hold((request != nil) == isAllowed, "\(line) is \(isAllowed ? "not taken" : "taken")")
    if let request { try hold(try request.texts() == Array(words.dropFirst()), "other texts than in \(line)") }
  }
}
