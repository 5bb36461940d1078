internal import ScrollCore

/// Finds the items to show among the alerts of a source: a pure function of them, the settings and the time.
struct AlertSelection {
  let settings: AlertSettings
  /// The chains of the alerts to show; at first, those of the last selection.
  private(set) var chains: AlertChains
  let now: UnixTime
  private(set) var items: [NewsItem] = []
  private(set) var dropped: [DroppedItem] = []

  init(_ alerts: [CAPAlert], _ settings: AlertSettings, now: UnixTime, following chains: AlertChains = AlertChains()) {
    (self.settings, self.now, self.chains) = (settings, now, AlertChains())
    var known: Set<CAPAlert.Key> = []
    let admitted = alerts.filter { alert in
      guard known.insert(alert.key).inserted else { return false }
      let reason = reason(against: alert)
      if let reason { drop(alert, reason) }
      return reason == nil
    }
    let ends = Self.ends(by: admitted)
    let updates = Dictionary(
      admitted.lazy.filter { $0.kind == .update }.map { ($0.key.name, $0) }, uniquingKeysWith: { first, _ in first })
    for alert in admitted where alert.kind != .cancel {
      let isEnded = ends[alert.key.name]?.contains { $0.concerns(alert) } ?? false
      if isEnded {
        drop(alert, "has been updated or cancelled")
      } else {
        let origin = chains.origin(of: alert.key.name, after: Self.first(of: alert, updates).name)
        self.chains.add(alert.key.name, from: origin)
        show(alert, as: origin)
      }
    }
    limit()
  }

  /// The limit for the items of a source.
  static let most = 200

  /// Keeps the items of the highest priorities.
  private mutating func limit() {
    guard items.count > Self.most else { return }
    let priorities = items.map { $0.alert?.priority ?? 0 }
    let order = items.indices.sorted { (priorities[$1], $0) < (priorities[$0], $1) }
    for place in order[Self.most...] {
      dropped.append(DroppedItem(title: items[place].title, reason: "is one too many"))
    }
    items = order[..<Self.most].map { items[$0] }
  }

  /// Why a message is not for this screen; nil if it is.
  private func reason(against alert: CAPAlert) -> String? {
    switch alert.status {
    case .actual: break
    case .test where settings.showsTests, .exercise where settings.showsTests: break
    case .test, .exercise: return "is a \(alert.status.rawValue)"
    case .system, .draft: return "is not for the public: its status is \(alert.status.rawValue)"
    }
    if alert.kind == .ack || alert.kind == .error { return "says something about another message" }
    let scopes = CAPAlert.Scope.allCases
    guard let own = scopes.firstIndex(of: alert.scope), let most = scopes.firstIndex(of: settings.scope), own <= most
    else { return "is \(alert.scope.rawValue)" }
    return nil
  }

  private mutating func drop(_ alert: CAPAlert, _ reason: String) {
    let title = alert.infos.first.map { $0.headline.isEmpty ? $0.event : $0.headline } ?? alert.key.identifier
    if dropped.count < ParsedFeed.mostDropped { dropped.append(DroppedItem(title: title, reason: reason)) }
  }

  // MARK: - Updates

  /// The end of a message by a later one. A test ends no real alert.
  private struct End: Hashable {
    let by: CAPAlert.Key
    let status: CAPAlert.Status
    let reference: CAPAlert.Key

    func concerns(_ alert: CAPAlert) -> Bool {
      by != alert.key && (status == .actual || status == alert.status) && reference.means(alert.key)
    }
  }

  /// The ends that updates and cancellations refer to, by the messages' names.
  private static func ends(by alerts: [CAPAlert]) -> [String: Set<End>] {
    var found: [String: Set<End>] = [:]
    for alert in alerts where alert.kind != .alert {
      for key in alert.references {
        found[key.name, default: []].insert(End(by: alert.key, status: alert.status, reference: key))
      }
    }
    return found
  }

  /// The first known message in the chain that ends with this version.
  private static func first(of alert: CAPAlert, _ updates: [String: CAPAlert]) -> CAPAlert.Key {
    guard alert.kind == .update, var key = alert.first else { return alert.key }
    for _ in 0..<longestChain {
      guard let older = updates[key.name], older.key != alert.key, let next = older.first, next != key else { break }
      key = next
    }
    return key
  }

  private static let longestChain = 50

  /// The places of the messages that another one updates or cancels, for everybody.
  static func ended(among alerts: [CAPAlert]) -> Set<Int> {
    let ends = ends(by: alerts.filter { $0.scope == .public && [.update, .cancel].contains($0.kind) })
    return Set(
      alerts.indices.filter { place in
        ends[alerts[place].key.name]?.contains { $0.concerns(alerts[place]) } ?? false
      })
  }

  // MARK: - Items

