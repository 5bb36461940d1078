internal import CX11
internal import Scene

// The other end of a selection: this window has the text, and other programs ask for it.

extension Selections {
  /// Offers a text to everybody from now on.
  func offer(_ text: String, as selection: Selection, on window: Window) {
    let time = window.lastInput
    XSetSelectionOwner(window.display.raw, window.display.atom(selection.rawValue), window.id, time)
    offers[selection] = Offer(text: text, time: time)
    window.display.flush()
  }

  /// Answers a request (ICCCM 2.2).
  func answer(_ request: XSelectionRequestEvent, on window: Window) {
    let display = window.display
    // Old programs name no property.
    let property = request.property == 0 ? request.target : request.property
    var isServed = false
    if let selection = selection(request.selection, on: display), let offer = offers[selection],
      request.time == 0 || offer.time == 0 || request.time >= offer.time
    {
      isServed =
        request.target == display.atom("MULTIPLE")
        ? serveMany(offer, property, of: request.requestor, on: window)
        : serve(offer, as: request.target, property, of: request.requestor, on: window)
    }
    var answer = XEvent()
    answer.xselection.type = SelectionNotify
    answer.xselection.requestor = request.requestor
    answer.xselection.selection = request.selection
    answer.xselection.target = request.target
    answer.xselection.property = isServed ? property : 0
    answer.xselection.time = request.time
    XSendEvent(display.raw, request.requestor, 0, 0, &answer)
    display.flush()
  }

  /// The requestor has taken a part: the next one. An empty one is the end.
  func sendPart(_ event: XPropertyEvent, on window: Window) {
    guard let index = outgoing.firstIndex(where: { $0.requestor == event.window && $0.property == event.atom })
    else { return }
    let transfer = outgoing[index]
    let end = min(transfer.bytes.count, transfer.sent + Self.partSize)
    put(transfer.bytes[transfer.sent..<end], as: transfer.type, transfer.property, of: transfer.requestor, on: window)
    outgoing[index].sent = end
    if transfer.sent == end {
      outgoing.remove(at: index)
      if !outgoing.contains(where: { $0.requestor == transfer.requestor }) {
        XSelectInput(window.display.raw, transfer.requestor, 0)
      }
    }
    window.display.flush()
  }

  // MARK: - Help

  /// Puts the text, or what is asked about it, into the requestor's property. False where there is no such form.
  private func serve(
    _ offer: Offer, as target: UInt, _ property: UInt, of requestor: UInt, on window: Window
  ) -> Bool {
    let display = window.display
    switch target {
    case display.atom("TARGETS"):
      let atoms = ["TARGETS", "MULTIPLE", "TIMESTAMP"] + Self.forms
      put(atoms.map { display.atom($0) }, as: UInt(XA_ATOM), property, of: requestor, on: window)
    case display.atom("TIMESTAMP"):
      put([offer.time], as: UInt(XA_INTEGER), property, of: requestor, on: window)
    case UInt(XA_STRING):
      let latin = offer.text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
      send(latin, as: target, property, of: requestor, on: window)
    case display.atom("TEXT"):
      send(Array(offer.text.utf8), as: display.atom("UTF8_STRING"), property, of: requestor, on: window)
    case let form where Self.forms.contains { display.atom($0) == form }:
      send(Array(offer.text.utf8), as: form, property, of: requestor, on: window)
    default: return false
    }
    return true
  }

  /// Several forms at once: the property lists pairs of a form and where to put it; forms that there are not become 0.
  private func serveMany(_ offer: Offer, _ property: UInt, of requestor: UInt, on window: Window) -> Bool {
    var (type, format): (UInt, Int32) = (0, 0)
    var (count, rest): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      window.display.raw, requestor, property, 0, 64, 0, UInt(AnyPropertyType), &type, &format, &count, &rest, &data)
    defer { if let data { XFree(data) } }
    guard let data, format == 32, count % 2 == 0 else { return false }
    var atoms = data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
    for pair in stride(from: 0, to: atoms.count, by: 2)
    where !serve(offer, as: atoms[pair], atoms[pair + 1], of: requestor, on: window) { atoms[pair] = 0 }
    put(atoms, as: type, property, of: requestor, on: window)
    return true
  }

  /// At once, or as the first step of many.
  private func send(_ bytes: [UInt8], as type: UInt, _ property: UInt, of requestor: UInt, on window: Window) {
    guard bytes.count > Self.partSize else {
      put(bytes[...], as: type, property, of: requestor, on: window)
      return
    }
    let display = window.display
    if outgoing.count >= Self.mostOutgoing { outgoing.removeFirst() }
    outgoing.removeAll { $0.requestor == requestor && $0.property == property }
    outgoing.append(Outgoing(requestor: requestor, property: property, type: type, bytes: bytes))
    if requestor != window.id { XSelectInput(display.raw, requestor, PropertyChangeMask | StructureNotifyMask) }
    put([UInt(bytes.count)], as: display.atom("INCR"), property, of: requestor, on: window)
  }

  private func put(_ bytes: ArraySlice<UInt8>, as type: UInt, _ property: UInt, of requestor: UInt, on window: Window) {
    bytes.withUnsafeBufferPointer {
      _ = XChangeProperty(
        window.display.raw, requestor, property, type, 8, PropModeReplace, $0.baseAddress, Int32($0.count))
    }
  }

  private func put(_ values: [UInt], as type: UInt, _ property: UInt, of requestor: UInt, on window: Window) {
    values.withUnsafeBytes {
      _ = XChangeProperty(
        window.display.raw, requestor, property, type, 32, PropModeReplace,
        $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(values.count))
    }
  }

  /// What text is handed out as.
  private static let forms = ["UTF8_STRING", "STRING", "TEXT", "text/plain;charset=utf-8"]
  /// Bytes of a text that go at once: less than any server's longest request.
  private static let partSize = 200_000
}
