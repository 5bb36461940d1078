internal import Base
internal import Glibc

/// Whether assistive technology is in use on the desktop, and the address of the bus on which it is spoken to: as `org.a11y.Bus`
/// says on the session bus. Where that service does not run nothing is started for it.
final class AccessibilityStatus {
  /// Of the bus; nil while there is no use for it.
  private(set) var address: String?
  /// Called when there is another address, or none any more.
  var onChange: () -> Void = {}
  private let bus: Bus
  /// Somebody listens, whatever the desktop says.
  private let isForced: Bool

  private static let service = "org.a11y.Bus"
  private static let path = "/org/a11y/bus"
  private static let properties = "org.freedesktop.DBus.Properties"

  /// Asks, and follows what becomes of the answer.
  ///
  /// - Parameter bus: The session bus.
  init(on bus: Bus, isForced: Bool) {
    (self.bus, self.isForced) = (bus, isForced)
    let signal = "type='signal',path='\(Self.path)',interface='\(Self.properties)',member='PropertiesChanged'"
    let owner = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'"
    for rule in [signal, owner] { bus.follow(rule) { [weak self] _ in self?.ask() } }
    ask()
  }

  /// The bus with that address has gone.
  func forget() { address = nil }

  private func ask() {
    if isForced { return askForAddress() }
    bus.call(
      Self.service, Self.path, Self.properties, "GetAll", startsService: false,
      write: { $0.text("org.a11y.Status") },
      answer: { [weak self] in self?.take(status: $0) })
  }

  private func take(status message: BusMessage) {
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
