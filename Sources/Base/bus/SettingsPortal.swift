package import Glibc

/// Follows the desktop's settings portal (`org.freedesktop.portal.Settings`) on the session bus. Without a bus, without
/// libsystemd or without a portal there is none, and nobody is told.
package final class SettingsPortal: LoopSource {
  /// The session bus, for whoever else has something to ask there.
  package let bus: Bus
  /// What the portal has said last; nil before its first answer.
  package private(set) var wishes: DesktopWishes?
  /// Called when the portal has something else to say.
  package var onChange: () -> Void = {}
  /// It has refused to answer.
  private var hasFailed = false

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"

  /// Connects without waiting, and asks.
  ///
  /// - Parameter address: Of the bus, as `DBUS_SESSION_BUS_ADDRESS` has it; nil where there is none.
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
    return bus.follow(rule, { [unowned self] in take(change: $0) })
      && bus.call(
        Self.service, Self.path, Self.interface, "ReadAll",
        write: { writer in writer.array(of: "s") { for name in DesktopWishes.namespaces { writer.text(name) } } },
        answer: { [unowned self] in take(all: $0) })
  }

  // MARK: - What comes

  private func take(all message: BusMessage) {
    guard !message.isError else {
      hasFailed = true
      return
    }
    var wishes = DesktopWishes()
    message.forEachEntry("sa{sv}") { name in
      message.forEachEntry("sv") { key in
        if let value = message.value() { wishes.take(name, key, value) }
      }
    }
    tell(wishes)
  }

  private func take(change message: BusMessage) {
    guard var wishes, let name = message.text(), let key = message.text(), let value = message.value() else { return }
    wishes.take(name, key, value)
    tell(wishes)
  }

  private func tell(_ new: DesktopWishes) {
    guard new != wishes else { return }
    wishes = new
    onChange()
  }

  // MARK: - In the loop

  /// Waits for the first answer, or until it is clear that none will come.
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
