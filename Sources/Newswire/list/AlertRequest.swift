internal import Base
internal import Formats

/// A source of alerts as a line of JSON, for the process that reads it.
extension FeedSpec {
  /// The request for a source of alerts; nil for a feed.
  package var alertRequest: String? {
    guard let alerts else { return nil }
    var members: [(String, JSON)] = JSON.members([("alerts", url), ("label", label), ("scope", alerts.scope.rawValue)])
    members.append(("languages", .array(alerts.languages.map(JSON.string))))
    members.append(("places", .array(alerts.places.map { .string($0.text) })))
    if alerts.showsTests { members.append(("tests", .bool(true))) }
    if let interval { members.append(("interval", .number(interval))) }
    return JSON.object(members).line
  }

  /// Reads the format of `alertRequest`; nil for anything else.
  package init?(alertRequest text: String) {
    // The window that asks has checked both.
    guard text.hasPrefix("{"), let json = JSON(ifValid: text), let url = json["alerts"]?.string,
      let spec = try? FeedSpec(url: url, label: json["label"]?.string)
    else { return nil }
    self = spec
    interval = json["interval"]?.number
    var settings = AlertSettings()
    settings.scope = json["scope"]?.string.flatMap(CAPAlert.Scope.init(rawValue:)) ?? .public
    settings.languages = (json["languages"]?.array ?? []).compactMap(\.string)
    // And these.
    settings.places = (json["places"]?.array ?? []).compactMap(\.string).compactMap { try? AlertPlace($0) }
    settings.showsTests = json["tests"]?.bool ?? false
    alerts = settings
  }
}
