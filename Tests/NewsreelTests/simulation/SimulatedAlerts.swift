import ScrollCore
import TestKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Windows

/// A source of alerts as its authority has it: a file with messages, some of which end others.
struct SimulatedAlerts {
  struct Alert {
    let number: Int
    /// In seconds since 1970.
    let expires: Int?
    /// Its priority, and whether it breaks in.
    let rank: (priority: Int, breaksIn: Bool)
    /// The messages without which it would not be there, or would be another one.
    let messages: [Int]

    func hasExpired(at time: UnixTime) -> Bool { expires.map { UnixTime(seconds: $0) <= time } ?? false }
  }

  /// What has been reported since the program began, or since an alert may have come on the air again for another reason.
  struct Sounds {
    /// How often the events `alert` and `urgent` have come, by number.
    var (alerts, urgent) = ([Int: Int](), [Int: Int]())
    /// How often `alert` has to come for a number in force.
    var expected: [Int: Int] = [:]
  }

  var sounds = Sounds()
  static let file = "alerts.xml"
  let path: String
  private(set) var inForce: [Alert] = []
  /// Those that were cancelled, updated, or taken out.
  private(set) var ended: Set<Int> = []
  private var document: [(number: Int, text: String)] = []
  var messageCount: Int { document.count }
  var text: String { CAPText.feed(document.map(\.text)) }

  init(in folder: String) { path = "\(folder)/\(Self.file)" }

  /// Those that stand in the place of others, under their names.
  var updates: Set<Int> { Set(inForce.lazy.filter { $0.messages.count > 1 }.map(\.number)) }

  /// A strip of the user's list, with this source.
  ///
  /// - Parameter log: The path of a log of what is shown.
  func request(log: String? = nil) throws -> ViewRequest<StripKind> {
    var request = ViewRequest<StripKind>()
    try request.sources.set("alerts", to: path)
    if let log { try request.sources.set("as-run", to: log) }
    return request
  }

  mutating func issue(_ number: Int, _ headline: String, _ danger: Danger, expires: Int?) {
    inForce.append(Alert(number: number, expires: expires, rank: danger.rank, messages: [number]))
    sounds.expected[number] = 1
    document.append((number, Self.message(number, "Alert", headline, danger.facts, expires)))
  }

  /// - Parameter isOnAir: Whether the old one is certainly on the air.
  mutating func update(
    _ old: Int, to number: Int, _ headline: String, _ danger: Danger, expires: Int?, isOnAir: Bool
  ) {
    guard let place = inForce.firstIndex(where: { $0.number == old }) else { return }
    ended.insert(old)
    let (former, new) = (inForce[place].rank, danger.rank)
    let isRaised = new.breaksIn && (!former.breaksIn || new.priority > former.priority)
    if isOnAir { sounds.expected[number] = isRaised ? 1 : 0 }
    inForce[place] = Alert(
      number: number, expires: expires, rank: new, messages: inForce[place].messages + [number])
    document.append((number, Self.message(number, "Update", headline, danger.facts, expires, ending: old)))
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

  /// Writes the document, or a part of it, into the folder in which it is.
  func publish(in folder: TemporaryFolder, part: Double = 1) throws {
    let text = text
    try folder.replace(Self.file, with: part < 1 ? String(text.prefix(Int(Double(text.count) * part))) : text)
  }

  /// How severe something likely is, and whether it is immediate.
  struct Danger {
    let severity: String
    let isPressing: Bool

    var facts: String { CAPText.facts(isPressing ? "Immediate" : "Future", severity, "Likely") }
    var rank: (priority: Int, breaksIn: Bool) {
      let base = ["Minor": 300, "Moderate": 500, "Severe": 700, "Extreme": 900][severity] ?? 0
      return (base + (isPressing ? 50 : 0), isPressing && base >= 700)
    }
  }
}

extension Simulation {
  func stepOfAlerts() {
    arrivals += 1
    let number = arrivals
    let old = alerts.inForce.randomElement(using: &random)?.number
    let headline = "\(number)\(words())"
    let severity = ["Minor", "Moderate", "Severe", "Severe", "Extreme", "Extreme"].randomElement(using: &random) ?? ""
    let danger = SimulatedAlerts.Danger(severity: severity, isPressing: Int.random(in: 0..<3, using: &random) > 0)
    let life = [10, 600, 100_000].randomElement(using: &random).map { Int.random(in: 5..<$0, using: &random) }
    let expires = Bool.random(using: &random) ? life.map { wallClockNow().wholeSeconds + $0 } : nil
    switch (Int.random(in: 0..<10, using: &random), old) {
    case (9, _): return halveAlerts()
    case (5..<9, let old?):
      note("alerts: \(number) in the place of \(old)")
      // It may end by its own time before the update is read, which is then one that comes on the air.
      let isLasting = alerts.inForce.contains { $0.number == old && !$0.hasExpired(at: wallClockNow() + 5) }
      let isShown = feeds?.queue.items.contains { Self.number($0.title) == old && $0.aired != nil } ?? false
      alerts.update(old, to: number, headline, danger, expires: expires, isOnAir: isShown && isLasting)
    case (1, let old?):
      note("alerts: \(number) cancels \(old)")
      alerts.cancel(old, by: number)
    case (2, let old?):
      note("alerts: \(old) is not there any more")
      alerts.take(out: old)
    default:
      note("alerts: \(number), \(severity), \(expires.map { "until \($0)" } ?? "without end")")
      if alerts.inForce.count > 20, let old { alerts.take(out: old) }
      alerts.issue(number, headline, danger, expires: expires)
    }
    do { try alerts.publish(in: home) } catch { found = found ?? "alerts: \(error)" }
    busyUntil = t + 3
  }

