internal import CBase
package import Glibc

/// A connection to a message bus, by sd-bus (`sd-bus(3)`). Never blocks: answers arrive in the loop. Once the bus is
/// gone, nothing answers.
package final class Bus: LoopSource {
  /// The target of sd-bus's callbacks, kept by the bus.
  private final class Handler {
    unowned let bus: Bus
    let handle: (BusMessage) -> Bool
    /// Whether it is called only once.
    let isAnswer: Bool

    init(_ bus: Bus, isAnswer: Bool, _ handle: @escaping (BusMessage) -> Bool) {
      (self.bus, self.isAnswer, self.handle) = (bus, isAnswer, handle)
    }
  }

  /// Called when the bus is gone; not after `close()`.
  package var onEnd: () -> Void = {}
  private var raw: OpaquePointer?
  private var handlers: [ObjectIdentifier: Handler] = [:]
  /// Whether it was closed during a callback.
  private var isProcessing = false
  private var isOver = false

  /// The limit for queued messages: a client that requests more than it reads needs no answers.
  private static let queueLimit: UInt64 = 16_384

  /// Connects without waiting; nil without an address, libsystemd or a socket.
  ///
  /// - Parameter address: As in `DBUS_SESSION_BUS_ADDRESS`.
  package init?(address: String?) {
    guard let address, !address.isEmpty, nr_bus_library() != nil, nr_sd_bus_new(&raw) >= 0, let raw else { return nil }
    guard nr_sd_bus_set_address(raw, address) >= 0, nr_sd_bus_set_bus_client(raw, 1) >= 0, nr_sd_bus_start(raw) >= 0
    else {
      close()
      return nil
    }
  }

  deinit { release() }

  /// The address of the user's session bus, or nil.
  package static var sessionAddress: String? {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
    guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), access(folder + "/bus", W_OK) == 0 else {
      return nil
    }
    return "unix:path=\(folder)/bus"
  }

  package var isOpen: Bool { raw != nil && !isOver }

  /// This connection's unique name. Blocks before the first answer has arrived.
  package var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    guard let raw, isOpen, nr_sd_bus_get_unique_name(raw, &name) >= 0 else { return nil }
    return name.map { String(cString: $0) }
  }

  // MARK: - Calls and answers

  /// Receives all signals that match a rule.
  @discardableResult
  package func follow(_ rule: String, _ handle: @escaping (BusMessage) -> Void) -> Bool {
    guard let raw, isOpen else { return false }
    let data = keep(isAnswer: false) {
      handle($0)
      return false
    }
    return nr_sd_bus_add_match_async(raw, nil, rule, Self.callback, nil, data) >= 0
  }

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - startsService: Whether to start a service that is not running.
  ///   - write: Writes the arguments.
  ///   - answer: Receives the answer or an error.
  @discardableResult
  package func call(
    _ service: String, _ path: String, _ interface: String, _ member: String, startsService: Bool = true,
    write: (BusWriter) -> Void = { _ in }, answer: @escaping (BusMessage) -> Void
  ) -> Bool {
    var call: OpaquePointer?
    guard let raw, isOpen, nr_sd_bus_message_new_method_call(raw, &call, service, path, interface, member) >= 0,
      let call
    else { return false }
    defer { _ = nr_sd_bus_message_unref(call) }
    if !startsService { _ = nr_sd_bus_message_set_auto_start(call, 0) }
    let writer = BusWriter(call)
    write(writer)
    guard !writer.hasFailed else { return false }
    let data = keep(isAnswer: true) {
      answer($0)
      return false
    }
    return nr_sd_bus_call_async(raw, nil, call, Self.callback, data, 0) >= 0
  }

  /// Answers calls to all objects at and below a path.
  ///
  /// - Parameter answer: Returns whether it has replied; if not, sd-bus replies with an error.
  @discardableResult
  package func serve(below path: String, _ answer: @escaping (BusMessage) -> Bool) -> Bool {
    guard let raw, isOpen else { return false }
    return nr_sd_bus_add_fallback(raw, nil, path, Self.callback, keep(isAnswer: false, answer)) >= 0
  }

  /// Emits a signal.
  package func emit(_ path: String, _ interface: String, _ member: String, write: (BusWriter) -> Void) {
    var signal: OpaquePointer?
    guard let raw, isOpen, nr_sd_bus_message_new_signal(raw, &signal, path, interface, member) >= 0, let signal else {
      return
    }
    send(signal, write)
  }

  /// Answers a call.
  package func reply(to call: BusMessage, write: (BusWriter) -> Void = { _ in }) {
    var reply: OpaquePointer?
    guard isOpen, nr_sd_bus_message_new_method_return(call.raw, &reply) >= 0, let reply else { return }
    send(reply, write)
  }

  /// Answers a call with an error.
  ///
  /// - Parameter name: The name of a D-Bus error, such as "InvalidArgs".
  package func refuse(_ call: BusMessage, _ name: String, _ reason: String) {
    guard isOpen else { return }
    ("org.freedesktop.DBus.Error." + name).withCString { name in
      reason.withCString { reason in
        var error = nr_bus_error(name: name, message: reason, needs_free: 0)
        _ = nr_sd_bus_reply_method_error(call.raw, &error)
      }
    }
  }

  /// Sends a complete message, and releases it.
  private func send(_ message: OpaquePointer, _ write: (BusWriter) -> Void) {
    let writer = BusWriter(message)
    write(writer)
    if !writer.hasFailed { _ = nr_sd_bus_send(raw, message, nil) }
    _ = nr_sd_bus_message_unref(message)
    var waiting: UInt64 = 0
    if let raw, nr_sd_bus_get_n_queued_write(raw, &waiting) >= 0, waiting > Self.queueLimit { end() }
  }

  // MARK: - Callbacks

  private func keep(isAnswer: Bool, _ handle: @escaping (BusMessage) -> Bool) -> UnsafeMutableRawPointer {
    let handler = Handler(self, isAnswer: isAnswer, handle)
    handlers[ObjectIdentifier(handler)] = handler
    return Unmanaged.passUnretained(handler).toOpaque()
  }

  private static let callback: nr_bus_handler = { message, data, _ in
    guard let message, let data else { return 0 }
    let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
    if handler.isAnswer { handler.bus.handlers[ObjectIdentifier(handler)] = nil }
    return handler.bus.isOpen && handler.handle(BusMessage(message)) ? 1 : 0
  }

  // MARK: - In the loop

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    guard let raw, isOpen else { return }
    descriptors.append(
      pollfd(fd: nr_sd_bus_get_fd(raw), events: Int16(truncatingIfNeeded: nr_sd_bus_get_events(raw)), revents: 0))
  }

  package var deadline: Double {
    var microseconds: UInt64 = .max
    guard let raw, isOpen, nr_sd_bus_get_timeout(raw, &microseconds) >= 0, microseconds < .max else {
      return isOver ? 0 : .infinity
    }
    return Double(microseconds) / 1e6
  }

  package func service(now: Double) -> ServiceResult {
    let budget = Budget()
    while let raw, isOpen {
      isProcessing = true
      let result = nr_sd_bus_process(raw, nil)
      isProcessing = false
      // The bus is gone.
      if result < 0 { end() }
      if result == 0, isOpen { return .idle }
      if budget.isSpent { return .more }
    }
    release()
    return .finished
  }

  package func close() {
    onEnd = {}
    isOver = true
    if !isProcessing { release() }
  }

  private func end() {
    guard isOpen else { return }
    isOver = true
    onEnd()
  }

  private func release() {
    if let raw { _ = nr_sd_bus_close_unref(raw) }
    (raw, handlers) = (nil, [:])
  }
}
