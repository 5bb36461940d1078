internal import Base
internal import ScrollCore

/// The facts of an alert's item, for showing it and acting on it.
package struct AlertFacts: Equatable, Sendable {
  /// Its event, such as "Flood warning".
  package var event: String
  package var severity: AlertSeverity
  package var urgency: AlertUrgency
  package var certainty: AlertCertainty
  /// The names of its areas; may be empty.
  package var area: String
  /// Whether it is a test or an exercise, which must be labelled as such.
  package var status: CAPAlert.Status
  /// Identifies the message, also where it updates another one whose item it continues.
  package var message = ""

  /// Its priority over other headlines, from 0 to 950: by its severity, plus 50 if a likely or observed event requires
  /// action soon. A past event has the priority of ordinary headlines.
  package var priority: Int {
    guard urgency != .past else { return 0 }
    let base =
      switch severity {
      case .extreme: 900
      case .severe: 700
      case .moderate: 500
      case .minor: 300
      case .unknown: 200
      }
    return base + (isPressing ? 50 : 0)
  }

  /// Whether it interrupts the crawl: by the criteria of emergency alerts on mobile phones (47 CFR 10.400).
  package var breaksIn: Bool { isPressing && (severity == .extreme || severity == .severe) }

  /// How it goes on the air.
  var airing: Airing {
    var airing = Airing()
    airing.priority = priority
    if breaksIn { airing.placing = .breakIn }
    airing.alert = Airing.Severity(rawValue: severity.rawValue) ?? .minor
    return airing
  }

  private var isPressing: Bool {
    (urgency == .immediate || urgency == .expected) && (certainty == .observed || certainty == .likely)
  }

  // MARK: - As JSON

  var json: JSON {
    JSON.object(texts: [
      ("event", event), ("severity", severity.rawValue), ("urgency", urgency.rawValue),
      ("certainty", certainty.rawValue), ("area", area), ("status", status.rawValue),
      ("message", message),
    ])
  }

  /// Reads the format of `json`; nil for anything else. Texts are cleaned like an item's.
  init?(json: JSON?) {
    guard let json, let event = json["event"]?.string.map({ TextCleaner.line($0, limit: 200) }),
      let severity = json["severity"]?.string.flatMap(AlertSeverity.init(rawValue:)),
      let urgency = json["urgency"]?.string.flatMap(AlertUrgency.init(rawValue:)),
      let certainty = json["certainty"]?.string.flatMap(AlertCertainty.init(rawValue:)),
      let status = json["status"]?.string.flatMap(CAPAlert.Status.init(rawValue:))
    else { return nil }
    (self.event, self.severity, self.urgency, self.certainty) = (event, severity, urgency, certainty)
    (area, self.status) = (TextCleaner.line(json["area"]?.string ?? "", limit: 200), status)
    message = TextCleaner.line(json["message"]?.string ?? "", limit: NewsItem.longestID)
  }

  init(_ info: CAPInfo, _ status: CAPAlert.Status) {
    (event, severity, urgency, certainty) = (info.event, info.severity, info.urgency, info.certainty)
    var areas: [String] = []
    for area in info.areas where !area.description.isEmpty && !areas.contains(area.description) && areas.count < 8 {
      areas.append(area.description)
    }
    area = String(areas.joined(separator: ", ").prefix(200))
    self.status = status
  }
}
