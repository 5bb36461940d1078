/// Follows the desktop's settings portal (`org.freedesktop.portal.Settings`) on the session bus. Without a portal it says
/// nothing.
package final class SettingsPortal {
  /// What the portal has said last; nil before its first answer.
  package private(set) var wishes: DesktopWishes?
  /// Called when the portal has something else to say.
  package var onChange: () -> Void = {}
  private let bus: BusConnection
  /// It has refused to answer.
  private var hasFailed = false

  private static let target = BusConnection.Target(
    service: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
    interface: "org.freedesktop.portal.Settings")

  /// Asks without waiting.
  package init(on bus: BusConnection) {
    self.bus = bus
    bus.match(
      "sender='\(Self.target.service)',path='\(Self.target.path)',interface='\(Self.target.interface)',"
        + "member='SettingChanged'"
    ) { [weak self] in self?.take(change: $0) }
    bus.call("ReadAll", of: Self.target, [.texts(DesktopWishes.namespaces)]) { [weak self] in self?.take(all: $0) }
  }

  /// Waits for the first answer, or until it is clear that none will come.
  package func wait(atMost seconds: Double) { bus.wait(atMost: seconds) { wishes != nil || hasFailed } }

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
}
