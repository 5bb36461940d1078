package import Base
package import Scene
internal import ScrollCore

/// Whether to serve screen readers and other assistive technology: on, off, or as the desktop says.
package enum AccessibilityUse: String, CaseIterable, Sendable { case auto, on, off }

/// A window's part in assistive technology: its content is on that bus while it is in use, or while the user wants it.
package final class AccessibilityLink {
  private let loop: RunLoop
  private let application: () -> AccessibleNode
  private let perform: (AccessibleAction, [Int]) -> Bool
  private var status: AccessibilityStatus?
  /// Set while a client may ask.
  private var bus: AccessibilityBus?

  /// - Parameters:
  ///   - application: Returns the current state: an application with its windows.
  ///   - perform: Performs an action on the object at a path of keys; returns whether it had any.
  package init(
    in loop: RunLoop, showing application: @escaping () -> AccessibleNode,
    perform: @escaping (AccessibleAction, [Int]) -> Bool
  ) {
    (self.loop, self.application, self.perform) = (loop, application, perform)
  }

  /// Follows whether there is a use for it.
  ///
  /// - Parameter session: The session bus, or nil.
  package func follow(_ wish: AccessibilityUse, on session: Bus?) {
    close()
    guard wish != .off, let session else { return }
    let status = AccessibilityStatus(on: session, isForced: wish == .on)
    status.onChange = { [unowned self, unowned status] in connect(to: status.address) }
    self.status = status
  }

  private func connect(to address: String?) {
    if let bus { loop.remove(bus) }
    bus = address.flatMap { AccessibilityBus(address: $0, showing: application, perform: perform) }
    guard let bus else { return }
    bus.onEnd = { [unowned self] in
      connect(to: nil)
      status?.forget()
    }
    loop.add(bus)
  }

  /// Something may be shown differently.
  package func noteChange() { bus?.changed() }

  package func close() {
    connect(to: nil)
    status = nil
  }
}
