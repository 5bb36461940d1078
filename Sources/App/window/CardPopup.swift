internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore
internal import X11

/// A card about a headline, opened after the pointer has rested on it. It receives neither pointer nor keyboard events.
final class CardPopup: LoopSource {
  private var popup: PopupWindow<CardView>?
  private let open: () throws(Failure) -> PopupWindow<CardView>
  /// When to open.
  private let due: Seconds
  /// When to close.
  private let end: Seconds
  private var isOver = false

  /// The time that the pointer has to rest, in seconds.
  static let patience = 0.7

  /// - Parameter open: Creates its window.
  init(due: Seconds, end: Seconds, open: @escaping () throws(Failure) -> PopupWindow<CardView>) {
    (self.due, self.end, self.open) = (due, end, open)
  }

  /// Its window, with the card; nil until it is open.
  func accessibleNode(at t: Seconds) -> AccessibleNode? {
    guard let popup else { return nil }
    var window = AccessibleNode(0, .window, "", at: popup.window.frame)
    window.children = popup.view.accessibleNode(at: t).map { [$0] } ?? []
    return window
  }

  func appendDescriptors(to descriptors: inout [pollfd]) {
    if let popup { descriptors.append(popup.descriptor) }
  }

  var deadline: Double {
    guard let popup else { return isOver ? .infinity : due }
    return popup.window.hasQueuedEvent ? 0 : end
  }

  func service(now: Double) -> ServiceResult {
    if isOver { return .finished }
    if popup == nil {
      guard now >= due else { return .idle }
      // A card is dispensable: without a connection it stays closed.
      guard let opened = try? open() else { return .finished }
      popup = opened
    }
    guard let popup else { return .finished }
    popup.context.time = now
    if popup.handleEvents() || now >= end {
      close()
      return .finished
    }
    popup.showIfNeeded(at: now)
    return .idle
  }

  func close() {
    isOver = true
    popup?.hide()
    popup = nil
  }
}
