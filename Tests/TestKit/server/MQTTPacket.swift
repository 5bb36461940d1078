/// Packets of MQTT 3.1.1 (OASIS, section 3), written and read by hand: for those who are a broker or many displays.
package struct MQTTPacket: Equatable, Sendable {
  package enum Kind: UInt8, Sendable {
    case connect = 1
    case welcome, publish, published
    case subscribe = 8
    case subscribed
    case ping = 12
    case pinged, leave
  }

  /// The kind in the upper half, flags in the lower one.
  package let head: UInt8
  package let body: [UInt8]

  package init(head: UInt8, body: [UInt8]) { (self.head, self.body) = (head, body) }

  package var kind: Kind? { Kind(rawValue: head >> 4) }

  /// As it is sent.
  package var bytes: [UInt8] {
    var (length, bytes) = (body.count, [head])
    repeat {
      bytes.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
      length >>= 7
    } while length > 0
    return bytes + body
  }

  private static func text(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
  }

  /// The answer to CONNECT.
  package static let welcome = MQTTPacket(head: 0x20, body: [0, 0])
  package static let ping = MQTTPacket(head: 0xC0, body: [])

  /// - Parameter will: the topic at which the broker says offline, retained.
  package static func connect(_ name: String, keepAlive: Int, will: String) -> MQTTPacket {
    let head: [UInt8] = text(Array("MQTT".utf8)) + [4, 0x2E, UInt8(keepAlive >> 8), UInt8(keepAlive & 0xFF)]
    let texts = [name, will, "offline"].map { text(Array($0.utf8)) }
    return MQTTPacket(head: 0x10, body: head + texts.flatMap { $0 })
  }

  package static func subscribe(_ filters: [(String, qos: UInt8)]) -> MQTTPacket {
    MQTTPacket(head: 0x82, body: [0, 1] + filters.flatMap { text(Array($0.0.utf8)) + [$0.qos] })
  }

  package static func publish(_ topic: String, _ payload: String, isRetained: Bool = false) -> MQTTPacket {
    publish(topic: Array(topic.utf8), payload: Array(payload.utf8), isRetained: isRetained)
  }

  package static func publish(topic: [UInt8], payload: [UInt8], isRetained: Bool = false) -> MQTTPacket {
    MQTTPacket(head: isRetained ? 0x31 : 0x30, body: text(topic) + payload)
  }

  // MARK: - Messages

  /// Of a message, the end of its topic.
  private var topicEnd: Int? {
    guard kind == .publish, body.count >= 2 else { return nil }
    let end = 2 + Int(body[0]) << 8 + Int(body[1])
    return end <= body.count ? end : nil
  }

  package var topic: String? { topicEnd.map { String(decoding: body[2..<$0], as: UTF8.self) } }

  /// The answer to a message of quality 1.
  package var receipt: MQTTPacket? {
    guard head & 0x06 == 0x02, let end = topicEnd, end + 2 <= body.count else { return nil }
    return MQTTPacket(head: 0x40, body: Array(body[end..<end + 2]))
  }

  // MARK: - Reading

  /// Takes a whole packet from the start of the bytes; nil until there is one.
  package init?(taking bytes: inout ArraySlice<UInt8>) {
    var (length, shift, place) = (0, 0, bytes.startIndex + 1)
    repeat {
      guard place < bytes.endIndex, shift < 28 else { return nil }
      length |= Int(bytes[place] & 0x7F) << shift
      (shift, place) = (shift + 7, place + 1)
    } while bytes[place - 1] > 0x7F
    guard bytes.endIndex - place >= length, let head = bytes.first else { return nil }
    self.init(head: head, body: Array(bytes[place..<place + length]))
    bytes = bytes[(place + length)...]
  }
}
