internal import CX11
internal import ScrollCore

/// Turns keys into text for one window: by an input method (XIM), or by Xlib's own, which has dead keys and compose.
///
/// The window shows the pre-edit text itself (pre-edit callbacks) if the input method allows it. Otherwise the input
/// method shows it in its own window.
final class TextInput {
  private let display: Display
  private let window: UInt
  /// The window's event mask without an input method.
  private let eventMask: Int
  private var method: XIM?
  private var context: XIC?
  /// The selection of the server that `XMODIFIERS` names; nil without a name.
  private var server: String?
  private var (usesServer, hasRefused) = (false, false)
  /// The window that the server answers to, or 0.
  private var asking: UInt = 0
  private var isFocused = false
  private var spot = XPoint(x: 0, y: 0)

  // Set by callbacks, which Xlib makes while it filters an event.
  private var composed: [Unicode.Scalar] = []
  private var caret = 0
  private var hasNews = false
  private var isGone = false

  init(_ display: Display, window: UInt, eventMask: Int) {
    self.display = display
    self.window = window
    self.eventMask = eventMask
    var isDetectable: Int32 = 0
    XkbSetDetectableAutoRepeat(display.raw, 1, &isDetectable)
    SharedState.withLock {
      _ = SharedState.hasLocale
      let parts = XSetLocaleModifiers("").map { String(cString: $0).split(separator: "@") } ?? []
      server = parts.first { $0.hasPrefix("im=") }.map { "@server=" + $0.dropFirst(3) }
      open(modifiers: "@im=none")
    }
    askServer()
  }

  /// Call it before the window is destroyed (`XDestroyIC`, `XCloseIM`).
  func close() {
    if asking != 0 { XDestroyWindow(display.raw, asking) }
    SharedState.withLock {
      if let context { XDestroyIC(context) }
      if let method { XCloseIM(method) }
    }
    (context, method, asking) = (nil, nil, 0)
  }

  // MARK: - Keys

  /// Whether an input method has taken the event (`XFilterEvent`).
  func filters(_ event: inout XEvent) -> Bool {
    if event.isForgedText { return true }
    if event.xany.window == asking, asking != 0 {
      close()
      reopen(modifiers: "")
      return true
    }
    let isFiltered = XFilterEvent(&event, 0) != 0
    if isGone {
      // Xlib has freed its data for the server.
      (isGone, method, context) = (false, nil, nil)
      reopen(modifiers: "@im=none")
    }
    return isFiltered
  }

  /// A key press as symbol and text (`Xutf8LookupString`); nil without an input method.
  func lookUp(_ event: inout XKeyEvent) -> (key: UInt, text: String)? {
    guard let context else { return nil }
    var buffer = [CChar](repeating: 0, count: 128)
    var (key, status): (UInt, Int32) = (0, 0)
    var count = Xutf8LookupString(context, &event, &buffer, Int32(buffer.count), &key, &status)
    if status == XBufferOverflow {
      buffer = [CChar](repeating: 0, count: Int(count))
      count = Xutf8LookupString(context, &event, &buffer, count, &key, &status)
    }
    let hasText = status == XLookupChars || status == XLookupBoth
    let bytes = buffer.prefix(hasText ? Int(max(0, count)) : 0).map { UInt8(bitPattern: $0) }
    return (status == XLookupKeySym || status == XLookupBoth ? key : 0, String(decoding: bytes, as: UTF8.self))
  }

  /// The pre-edit text, if it has changed since the last call.
  func takeComposing() -> Event? {
    guard hasNews else { return nil }
    hasNews = false
    let before = String(String.UnicodeScalarView(composed.prefix(caret)))
    return .input(.composing(String(String.UnicodeScalarView(composed)), caret: before.utf8.count))
  }

  // MARK: - State

  func focus(_ focused: Bool) {
    isFocused = focused
    if focused { askServer(afterRefusal: true) }
    guard let context else { return }
    if focused { XSetICFocus(context) } else { XUnsetICFocus(context) }
  }

  /// Discards the pre-edit text (`Xutf8ResetIC`).
  func reset() {
    if let context, let rest = Xutf8ResetIC(context) { XFree(rest) }
    compose([], caret: 0)
    hasNews = false
  }

  /// Says where to show candidates: at the caret's lower left corner, in window coordinates (`XNSpotLocation`).
  func setSpot(x: Double, y: Double) {
    let new = XPoint(x: Int16(clamping: Int(x)), y: Int16(clamping: Int(y)))
    guard new.x != spot.x || new.y != spot.y else { return }
    spot = new
    if let context { nr_set_spot(context, &spot) }
  }

  // MARK: - Opening

  /// Asks the input method's server whether it answers, for `XOpenIM` would wait for it without limit. It is used once
  /// it has; who is just starting may never say a word, and is asked again with the focus, a key or a click
  /// (`_XIM_XCONNECT` of the X Input Method Protocol).
  func askServer(afterRefusal: Bool = false) {
    guard !usesServer, afterRefusal || !hasRefused, let server else { return }
    let owner = XGetSelectionOwner(display.raw, display.atom(server))
    guard owner != 0 else { return }
    // Each time by another window: to fcitx5 (xcb-imdkit) one that asks twice is two clients, of which one never goes. Then it
    // does not answer `XOpenIM`.
    if asking != 0 { XDestroyWindow(display.raw, asking) }
    asking = XCreateSimpleWindow(display.raw, display.root, 0, 0, 1, 1, 0, 0, 0)
    display.send("_XIM_XCONNECT", [asking, 0, 0, 0, 0], about: owner)
    display.flush()
  }

