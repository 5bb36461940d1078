internal import Scene
internal import ScrollCore
internal import X11

/// The window for screen readers.
extension WindowController {
  func makeAccessibility() -> AccessibilityLink {
    AccessibilityLink(
      in: loop,
      showing: { [unowned self] in accessibleWindows.application(title: options.name, at: window.frame, t: time) },
      perform: { [unowned self] action, path in
        context.time = time
        let isTaken = accessibleWindows.perform(action, on: path, in: context)
        performActions()
        views.update(at: context.time)
        return isTaken
      })
  }

  private var accessibleWindows: AccessibleWindows {
    AccessibleWindows(views: views, popups: popups, words: views.words)
  }

  /// Connects to assistive technology if it is in use, or if the user's option demands it.
  func followAccessibility() { accessibility.follow(options.accessibility, on: desktop.bus) }
}
