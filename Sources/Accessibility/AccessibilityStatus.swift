internal import Base
internal import Glibc

/// Whether assistive technology is in use on the desktop, with the address of its bus, from `org.a11y.Bus` on the
/// session bus. Does not start that service.
final class AccessibilityStatus {
  /// The address of the bus; nil while it is not used.
  private(set) var address: String?
  /// Called when the address changes.
  var onChange: () -> Void = {}
  private let bus: Bus
  /// Whether to connect regardless of the desktop's setting.
  private let isForced: Bool

  private static let service = "org.a11y.Bus"
  private static let path = "/org/a11y/bus"
  private static let properties = "org.freedesktop.DBus.Properties"

  /// Requests the status, and follows its changes.
  ///
  /// - Parameter bus: The session bus.
  init(on bus: Bus, isForced: Bool) {
    (self.bus, self.isForced) = (bus, isForced)
    let signal = "type='signal',path='\(Self.path)',interface='\(Self.properties)',member='PropertiesChanged'"
    let owner = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'"
    for rule in [signal, owner] { bus.follow(rule) { [weak self] _ in self?.ask() } }
    ask()
  }

  /// Forgets a bus that is gone.
  func forget() { address = nil }

  private func ask() {
    if isForced { return askForAddress() }
    bus.call(
      Self.service, Self.path, Self.properties, "GetAll", startsService: false,
      write: { $0.text("org.a11y.Status") },
      answer: { [weak self] in self?.receive(status: $0) })
  }

  private func receive(status message: BusMessage) {
    var isUsed = false
    if !message.isError {
      message.forEachEntry("sv") { key in
        let isOn = message.value() == 1
        if key == "IsEnabled" || key == "ScreenReaderEnabled" { isUsed = isUsed || isOn }
      }
    }
    if isUsed { askForAddress() } else { show(nil) }
  }

  private func askForAddress() {
    if let address = getenv("AT_SPI_BUS_ADDRESS") { return show(String(cString: address)) }
    bus.call(Self.service, Self.path, Self.service, "GetAddress", startsService: isForced) { [weak self] message in
      let address = message.isError ? nil : message.text()
      self?.show(address.flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  private func show(_ new: String?) {
    guard new != address else { return }
    address = new
    onChange()
  }
}
