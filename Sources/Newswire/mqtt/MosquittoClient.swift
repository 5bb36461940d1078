internal import Base
internal import CMosquitto
internal import Glibc
internal import ScrollCore

/// A message for a broker.
struct BrokerMessage: Equatable {
  let topic: String
  var payload: String
  var qos: Int32 = 0
  var isRetained = false
  /// When it ends, by the clock on the wall: the broker drops it then (MQTT 5), and it is not sent any more; nil for never.
  var expires: UnixTime?

  func hasEnded(at now: UnixTime) -> Bool { expires.map { $0 <= now } ?? false }
}

/// A connection to a broker by libmosquitto, driven by the application's loop. One object makes one attempt.
final class MosquittoClient {
  /// The events of the connection. All are called from within `serve`.
  struct Handlers {
    /// The broker has answered: 0 for welcome, or the code of its refusal.
    var onAnswer: (Int32) -> Void = { _ in }
    var onMessage: (_ topic: String, UnsafeRawBufferPointer, _ isRetained: Bool) -> Void = { _, _, _ in }
    /// A subscription was answered: whether it was granted.
    var onSubscribed: (_ id: Int32, Bool) -> Void = { _, _ in }
    var onUnsubscribed: (_ id: Int32) -> Void = { _ in }
    /// A message of quality 1 has arrived at the broker, or was refused for this reason.
    var onPublished: (_ id: Int32, _ refusal: String?) -> Void = { _, _ in }
  }

  let settings: BrokerSettings
  private let isFive: Bool
  var handlers = Handlers()
  private var client: OpaquePointer?
  private var isAnswered = false
  /// The code with which the broker has ended the connection (MQTT 5).
  private var farewell: Int32?
  private let name: String?

