internal import CX11
package import ScrollCore

/// A window's input: keys, focus, pointer, selections.
package final class WindowInput {
  private let display: Display
  private let window: UInt
  /// Whether to take the keyboard when the window manager offers it.
  private let acceptsFocus: Bool
  /// The window's event mask besides that of its input.
  private let otherEvents: Int
  /// Events that arrived together with one that was returned.
  var waiting: [Event] = []
  let owner: SelectionOwner
  let reader: SelectionReader
  let drops: DropTarget
  private(set) var textInput: TextInput?
  private var keysDown = KeysDown()
  /// The server's time of the last key or button.
  private var lastInput: UInt = 0
  /// The window that had the keyboard before this one took it.
  private var formerFocus: UInt?
  private var cursors: [PointerShape: UInt] = [:]

  static let eventMask =
    PropertyChangeMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask
    | KeyPressMask | KeyReleaseMask | FocusChangeMask

  init(_ display: Display, window: UInt, acceptsFocus: Bool, otherEvents: Int) {
    self.display = display
    self.window = window
    self.acceptsFocus = acceptsFocus
    self.otherEvents = otherEvents
    owner = SelectionOwner(display, window: window)
    reader = SelectionReader(display, window: window)
    drops = DropTarget(display, window: window)
  }

  /// Call it before the window is destroyed.
  func close() {
    textInput?.close()
    for cursor in cursors.values { XFreeCursor(display.raw, cursor) }
  }

  // MARK: - Events

  /// Records what later requests must name: the time of the last user action, and which keys are down.
  func note(_ event: inout XEvent) {
    switch Int32(nr_event_type(&event)) {
    case KeyPress:
      recordUserTime(at: event.xkey.time)
      keysDown.press(event.xkey.keycode, time: event.xkey.time)
    case KeyRelease:
      lastInput = event.xkey.time
      keysDown.release(event.xkey.keycode)
    case ButtonPress: recordUserTime(at: event.xbutton.time)
    case ButtonRelease: lastInput = event.xbutton.time
    case FocusOut: keysDown.releaseAll()
    case DestroyNotify: owner.forget(requestor: event.xdestroywindow.window)
    default: break
    }
  }

  /// Publishes the time of the user's last action (`_NET_WM_USER_TIME`), by which window managers decide who gets the
  /// focus.
  private func recordUserTime(at time: UInt) {
    guard time != lastInput else { return }
    lastInput = time
    textInput?.askServer()
    display.setProperty(display.atom("_NET_WM_USER_TIME"), of: window, type: display.atom("CARDINAL"), values: [time])
  }

  func translate(_ event: inout XEvent) -> Event? {
    let type = Int32(nr_event_type(&event))
    switch type {
    case ButtonPress, ButtonRelease:
      let (button, modifiers) = (event.xbutton, modifiers(event.xbutton.state))
      let (place, number) = (point(button.x, button.y), Int(button.button))
      return .input(
        type == ButtonPress
          ? .pressed(place, button: number, modifiers: modifiers)
          : .released(place, button: number, modifiers: modifiers))
    case MotionNotify: return .input(.pointerMoved(point(event.xmotion.x, event.xmotion.y)))
    case EnterNotify: return .input(.pointerMoved(point(event.xcrossing.x, event.xcrossing.y)))
    case LeaveNotify: return .input(.pointerLeft)
    case FocusIn, FocusOut: return translateFocus(event.xfocus, isIn: type == FocusIn)
    case KeyPress: return translateKey(&event)
    case SelectionNotify: return reader.receive(event.xselection) ?? drops.receive(event.xselection)
    case SelectionRequest: owner.answer(event.xselectionrequest)
    case SelectionClear: return owner.lose(event.xselectionclear)
    case PropertyNotify where event.xproperty.window == window:
      if event.xproperty.state == PropertyNewValue {
        return reader.receivePart(event.xproperty) ?? drops.receivePart(event.xproperty)
      }
    case PropertyNotify:
      if event.xproperty.state == PropertyDelete { owner.sendPart(event.xproperty) }
    case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
    default: break
    }
    return nil
  }

  private func point(_ x: Int32, _ y: Int32) -> Point { Point(x: Double(x), y: Double(y)) }

  private func modifiers(_ state: UInt32) -> Modifiers { Modifiers(rawValue: state & 0xff) }

  private func translateFocus(_ event: XFocusChangeEvent, isIn: Bool) -> Event? {
    // Keys follow the pointer, or a menu grabs them for a moment: the focus has not changed.
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

  /// Looks a key up as Latin-1, without an input method (`XLookupString`).
  private func lookUp(_ event: inout XKeyEvent) -> (key: UInt, text: String) {
    var buffer = [CChar](repeating: 0, count: 64)
    var key: UInt = 0
    let count = XLookupString(&event, &buffer, 63, &key, nil)
    let scalars = buffer.prefix(Int(max(0, count))).map { Unicode.Scalar(UInt8(bitPattern: $0)) }
    return (key, String(String.UnicodeScalarView(scalars)))
  }

  /// The key in the first layout with Latin letters, so that Ctrl-C works in Greek.
  private func latinKey(_ event: XKeyEvent) -> UInt? {
    (0..<4).map { XkbKeycodeToKeysym(display.raw, KeyCode(event.keycode), $0, 0) }.first { (0x20...0x7e).contains($0) }
  }

  // MARK: - Keyboard

  /// Starts the user's input method. Without it keys give only Latin-1.
  package func beginTextInput() {
    if textInput == nil { textInput = TextInput(display, window: window, eventMask: Self.eventMask | otherEvents) }
  }

  /// Discards the pre-edit text.
  package func resetTextInput() { textInput?.reset() }

  /// Sets the caret's place in window coordinates. Input methods show candidates there.
  package func setCaret(_ place: Rect) { textInput?.setSpot(x: place.minX.rounded(), y: place.maxY.rounded()) }

  /// The window manager offers the keyboard.
  func acceptFocus(time: UInt) {
    if acceptsFocus { takeFocus(time: time) }
  }

  /// Whether the window has the keyboard (`XGetInputFocus`).
  package var hasFocus: Bool { display.focusedWindow == window }

  /// Takes the keyboard (`XSetInputFocus`).
  ///
  /// - Parameter time: The server time of the event that is the reason; nil for the last user action.
  package func takeFocus(time: UInt? = nil) {
    let focus = display.focusedWindow
    if focus != window { formerFocus = focus }
    // A window that its manager has just hidden cannot have it (BadMatch).
    display.ignoringErrors { XSetInputFocus(display.raw, window, Int32(RevertToPointerRoot), time ?? lastInput) }
    display.flush()
  }

  /// Takes the keyboard at the user's request.
  package func takeFocus(_ request: FocusRequest) {
    takeFocus(time: request.time)
    formerFocus = request.former
  }

  /// Gives the keyboard back to the window that had it before, if that still exists.
  package func returnFocus() {
    if display.focusedWindow == window {
      // The window may have gone.
      display.ignoringErrors {
        XSetInputFocus(display.raw, formerFocus ?? UInt(PointerRoot), Int32(RevertToPointerRoot), lastInput)
      }
    }
    formerFocus = nil
    display.flush()
  }

  /// Grabs pointer and keyboard, wherever the pointer is (`XGrabPointer`, `XGrabKeyboard`). Presses elsewhere come in
  /// this window's coordinates. The grab ends with the window.
  ///
  /// - Returns: False if another client has a grab, for example while a button is held.
  package func grab() -> Bool {
    let events = UInt32(ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask)
    let (asynchronous, now) = (Int32(GrabModeAsync), UInt(CurrentTime))
    let isKeyboardOurs = XGrabKeyboard(display.raw, window, 1, asynchronous, asynchronous, now) == GrabSuccess
    return XGrabPointer(display.raw, window, 1, events, asynchronous, asynchronous, 0, 0, now) == GrabSuccess
      && isKeyboardOurs
  }

  /// Releases the pointer grab that a held button has started (`XUngrabPointer`).
  package func releasePointer() {
    XUngrabPointer(display.raw, UInt(CurrentTime))
    XSync(display.raw, 0)
  }

  /// The position of the pointer on the root window (`XQueryPointer`).
  package var pointerPlace: Point {
    var (root, child): (UInt, UInt) = (0, 0)
    var (x, y, windowX, windowY): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var state: UInt32 = 0
    XQueryPointer(display.raw, display.root, &root, &child, &x, &y, &windowX, &windowY, &state)
    return point(x, y)
  }

  // MARK: - Pointer and selections

  /// Sets the pointer's shape over the window (`XDefineCursor`).
  package func setPointer(_ shape: PointerShape) {
    let glyph: Int32? =
      switch shape {
      case .standard: nil
      case .text: XC_xterm
      case .hand: XC_hand2
      }
    if let glyph {
      let cursor = cursors[shape] ?? XCreateFontCursor(display.raw, UInt32(glyph))
      cursors[shape] = cursor
      XDefineCursor(display.raw, window, cursor)
    } else {
      XUndefineCursor(display.raw, window)
    }
    display.flush()
  }

  /// Offers text as this selection, until another program takes it over (`XSetSelectionOwner`).
  package func copy(_ text: String, to selection: Selection) { owner.offer(text, as: selection, time: lastInput) }

  /// Requests a selection's text, which comes as an event (`XConvertSelection`). It comes at once if this window is the
  /// owner.
  package func requestText(of selection: Selection) {
    guard let text = owner.text(of: selection) else { return reader.request(selection, time: lastInput) }
    waiting.append(.input(.pasted(text, from: selection)))
  }
}
