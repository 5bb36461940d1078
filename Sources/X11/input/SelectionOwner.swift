internal import CX11
internal import ScrollCore

/// Offers text to other programs, which ask for it by events (ICCCM 2.2). Large texts go in parts (INCR).
final class SelectionOwner {
  private let display: Display
  private let window: UInt
  private var offers: [Selection: Offer] = [:]
  private var transfers: [Transfer] = []

  /// A text that is offered to others.
  private struct Offer {
    let text: String
    /// When it was made, on the server's clock.
    let time: UInt
  }

  /// A text that goes to another program in parts.
  private struct Transfer {
    let target: Target
    let type: UInt
    var rest: ArraySlice<UInt8>
  }

  /// Where a program wants to have the text: a property of its window.
  private struct Target: Equatable {
    let requestor: UInt
    let property: UInt
  }

  /// What text is handed out as.
  private static let forms = ["UTF8_STRING", "STRING", "TEXT", "text/plain;charset=utf-8"]
  /// Bytes of a text that go at once: less than any server's longest request.
  private static let partSize = 200_000
  /// Programs that are served in parts at a time; a further one takes the place of the oldest.
  private static let mostTransfers = 16

  init(_ display: Display, window: UInt) {
    self.display = display
    self.window = window
  }

  /// Whether a text is on its way in parts.
  var isSending: Bool { !transfers.isEmpty }

  /// Offers a text to everybody from now on.
  ///
  /// - Parameter time: When the user asked for it, on the server's clock.
  func offer(_ text: String, as selection: Selection, time: UInt) {
    XSetSelectionOwner(display.raw, display.atom(selection.rawValue), window, time)
    offers[selection] = Offer(text: text, time: time)
    display.flush()
  }

  /// The text, where this window is the one that offers it.
  func text(of selection: Selection) -> String? { offers[selection]?.text }

  /// Somebody else offers something.
  func lose(_ event: XSelectionClearEvent) -> Event? {
    guard let selection = display.selection(event.selection), offers[selection] != nil else { return nil }
    offers[selection] = nil
    return .selectionLost(selection)
  }

  /// Answers a request. The window that asks may have gone.
  func answer(_ request: XSelectionRequestEvent) {
    display.ignoringErrors {
      // Old programs name no property.
      let property = request.property == 0 ? request.target : request.property
      let target = Target(requestor: request.requestor, property: property)
      var isServed = false
      if let selection = display.selection(request.selection), let offer = offers[selection],
        request.time == 0 || offer.time == 0 || request.time >= offer.time
      {
        isServed =
          request.target == display.atom("MULTIPLE")
          ? serveMany(offer, target) : serve(offer, as: request.target, target)
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
  }

  /// The requestor has taken a part: the next one. An empty one is the end.
  func sendPart(_ event: XPropertyEvent) {
    let target = Target(requestor: event.window, property: event.atom)
    guard let index = transfers.firstIndex(where: { $0.target == target }) else { return }
    display.ignoringErrors {
      let part = transfers[index].rest.prefix(Self.partSize)
      put(part, as: transfers[index].type, target)
      transfers[index].rest.removeFirst(part.count)
      if part.isEmpty {
        transfers.remove(at: index)
        let isDone = !transfers.contains { $0.target.requestor == target.requestor }
        if isDone { XSelectInput(display.raw, target.requestor, 0) }
      }
      display.flush()
    }
  }

  /// A window has gone.
  func forget(requestor: UInt) { transfers.removeAll { $0.target.requestor == requestor } }

  // MARK: - Forms

  /// Puts the text, or what is asked about it, where it is wanted. False where there is no such form.
  private func serve(_ offer: Offer, as form: UInt, _ target: Target) -> Bool {
    switch form {
    case display.atom("TARGETS"):
      let atoms = ["TARGETS", "MULTIPLE", "TIMESTAMP"] + Self.forms
      put(atoms.map { display.atom($0) }, as: UInt(XA_ATOM), target)
    case display.atom("TIMESTAMP"): put([offer.time], as: UInt(XA_INTEGER), target)
    case UInt(XA_STRING):
      send(offer.text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }, as: form, target)
    case display.atom("TEXT"): send(Array(offer.text.utf8), as: display.atom("UTF8_STRING"), target)
    case let form where Self.forms.contains { display.atom($0) == form }:
      send(Array(offer.text.utf8), as: form, target)
    default: return false
    }
    return true
  }

  /// Several forms at once: the property lists pairs of a form and where to put it; forms that there are not become 0.
  private func serveMany(_ offer: Offer, _ target: Target) -> Bool {
    var (atoms, type) = display.values(of: target.property, of: target.requestor)
    guard !atoms.isEmpty, atoms.count % 2 == 0 else { return false }
    for pair in stride(from: 0, to: atoms.count, by: 2) {
      let part = Target(requestor: target.requestor, property: atoms[pair + 1])
      if !serve(offer, as: atoms[pair], part) { atoms[pair] = 0 }
    }
    put(atoms, as: type, target)
    return true
  }

  /// At once, or as the first step of many.
  private func send(_ bytes: [UInt8], as type: UInt, _ target: Target) {
    guard bytes.count > Self.partSize else { return put(bytes[...], as: type, target) }
    if transfers.count >= Self.mostTransfers { transfers.removeFirst() }
    transfers.removeAll { $0.target == target }
    transfers.append(Transfer(target: target, type: type, rest: bytes[...]))
    if target.requestor != window {
      XSelectInput(display.raw, target.requestor, PropertyChangeMask | StructureNotifyMask)
    }
    put([UInt(bytes.count)], as: display.atom("INCR"), target)
  }

  private func put(_ bytes: ArraySlice<UInt8>, as type: UInt, _ target: Target) {
    display.setProperty(target.property, of: target.requestor, type: type, bytes: bytes)
  }

  private func put(_ values: [UInt], as type: UInt, _ target: Target) {
    display.setProperty(target.property, of: target.requestor, type: type, values: values)
  }
}
