internal import Base
internal import Glibc
internal import Scene
internal import ScrollCore
internal import X11

/// A card about a headline, which opens once the pointer has rested on it for a while. It takes neither pointer nor
/// keyboard.
final class CardPopup: LoopSource {
  private var popup: PopupWindow<CardView>?
  private let open: () throws(Failure) -> PopupWindow<CardView>
  /// When it opens.
  private let due: Seconds
  /// When it closes.
  private let end: Seconds
  private var isOver = false

  /// Seconds that the pointer rests before.
  static let patience = 0.7

  /// - Parameter open: Makes its window.
  init(due: Seconds, end: Seconds, open: @escaping () throws(Failure) -> PopupWindow<CardView>) {
    (self.due, self.end, self.open) = (due, end, open)
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
      // Nobody misses a card that the server has no room for.
      guard let opened = try? open() else { return .finished }
      popup = opened
    }
    guard let popup else { return .finished }
    popup.context.time = now
    if popup.takeEvents() || now >= end {
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
