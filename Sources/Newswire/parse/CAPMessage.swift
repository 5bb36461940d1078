internal import Base
internal import ScrollCore

/// A message while it is being read.
struct CAPMessage {
  private(set) var info: CAPInfo?
  private(set) var area: CAPArea?
  private var infos: [CAPInfo] = []
  private var values: [String: String] = [:]
  private var references = ""
  /// The name of the geocode that is read.
  private var codeName = ""
  private var geocodeCount = 0
  private var shapeCount = 0

  /// Its name for messages about it.
  var name: String { values["identifier"] ?? "an alert" }

  mutating func beginInfo() { info = infos.count < CAPLimits.infos ? CAPInfo() : nil }

  mutating func beginArea() { area = (info?.areas.count ?? .max) < CAPLimits.areas ? CAPArea() : nil }

  /// Ends an element at a depth in the message.
  mutating func end(_ name: String, depth: Int) {
    if depth == 1, name == "info", let ended = info {
      infos.append(ended)
      (info, area) = (nil, nil)
    }
    if depth == 2, name == "area", let ended = area {
      info?.areas.append(ended)
      area = nil
    }
  }

  // MARK: Values

  private static let own: Set<String> = ["identifier", "sender", "sent", "status", "msgtype", "scope"]

  mutating func read(_ name: String, _ value: [UInt8]) {
    if name == "references", references.isEmpty {
      references = TextCleaner.line(value.span, limit: CAPLimits.text)
    } else if Self.own.contains(name), values[name] == nil {
      values[name] = TextCleaner.line(value.span, limit: 1000)
    }
  }

  mutating func readInfo(_ name: String, _ value: [UInt8], base: WebAddress?) {
    func line(_ limit: Int = 200) -> String { TextCleaner.line(value.span, limit: limit) }
    switch name {
    case "language": if !line().isEmpty { info?.language = line(40) }
    case "event": info?.event = line()
    case "urgency": info?.urgency = Self.level(line()) ?? .unknown
    case "severity": info?.severity = Self.level(line()) ?? .unknown
    case "certainty": info?.certainty = line().lowercased() == "very likely" ? .likely : Self.level(line()) ?? .unknown
    case "effective": info?.effective = Self.time(line())
    case "expires": info?.expires = Self.time(line())
    case "sendername": info?.senderName = line()
    case "headline": info?.headline = line(500)
    case "description": info?.text = line(500)
    case "instruction": info?.instruction = line(500)
    case "web": info?.web = WebAddress(line(8192), relativeTo: base)?.description
    default: break
    }
  }

  /// Reads a value of the area. Returns the number of points in it.
  ///
  /// - Parameter room: The limit for points.
  mutating func readArea(_ name: String, _ value: [UInt8], room: Int) -> Int {
    guard area != nil else { return 0 }
    switch name {
    case "areadesc": area?.description = TextCleaner.line(value.span, limit: 200)
    case "polygon" where shapeCount < CAPLimits.shapes:
      guard let points = Self.points(of: value, atMost: room) else { return 0 }
      shapeCount += 1
      area?.polygons.append(points)
      return points.count
    case "circle" where shapeCount < CAPLimits.shapes:
      let parts = TextCleaner.line(value.span, limit: 200).split(separator: " ")
      guard parts.count == 2, let center = EarthPoint(parts[0]), let radius = Double(String(parts[1])),
        (0...25_000).contains(radius)
      else { return 0 }
      shapeCount += 1
      area?.circles.append(CAPArea.Circle(center: center, radius: radius))
    default: break
    }
    return 0
  }

  mutating func readGeocode(_ name: String, _ value: [UInt8]) {
    let line = TextCleaner.line(value.span, limit: 200)
    if name == "valuename" { codeName = line.lowercased() }
    guard name == "value", !codeName.isEmpty, !line.isEmpty, geocodeCount < CAPLimits.geocodes else { return }
    geocodeCount += 1
    area?.geocodes.append(CAPArea.Geocode(name: codeName, value: line))
    codeName = ""
  }

  /// The points of a polygon: at least four, of which the last is the first. Nil for anything else.
  private static func points(of value: [UInt8], atMost room: Int) -> [EarthPoint]? {
    guard value.count < CAPLimits.coordinates else { return nil }
    var points: [EarthPoint] = []
    for part in value.split(whereSeparator: \.isBlank) {
      guard points.count < room, part.count <= 60, let point = EarthPoint(String(decoding: part, as: UTF8.self)) else {
        return nil
      }
      points.append(point)
    }
    return points.count >= 4 && points.first == points.last ? points : nil
  }

  private static func level<Level: RawRepresentable>(_ text: String) -> Level? where Level.RawValue == String {
    Level(rawValue: text.lowercased())
  }

  /// A date and time with a zone (CAP 1.2, 3.2). Others are read like those of feeds.
  private static func time(_ text: String) -> UnixTime? { text.isEmpty ? nil : feedDate(text) }

  // MARK: The message

  /// The message, or why it is invalid.
  var finished: Result<CAPAlert, Failure> {
    func missing(_ name: String) -> Result<CAPAlert, Failure> {
      .failure(Failure(of: "", reason: "has no valid \(name); CAP asks for one"))
    }
    guard let identifier = values["identifier"], Self.isName(identifier) else { return missing("identifier") }
    guard let sender = values["sender"], Self.isName(sender) else { return missing("sender") }
    guard let sent = values["sent"].flatMap(Self.time) else { return missing("sent") }
    guard let status: CAPAlert.Status = values["status"].flatMap(Self.level) else { return missing("status") }
    guard let kind: CAPAlert.Kind = values["msgtype"].flatMap(Self.level) else { return missing("msgType") }
    guard let scope: CAPAlert.Scope = values["scope"].flatMap(Self.level) else { return missing("scope") }
    var alert = CAPAlert(
      key: CAPAlert.Key(sender: sender, identifier: identifier, sent: sent), status: status, kind: kind, scope: scope)
    alert.references = Self.references(in: references)
    alert.infos = infos
    return .success(alert)
  }

  /// CAP forbids blanks, commas and restricted characters in identifiers and senders (3.2.1); "<" and "&" cannot be
  /// written there anyway. Both together are an item's ID.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= CAPLimits.name && !text.contains { $0 == " " || $0 == "," }
  }

  /// Reads `sender,identifier,sent` triples, separated by blanks.
  private static func references(in text: String) -> [CAPAlert.Key] {
    text.split(separator: " ").prefix(CAPLimits.references).compactMap { part in
      let parts = part.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
      return CAPAlert.Key(sender: parts[0], identifier: parts[1], sent: time(parts[2]))
    }
  }
}
