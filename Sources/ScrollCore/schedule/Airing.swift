/// How and when an item goes on the air. A nil field is left to its source, its topic or the defaults.
///
/// A value without a clock: the caller passes the time, in seconds since 1970, and the offset of local time from UTC.
package struct Airing: Equatable, Sendable {
  /// Where an item enters.
  package enum Placing: String, CaseIterable, Sendable {
    /// In the order of priority.
    case queue
    /// At the edge of the view, before waiting items.
    case next
    /// Over the headlines, at once.
    case breakIn = "break-in"
    /// Over the whole strip, if that is allowed.
    case takeover
  }

  /// How long an item stays.
  package enum Hold: Equatable, Sendable {
    case time(Seconds)
    /// A number of cycles: of the crawl or, over it, of reading the text.
    case cycles(Int)
    /// Until a click or a message.
    case acknowledged
  }

  /// How severe an alert is, in CAP's terms.
  package enum Severity: String, CaseIterable, Sendable { case extreme, severe, moderate, minor }

  /// Higher goes first, and stops lower.
  package var priority: Int?
  package var placing: Placing?
  /// The event it describes: a later item with that key replaces it in place.
  package var key: String?
  package var hold: Hold?
  package var notBefore: WallTime?
  package var notAfter: WallTime?
  /// Days and hours; empty for all.
  package var hours = WeekHours()
  /// It is in every nth cycle.
  package var every: Int?
  /// It is an alert.
  package var alert: Severity?

  package init() {}

  package static let priorities = -1000...1000
  package static let defaultPriority = 0
  /// The priority of urgent items that do not say any.
  package static let urgentPriority = 100
  /// The longest hold in seconds, and the longest in cycles.
  package static let longestHold = 86_400.0
  package static let mostCycles = 1000

  /// An urgent item: it breaks in.
  package static let urgent = Airing().asUrgent

  /// The same for an urgent item. Its own fields win.
  package var asUrgent: Airing {
    var airing = self
    if !breaksIn { airing.placing = .breakIn }
    airing.priority = airing.priority ?? Self.urgentPriority
    return airing
  }

  /// Whether it comes over others at once.
  package var breaksIn: Bool { placing == .breakIn || placing == .takeover }

  // MARK: - When

  /// Whether it depends on the time of day or the date.
  package var hasTimes: Bool { notBefore != nil || notAfter != nil || !hours.isEmpty }

  /// Whether it may be on the air at that time.
  package func allows(_ time: Int, _ offset: UTCOffset) -> Bool {
    if let notBefore, time < notBefore.moment(offset) { return false }
    if let notAfter, time >= notAfter.moment(offset) { return false }
    return hours.isEmpty || hours.contains(time, offset)
  }

  /// Whether it has ended for good.
  package func isOver(at time: Int, _ offset: UTCOffset) -> Bool { notAfter.map { time >= $0.moment(offset) } ?? false }

  /// Whether it is in that cycle, counted from 0.
  package func isIn(cycle: Int) -> Bool { every.map { cycle % max(1, $0) == 0 } ?? true }

  /// When `allows` changes next, in seconds since 1970, or nil.
  package func nextChange(after time: Int, _ offset: UTCOffset) -> Int? {
    let (start, end) = (notBefore?.moment(offset) ?? .min, notAfter?.moment(offset) ?? .max)
    guard start < end, time < end else { return nil }
    if allows(time, offset) {
      let hoursEnd = hours.isEmpty ? nil : hours.nextChange(after: time, offset)
      let next = min(hoursEnd ?? .max, end)
      return next == .max ? nil : next
    }
    // Outside of its hours, or before its start.
    let from = max(time, start)
    if from > time, hours.isEmpty || hours.contains(from, offset) { return from }
    guard let next = hours.nextChange(after: from, offset), next < end else { return nil }
    return next
  }
}
