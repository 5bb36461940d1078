internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// Passes events to the views, and performs their requests.
extension WindowController {
  func handle(_ event: InputEvent) {
    if let command = views.handle(event, by: options.bindings, in: context) {
      perform(command, at: event.point)
    } else if case .keyPressed(_, "\u{11}", let modifiers) = event, modifiers.contains(.control),
      options.bindings.command(for: event) == .quit
    {
      // Quits even if a program's views handle all keys.
      end(.quit)
    }
    performActions()
    views.update(at: context.time)
  }

  // MARK: - Actions

  /// Performs the views' actions.
  func performActions() {
    guard context.hasActions else { return }
    var lines = ""
    context.performActions { action, context in
      switch action {
      case .print(let line): lines += line + "\n"
      case .tell(let event, let line): if events.tell(event, line) { lines += line + "\n" }
      default: perform(action, for: context)
      }
    }
    if !lines.isEmpty { output.write(lines) }
  }

  /// Quits when the reader of standard output is gone. A full disk does not end the display.
  func checkOutput() {
    if ending == nil, output.isAlone { end(.quit) }
  }

  private func perform(_ action: ViewAction, for context: ViewContext) {
    switch action {
    case .quit: end(.quit)
    case .open(let link): open(link, for: context)
    case .failed(let reason):
      reportError(reason)
      var card = HeadlineCard(title: reason)
      card.isFailure = true
      show(card: card, at: monotonicNow(), for: Self.failureTime)
    case .problem(let text): show(problem: text, of: context)
    case .takeFocus:
      // A view may have started to accept text after the window opened.
      window.input.beginTextInput()
      window.input.takeFocus()
    case .returnFocus: window.input.returnFocus()
    case .leaveKeyboard: leaveKeyboard()
    case .pointer(let shape):
      _ = window.input.perform(action)
      mirrors.setPointer(shape)
    case .copy, .paste, .caret, .resetComposition: _ = window.input.perform(action)
    case .resize(let size):
      positioner.resize(to: size)
      updateMirrors(size: size)
    case .changeAppearance: showAppearance()
    case .menu(let point): perform(.menu, at: point)
    case .offer(let texts): offer(texts, for: context)
    case .card(let card): show(card: card)
    case .paced: keepPace(of: context)
    case .suggest(let list, let place): show(list, below: place)
    case .topic, .markUnread, .acknowledge, .happened, .print, .tell, .chosen: break
    }
  }

  /// Opens a link in the user's browser. Its headline counts as read once that succeeds.
  private func open(_ link: String, for view: ViewContext) {
    do throws(Failure) {
      loop.add(
        try LinkOpening(link, views.words) { [weak self] outcome in
          guard let self else { return }
          context.time = time
          for controller in views.headlines { controller.setRead(outcome == .opened, link: link) }
          if case .failed(let reason) = outcome { view.perform(.failed(reason)) }
          performActions()
        })
    } catch {
      view.perform(.failed(error.reason))
    }
  }

  /// How long a failure is shown, in seconds.
  private static let failureTime = 8.0
}
