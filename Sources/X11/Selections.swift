internal import CX11
internal import Scene

/// Both ends of copying and pasting for one window, as state machines that events drive: nothing waits for another
/// program. Large texts go in parts (INCR).
final class Selections {
  /// A text that is offered to others.
  struct Offer {
    let text: String
    /// When it was made, on the server's clock.
    let time: UInt
  }

  var offers: [Selection: Offer] = [:]
  var incoming: [Selection: Incoming] = [:]
  var outgoing: [Outgoing] = []
  private var requestCount = 0

  /// A text that is on its way to the window.
  struct Incoming {
    /// Where its owner puts it: a property of the window.
    let property: UInt
    /// What it was asked for as.
    var target: Target
    /// The parts so far; nil while nothing has come.
    var parts: [UInt8]?
    var isLatin = false
  }

  /// What text is asked for as, in this order.
  enum Target: String, CaseIterable {
    case utf8 = "UTF8_STRING"
    case latin = "STRING"
  }

  /// A text that goes to another program in parts.
  struct Outgoing {
    let requestor: UInt
    let property: UInt
    let type: UInt
    let bytes: [UInt8]
    var sent = 0
  }

  /// Bytes that one paste may bring; what is beyond is left.
  static let mostIncoming = 64 << 20
  /// Programs that are served in parts at a time; a further one takes the place of the oldest.
  static let mostOutgoing = 16

  // MARK: - Asking

  /// The text, where this window is the one that offers it.
  func text(of selection: Selection) -> String? { offers[selection]?.text }

  /// Asks for a selection's text. A request that is still under way is forgotten.
  func request(_ selection: Selection, on window: Window) {
    requestCount += 1
    // A late part of an older answer must not be taken for this one's.
    let property = window.display.atom("NEWSREEL_\(selection.rawValue)_\(requestCount % 8)")
    incoming[selection] = Incoming(property: property, target: .utf8)
    convert(selection, on: window)
  }

  /// Takes an event about selections, of this window or of one that it serves.
  func handle(_ event: inout XEvent, on window: Window) -> Event? {
    switch Int32(nr_event_type(&event)) {
    case SelectionNotify: return receive(event.xselection, on: window)
    case SelectionRequest: answer(event.xselectionrequest, on: window)
    case SelectionClear: return lose(event.xselectionclear, on: window)
    case DestroyNotify: outgoing.removeAll { $0.requestor == event.xdestroywindow.window }
    case PropertyNotify where event.xproperty.window == window.id:
      if event.xproperty.state == PropertyNewValue { return receivePart(event.xproperty, on: window) }
    case PropertyNotify:
      if event.xproperty.state == PropertyDelete { sendPart(event.xproperty, on: window) }
    default: break
    }
    return nil
  }

  private func convert(_ selection: Selection, on window: Window) {
    guard let request = incoming[selection] else { return }
    let display = window.display
    XDeleteProperty(display.raw, window.id, request.property)
    XConvertSelection(
      display.raw, display.atom(selection.rawValue), display.atom(request.target.rawValue), request.property, window.id,
      window.lastInput)
    display.flush()
  }

  // MARK: - Receiving

  private func receive(_ event: XSelectionEvent, on window: Window) -> Event? {
    guard let selection = selection(event.selection, on: window.display), var request = incoming[selection],
      event.target == window.display.atom(request.target.rawValue), request.parts == nil
    else { return nil }
    guard event.property == request.property else {
      // Refused: perhaps it has the text in another form.
      guard event.property == 0, let next = request.target.next else {
        incoming[selection] = nil
        return nil
      }
      request.target = next
      incoming[selection] = request
      convert(selection, on: window)
      return nil
    }
    let (bytes, type) = window.takeProperty(request.property, atMost: Self.mostIncoming)
    if type == window.display.atom("INCR") {
      request.parts = []
      incoming[selection] = request
      return nil
    }
    incoming[selection] = nil
    request.isLatin = type == UInt(XA_STRING)
    return pasted(bytes, request, selection)
  }

  /// The owner has put the next part into the property; an empty one is the end.
  private func receivePart(_ event: XPropertyEvent, on window: Window) -> Event? {
    guard let selection = incoming.first(where: { $0.value.property == event.atom })?.key,
      var request = incoming[selection], var parts = request.parts
    else { return nil }
    // Taken out, so that it is not copied with every part.
    incoming[selection]?.parts = nil
    let (bytes, type) = window.takeProperty(request.property, atMost: Self.mostIncoming)
    if bytes.isEmpty {
      incoming[selection] = nil
      return pasted(parts, request, selection)
    }
    request.isLatin = type == UInt(XA_STRING)
    parts += bytes.prefix(Self.mostIncoming - parts.count)
    request.parts = parts
    incoming[selection] = request
    return nil
  }

  private func pasted(_ bytes: [UInt8], _ request: Incoming, _ selection: Selection) -> Event? {
    guard !bytes.isEmpty else { return nil }
    let text =
      request.isLatin
      ? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) : String(decoding: bytes, as: UTF8.self)
    return .input(.pasted(text, from: selection))
  }

  private func lose(_ event: XSelectionClearEvent, on window: Window) -> Event? {
    guard let selection = selection(event.selection, on: window.display), offers[selection] != nil else { return nil }
    offers[selection] = nil
    return .selectionLost(selection)
  }

  func selection(_ atom: UInt, on display: Display) -> Selection? {
    Selection.allCases.first { display.atom($0.rawValue) == atom }
  }
}

extension Selections.Target {
  var next: Self? { self == .utf8 ? .latin : nil }
}

extension Window {
  /// All of a property's bytes, and its type; the property is gone then. (`XGetWindowProperty`)
  func takeProperty(_ property: UInt, atMost most: Int) -> (bytes: [UInt8], type: UInt) {
    var (type, format): (UInt, Int32) = (0, 0)
    var (count, rest): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      display.raw, id, property, 0, most / 4, 0, UInt(AnyPropertyType), &type, &format, &count, &rest, &data)
    defer { if let data { XFree(data) } }
    XDeleteProperty(display.raw, id, property)
    guard status == Success, let data, format == 8 else { return ([], type) }
    return (Array(UnsafeBufferPointer(start: data, count: Int(count))), type)
  }
}
