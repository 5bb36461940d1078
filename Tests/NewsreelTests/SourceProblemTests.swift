import ScrollCore
import Testing

@testable import App
@testable import Base
@testable import Newswire
@testable import Scene
@testable import Windows

/// What a window says of sources that fail.
@Suite("Problems of a view's sources") struct SourceProblemTests {
  private final class Receiver: LineReceiver {
    let delivery = LineDelivery.lines
    let followsChanges: Bool

    init(followsChanges: Bool) { self.followsChanges = followsChanges }

    func receive(_ event: LineEvent, at t: Seconds) {}
  }

  /// How lines come to the view.
  enum Way: CaseIterable { case asTheyCome, followed, asValues }

  @Test("A source's problem is shown until a line comes, in whatever way", arguments: Way.allCases)
  func problem(_ way: Way) {
    let (context, receiver) = (ViewContext(), Receiver(followsChanges: way == .followed))
    let connection = SourceConnection(loop: RunLoop(), context: context)
    let sources = LineSources(SourceOptions(isInputPiped: false), for: receiver, connection)
    let handler = way == .asValues ? sources.valueTaker() : sources.taker(isFollowed: true).handler
    /// What is shown from then on.
    func said(after event: LineEvent) -> [String?] {
      handler(event)
      return context.takeActions().reduce(into: []) { if case .session(.problem(let text)) = $1 { $0.append(text) } }
    }
    func said(afterLine line: String) -> [String?] {
      Array(line.utf8).withUnsafeBytes { said(after: .line($0)) }
    }
    let failure = Failure(of: "news", reason: "cannot be read")
    for _ in 0..<2 {
      #expect(said(afterLine: "a=1").isEmpty)
      #expect(said(after: .error(failure)) == [failure.description])
      // Another beginning is no line yet.
      #expect(said(after: .restart).isEmpty && said(after: .pause).isEmpty)
      #expect(said(afterLine: "a=1") == [nil])
    }
  }
}
