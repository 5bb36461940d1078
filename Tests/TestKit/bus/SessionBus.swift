import Base
import CBase

/// A message bus of the test's own. It ends with this object.
package final class SessionBus: Sendable {
  package let address: String
  private let process: Child
  private let folder: TemporaryFolder

  /// Services that it starts keep nothing, and see none of the user's files.
  package init() async throws {
    folder = try TemporaryFolder()
    process = try Child(
      "dbus-daemon", ["--session", "--nofork", "--print-address=1", "--address=unix:path=\(folder.path)/bus"],
      environment: [
        "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": nil, "XDG_CACHE_HOME": nil,
        "DISPLAY": nil, "GSETTINGS_BACKEND": "memory",
      ])
    address = try await process.line()
  }

  deinit { process.end() }
}

/// Stands in for the desktop's settings portal on such a bus. It answers when `serve` is called.
package final class StandInPortal {
  private var bus: OpaquePointer?
  private var settings: [String: UInt32]
  /// How often somebody has asked for all settings.
  package private(set) var readCount = 0

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let appearance = "org.freedesktop.appearance"

  /// - Parameter settings: of `org.freedesktop.appearance`, by their keys.
  package init(on address: String, _ settings: [String: UInt32]) throws {
    self.settings = settings
    guard nr_bus_library() != nil, nr_sd_bus_new(&bus) >= 0, let bus, nr_sd_bus_set_address(bus, address) >= 0,
      nr_sd_bus_set_bus_client(bus, 1) >= 0, nr_sd_bus_start(bus) >= 0, nr_sd_bus_request_name(bus, Self.name, 0) >= 0
    else { throw HarnessError("the portal's stand-in gets no bus") }
  }

  deinit { if let bus { _ = nr_sd_bus_flush_close_unref(bus) } }

  /// Answers what has been asked.
  package func serve() {
    var message: OpaquePointer?
    while let bus, nr_sd_bus_process(bus, &message) > 0 {
      guard let call = message else { continue }
      if nr_sd_bus_message_is_method_call(call, Self.interface, "ReadAll") > 0 { answer(call, on: bus) }
      _ = nr_sd_bus_message_unref(call)
      message = nil
    }
  }

  /// Changes a setting, and tells all that listen.
  package func set(_ key: String, to value: UInt32) {
    settings[key] = value
    var signal: OpaquePointer?
    guard let bus, nr_sd_bus_message_new_signal(bus, &signal, Self.path, Self.interface, "SettingChanged") >= 0,
      let signal
    else { return }
    append(Self.appearance, to: signal)
    append(key, to: signal)
    append(value, to: signal)
    _ = nr_sd_bus_send(bus, signal, nil)
    _ = nr_sd_bus_message_unref(signal)
    serve()
  }

  private func answer(_ call: OpaquePointer, on bus: OpaquePointer) {
    readCount += 1
    var reply: OpaquePointer?
    guard nr_sd_bus_message_new_method_return(call, &reply) >= 0, let reply else { return }
    open("a", "{sa{sv}}", in: reply)
    open("e", "sa{sv}", in: reply)
    append(Self.appearance, to: reply)
    open("a", "{sv}", in: reply)
    for (key, value) in settings {
      open("e", "sv", in: reply)
      append(key, to: reply)
      append(value, to: reply)
      _ = nr_sd_bus_message_close_container(reply)
    }
    // What is no number is none of the program's.
    open("e", "sv", in: reply)
    append("accent-color", to: reply)
    open("v", "s", in: reply)
    append("blue", to: reply)
    for _ in 0..<5 { _ = nr_sd_bus_message_close_container(reply) }
    _ = nr_sd_bus_send(bus, reply, nil)
    _ = nr_sd_bus_message_unref(reply)
  }

  private func open(_ type: Unicode.Scalar, _ contents: String, in message: OpaquePointer) {
    _ = nr_sd_bus_message_open_container(message, CChar(UInt8(ascii: type)), contents)
  }

  private func append(_ text: String, to message: OpaquePointer) {
    _ = nr_sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), text)
  }

  private func append(_ value: UInt32, to message: OpaquePointer) {
    var value = value
    open("v", "u", in: message)
    _ = nr_sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &value)
    _ = nr_sd_bus_message_close_container(message)
  }
}