  /// - Parameters:
  ///   - name: The client's identifier at the broker; nil lets it choose one.
  ///   - will: The message that the broker publishes if this end falls silent.
  /// - Throws: if the library is missing, or a file of the settings is not usable.
  init(
    _ settings: BrokerSettings, isFive: Bool, name: String?, user: String?, password: String?, will: BrokerMessage?
  ) throws(Failure) {
    (self.settings, self.isFive, self.name) = (settings, isFive, name)
    guard newsreel_mosquitto_library() != nil else {
      throw Failure(of: "libmosquitto", reason: "libmosquitto is not installed: MQTT needs libmosquitto.so.1")
    }
    // Safe to repeat: the library counts.
    guard newsreel_mqtt_lib_init() == 0 else { throw Failure(of: "libmosquitto", reason: "cannot be initialised") }
    let object = Unmanaged.passUnretained(self).toOpaque()
    guard let client = newsreel_mqtt_new(name, true, object) else {
      throw Failure(of: "libmosquitto", doing: "cannot be initialised")
    }
    self.client = client
    _ = newsreel_mqtt_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, isFive ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311)
    _ = newsreel_mqtt_int_option(client, MOSQ_OPT_TCP_NODELAY, 1)
    if user != nil || password != nil { try check(newsreel_mqtt_username_pw_set(client, user ?? "", password)) }
    if settings.address.isSecure { try secure(client) }
    if let will {
      var text = will.payload
      let code = text.withUTF8 {
        newsreel_mqtt_will_set(client, will.topic, Int32($0.count), $0.baseAddress, will.qos, will.isRetained)
      }
      try check(code)
    }
    setCallbacks(client)
  }

  deinit { newsreel_mqtt_destroy(client) }

  private func secure(_ client: OpaquePointer) throws(Failure) {
    let options = settings.options
    for path in [options.authorities, options.certificate, options.key].compactMap(\.self) {
      Fence.renew(ifReplaced: path)
      if let problem = PlainFile.problem(of: path) { throw Failure(of: path, problem) }
    }
    let folder = options.authorities == nil ? "/etc/ssl/certs" : nil
    // A key with a password would make OpenSSL ask for it on the terminal.
    let code = newsreel_mqtt_tls_set(
      client, options.authorities, folder, options.certificate, options.key, { _, _, _, _ in 0 })
    try check(code)
  }

  /// Looks the broker up and connects. Blocks until the connection stands or fails; the broker's answer comes later.
  func connect() throws(Failure) {
    var properties: OpaquePointer?
    if isFive {
      // A broker does not send larger messages.
      _ = newsreel_mqtt_property_add_int32(
        &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), UInt32(ChannelIndex.longestMessage + 1024))
    }
    defer { newsreel_mqtt_property_free_all(&properties) }
    let address = settings.address
    try check(
      newsreel_mqtt_connect_bind_v5(
        client, address.host, Int32(address.port), Int32(settings.options.keepAlive), nil, properties))
  }

  /// Says goodbye; the broker publishes no will.
  func leave() {
    _ = newsreel_mqtt_disconnect(client)
    _ = newsreel_mqtt_loop_write(client, 1)
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    let socket = newsreel_mqtt_socket(client)
    guard socket >= 0 else { return }
    let events = POLLIN | (newsreel_mqtt_want_write(client) ? POLLOUT : 0)
    descriptors.append(pollfd(fd: socket, events: Int16(events), revents: 0))
  }

  /// Reads and writes all that is ready. Returns false if the budget ends before that.
  ///
  /// - Throws: if the connection is lost.
  func serve(_ budget: borrowing Budget) throws(Failure) -> Bool {
    while newsreel_mqtt_want_write(client) {
      if budget.isSpent { return false }
      try check(newsreel_mqtt_loop_write(client, 1))
      if !isReady(POLLOUT) { break }
    }
    while isReady(POLLIN) {
      if budget.isSpent { return false }
      try check(newsreel_mqtt_loop_read(client, 1))
      if farewell != nil { try check(Int32(MOSQ_ERR_CONN_LOST.rawValue)) }
    }
    return true
  }

  /// Sends signs of life and waits for those of the broker. To be called some times in `keepAlive`.
  func keepAlive() throws(Failure) { try check(newsreel_mqtt_loop_misc(client)) }

  private func isReady(_ events: Int32) -> Bool {
    var descriptor = pollfd(fd: newsreel_mqtt_socket(client), events: Int16(events), revents: 0)
    return descriptor.fd >= 0 && poll(&descriptor, 1, 0) > 0
  }

  // MARK: - Requests

  /// Returns the request's number.
  func subscribe(_ filter: String, qos: Int32) throws(Failure) -> Int32 {
    var id: Int32 = 0
    try check(newsreel_mqtt_subscribe(client, &id, filter, qos))
    return id
  }

  func unsubscribe(_ filter: String) throws(Failure) -> Int32 {
    var id: Int32 = 0
    try check(newsreel_mqtt_unsubscribe(client, &id, filter))
    return id
  }

  func publish(_ message: BrokerMessage) throws(Failure) -> Int32 {
    var properties: OpaquePointer?
    if isFive, let expires = message.expires {
      let seconds = UInt32(min(max((expires - wallClockNow()).rounded(.up), 1), 4e9))
      _ = newsreel_mqtt_property_add_int32(&properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), seconds)
    }
    defer { newsreel_mqtt_property_free_all(&properties) }
    var id: Int32 = 0
    var text = message.payload
    let code = text.withUTF8 {
      newsreel_mqtt_publish_v5(
        client, &id, message.topic, Int32($0.count), $0.baseAddress, message.qos, message.isRetained, properties)
    }
    try check(code)
    return id
  }

  private func check(_ code: Int32) throws(Failure) {
    guard code != 0 else { return }
    let error = errno
    let reason =
      switch code {
      case _ where farewell == Self.takenOver:
        "another client has taken its name" + (name.map { ", \($0)" } ?? "")
          + (settings.options.display == nil ? "" : "; give each display a --mqtt-display of its own")
      case _ where farewell != nil: "it ends the connection: \(refusal(farewell ?? 0))"
      case _ where isRefusalOfCertificate(code, error):
        "it has ended the TLS connection"
          + (settings.options.certificate == nil
            ? "; if it wants a certificate, --mqtt-cert and --mqtt-key have it"
            : ", as it does for a certificate that it does not trust")
      case Int32(MOSQ_ERR_ERRNO.rawValue): errorText(error)
      case Int32(MOSQ_ERR_EAI.rawValue): "its name cannot be resolved"
      case Int32(MOSQ_ERR_TLS.rawValue):
        CertificateProblem(settings).reason(now: wallClockNow())
          ?? "its certificate is not accepted, or there is no TLS"
      case Int32(MOSQ_ERR_CONN_LOST.rawValue), Int32(MOSQ_ERR_NO_CONN.rawValue): Self.lost
      case Int32(MOSQ_ERR_NOMEM.rawValue): "a message is too long"
      case Int32(MOSQ_ERR_KEEPALIVE.rawValue): "it does not answer"
      default: String(cString: newsreel_mqtt_strerror(code)).lowercasedStart
      }
    throw Failure(of: settings.address.description, reason: reason)
  }

  static let lost = "the connection is lost"
  /// Session taken over: a client with the same identifier has connected.
  private static let takenOver: Int32 = 0x8E

  /// With TLS 1.3 a broker checks a certificate after the handshake. Its refusal is an error of OpenSSL's, or lost if the
  /// connection ends before it is read.
  private func isRefusalOfCertificate(_ code: Int32, _ error: Int32) -> Bool {
    guard settings.address.isSecure, !isAnswered else { return false }
    if code == Int32(MOSQ_ERR_CONN_LOST.rawValue) { return true }
    return code == Int32(MOSQ_ERR_ERRNO.rawValue) && [EPROTO, ECONNRESET, EPIPE].contains(error)
  }

  /// The words for the code of a refused connection.
  func refusal(_ code: Int32) -> String {
    let words = isFive ? newsreel_mqtt_reason_string(code) : newsreel_mqtt_connack_string(code)
    return words.map { String(cString: $0).lowercasedStart } ?? "code \(code)"
  }

  // MARK: - Callbacks

  private func receive(answer code: Int32) {
    isAnswered = true
    handlers.onAnswer(code)
  }

  private func setCallbacks(_ client: OpaquePointer) {
    newsreel_mqtt_connect_callback_set(client) { _, object, code in
      Unmanaged<MosquittoClient>.object(object)?.receive(answer: code)
    }
    // Codes below are those of the library.
    newsreel_mqtt_disconnect_callback_set(client) { _, object, code in
      if code >= 0x80 { Unmanaged<MosquittoClient>.object(object)?.farewell = code }
    }
    newsreel_mqtt_message_callback_set(client) { _, object, message in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let payload = UnsafeRawBufferPointer(start: message.payload, count: max(0, Int(message.payloadlen)))
      Unmanaged<MosquittoClient>.object(object)?.handlers
        .onMessage(String(cString: topic), payload, message.retain)
    }
    newsreel_mqtt_subscribe_callback_set(client) { _, object, id, count, granted in
      let isGranted = count > 0 && granted.map { $0.pointee < 0x80 } ?? false
      Unmanaged<MosquittoClient>.object(object)?.handlers.onSubscribed(id, isGranted)
    }
    newsreel_mqtt_unsubscribe_callback_set(client) { _, object, id in
      Unmanaged<MosquittoClient>.object(object)?.handlers.onUnsubscribed(id)
    }
    newsreel_mqtt_publish_v5_callback_set(client) { _, object, id, code, _ in
      let refusal = code >= 0x80 ? newsreel_mqtt_reason_string(code).map { String(cString: $0).lowercasedStart } : nil
      Unmanaged<MosquittoClient>.object(object)?.handlers.onPublished(id, refusal)
    }
  }
}

extension String {
  /// A sentence of a library as the reason of a message.
  fileprivate var lowercasedStart: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
