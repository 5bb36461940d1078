import Formats
import TestKit

@testable import App
@testable import Base
@testable import Newswire
@testable import Windows

/// A broker's channel: what its sender wants to be there, what the broker keeps, and what the program knows of it.
struct SimulatedChannel {
  static let name = "sim"
  let address: BrokerAddress
  var draft = ChannelDraft(of: Self.name, keeping: 30)
  var contents: ChannelContents
  /// By topic.
  var kept: [String: String] = [:]
  var isUp = true
  /// The numbers of all items that there have been.
  var all: Set<Int> = []

  init() {
    guard let address = try? BrokerAddress("mqtt://broker.example.org/\(Self.name)") else {
      preconditionFailure("an address")
    }
    self.address = address
    contents = ChannelContents(of: Self.name, at: address.description)
  }

  /// Whether messages of a broker's topic switch one of the strip.
  static func isState(_ topic: String) -> Bool {
    if case .token = ChannelTopic(topic, in: name) { true } else { false }
  }

  /// The numbers of the items that have to be there.
  var numbers: Set<Int> { isUp ? Set(draft.index.ids.compactMap { Int($0.dropFirst()) }) : [] }
}

extension Simulation {
  /// The sender's messages get to the broker, and to the program if it is there.
  func publish(_ messages: [BrokerMessage]) {
    for message in messages {
      if message.isRetained { channel.kept[message.topic] = message.payload.isEmpty ? nil : message.payload }
      // One may come twice.
      for _ in 0..<(Int.random(in: 0..<8, using: &random) == 0 ? 2 : 1) where channel.isUp {
        deliver(message.topic, message.payload, isRetained: false)
      }
    }
    passOn()
  }

  func deliver(_ topic: String, _ payload: String, isRetained: Bool) {
    guard let known = ChannelTopic(topic, in: SimulatedChannel.name) else { return }
    do {
      try Array(payload.utf8).withUnsafeBytes {
        try channel.contents.receive(known, $0, isRetained: isRetained, now: wallClockNow())
      }
    } catch { note("refused: \("\(error)".prefix(60))") }
  }

  /// What has changed gets to the strip, as lines.
  func passOn() {
    channel.contents.expire(now: wallClockNow())
    for event in channel.contents.takeChanges() {
      for line in event.jsonLines {
        guard let event = Array(line.utf8).withUnsafeBytes({ BrokerEvent(jsonLine: $0, now: wallClockNow()) }) else {
          found = found ?? "broker: a line is not understood: \(line.prefix(100))"
          return
        }
        for event in defect?.change(event) ?? [event] { controller.headlines.receive(event) }
      }
    }
    busyUntil = t + 2
  }

  /// The broker welcomes the program, and sends all that it keeps, in any order.
  func rejoin() {
    channel.isUp = true
    for (topic, payload) in channel.kept.sorted(by: { $0.key < $1.key }).shuffled(using: &random) {
      deliver(topic, payload, isRetained: true)
    }
    passOn()
  }

  func stepOfBroker(_ kind: SimulatedStep.Kind) {
    switch kind {
    case .item: publishItems()
    case .unsend:
      guard let id = channel.draft.index.ids.randomElement(using: &random) else { return }
      note("channel: \(id) is taken away")
      publish(channel.draft.remove([id], now: wallClockNow()) + [channel.draft.indexMessage])
    case .interruption:
      arrivals += 1
      note("channel: urgent \(arrivals)")
      loose.insert(arrivals)
      publish(channel.draft.urgent(NewsItem(guid: "u\(arrivals)", title: "\(arrivals) urgent"), now: wallClockNow()))
    case .token:
      let state = ["on", "off", "", "perhaps"].randomElement(using: &random) ?? ""
      note("channel: topic is \(state)")
      publish([
        BrokerMessage(
          topic: ChannelTopic.token("Topic\(Int.random(in: 0..<4, using: &random))").name(in: SimulatedChannel.name),
          payload: state, isRetained: true)
      ])
    case .rubbish: publishRubbish()
    case .part:
      note("channel: the broker is away")
      channel.isUp = false
    default:
      note("channel: welcome")
      rejoin()
    }
    if !isHeldBack { bring() }
  }

  private func publishItems() {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      // One of them may come again, with another text.
      let known = channel.draft.index.ids.randomElement(using: &random).flatMap { Int($0.dropFirst()) }
      let isAgain = Int.random(in: 0..<4, using: &random) == 0
      if !isAgain || known == nil { arrivals += 1 }
      let number = isAgain ? known ?? arrivals : arrivals
      note("channel: \(number)")
      channel.all.insert(number)
      var item = NewsItem(guid: "c\(number)", title: title(number))
      item.topic = Bool.random(using: &random) ? "Topic\(Int.random(in: 0..<4, using: &random))" : nil
      topicNames[number] = item.topic ?? SimulatedChannel.name
      publish(channel.draft.add([item], now: wallClockNow()))
    }
    // An index may be late.
    if !channel.isUp || Int.random(in: 0..<3, using: &random) > 0 { publish([channel.draft.indexMessage]) }
  }

  private func publishRubbish() {
    let topics = ["item/x!", "item/y", "index", "value/a b", "token/", "urgent", "other"]
    let payloads = ["{", "\u{FFFD}\u{0}", "[]", "{\"seq\":-1,\"ids\":[]}", "{\"text\":7}", "null", "{\"seq\":1e99}"]
    let (topic, payload) = (topics.randomElement(using: &random) ?? "", payloads.randomElement(using: &random) ?? "")
    note("channel: \(topic) says \(payload)")
    if channel.isUp { deliver("newsreel/channel/\(SimulatedChannel.name)/\(topic)", payload, isRetained: false) }
    passOn()
  }
}
