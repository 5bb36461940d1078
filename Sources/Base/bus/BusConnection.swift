internal import CBase
package import Glibc

/// A connection to a message bus, by sd-bus (`sd-bus(3)`). It never waits; what it has asked for is answered while a run loop
/// serves it.
package final class BusConnection: LoopSource {
  private var bus: OpaquePointer?
  /// What is called for messages, for as long as they may come.
  private var handlers: [ObjectIdentifier: Handler] = [:]

  private final class Handler {
    let take: (BusMessage) -> Void
    /// Nil for a signal, which may come again.
    private(set) weak var caller: BusConnection?

    init(of caller: BusConnection? = nil, _ take: @escaping (BusMessage) -> Void) {
      (self.take, self.caller) = (take, caller)
    }
  }

  /// Connects without waiting. Nil without a bus, and without libsystemd.
  ///
  /// - Parameter address: Of the bus, as `DBUS_SESSION_BUS_ADDRESS` has it; nil where there is none.
  package init?(address: String?) {
    guard let address, !address.isEmpty, nr_bus_library() != nil, nr_sd_bus_new(&bus) >= 0, let bus else { return nil }
    guard nr_sd_bus_set_address(bus, address) >= 0, nr_sd_bus_set_bus_client(bus, 1) >= 0, nr_sd_bus_start(bus) >= 0
    else {
      close()
      return nil
    }
  }

  deinit { close() }

  /// The address of the user's session bus; nil where there is none.
  package static var sessionAddress: String? {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
    guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), access(folder + "/bus", W_OK) == 0 else {
      return nil
    }
    return "unix:path=\(folder)/bus"
  }

  // MARK: - Messages

  /// Somebody's object, and one of its interfaces.
  struct Target {
    let service: String
    let path: String
    let interface: String
  }

  /// An argument of a call.
  enum Argument {
    case text(String)
    case texts([String])
  }

  /// Calls a method, and hands over the answer, which may be an error (`sd_bus_call_async(3)`). A service that does not run is
  /// started only if `starts` says so.
  func call(
    _ member: String, of target: Target, _ arguments: [Argument], starts: Bool = true,
    then take: @escaping (BusMessage) -> Void
  ) {
    var call: OpaquePointer?
    guard let bus,
      nr_sd_bus_message_new_method_call(bus, &call, target.service, target.path, target.interface, member) >= 0,
      let call
    else { return }
    defer { _ = nr_sd_bus_message_unref(call) }
    for argument in arguments where !append(argument, to: call) { return }
    if !starts { _ = nr_sd_bus_message_set_auto_start(call, 0) }
    let handler = Handler(of: self, take)
    guard nr_sd_bus_call_async(bus, nil, call, Self.onMessage, Unmanaged.passUnretained(handler).toOpaque(), 0) >= 0
    else { return }
    handlers[ObjectIdentifier(handler)] = handler
  }

  /// Hands over the signals that match a rule (`sd_bus_add_match_async(3)`).
  func match(_ rule: String, _ take: @escaping (BusMessage) -> Void) {
    let handler = Handler(take)
    let data = Unmanaged.passUnretained(handler).toOpaque()
    guard let bus, nr_sd_bus_add_match_async(bus, nil, "type='signal'," + rule, Self.onMessage, nil, data) >= 0 else {
      return
    }
    handlers[ObjectIdentifier(handler)] = handler
  }

  private static let onMessage: nr_bus_handler = { message, data, _ in
    guard let message, let data else { return 0 }
    let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
    handler.caller?.handlers[ObjectIdentifier(handler)] = nil
    handler.take(BusMessage(message))
    return 0
  }

  private func append(_ argument: Argument, to call: OpaquePointer) -> Bool {
    let type = CChar(UInt8(ascii: "s"))
    switch argument {
    case .text(let text): return nr_sd_bus_message_append_basic(call, type, text) >= 0
    case .texts(let texts):
      guard nr_sd_bus_message_open_container(call, CChar(UInt8(ascii: "a")), "s") >= 0 else { return false }
      for text in texts where nr_sd_bus_message_append_basic(call, type, text) < 0 { return false }
      return nr_sd_bus_message_close_container(call) >= 0
    }
  }

  // MARK: - In the loop

  /// Serves it until that has come, or will not.
  package func wait(atMost seconds: Double, until isDone: () -> Bool) {
    let end = monotonicNow() + seconds
    while !isDone(), service(now: monotonicNow()) != .finished {
      var descriptors: [pollfd] = []
      appendDescriptors(to: &descriptors)
      let rest = end - monotonicNow()
      guard rest > 0, !isDone() else { return }
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
      // The bus has gone, and with it all that it could say.
      if result < 0 { close() } else if budget.isSpent { return .more }
    }
    return .finished
  }

  package func close() {
    if let bus { _ = nr_sd_bus_close_unref(bus) }
    (bus, handlers) = (nil, [:])
  }
}
