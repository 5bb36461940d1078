internal import Base
internal import Scene
internal import ScrollCore

/// Do not disturb: only urgent headlines enter, and others wait.
extension WindowController {
  /// Applies do-not-disturb from the user, the desktop and the quiet hours.
  func followQuiet() {
    if quietTimer?.hours != options.when.quietHours { followHours() }
    let isQuiet =
      switch options.when.doNotDisturb {
      case .on: true
      case .off: false
      case .follow: !views.headlines.isEmpty && (isNight || desktop.isQuiet)
      }
    guard isQuiet != self.isQuiet else { return }
    self.isQuiet = isQuiet
    for controller in views.headlines { controller.headlines.setQuiet(isQuiet, at: context.time) }
    context.setNeedsDisplay()
  }

  private var isNight: Bool { quietTimer?.isQuiet ?? false }

  private func followHours() {
    if let quietTimer { loop.remove(quietTimer) }
    quietTimer = options.when.quietHours.isEmpty ? nil : QuietTimer(options.when.quietHours)
    guard let quietTimer else { return }
    quietTimer.onChange = { [unowned self] in quietChanged() }
    loop.add(quietTimer)
  }

  /// Desktop or clock say something else.
  func quietChanged() {
    context.time = time
    followQuiet()
    views.update(at: context.time)
    performActions()
  }

  /// The user wants no headlines now, or wants them though something else asks not to disturb.
  func toggleQuiet() {
    let asked = isNight || desktop.isQuiet
    let word: WhenOptions.DoNotDisturb = isQuiet ? (asked ? .off : .follow) : (asked ? .follow : .on)
    do throws(ValueError) {
      var new = settings
      try new.set("doNotDisturb", to: word.rawValue)
      try check(new, views.wishes([]))()
    } catch {
      reportError(error.description)
    }
    tellValue(of: "doNotDisturb")
  }

  /// Adds the window's own entries to a menu, before its last lines.
  func withQuiet(_ entries: [MenuEntry]) -> [MenuEntry] {
    guard !views.headlines.isEmpty else { return entries }
    var entry = MenuEntry.command(views.words[.doNotDisturb], .doNotDisturb, options.bindings, views.words)
    entry.isChecked = isQuiet
    return entries.inserting(entry)
  }
}
