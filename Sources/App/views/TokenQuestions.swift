internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore

/// Asks the reader of standard output whether the user may add and remove chips. A question is a line of JSON; its
/// answer is a line on standard input, `allow 3` or `deny 3`.
///
/// Asking does not block: the action follows when the answer arrives. It is allowed after the timeout, and once
/// standard input has ended.
final class TokenQuestions: TokenFieldListener, LoopSource {
  private enum Subject: Equatable {
    case add(label: String)
    case remove(id: Int, label: String)
  }

  private struct Question {
    let number: Int
    let subject: Subject
    let deadline: Double
  }

  private let chips: TokensView
  private let options: TokensOptions
  private var patience: Double { options.patience ?? TokensOptions.usualPatience }
  private let connection: SourceConnection
  private var open: [Question] = []
  private var count = 0
  /// Whether answers have ended.
  private var hasEnded = false
  private var reports = OnceReported()

  /// The limit for open questions; further actions are denied.
  private static let limit = 100

  init(about chips: TokensView, _ options: TokensOptions, _ connection: SourceConnection) {
    (self.chips, self.options, self.connection) = (chips, options, connection)
  }

  /// Starts to ask, and to read answers.
  func begin() {
    chips.delegate = self
    connection.loop.add(self)
    connection.loop.add(LineSource(descriptor: STDIN_FILENO, name: "standard input") { [self] in receive($0) })
  }

  // MARK: - Questions

  func shouldReturn(_ text: String) -> Bool {
    let label = Token(text).label
    if label.isEmpty { return true }
    return isFree("add", .add(label: label), [("token", .string(label))])
  }

  func shouldDelete(at index: Int, label: String) -> Bool {
    let tokens = chips.field.tokens
    guard tokens.indices.contains(index) else { return true }
    return isFree(
      "remove", .remove(id: tokens[index].id, label: label), [("token", .string(label)), ("index", .integer(index))])
  }

  /// Whether an action is allowed at once. Otherwise asks, unless that question is open.
  private func isFree(_ name: String, _ subject: Subject, _ members: [(String, JSON)]) -> Bool {
    guard options.subjects.contains(name), !hasEnded else { return true }
    if open.contains(where: { $0.subject == subject }) { return false }
    guard open.count < Self.limit else {
      reports.report("--ask: \(Self.limit) questions have no answer yet; further ones are denied")
      return false
    }
    count += 1
    open.append(Question(number: count, subject: subject, deadline: monotonicNow() + patience))
    let line = JSON.object([("event", .string("ask-\(name)")), ("id", .integer(count))] + members)
    connection.context.print(line.line)
    return false
  }

  // MARK: - Answers

  private func receive(_ event: LineEvent) {
    switch event {
    case .line(let line): answer(String(decoding: line.prefix(200), as: UTF8.self))
    case .error(let error): reportError(error.description)
    case .end: end()
    case .part, .restart, .pause: break
    }
  }

  private func answer(_ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace)
    let verdicts = ["allow": true, "deny": false]
    guard words.count == 1 || words.count == 2, let isAllowed = verdicts[words[0].lowercased()] else {
      if !words.isEmpty {
        reports.report("--ask: '\(line)' is not an answer; one is allow or deny and the question's id")
      }
      return
    }
    // Without a number it answers the oldest question.
    let index = words.count == 1 ? open.indices.first : open.firstIndex { "\($0.number)" == words[1] }
    guard let index else { return reports.report("--ask: no question is open for the answer '\(line)'") }
    settle(open.remove(at: index), isAllowed: isAllowed)
  }

  private func end() {
    hasEnded = true
    reportError("--ask: standard input has ended, so that nobody can answer: everything is allowed from now on")
    answerAll { _ in true }
  }

  /// Allows the questions that need no more waiting.
  private func answerAll(where isOver: (Question) -> Bool) {
    let over = open.filter(isOver)
    open.removeAll { question in over.contains { $0.number == question.number } }
    for question in over { settle(question, isAllowed: true) }
  }

  /// Performs the deferred action, or reports that it is denied.
  private func settle(_ question: Question, isAllowed: Bool) {
    let t = connection.now()
    switch question.subject {
    case .add(let label) where isAllowed: add(label, at: t)
    case .add(let label): chips.change(at: t) { $0.refuse(label) }
    case .remove(let id, _):
      chips.change(at: t) { field in
        guard let index = field.index(of: id) else { return }
        if isAllowed { field.remove(at: [index]) } else { field.flash(id, at: t) }
      }
    }
    connection.context.setNeedsDisplay()
  }

  /// Makes a chip of the typed text, if it is still there.
  private func add(_ label: String, at t: Seconds) {
    if !chips.submit(only: label, at: t) { chips.add([label], at: t) }
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  var deadline: Double { open.first?.deadline ?? .infinity }

  func service(now: Double) -> ServiceResult {
    guard let first = open.first, first.deadline <= now else { return .idle }
    reports.report("--ask: no answer within \(shortest(patience)) s; the change is allowed")
    answerAll { $0.deadline <= now }
    return .idle
  }

  func close() {
    open = []
    hasEnded = true
  }
}
