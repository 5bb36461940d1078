internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// What changes while the window is shown.
extension WindowController {
  /// What is set of the window now.
  var currentOptions: WindowOptions {
    var options = self.options
    options.border = border.border
    return options
  }

  /// Says what of other properties this window refuses.
  func check(_ settings: Settings<WindowOptions>) throws(ValueError) {
    let new = try settings.options(border: border.border)
    if !new.needsOther(windowThan: options), new.standsElsewhere(than: options) { _ = try keeper.placement(by: new) }
  }

  /// Takes over other properties of the window. After an error nothing has changed.
  func apply(_ settings: Settings<WindowOptions>) throws(ValueError) {
    let new = try settings.options(border: border.border)
    if new.needsOther(windowThan: options) {
      do throws(Failure) { try reopen(settings) } catch { throw ValueError(reason: error.description) }
      return
    }
    if new.standsElsewhere(than: options) { try keeper.apply(new) }
    (self.settings, options) = (settings, new)
    border.clickThrough = new.clickThrough
    context.time = time
    followMotion()
    border.apply(new.border)
    updateMirrors()
    mirrors.apply(new.border, background: frames.background)
    context.setNeedsLayout()
  }

  /// Follows the refreshes that are measured, where steps are to be the same.
  func keepEven(at t: Seconds) {
    let (step, period) = (options.cadence.step, frames.refreshPeriod)
    guard step > 0, abs(period - (frames.evenPeriod ?? 0)) > Self.leastChange * period else { return }
    frames.evenPeriod = period
    controller.snapSpeed(to: step / period, at: t)
  }

  /// The part of a period that speeds follow it by: less is one step too many in minutes.
  private static let leastChange = 5e-5

  /// Takes over the background and, where the user says nothing of it, the border that the view's looks have now.
  func showAppearance() {
    let appearance = controller.appearance
    if frames.background != appearance.background { frames.background = appearance.background }
    // It was valid when it was set.
    if let options = try? settings.options(border: appearance.border) { border.apply(options.border) }
    mirrors.apply(border.border, background: frames.background)
    context.setNeedsLayout()
  }
}

extension WindowOptions {
  /// The properties for another value of which another window is opened.
  static let ofNewWindow: Set = [
    "dock", "above", "below", "normal", "override-redirect", "name", "of", "clock", "cadence", "text-gamma",
  ]

  /// Whether a window with those options is to be moved for these.
  func standsElsewhere(than other: WindowOptions) -> Bool {
    (geometry, place, offset, monitor, reserve)
      != (other.geometry, other.place, other.offset, other.monitor, other.reserve)
  }

  /// Whether a window with those options cannot become one with these.
  func needsOther(windowThan other: WindowOptions) -> Bool {
    type != other.type || name != other.name || of != other.of || clock != other.clock || cadence != other.cadence
      || textGamma != other.textGamma || (opacity < 1) != (other.opacity < 1)
  }
}