  /// Opens the server that has answered, or Xlib's own method if the server has exited.
  private func reopen(modifiers: String) {
    compose([], caret: 0)
    SharedState.withLock { open(modifiers: modifiers) }
  }

  /// Falls back to Xlib's own input method.
  private func open(modifiers: String) {
    XSetLocaleModifiers(modifiers)
    method = XOpenIM(display.raw, nil, nil, nil)
    usesServer = modifiers.isEmpty && method != nil
    if method == nil, modifiers.isEmpty {
      // It does not know the locale, perhaps.
      hasRefused = true
      open(modifiers: "@im=none")
      return
    }
    guard let method else { return }
    let this = UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
    var onDestroy = XIMCallback(client_data: this.assumingMemoryBound(to: CChar.self)) { _, data, _ in
      TextInput.of(data)?.isGone = true
    }
    nr_im_on_destroy(method, &onDestroy)
    context = makeContext(method, this.assumingMemoryBound(to: CChar.self))
    guard let context else { return }
    XSelectInput(display.raw, window, eventMask | Int(bitPattern: nr_ic_events(context)))
    nr_set_spot(context, &spot)
    if isFocused { XSetICFocus(context) }
  }

  private func makeContext(_ method: XIM, _ this: XPointer) -> XIC? {
    guard let styles = nr_im_styles(method) else { return nil }
    defer { XFree(styles) }
    let known = (0..<Int(styles.pointee.count_styles)).map { styles.pointee.supported_styles[$0] }
    let inPlace = UInt(XIMPreeditCallbacks | XIMStatusNothing)
    let plain = UInt(XIMPreeditNothing | XIMStatusNothing)
    if known.contains(inPlace) {
      // At its start and at its end. It may have any length.
      var begin = XICCallback(client_data: this) { _, data, _ in
        TextInput.of(data)?.compose([], caret: 0)
        return -1
      }
      var draw = XICCallback(client_data: this) { _, data, call in
        TextInput.of(data)?.draw(call)
        return 0
      }
      var caret = XICCallback(client_data: this) { _, data, call in
        TextInput.of(data)?.moveCaret(call)
        return 0
      }
      if let context = nr_create_ic_with_preedit(method, inPlace, window, &begin, &draw, &caret) { return context }
    }
    return nr_create_ic(method, known.contains(plain) ? plain : known.first ?? plain, window)
  }

  // MARK: - Callbacks

  private static func of(_ data: XPointer?) -> TextInput? {
    data.map { Unmanaged<TextInput>.fromOpaque($0).takeUnretainedValue() }
  }

  private func compose(_ text: [Unicode.Scalar], caret: Int) {
    guard text != composed || caret != self.caret else { return }
    (composed, self.caret) = (text, max(0, min(caret, text.count)))
    hasNews = true
  }

  /// `XNPreeditDrawCallback`: replaces a part of the pre-edit text. Lengths count characters.
  private func draw(_ call: XPointer?) {
    guard let call else { return }
    let change = UnsafeRawPointer(call).load(as: XIMPreeditDrawCallbackStruct.self)
    var text = composed
    let start = max(0, min(Int(change.chg_first), text.count))
    let end = max(start, min(start + Int(change.chg_length), text.count))
    // A change without a string changes only the style.
    let changesLooks = change.text.map { $0.pointee.string.multi_byte == nil } ?? false
    if !changesLooks { text.replaceSubrange(start..<end, with: change.text.map { Self.scalars($0.pointee) } ?? []) }
    compose(text, caret: Int(change.caret))
  }

  /// `XNPreeditCaretCallback`
  private func moveCaret(_ call: XPointer?) {
    guard
      let call = call.map({ UnsafeMutableRawPointer($0).assumingMemoryBound(to: XIMPreeditCaretCallbackStruct.self) })
    else { return }
    let place: Int =
      switch call.pointee.direction {
      case XIMForwardChar: caret + 1
      case XIMBackwardChar: caret - 1
      case XIMLineStart: 0
      case XIMLineEnd: composed.count
      case XIMAbsolutePosition: Int(call.pointee.position)
      default: caret
      }
    compose(composed, caret: max(0, min(place, composed.count)))
    call.pointee.position = Int32(caret)
  }

  private static func scalars(_ text: XIMText) -> [Unicode.Scalar] {
    let length = Int(text.length)
    if text.encoding_is_wchar != 0 {
      guard let wide = text.string.wide_char else { return [] }
      return (0..<length).compactMap { Unicode.Scalar(UInt32(bitPattern: wide[$0])) }
    }
    guard let bytes = text.string.multi_byte else { return [] }
    return Array(String(cString: bytes).unicodeScalars.prefix(length))
  }
}

extension XEvent {
  /// Whether the event forges an input method's "text is ready", a key of code 0. Only Xlib may send it: it then
  /// fetches the text without a check.
  fileprivate var isForgedText: Bool {
    let type = self.type
    return (type == KeyPress || type == KeyRelease) && xkey.keycode == 0 && xany.send_event != 0
  }
}
