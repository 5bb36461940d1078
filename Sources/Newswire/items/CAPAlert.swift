internal import ScrollCore

/// A message of the Common Alerting Protocol (OASIS CAP 1.2). Its texts are clean: plain, on one line, of bounded length.
package struct CAPAlert: Equatable, Sendable {
  package enum Status: String, CaseIterable, Sendable { case actual, exercise, system, test, draft }

  package enum Kind: String, CaseIterable, Sendable { case alert, update, cancel, ack, error }

  package enum Scope: String, CaseIterable, Sendable { case `public`, restricted, `private` }

  /// Identifies a message: its sender's address, its identifier there, and when it was sent.
  struct Key: Hashable, Sendable {
    var sender: String
    var identifier: String
    /// Nil if a reference does not say so.
    var sent: UnixTime?

    /// Whether a reference means that message. The time only counts if both have one.
    func means(_ other: Key) -> Bool {
      sender == other.sender && identifier == other.identifier
        && (sent == nil || other.sent == nil || sent == other.sent)
    }
  }

  var key: Key
  var status: Status
  var kind: Kind
  var scope: Scope
  /// The earlier messages that it updates or cancels.
  var references: [Key] = []
  var infos: [CAPInfo] = []
}

/// A message's information in one language.
struct CAPInfo: Equatable, Sendable {
  /// In the form of RFC 3066; CAP's default is American English.
  var language = "en-US"
  var event = ""
  var urgency = AlertUrgency.unknown
  var severity = AlertSeverity.unknown
  var certainty = AlertCertainty.unknown
  /// From when on it holds; nil for the time of sending.
  var effective: UnixTime?
  /// When it ends; nil if it does not say so.
  var expires: UnixTime?
  var senderName = ""
  var headline = ""
  var text = ""
  var instruction = ""
  /// An absolute http or https address, or nil.
  var web: String?
  var areas: [CAPArea] = []
}

/// A part of the earth that a message is about.
struct CAPArea: Equatable, Sendable {
  struct Circle: Equatable, Sendable {
    var center: EarthPoint
    /// In kilometres.
    var radius: Double
  }

  struct Geocode: Equatable, Sendable {
    /// In lower case.
    var name: String
    var value: String
  }

  var description = ""
  var polygons: [[EarthPoint]] = []
  var circles: [Circle] = []
  var geocodes: [Geocode] = []

  /// Whether it can be compared with a place.
  var isComparable: Bool { !polygons.isEmpty || !circles.isEmpty || !geocodes.isEmpty }
}

/// How much an event threatens life and property, least first.
package enum AlertSeverity: String, CaseIterable, Sendable { case unknown, minor, moderate, severe, extreme }

/// How soon something has to be done, least first.
package enum AlertUrgency: String, CaseIterable, Sendable { case unknown, past, future, expected, immediate }

/// How sure an event is, least first. CAP 1.0's "very likely" is likely.
package enum AlertCertainty: String, CaseIterable, Sendable { case unknown, unlikely, possible, likely, observed }
