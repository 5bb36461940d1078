internal import CX11
package import Scene
package import ScrollCore

/// What the X server tells. Points are in window coordinates.
package enum Event: Equatable, Sendable {
  /// Something that was covered has to be drawn again.
  case exposed
  /// The window has this place on the root window now.
  case moved(Rect)
  case mapped
  case unmapped
  /// Whether any part of the window can be seen.
  case visible(Bool)
  /// Whether the screen is blanked.
  case blanked(Bool)
  /// What the user's hands do.
  case input(InputEvent)
  /// Somebody else has a selection now that was the window's.
  case selectionLost(Selection)
  case closeRequested
  /// A frame came to the glass at the refresh of this count, at `time` on the monotonic clock.
  case refreshed(count: UInt64, time: Seconds)
  /// Monitors, or what panels leave free of them.
  case monitorsChanged
  /// The window that is followed has moved, changed its size, come, gone, or got another frame.
  case neighbourChanged
  /// A compositing manager has come or gone; see `Window.isTranslucent`.
  case compositorChanged
}

extension Window {
  /// The next event, without waiting; nil when there is none. To be called until then before every sleep, because
  /// waiting for a reply queues events too (`XEventsQueued`).
  ///
  /// - Parameter reading: whether the socket is looked at, after sending what was asked for, or only what is queued
  ///   already.
  package func nextEvent(reading: Bool) -> Event? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    while XEventsQueued(display.raw, Int32(reading ? QueuedAfterFlush : QueuedAlready)) > 0, !display.isLost {
      var event = XEvent()
      XNextEvent(display.raw, &event)
      note(&event)
      let isFiltered = textInput?.filters(&event) ?? false
      if let composing = textInput?.takeComposing() {
        // What was composed goes before the text that it has become.
        if !isFiltered, let known = translate(&event) { waiting.append(known) }
        return composing
      }
      if !isFiltered, let known = translate(&event) { return known }
    }
    return nil
  }

  /// Whether `nextEvent` has something to return without a look at the socket. Sending reads, too: an event may have
  /// come in with a flush, and `poll` would sleep over it.
  package var hasQueuedEvent: Bool { !waiting.isEmpty || nr_queue_length(display.raw) > 0 }

  /// Keeps what later requests have to name: when the user did something last, and which keys are down.
  private func note(_ event: inout XEvent) {
    switch Int32(nr_event_type(&event)) {
    case KeyPress:
      lastInput = event.xkey.time
      keysDown.press(event.xkey.keycode, time: event.xkey.time)
    case KeyRelease:
      lastInput = event.xkey.time
      keysDown.release(event.xkey.keycode)
    case ButtonPress, ButtonRelease: lastInput = event.xbutton.time
    case FocusOut: keysDown.releaseAll()
    default: break
    }
  }

  private func translate(_ event: inout XEvent) -> Event? {
    let type = Int32(nr_event_type(&event))
    if Self.structureEvents.contains(type), event.xany.window != id {
      return .neighbourChanged
    }
    switch type {
    case GenericEvent: return translatePresent(&event)
    case Expose: return event.xexpose.count == 0 ? .exposed : nil
    case ConfigureNotify: return translateConfigure(event.xconfigure)
    case MapNotify: return .mapped
    case UnmapNotify: return .unmapped
    // Somebody else's doing: there is nothing left to show anything in.
    case DestroyNotify: return .closeRequested
    case VisibilityNotify: return .visible(event.xvisibility.state != VisibilityFullyObscured)
    case PropertyNotify where event.xproperty.window == display.root:
      return event.xproperty.atom == display.atom("_NET_WORKAREA") ? .monitorsChanged : nil
    case PropertyNotify where event.xproperty.window == id && event.xproperty.atom == display.atom("WM_STATE"):
      let states = display.cardinals(of: id, "WM_STATE")
      return .visible(states.first.map { $0 != Int(IconicState) } ?? true)
    case ButtonPress:
      let button = event.xbutton
      return .input(.pressed(point(button.x, button.y), button: Int(button.button), modifiers: modifiers(button.state)))
    case ButtonRelease:
      let button = event.xbutton
      return .input(
        .released(point(button.x, button.y), button: Int(button.button), modifiers: modifiers(button.state)))
    case MotionNotify: return .input(.pointerMoved(point(event.xmotion.x, event.xmotion.y)))
    case EnterNotify: return .input(.pointerMoved(point(event.xcrossing.x, event.xcrossing.y)))
    case LeaveNotify: return .input(.pointerLeft)
    case FocusIn, FocusOut: return translateFocus(event.xfocus, isIn: type == FocusIn)
    case KeyPress: return translateKey(&event)
    case SelectionRequest, SelectionNotify, SelectionClear, PropertyNotify, DestroyNotify:
      return selections.handle(&event, on: self)
    case ClientMessage: return translateMessage(&event)
    case MappingNotify:
      XRefreshKeyboardMapping(&event.xmapping)
      return nil
    default: return translateExtension(type, &event)
    }
  }

  /// Those that come from a neighbour, too.
  private static let structureEvents: Set = [
    ConfigureNotify, MapNotify, UnmapNotify, DestroyNotify, ReparentNotify, GravityNotify, CirculateNotify,
  ]

  private func translatePresent(_ event: inout XEvent) -> Event? {
    guard let cookie = nr_cookie(&event), XGetEventData(display.raw, cookie) != 0 else { return nil }
    defer { XFreeEventData(display.raw, cookie) }
    guard cookie.pointee.extension == display.presentOpcode, cookie.pointee.evtype == PresentCompleteNotify,
      let data = cookie.pointee.data?.assumingMemoryBound(to: XPresentCompleteNotifyEvent.self)
    else { return nil }
    return .refreshed(count: data.pointee.msc, time: Double(data.pointee.ust) / 1e6)
  }

  private func translateConfigure(_ event: XConfigureEvent) -> Event? {
    var (x, y) = (event.x, event.y)
    if event.send_event == 0 {
      // Relative to the window manager's frame, if there is one: ask.
      var child: UInt = 0
      XTranslateCoordinates(display.raw, id, display.root, 0, 0, &x, &y, &child)
    }
    frame = Rect(x: Double(x), y: Double(y), width: Double(event.width), height: Double(event.height))
    return .moved(frame)
  }

  private func translateFocus(_ event: XFocusChangeEvent, isIn: Bool) -> Event? {
    // The pointer decides who gets keys, or a menu has them for a moment: neither is a change of focus.
    let isPassing = event.mode == NotifyGrab || event.mode == NotifyUngrab || event.detail >= NotifyPointer
    guard !isPassing else { return nil }
    textInput?.focus(isIn)
    return .input(.focused(isIn))
  }

  private func translateKey(_ event: inout XEvent) -> Event? {
    var (key, text) = textInput?.lookUp(&event.xkey) ?? lookUp(&event.xkey)
    var modifiers = modifiers(event.xkey.state)
    if keysDown.isRepeat(event.xkey.keycode) { modifiers.insert(.held) }
    if modifiers.contains(.control), key > 0xff, text.isEmpty { key = latinKey(event.xkey) ?? key }
    let meaning = Key(symbol: key)
    if meaning == nil, text.isEmpty { return nil }
    return .input(.keyPressed(meaning, text: text, modifiers: modifiers))
  }

  /// Without an input method: Latin-1 (`XLookupString`).
  private func lookUp(_ event: inout XKeyEvent) -> (key: UInt, text: String) {
    var buffer = [CChar](repeating: 0, count: 64)
    var key: UInt = 0
    let count = XLookupString(&event, &buffer, 63, &key, nil)
    let scalars = buffer.prefix(Int(max(0, count))).map { Unicode.Scalar(UInt8(bitPattern: $0)) }
    return (key, String(String.UnicodeScalarView(scalars)))
  }

  /// What the key would be in the layout that has Latin letters: Ctrl-C works in Greek.
  private func latinKey(_ event: XKeyEvent) -> UInt? {
    (0..<4).map { XkbKeycodeToKeysym(display.raw, KeyCode(event.keycode), $0, 0) }.first { (0x20...0x7e).contains($0) }
  }

  private func translateMessage(_ event: inout XEvent) -> Event? {
    guard event.xclient.message_type == display.atom("WM_PROTOCOLS"), event.xclient.format == 32 else { return nil }
    let kind = UInt(bitPattern: event.xclient.data.l.0)
    if kind == display.atom("WM_DELETE_WINDOW") { return .closeRequested }
    if kind == display.atom("WM_TAKE_FOCUS"), acceptsFocus { takeFocus(time: UInt(bitPattern: event.xclient.data.l.1)) }
    if kind == display.atom("_NET_WM_PING") {
      event.xclient.window = display.root
      XSendEvent(display.raw, display.root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    }
    return nil
  }

  private func translateExtension(_ type: Int32, _ event: inout XEvent) -> Event? {
    if let base = display.randrEventBase, type == base + Int32(RRScreenChangeNotify) {
      XRRUpdateConfiguration(&event)
      return .monitorsChanged
    }
    if let base = display.screenSaverEventBase, type == base + Int32(ScreenSaverNotify) {
      return .blanked(nr_saver_state(&event) == Int32(ScreenSaverOn))
    }
    if let base = display.fixesEventBase, type == base + Int32(XFixesSelectionNotify) {
      return updateTranslucency() ? .compositorChanged : nil
    }
    return nil
  }

  private func point(_ x: Int32, _ y: Int32) -> Point { Point(x: Double(x), y: Double(y)) }

  private func modifiers(_ state: UInt32) -> InputEvent.Modifiers { InputEvent.Modifiers(rawValue: state & 0xff) }
}
