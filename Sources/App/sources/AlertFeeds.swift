internal import Base
package import Newswire
package import ScrollCore
package import Windows

/// Sources of alerts (CAP), besides all others.
struct AlertFeeds: ContentSource {
  var sources: [FeedSpec] = []
  var settings = AlertSettings()

  static let audience = SourceAudience.headlines
  /// Alerts come beside the other content.
  static let contents: [String] = []
  var isEmpty: Bool { sources.isEmpty }
  /// The items are bounded already.
  var isStream: Bool { false }

  static let properties: [Property<AlertFeeds>] =
    [
      .several(
        "alerts", \.sources, unit: "url",
        "With strip or crawl: shows the alerts of a source beside the other headlines, an address or a file with CAP 1.2, or "
          + "a feed of it in Atom or RSS; label, color and interval may follow it, as in 'https://example.org/cap.xml "
          + "label=Warnings interval=60'; may be repeated; see newsreel help alerts",
        \.value, { (value) throws(ValueError) in [try source(value)] }
      ).with(\.info.isFile, true)
    ] + AlertSettings.properties.map { $0.lifted(\.settings) }

  private static func source(_ value: PropertyValue) throws(ValueError) -> FeedSpec {
    var source = try FeedSpec(read: value)
    let taken = ["label", "color", "interval"]
    if let other = source.fields.first(where: { !taken.contains($0.name) }) {
      throw ValueError("alerts take no '\(other.name)'; write label=…, color=… or interval=…")
    }
    source.alerts = AlertSettings()
    return source
  }

  func check() throws(ValueError) {
    guard sources.isEmpty, self != Self() else { return }
    throw ValueError(name: "alerts", reason: "no source of alerts is named; give an address or a file")
  }

  /// The sources with their settings.
  var feeds: [FeedSpec] {
    let settings = Self.settings(settings)
    return sources.map { source in
      var source = source
      source.alerts = settings
      return source
    }
  }

  /// The settings with the languages of the system.
  static func settings(_ own: AlertSettings) -> AlertSettings {
    var settings = own
    settings.languages += UserLanguage.tags
    return settings
  }

  /// They are read beside the feeds, in the same process.
  func open(in sources: LineSources) throws(Failure) {}
}

/// What is set for all sources of alerts.
extension AlertSettings: HasProperties {
  package static let properties: [Property<AlertSettings>] = [
    .several(
      "alertArea", \.places, unit: "place",
      "With --alerts: shows only alerts about a place, latitude and longitude in degrees as in 48.21,16.37, or a code as in "
        + "SAME=006037; may be repeated",
      { .text($0.text) },
      { (value) throws(ValueError) in [try valuing { () throws(Failure) in try AlertPlace(value.text) }] }),
    .several(
      "alertLanguage", \.languages, unit: "tag",
      "With --alerts: the language to show, as in de-AT, before that of the system; may be repeated",
      { .text($0) }, { (value) throws(ValueError) in [try tag(value.text)] }),
    .choice(
      "alertScope", \.scope,
      "With --alerts: shows public alerts alone, restricted ones too, or private ones, too"),
    .flag("alertTests", \.showsTests, "With --alerts: shows tests and exercises, marked as such"),
  ]

  private static func tag(_ text: String) throws(ValueError) -> String {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...8).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter }),
      parts.dropFirst().allSatisfy({
        (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      })
    else { throw ValueError("'\(TextCleaner.line(text, limit: 40))' is not a language tag, as de and pt-BR are") }
    return text
  }
}

/// Settings of alerts that have been given.
package typealias AlertChange = Settings<AlertSettings>

extension PropertyInfo {
  /// The settings of alerts, without their sources.
  package static let ofAlerts = AlertSettings.properties.map { PropertyInfo($0, of: AlertSettings()) }
}
