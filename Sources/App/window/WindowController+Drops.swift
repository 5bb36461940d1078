internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// Drags of other programs over the window, and drops on a view.
extension WindowController {
  var takesDrops: Bool { views.hosted.contains { $0.drops?.takesDrops == true } }

  func follow(_ drag: DragEvent) {
    context.time = time
    switch drag {
    case .over(let point): show(dropView: dropView(at: point))
    case .left: show(dropView: nil)
    case .dropped(let content):
      let view = dropView ?? dropView(at: nil)
      show(dropView: nil)
      let addresses = DroppedAddresses(content.bytes, type: content.type)
      view.drops?.drop(addresses, in: view.context)
    case .refused(let reason):
      let view = dropView ?? views.view(at: nil)
      show(dropView: nil)
      view.context.perform(.failed(reason))
    }
    performActions()
  }

  /// The view that receives a drop at a point: the one there if it accepts drops, else the first that does.
  private func dropView(at point: Point?) -> HostedView {
    func takes(_ view: HostedView) -> Bool { view.drops?.takesDrops == true }
    let view = views.view(at: point)
    return takes(view) ? view : views.hosted.first(where: takes) ?? view
  }

  /// Marks the view that would receive the drop; nil for none.
  private func show(dropView view: HostedView?) {
    guard view !== dropView else { return }
    dropView?.drops?.showDrag(false)
    view?.drops?.showDrag(true)
    dropView = view
    context.setNeedsDisplay()
  }
}
