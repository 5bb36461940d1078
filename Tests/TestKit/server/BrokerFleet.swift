import Base
import Glibc
import Synchronization

/// Many displays on a broker, simulated by one thread: each has its connection, the subscriptions of a display of a
/// channel, its will, and says that it is online.
package final class BrokerFleet: Sendable {
  private struct Counts {
    var online = 0
    var urgent = 0
    var messages = 0
    var lost = 0
    var isEnded = false
  }

  private let counts = Mutex(Counts())
  private static let keepAlive = 60

  /// - Parameter port: the broker's.
  package init(_ displays: Int, channel: String, at port: Int) throws {
    var files: [Int32] = []
    for number in 0..<displays {
      guard let file = Loopback.connection(to: port) else { throw HarnessError("display \(number) is not let in") }
      files.append(file)
      let root = "newsreel/display/sim-\(number)/"
      let topics = ["index", "item/+", "value/#", "token/#", "urgent"].map { "newsreel/channel/\(channel)/\($0)" }
      let filters = (topics + [root + "set/+", root + "command"]).map { topic in
        (topic, qos: UInt8(topic.hasSuffix("urgent") ? 1 : 0))
      }
      let packets = [
        MQTTPacket.connect("sim-\(number)", keepAlive: Self.keepAlive, will: root + "availability"),
        .subscribe(filters),
        .publish(root + "availability", "online", isRetained: true),
      ]
      Self.send(packets.flatMap(\.bytes), to: file)
    }
    startThread { [weak self, files] in
      var displays = files.map { Display(file: $0) }
      defer { for file in files { close(file) } }
      while let self, !self.counts.withLock({ $0.isEnded }) { self.serve(&displays) }
    }
  }

  deinit { end() }

  package func end() { counts.withLock { $0.isEnded = true } }

  /// How many displays have been welcomed and subscribed.
  package var online: Int { counts.withLock { $0.online } }
  /// How many urgent headlines have come, of all displays.
  package var urgent: Int { counts.withLock { $0.urgent } }
  /// How many messages have come.
  package var messages: Int { counts.withLock { $0.messages } }
  /// How many connections the broker has ended.
  package var lost: Int { counts.withLock { $0.lost } }

  private struct Display {
    let file: Int32
    var unread: [UInt8] = []
    var nextPing = monotonicNow() + Double(BrokerFleet.keepAlive) / 2
    var isLost = false
  }

  private func serve(_ displays: inout [Display]) {
    var entries = displays.map { pollfd(fd: $0.isLost ? -1 : $0.file, events: Int16(POLLIN), revents: 0) }
    guard poll(&entries, nfds_t(entries.count), 100) >= 0 else { return }
    let now = monotonicNow()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for index in displays.indices {
      if entries[index].revents != 0 { receive(&displays[index], &buffer) }
      if now >= displays[index].nextPing, !displays[index].isLost {
        displays[index].nextPing = now + Double(Self.keepAlive) / 2
        Self.send(MQTTPacket.ping.bytes, to: displays[index].file)
      }
    }
  }

  private func receive(_ display: inout Display, _ buffer: inout [UInt8]) {
    let count = recv(display.file, &buffer, buffer.count, 0)
    guard count > 0 else {
      display.isLost = true
      return counts.withLock { $0.lost += 1 }
    }
    display.unread += buffer[..<count]
    var (rest, receipts) = (display.unread[...], [UInt8]())
    var new = Counts()
    while let packet = MQTTPacket(taking: &rest) {
      switch packet.kind {
      case .subscribed: new.online += 1
      case .publish:
        new.messages += 1
        if packet.topic?.hasSuffix("/urgent") == true { new.urgent += 1 }
        receipts += packet.receipt?.bytes ?? []
      default: break
      }
    }
    display.unread = Array(rest)
    if !receipts.isEmpty { Self.send(receipts, to: display.file) }
    counts.withLock {
      $0.online += new.online
      $0.urgent += new.urgent
      $0.messages += new.messages
    }
  }

  private static func send(_ bytes: [UInt8], to file: Int32) {
    _ = bytes.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }
}

/// A sender that writes to a broker as fast as its caller, at quality 0.
package final class BrokerSender {
  private let file: Int32

  package init(at port: Int) throws {
    guard let file = Loopback.connection(to: port) else { throw HarnessError("the broker does not listen") }
    self.file = file
    send([.connect("sender", keepAlive: 0, will: "newsreel/display/sender/availability")])
  }

  deinit { close(file) }

  package func send(_ packets: [MQTTPacket]) {
    let bytes = packets.flatMap(\.bytes)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
