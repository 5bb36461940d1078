import ScrollCore
import TestKit

@testable import App
@testable import Base
@testable import Newswire

/// A source of alerts as its authority has it: a file with messages, some of which end others.
struct SimulatedAlerts {
  struct Alert {
    let number: Int
    /// In seconds since 1970.
    let expires: Int?
    /// The messages without which it would not be there, or would be another one.
    let messages: [Int]
  }

  static let file = "alerts.xml"
  let path: String
  private(set) var inForce: [Alert] = []
  /// Those that were cancelled, updated, or taken out.
  private(set) var ended: Set<Int> = []
  private var document: [(number: Int, text: String)] = []

  init(in folder: String) { path = "\(folder)/\(Self.file)" }

  /// Those that stand in the place of others, under their names.
  var updates: Set<Int> { Set(inForce.lazy.filter { $0.messages.count > 1 }.map(\.number)) }

  /// A strip of the user's list, with this source.
  func request() throws -> ViewRequest<StripKind> {
    var request = ViewRequest<StripKind>()
    try request.sources.set("alerts", to: path)
    return request
  }

  mutating func issue(_ number: Int, _ headline: String, facts: String, expires: Int?) {
    inForce.append(Alert(number: number, expires: expires, messages: [number]))
    document.append((number, Self.message(number, "Alert", headline, facts, expires)))
  }

  mutating func update(_ old: Int, to number: Int, _ headline: String, facts: String, expires: Int?) {
    guard let place = inForce.firstIndex(where: { $0.number == old }) else { return }
    ended.insert(old)
    inForce[place] = Alert(number: number, expires: expires, messages: inForce[place].messages + [number])
    document.append((number, Self.message(number, "Update", headline, facts, expires, ending: old)))
  }

  mutating func cancel(_ old: Int, by number: Int) {
    guard let place = inForce.firstIndex(where: { $0.number == old }) else { return }
    ended.insert(old)
    inForce.remove(at: place)
    document.append((number, Self.message(number, "Cancel", "No more of this", "", nil, ending: old)))
  }

  /// Takes out what has to do with an alert.
  mutating func take(out old: Int) {
    guard let place = inForce.firstIndex(where: { $0.number == old }) else { return }
    ended.insert(old)
    let messages = Set(inForce.remove(at: place).messages)
    document.removeAll { messages.contains($0.number) }
  }

  private static func message(
    _ number: Int, _ kind: String, _ headline: String, _ facts: String, _ expires: Int?, ending old: Int? = nil
  ) -> String {
    let end = expires.map { "<expires>\($0)</expires>" } ?? ""
    let message = CAPText.message(
      "\(number)", as: kind, ending: old.map { ["\($0)"] } ?? [], facts + end + "<headline>\(headline)</headline>")
    return "<content type=\"text/xml\">\(message)</content>"
  }

  /// Writes the document into the folder in which it is.
  func publish(in folder: TemporaryFolder) throws {
    try folder.replace(Self.file, with: CAPText.feed(document.map(\.text)))
  }
}

extension Simulation {
  func stepOfAlerts() {
    arrivals += 1
    let number = arrivals
    let old = alerts.inForce.randomElement(using: &random)?.number
    let headline = "\(number)\(words())"
    let severity = ["Minor", "Moderate", "Severe", "Extreme"].randomElement(using: &random) ?? ""
    let facts = CAPText.facts(Bool.random(using: &random) ? "Immediate" : "Future", severity, "Likely")
    let life = [10, 600, 100_000].randomElement(using: &random).map { Int.random(in: 5..<$0, using: &random) }
    let expires = Bool.random(using: &random) ? life.map { Int(wallClockNow()) + $0 } : nil
    switch (Int.random(in: 0..<6, using: &random), old) {
    case (0, let old?):
      note("alerts: \(number) in the place of \(old)")
      alerts.update(old, to: number, headline, facts: facts, expires: expires)
    case (1, let old?):
      note("alerts: \(number) cancels \(old)")
      alerts.cancel(old, by: number)
    case (2, let old?):
      note("alerts: \(old) is not there any more")
      alerts.take(out: old)
    default:
      note("alerts: \(number), \(severity), \(expires.map { "until \($0)" } ?? "without end")")
      if alerts.inForce.count > 20, let old { alerts.take(out: old) }
      alerts.issue(number, headline, facts: facts, expires: expires)
    }
    do { try alerts.publish(in: home) } catch { found = found ?? "alerts: \(error)" }
    busyUntil = t + 3
  }

  /// The numbers of alerts that have to be there.
  var requiredAlerts: Set<Int> {
    guard isOn(alerts.path) else { return [] }
    let lasting = alerts.inForce.filter { alert in
      alert.expires.map { system.settings == 0 && Double($0) > wallClockNow() + 5 } ?? true
    }
    return Set(lasting.map(\.number))
  }

  /// The numbers of alerts that are over.
  var endedAlerts: Set<Int> {
    guard isOn(alerts.path) else { return [] }
    let expired = alerts.inForce.filter { alert in
      system.settings == 0 && alert.expires.map { Double($0) < wallClockNow() - 5 } ?? false
    }
    return alerts.ended.union(expired.map(\.number))
  }

  /// What has ended leaves the screen at once, also from the view.
  func checkAlerts() {
    let seen = Set(expected.compactMap { Self.number($0.text) }).intersection(endedAlerts.subtracting(loose))
    if !seen.isEmpty { fail("alerts: \(seen.sorted()) are seen, and over") }
  }
}
