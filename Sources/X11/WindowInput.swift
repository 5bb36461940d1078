internal import CX11
package import Scene
package import ScrollCore

// The keyboard, the pointer's looks, and what is copied and pasted.

extension Window {
  /// Makes keys into text by the user's input method from now on; without this, keys give Latin letters only.
  package func beginTextInput() {
    if textInput == nil { textInput = TextInput(display, window: id) }
  }

  /// Asks for the keyboard (`XSetInputFocus`), on behalf of what the user did last.
  package func takeFocus() { takeFocus(time: lastInput) }

  /// - Parameter time: that of the event which is the reason, as the server counts; 0 where there is none.
  func takeFocus(time: UInt) {
    var (focus, revert): (UInt, Int32) = (0, 0)
    XGetInputFocus(display.raw, &focus, &revert)
    if focus != id { formerFocus = focus }
    XSetInputFocus(display.raw, id, Int32(RevertToPointerRoot), time)
    display.flush()
  }

  /// Gives the keyboard back to whom it was taken from, if it is still here.
  package func returnFocus() {
    var (focus, revert): (UInt, Int32) = (0, 0)
    XGetInputFocus(display.raw, &focus, &revert)
    if focus == id {
      XSetInputFocus(display.raw, formerFocus ?? UInt(PointerRoot), Int32(RevertToPointerRoot), lastInput)
    }
    formerFocus = nil
    display.flush()
  }

  /// Where the caret stands, in window coordinates: an input method shows its candidates there.
  package func setCaret(_ place: Rect) { textInput?.setSpot(x: place.minX.rounded(), y: place.maxY.rounded()) }

  /// Gives up what an input method is composing.
  package func resetTextInput() { textInput?.reset() }

  /// Changes how the pointer looks over the window.
  /// `XDefineCursor`
  package func setPointer(_ shape: PointerShape) {
    switch shape {
    case .standard: XUndefineCursor(display.raw, id)
    case .text: XDefineCursor(display.raw, id, cursor(UInt32(XC_xterm)))
    }
    display.flush()
  }

  /// Offers text to other programs as this selection, until somebody else offers some. (`XSetSelectionOwner`)
  package func copy(_ text: String, to selection: Selection) {
    selections.offer(text, as: selection, on: self)
  }

  /// Asks the owner of a selection for its text; it comes as an event, at once where the owner is this window.
  /// (`XConvertSelection`)
  package func requestText(of selection: Selection) {
    if let text = selections.text(of: selection) {
      waiting.append(.input(.pasted(text, from: selection)))
    } else {
      selections.request(selection, on: self)
    }
  }

  private func cursor(_ shape: UInt32) -> UInt {
    if let cursor = cursors[shape] { return cursor }
    let cursor = XCreateFontCursor(display.raw, shape)
    cursors[shape] = cursor
    return cursor
  }
}