  /// - Parameter origin: Identifies the item, so that an update replaces its predecessor.
  private mutating func show(_ alert: CAPAlert, as origin: String) {
    let infos = inPreferredLanguage(alert.infos)
    if infos.isEmpty { drop(alert, "says nothing") }
    for (number, info) in infos.enumerated() {
      if let reason = reason(against: info) {
        drop(alert, reason)
      } else {
        let part = number > 0 ? "#\(number)" : ""
        items.append(item(alert, info, id: origin + part, message: alert.key.name + part))
      }
    }
  }

  private func reason(against info: CAPInfo) -> String? {
    if Self.title(of: info).isEmpty { return "says nothing" }
    if let end = info.expires, end <= now { return "has expired" }
    let areas = info.areas.filter(\.isComparable)
    // An area that cannot be compared may be here.
    guard !settings.places.isEmpty, !areas.isEmpty, areas.count == info.areas.count else { return nil }
    return settings.places.contains { place in areas.contains(where: place.isIn) } ? nil : "is about another area"
  }

  private func item(_ alert: CAPAlert, _ info: CAPInfo, id: String, message: String) -> NewsItem {
    var facts = AlertFacts(info, alert.status)
    facts.message = message
    let title = Self.title(of: info)
    var item = NewsItem(guid: id, title: title, link: info.web)
    let summary = info.instruction.isEmpty ? info.text : info.instruction
    if !summary.isEmpty, !title.hasPrefix(summary) { item.summary = TextCleaner.line(summary, limit: 200) }
    item.author = info.senderName.isEmpty ? nil : info.senderName
    item.published = alert.key.sent
    item.expires = info.expires
    (item.alert, item.airing) = (facts, facts.airing)
    // An update replaces it in place by the key, or by the ID if that is too long for a key.
    item.airing.key = TextCleaner.line(id, limit: 200) == id ? id : nil
    if let start = info.effective, start > now, start.seconds < 1e10 {
      item.airing.notBefore = WallTime(seconds: start.wholeSeconds)
    }
    return item
  }

  private static func title(of info: CAPInfo) -> String {
    if !info.headline.isEmpty { return info.headline }
    guard !info.event.isEmpty else { return "" }
    let area = AlertFacts(info, .actual).area
    return area.isEmpty ? info.event : "\(info.event): \(area)"
  }

  // MARK: - Languages

  /// The information in the language that suits the user best: all of it that has the same tag.
  private func inPreferredLanguage(_ infos: [CAPInfo]) -> [CAPInfo] {
    guard let first = infos.first?.language else { return [] }
    var wanted = settings.languages + ["en"]
    wanted = wanted.flatMap { [$0, Self.primary($0)] }.map { $0.lowercased() }
    for tag in wanted {
      let exact = infos.first { $0.language.lowercased() == tag }
      let near = infos.first { Self.primary($0.language).lowercased() == tag }
      if let found = (exact ?? near)?.language { return infos.filter { $0.language == found } }
    }
    return infos.filter { $0.language == first }
  }

  private static func primary(_ tag: String) -> String { String(tag.prefix { $0 != "-" && $0 != "_" }) }
}

extension ParsedFeed {
  /// The feed with its alerts as items, filtered by the settings.
  func selecting(_ settings: AlertSettings, now: UnixTime) -> ParsedFeed {
    var chains = AlertChains()
    return selecting(settings, now: now, following: &chains)
  }

  /// - Parameter chains: Those of the last selection; then those of this one.
  func selecting(_ settings: AlertSettings, now: UnixTime, following chains: inout AlertChains) -> ParsedFeed {
    let found = AlertSelection(alerts?.alerts ?? [], settings, now: now, following: chains)
    chains = found.chains
    var feed = self
    feed.items = found.items
    for dropped in found.dropped { feed.drop(dropped.title, dropped.reason) }
    // A single alert has no feed title.
    feed.title = title ?? found.items.lazy.compactMap(\.author).first
    feed.alerts = nil
    return feed
  }
}

/// Which message began the chain of updates of each alert. A source may list the last message of a chain only, which refers
/// to the one before it.
struct AlertChains: Equatable, Sendable {
  private var origins: [String: String] = [:]

  /// - Parameter older: The first message of the chain in the document, or the one that it refers to.
  func origin(of name: String, after older: String) -> String { origins[name] ?? origins[older] ?? older }
  mutating func add(_ name: String, from origin: String) { origins[name] = origin }
}

extension CAPAlert.Key {
  /// The part of it that a reference always has.
  fileprivate var name: String { "\(sender),\(identifier)" }
}

extension CAPAlert {
  /// The earliest message that it refers to.
  fileprivate var first: Key? { references.min { ($0.sent ?? .distantFuture) < ($1.sent ?? .distantFuture) } }
}
