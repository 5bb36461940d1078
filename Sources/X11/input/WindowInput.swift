internal import CX11
package import ScrollCore

/// What the user does to a window: keys, focus, pointer, and what is copied and pasted.
package final class WindowInput {
  private let display: Display
  private let window: UInt
  /// Whether the keyboard is taken when the window manager offers it.
  private let acceptsFocus: Bool
  /// The events that the window has besides those of its input.
  private let otherEvents: Int
  /// Events that came together with one that was returned.
  var waiting: [Event] = []
  let owner: SelectionOwner
  let reader: SelectionReader
  private(set) var textInput: TextInput?
  private var keysDown = KeysDown()
  /// The server's time of the last key or button.
  private var lastInput: UInt = 0
  /// Who had the keyboard before this window took it.
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
  }

  /// To be called before the window goes.
  func close() {
    textInput?.close()
    for cursor in cursors.values { XFreeCursor(display.raw, cursor) }
  }

  // MARK: - Events

  /// Keeps what later requests have to name: when the user did something last, and which keys are down.
  func note(_ event: inout XEvent) {
    switch Int32(nr_event_type(&event)) {
    case KeyPress:
      noteAct(at: event.xkey.time)
      keysDown.press(event.xkey.keycode, time: event.xkey.time)
    case KeyRelease:
      lastInput = event.xkey.time
      keysDown.release(event.xkey.keycode)
    case ButtonPress: noteAct(at: event.xbutton.time)
    case ButtonRelease: lastInput = event.xbutton.time
    case FocusOut: keysDown.releaseAll()
    case DestroyNotify: owner.forget(requestor: event.xdestroywindow.window)
    default: break
    }
  }

  /// The user has done something: window managers compare when that was to decide who gets the keyboard
  /// (`_NET_WM_USER_TIME`).
  private func noteAct(at time: UInt) {
    guard time != lastInput else { return }
    lastInput = time
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
    case SelectionNotify: return reader.receive(event.xselection)
    case SelectionRequest: owner.answer(event.xselectionrequest)
    case SelectionClear: return owner.lose(event.xselectionclear)
    case PropertyNotify where event.xproperty.window == window:
      if event.xproperty.state == PropertyNewValue { return reader.receivePart(event.xproperty) }
    case PropertyNotify:
      if event.xproperty.state == PropertyDelete { owner.sendPart(event.xproperty) }
    case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
    default: break
    }
    return nil
  }

  private func point(_ x: Int32, _ y: Int32) -> Point { Point(x: Double(x), y: Double(y)) }

  private func modifiers(_ state: UInt32) -> InputEvent.Modifiers { InputEvent.Modifiers(rawValue: state & 0xff) }

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

  // MARK: - Keyboard

  /// Makes keys into text by the user's input method from now on; without this, keys give Latin letters only.
  package func beginTextInput() {
    if textInput == nil { textInput = TextInput(display, window: window, eventMask: Self.eventMask | otherEvents) }
  }

  /// Gives up what an input method is composing.
  package func resetTextInput() { textInput?.reset() }

  /// Says where the caret stands, in window coordinates: an input method shows its candidates there.
  package func setCaret(_ place: Rect) { textInput?.setSpot(x: place.minX.rounded(), y: place.maxY.rounded()) }

  /// The window manager offers the keyboard.
  func acceptFocus(time: UInt) {
    if acceptsFocus { takeFocus(time: time) }
  }

  /// Asks for the keyboard (`XSetInputFocus`).
  ///
  /// - Parameter time: That of the event which is the reason, as the server counts; nil: what the user did last.
  package func takeFocus(time: UInt? = nil) {
    let focus = display.focusedWindow
    if focus != window { formerFocus = focus }
    XSetInputFocus(display.raw, window, Int32(RevertToPointerRoot), time ?? lastInput)
    display.flush()
  }

  /// Takes the keyboard as the user has asked.
  package func takeFocus(_ wish: FocusWish) {
    takeFocus(time: wish.time)
    formerFocus = wish.former
  }

  /// Gives the keyboard back to whom it was taken from, if it is still here.
  package func returnFocus() {
    if display.focusedWindow == window {
      // Its window may have gone.
      display.ignoringErrors {
        XSetInputFocus(display.raw, formerFocus ?? UInt(PointerRoot), Int32(RevertToPointerRoot), lastInput)
      }
    }
    formerFocus = nil
    display.flush()
  }

  /// Takes pointer and keyboard for this window alone, whatever lies under the pointer (`XGrabPointer`, `XGrabKeyboard`).
  /// What is pressed elsewhere comes with its place in this window's coordinates. They are given back with the window.
  ///
  /// - Returns: false where somebody else has them now, as for as long as a button is held.
  package func grab() -> Bool {
    let events = UInt32(ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask)
    let (asynchronous, now) = (Int32(GrabModeAsync), UInt(CurrentTime))
    let isKeyboardOurs = XGrabKeyboard(display.raw, window, 1, asynchronous, asynchronous, now) == GrabSuccess
    return XGrabPointer(display.raw, window, 1, events, asynchronous, asynchronous, 0, 0, now) == GrabSuccess
      && isKeyboardOurs
  }

  /// Lets go of the pointer, which a button that is held down has given to this window (`XUngrabPointer`).
  package func releasePointer() {
    XUngrabPointer(display.raw, UInt(CurrentTime))
    XSync(display.raw, 0)
  }

  /// Where the pointer is on the root window (`XQueryPointer`).
  package var pointerPlace: Point {
    var (root, child): (UInt, UInt) = (0, 0)
    var (x, y, windowX, windowY): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var state: UInt32 = 0
    XQueryPointer(display.raw, display.root, &root, &child, &x, &y, &windowX, &windowY, &state)
    return point(x, y)
  }

  // MARK: - Pointer and selections

  /// Changes how the pointer looks over the window (`XDefineCursor`).
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

  /// Offers text to other programs as this selection, until somebody else offers some (`XSetSelectionOwner`).
  package func copy(_ text: String, to selection: Selection) { owner.offer(text, as: selection, time: lastInput) }

  /// Asks the owner of a selection for its text; it comes as an event, at once where the owner is this window
  /// (`XConvertSelection`).
  package func requestText(of selection: Selection) {
    guard let text = owner.text(of: selection) else { return reader.request(selection, time: lastInput) }
    waiting.append(.input(.pasted(text, from: selection)))
  }
}
