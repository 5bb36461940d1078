import CBase

/// Stands in for a service on a bus that has one truth to tell: a property, or a setting of Xfce's. It answers when `serve` is
/// called.
package final class StandInService {
  package enum Kind: CaseIterable, Sendable {
    case plasma, dunst, xfce

    var name: String { self == .xfce ? "org.xfce.Xfconf" : "org.freedesktop.Notifications" }
    var path: String { self == .xfce ? "/org/xfce/Xfconf" : "/org/freedesktop/Notifications" }
    var interface: String {
      switch self {
      case .plasma: "org.freedesktop.Notifications"
      case .dunst: "org.dunstproject.cmd0"
      case .xfce: "org.xfce.Xfconf"
      }
    }
    /// What its property is called, with what comes before that in a question.
    var words: [String] {
      switch self {
      case .plasma: [interface, "Inhibited"]
      case .dunst: [interface, "paused"]
      case .xfce: ["xfce4-notifyd", "/do-not-disturb"]
      }
    }
  }

  private var bus: OpaquePointer?
  private let kind: Kind
  private var isOn: Bool

  package init(_ kind: Kind, _ isOn: Bool, on address: String) throws {
    (self.kind, self.isOn) = (kind, isOn)
    guard nr_bus_library() != nil, nr_sd_bus_new(&bus) >= 0, let bus, nr_sd_bus_set_address(bus, address) >= 0,
      nr_sd_bus_set_bus_client(bus, 1) >= 0, nr_sd_bus_start(bus) >= 0, nr_sd_bus_request_name(bus, kind.name, 0) >= 0
    else { throw HarnessError("\(kind)'s stand-in gets no bus") }
  }

  deinit { if let bus { _ = nr_sd_bus_flush_close_unref(bus) } }

  /// Answers what has been asked.
  package func serve() {
    var message: OpaquePointer?
    while let bus, nr_sd_bus_process(bus, &message) > 0 {
      guard let call = message else { continue }
      answer(call, on: bus)
      _ = nr_sd_bus_message_unref(call)
      message = nil
    }
  }

  private func answer(_ call: OpaquePointer, on bus: OpaquePointer) {
    let (interface, member) =
      kind == .xfce ? (kind.interface, "GetProperty") : ("org.freedesktop.DBus.Properties", "Get")
    guard nr_sd_bus_message_is_method_call(call, interface, member) > 0 else { return }
    var words: [String] = []
    for _ in 0..<2 {
      var text: UnsafePointer<CChar>?
      guard nr_sd_bus_message_read_basic(call, CChar(UInt8(ascii: "s")), &text) > 0, let text else { return }
      words.append(String(cString: text))
    }
    var reply: OpaquePointer?
    // What it does not know it does not answer, as one that hangs.
    guard words == kind.words, nr_sd_bus_message_new_method_return(call, &reply) >= 0, let reply else { return }
    appendTruth(to: reply)
    _ = nr_sd_bus_send(bus, reply, nil)
    _ = nr_sd_bus_message_unref(reply)
  }

  /// Changes it, and tells all that listen.
  package func set(_ isOn: Bool) {
    self.isOn = isOn
    let isSetting = kind == .xfce
    var signal: OpaquePointer?
    guard let bus,
      nr_sd_bus_message_new_signal(
        bus, &signal, kind.path, isSetting ? kind.interface : "org.freedesktop.DBus.Properties",
        isSetting ? "PropertyChanged" : "PropertiesChanged") >= 0, let signal
    else { return }
    append(kind.words[0], to: signal)
    if !isSetting {
      open("a", "{sv}", in: signal)
      open("e", "sv", in: signal)
    }
    append(kind.words[1], to: signal)
    appendTruth(to: signal)
    if !isSetting {
      _ = nr_sd_bus_message_close_container(signal)
      _ = nr_sd_bus_message_close_container(signal)
      open("a", "s", in: signal)
      _ = nr_sd_bus_message_close_container(signal)
    }
    _ = nr_sd_bus_send(bus, signal, nil)
    _ = nr_sd_bus_message_unref(signal)
    serve()
  }

  private func open(_ type: Unicode.Scalar, _ contents: String, in message: OpaquePointer) {
    _ = nr_sd_bus_message_open_container(message, CChar(UInt8(ascii: type)), contents)
  }

  private func append(_ text: String, to message: OpaquePointer) {
    _ = nr_sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), text)
  }

  private func appendTruth(to message: OpaquePointer) {
    var value: Int32 = isOn ? 1 : 0
    open("v", "b", in: message)
    _ = nr_sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), &value)
    _ = nr_sd_bus_message_close_container(message)
  }
}