  /// Whoever writes the file is seen in the middle of it.
  private func halveAlerts() {
    let part = Double.random(in: 0..<1, using: &random)
    note("alerts: \(Int(part * 100)) % for a moment")
    advance(to: max(busyUntil, t))
    func present() -> Set<NewsItem.ID> { Set(feeds?.queue.items.lazy.filter { $0.alert != nil }.map(\.id) ?? []) }
    let (before, runs) = (present(), runs)
    do {
      try alerts.publish(in: home, part: part)
      busyUntil = t + 3
      // It is seen at once that it has changed, and not when something else is due.
      bring()
      advance(to: t + 1)
      let gone = before.subtracting(present())
      // Some may have expired.
      let isTimed = alerts.inForce.contains { $0.expires != nil }
      if !gone.isEmpty, !isTimed, runs == self.runs { fail("alerts: \(gone.count) are gone with half of their source") }
      try alerts.publish(in: home)
    } catch { found = found ?? "alerts: \(error)" }
    busyUntil = t + 3
  }

  /// Each alert has been reported once, and so has each update that has made it more urgent; no other update.
  func checkSounds() {
    let sounds = alerts.sounds
    for number in requiredAlerts.subtracting(loose).subtracting(gone) {
      guard let count = sounds.expected[number], found == nil else { continue }
      let told = sounds.alerts[number] ?? 0
      if told != count { fail("sounds: alert \(number) was reported \(told) times instead of \(count)") }
      let calls = sounds.urgent[number] ?? 0
      if calls > 1 { fail("sounds: alert \(number) has broken in \(calls) times") }
    }
  }

  /// The numbers of alerts that have to be there.
  var requiredAlerts: Set<Int> {
    guard isOn(alerts.path) else { return [] }
    let lasting = alerts.inForce.filter { alert in
      alert.expires == nil || system.settings == 0 && !alert.hasExpired(at: wallClockNow() + 5)
    }
    return Set(lasting.map(\.number))
  }

  /// The numbers of alerts that are over.
  var endedAlerts: Set<Int> {
    guard isOn(alerts.path) else { return [] }
    let expired = alerts.inForce.filter { system.settings == 0 && $0.hasExpired(at: wallClockNow() - 5) }
    return alerts.ended.union(expired.map(\.number))
  }

  /// What has ended leaves the screen at once, also from the view.
  func checkAlerts() {
    let seen = Set(expected.compactMap { Self.number($0.text) }).intersection(endedAlerts.subtracting(loose))
    if !seen.isEmpty { fail("alerts: \(seen.sorted()) are seen, and over") }
  }
}
