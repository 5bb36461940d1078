package import Glibc

/// Follows the desktop's settings portal (`org.freedesktop.portal.Settings`) on the session bus. Does nothing without a bus,
/// libsystemd or a portal.
package final class SettingsPortal: LoopSource {
  /// The session bus, also used by others.
  package let bus: Bus
  /// The current settings; nil before the first answer.
  package private(set) var wishes: DesktopWishes?
  /// Called after a change of the settings.
  package var onChange: () -> Void = {}
  /// Whether the portal has refused to answer.
  private var hasFailed = false

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"

  /// Connects and sends the request without waiting.
  ///
  /// - Parameter address: The bus, as in `DBUS_SESSION_BUS_ADDRESS`, or nil.
  package init?(address: String?) {
    guard let bus = Bus(address: address) else { return nil }
    self.bus = bus
    guard ask() else {
      bus.close()
      return nil
    }
  }

  private func ask() -> Bool {
    let rule =
      "type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.interface)',"
      + "member='SettingChanged'"
    return bus.follow(rule, { [unowned self] in receive(change: $0) })
      && bus.call(
        Self.service, Self.path, Self.interface, "ReadAll",
        write: { writer in writer.array(of: "s") { for name in DesktopWishes.namespaces { writer.text(name) } } },
        answer: { [unowned self] in receive(all: $0) })
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
    update(wishes)
  }

  private func receive(change message: BusMessage) {
    guard var wishes, let name = message.text(), let key = message.text(), let value = message.value() else { return }
    wishes.apply(name, key, value)
    update(wishes)
  }

  private func update(_ new: DesktopWishes) {
    guard new != wishes else { return }
    wishes = new
    onChange()
  }

  // MARK: - In the loop

  /// Waits for the first answer or a refusal.
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

  package func appendDescriptors(to descriptors: inout [pollfd]) { bus.appendDescriptors(to: &descriptors) }
  package var deadline: Double { bus.deadline }
  package func service(now: Double) -> ServiceResult { bus.service(now: now) }
  package func close() { bus.close() }
}
