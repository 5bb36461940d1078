import ScrollCore
import TestKit

@testable import Base
@testable import Newswire

extension FuzzTarget {
  /// What senders of alerts send.
  static let alerts = [
    FuzzTarget("alerts", longest: 8192, checkAlerts),
    FuzzTarget("places", longest: 200, checkPlace),
  ]

  private static func parseAlerts(_ bytes: [UInt8], step: Int) -> ParsedFeed? {
    let parser = FeedParser(address: WebAddress("https://example.org/cap"), readsAlerts: true)
    inPieces(bytes, step) { parser.push($0) }
    return try? parser.finish()
  }

  private static func checkAlerts(_ bytes: [UInt8]) throws {
    let document = parseAlerts(bytes, step: 16 << 10)
    if String(validating: bytes, as: UTF8.self) != nil {
      try hold(document == parseAlerts(bytes, step: 1 + checksum(bytes) % 60), "in pieces it is another document")
    }
    guard let document, let alerts = document.alerts else { return }
    try hold(alerts.alerts.count <= CAPLimits.alerts && alerts.links.count <= CAPLimits.links, "there are too many")
    for link in alerts.links { try holdAddress(link.address) }
    for info in alerts.alerts.flatMap(\.infos) {
      for point in info.areas.flatMap({ $0.polygons.flatMap(\.self) + $0.circles.map(\.center) }) {
        try hold(abs(point.latitude) <= 90 && abs(point.longitude) <= 180, "\(point) is not on the earth")
      }
    }
    var settings = AlertSettings()
    settings.showsTests = checksum(bytes) % 2 == 0
    if checksum(bytes) % 3 == 0 { settings.places = [try AlertPlace("48.21,16.37"), try AlertPlace("SAME=006037")] }
    let shown = document.selecting(settings, now: 1_795_600_000)
    try holdClean(shown.title, "the title")
    try hold(shown.items.count <= AlertSelection.most, "there are \(shown.items.count) items")
    for dropped in shown.dropped { try holdClean(dropped.title + dropped.reason, "what is dropped") }
    for item in shown.items {
      try check(item)
      try hold((0...950).contains(item.alert?.priority ?? -1), "the priority is \(item.alert?.priority ?? -1)")
      try hold(item.expires.map { $0 > 1_795_600_000 } ?? true, "it has expired")
    }
  }

  private static func checkPlace(_ bytes: [UInt8]) throws {
    guard let place = try? AlertPlace(String(decoding: bytes, as: UTF8.self)) else { return }
    try holdClean(place.text, "a place")
    try hold(try AlertPlace(place.text) == place, "\(place.text) is another place")
  }
}
