package import Formats
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

extension AlertFacts: Recorded {
  package static let record = Record(
    AlertFacts(CAPInfo(), .actual),
    [
      .required("event", \.event, .line(200)), .required("severity", \.severity, .word),
      .required("urgency", \.urgency, .word), .required("certainty", \.certainty, .word),
      .usual("area", \.area, .line(200)), .required("status", \.status, .word),
      .usual("message", \.message, .line(NewsItem.longestID)),
    ])
}
