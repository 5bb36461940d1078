internal import CBase
package import Glibc

/// Follows the desktop's settings portal (`org.freedesktop.portal.Settings`) on the session bus, by sd-bus. Does
/// nothing without a bus, libsystemd or a portal.
package final class SettingsPortal: LoopSource {
  /// The current settings; nil before the first answer.
  package private(set) var wishes: DesktopWishes?
  /// Called after a change of the settings.
  package var onChange: () -> Void = {}
  private var bus: OpaquePointer?
  /// Whether the portal has refused to answer.
  private var hasFailed = false

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"

  /// Connects and sends the request without waiting.
  ///
  /// - Parameter address: The bus, as in `DBUS_SESSION_BUS_ADDRESS`, or nil.
  package init?(address: String?) {
    guard let address, !address.isEmpty, nr_bus_library() != nil, nr_sd_bus_new(&bus) >= 0, let bus else { return nil }
    guard nr_sd_bus_set_address(bus, address) >= 0, nr_sd_bus_set_bus_client(bus, 1) >= 0, nr_sd_bus_start(bus) >= 0,
      ask(bus)
    else {
      close()
      return nil
    }
  }

  deinit { close() }

  /// The address of the user's session bus, or nil.
  package static var sessionAddress: String? {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
    guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), access(folder + "/bus", W_OK) == 0 else {
      return nil
    }
    return "unix:path=\(folder)/bus"
  }

  private func ask(_ bus: OpaquePointer) -> Bool {
    let this = Unmanaged.passUnretained(self).toOpaque()
    let onSignal: nr_bus_handler = { message, data, _ in
      if let message { SettingsPortal.of(data)?.receive(change: BusMessage(message)) }
      return 0
    }
    guard
      nr_sd_bus_match_signal_async(
        bus, nil, Self.service, Self.path, Self.interface, "SettingChanged", onSignal, nil, this) >= 0
    else { return false }
    var call: OpaquePointer?
    guard nr_sd_bus_message_new_method_call(bus, &call, Self.service, Self.path, Self.interface, "ReadAll") >= 0,
      let call
    else { return false }
    defer { _ = nr_sd_bus_message_unref(call) }
    guard append(DesktopWishes.namespaces, to: call) else { return false }
    let onReply: nr_bus_handler = { message, data, _ in
      if let message { SettingsPortal.of(data)?.receive(all: BusMessage(message)) }
      return 0
    }
    return nr_sd_bus_call_async(bus, nil, call, onReply, this, 0) >= 0
  }

  private func append(_ texts: [String], to call: OpaquePointer) -> Bool {
    guard nr_sd_bus_message_open_container(call, CChar(UInt8(ascii: "a")), "s") >= 0 else { return false }
    for text in texts where nr_sd_bus_message_append_basic(call, CChar(UInt8(ascii: "s")), text) < 0 { return false }
    return nr_sd_bus_message_close_container(call) >= 0
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> SettingsPortal? {
    data.map { Unmanaged<SettingsPortal>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: - Messages

  private func receive(all message: BusMessage) {
    guard !message.isError else {
      hasFailed = true
      return
    }
    var wishes = DesktopWishes()
    message.forEachEntry("sa{sv}") { name in
      message.forEachEntry("sv") { key in
        if let value = message.value() { wishes.apply(name, key, value) }
      }
    }
    tell(wishes)
  }

  private func receive(change message: BusMessage) {
    guard var wishes, let name = message.text(), let key = message.text(), let value = message.value() else { return }
    wishes.apply(name, key, value)
    tell(wishes)
  }

  private func tell(_ new: DesktopWishes) {
    guard new != wishes else { return }
    wishes = new
    onChange()
  }

  // MARK: - In the loop

  /// Waits for the first answer, or until it is known that there is none.
  package func wait(atMost seconds: Double) {
    let end = monotonicNow() + seconds
    while wishes == nil, !hasFailed, service(now: monotonicNow()) != .finished {
      var descriptors: [pollfd] = []
      appendDescriptors(to: &descriptors)
      let rest = end - monotonicNow()
      guard rest > 0, wishes == nil, !hasFailed else { return }
      _ = poll(&descriptors, nfds_t(descriptors.count), Int32(min(rest, 10) * 1000) + 1)
    }
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    guard let bus else { return }
    descriptors.append(
      pollfd(fd: nr_sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: nr_sd_bus_get_events(bus)), revents: 0))
  }

  package var deadline: Double {
    var microseconds: UInt64 = .max
    guard let bus, nr_sd_bus_get_timeout(bus, &microseconds) >= 0, microseconds < .max else { return .infinity }
    return Double(microseconds) / 1e6
  }

  package func service(now: Double) -> ServiceResult {
    let budget = Budget()
    while let bus {
      let result = nr_sd_bus_process(bus, nil)
      if result == 0 { return .idle }
      // The bus is gone.
      if result < 0 { close() } else if budget.isSpent { return .more }
    }
    return .finished
  }

  package func close() {
    if let bus { _ = nr_sd_bus_close_unref(bus) }
    bus = nil
  }
}
