package import Base
internal import Glibc
internal import ScrollCore

/// A point on the earth in degrees (WGS 84).
package struct EarthPoint: Equatable, Sendable {
  var latitude: Double
  var longitude: Double

  /// Reads CAP's form, `latitude,longitude`; nil for anything else.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0.filter { $0 != " " }) }
    guard parts.count == 2, let latitude = Self.degrees(parts[0], most: 90),
      let longitude = Self.degrees(parts[1], most: 180)
    else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  private static func degrees(_ text: String, most: Double) -> Double? {
    Double(text).flatMap { abs($0) <= most ? $0 : nil }
  }

  /// The distance in kilometres on a sphere of the earth's mean radius, by the haversine formula.
  func distance(to other: EarthPoint) -> Double {
    let radians = Double.pi / 180
    let (half, side) = (
      sin((other.latitude - latitude) * radians / 2), sin((other.longitude - longitude) * radians / 2)
    )
    let chord = half * half + cos(latitude * radians) * cos(other.latitude * radians) * side * side
    return 2 * 6371.0088 * asin(min(1, chord.squareRoot()))
  }
}

/// A place for which the user wants alerts: a point, or a code such as a county's.
package enum AlertPlace: Equatable, Sendable {
  case point(EarthPoint)
  case code(name: String, value: String)

  /// Reads `latitude,longitude` or `name=value`, as in `48.21,16.37` and `SAME=006037`.
  package init(_ text: String) throws(Failure) {
    let line = TextCleaner.line(text, limit: 200)
    if let point = EarthPoint(line) {
      self = .point(point)
      return
    }
    // Splits by scalars: a combining mark after the "=" would hide it.
    let parts = line.unicodeScalars.split(separator: "=", maxSplits: 1).map { TextCleaner.line(String($0)) }
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw Failure.usage(
        "'\(line)' is not a place: write degrees of latitude and longitude, as in 48.21,16.37, or a code, as in SAME=006037"
      )
    }
    self = .code(name: parts[0], value: parts[1])
  }

  /// The text that it is read from.
  package var text: String {
    switch self {
    case .point(let point): "\(shortest(point.latitude)),\(shortest(point.longitude))"
    case .code(let name, let value): "\(name)=\(value)"
    }
  }

  /// Whether an area contains it.
  func isIn(_ area: CAPArea) -> Bool {
    switch self {
    case .point(let point):
      area.circles.contains { $0.center.distance(to: point) <= $0.radius }
        || area.polygons.contains { polygon($0, contains: point) }
    case .code(let name, let value):
      area.geocodes.contains { $0.name == name.lowercased() && $0.value.lowercased() == value.lowercased() }
    }
  }
}

/// Whether a closed line on the earth surrounds a point, or runs through it.
///
/// Edges are straight in degrees. A line across the 180th meridian continues beyond 180 degrees.
func polygon(_ line: [EarthPoint], contains point: EarthPoint) -> Bool {
  guard line.count >= 4, let first = line.first else { return false }
  var longitude = first.longitude
  var corners: [(x: Double, y: Double)] = []
  corners.reserveCapacity(line.count)
  for (i, corner) in line.enumerated() {
    if i > 0 { longitude += nearest(corner.longitude - line[i - 1].longitude) }
    corners.append((longitude, corner.latitude))
  }
  for turn in [-360.0, 0, 360] {
    let (x, y) = (point.longitude + turn, point.latitude)
    var isInside = false
    for (a, b) in zip(corners, corners.dropFirst()) {
      if isOn(x, y, a, b) { return true }
      guard (a.y > y) != (b.y > y) else { continue }
      if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
    }
    if isInside { return true }
  }
  return false
}

/// The same angle between -180 and 180 degrees.
private func nearest(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded() }

private func isOn(_ x: Double, _ y: Double, _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Bool {
  let cross = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
  guard abs(cross) < 1e-12 else { return false }
  return x >= min(a.x, b.x) && x <= max(a.x, b.x) && y >= min(a.y, b.y) && y <= max(a.y, b.y)
}
