internal import CX11
internal import ScrollCore

/// Offers text to other programs, which request it by events (ICCCM 2.2). Large texts go in parts (INCR).
final class SelectionOwner {
  private let display: Display
  private let window: UInt
  private var offers: [Selection: Offer] = [:]
  private var transfers: [Transfer] = []

  private struct Offer {
    let text: String
    /// When it was made, on the server's clock.
    let time: UInt
  }

  /// A text that another program receives in parts.
  private struct Transfer {
    let destination: Destination
    let type: UInt
    var rest: ArraySlice<UInt8>
  }

  /// The destination of the text: a property of the requestor's window.
  private struct Destination: Equatable {
    let requestor: UInt
    let property: UInt
  }

  /// The targets that text is converted to.
  private static let targets = ["UTF8_STRING", "STRING", "TEXT", "text/plain;charset=utf-8"]
  /// Bytes sent at once, fewer than any server's longest request.
  private static let partSize = 200_000
  /// Most transfers at a time. A further one replaces the oldest.
  private static let mostTransfers = 16

  init(_ display: Display, window: UInt) {
    self.display = display
    self.window = window
  }

  /// Whether a text is being sent in parts.
  var isSending: Bool { !transfers.isEmpty }

  /// Takes over a selection (`XSetSelectionOwner`).
  ///
  /// - Parameter time: When the user asked for it, on the server's clock.
  func offer(_ text: String, as selection: Selection, time: UInt) {
    XSetSelectionOwner(display.raw, display.atom(selection.rawValue), window, time)
    offers[selection] = Offer(text: text, time: time)
    display.flush()
  }

  /// The offered text, if this window owns the selection.
  func text(of selection: Selection) -> String? { offers[selection]?.text }

  /// Another program has taken over the selection.
  func lose(_ event: XSelectionClearEvent) -> Event? {
    guard let selection = display.selection(event.selection), offers[selection] != nil else { return nil }
    offers[selection] = nil
    return .selectionLost(selection)
  }

  /// Answers a request. The requesting window may have gone.
  func answer(_ request: XSelectionRequestEvent) {
    display.ignoringErrors {
      // Obsolete clients leave the property out.
      let property = request.property == 0 ? request.target : request.property
      let destination = Destination(requestor: request.requestor, property: property)
      var isServed = false
      if let selection = display.selection(request.selection), let offer = offers[selection],
        request.time == 0 || offer.time == 0 || request.time >= offer.time
      {
        isServed =
          request.target == display.atom("MULTIPLE")
          ? serveMany(offer, destination) : serve(offer, as: request.target, destination)
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

  /// The requestor has taken a part: sends the next one. An empty one marks the end.
  func sendPart(_ event: XPropertyEvent) {
    let destination = Destination(requestor: event.window, property: event.atom)
    guard let index = transfers.firstIndex(where: { $0.destination == destination }) else { return }
    display.ignoringErrors {
      let part = transfers[index].rest.prefix(Self.partSize)
      put(part, as: transfers[index].type, destination)
      transfers[index].rest.removeFirst(part.count)
      if part.isEmpty {
        transfers.remove(at: index)
        let isDone = !transfers.contains { $0.destination.requestor == destination.requestor }
        if isDone { XSelectInput(display.raw, destination.requestor, 0) }
      }
      display.flush()
    }
  }

  /// A window has gone.
  func forget(requestor: UInt) { transfers.removeAll { $0.destination.requestor == requestor } }

  // MARK: - Targets

  /// Converts the text, or a fact about it, to a target. False if the target is unknown.
  private func serve(_ offer: Offer, as target: UInt, _ destination: Destination) -> Bool {
    switch target {
    case display.atom("TARGETS"):
      let atoms = ["TARGETS", "MULTIPLE", "TIMESTAMP"] + Self.targets
      put(atoms.map { display.atom($0) }, as: UInt(XA_ATOM), destination)
    case display.atom("TIMESTAMP"): put([offer.time], as: UInt(XA_INTEGER), destination)
    case UInt(XA_STRING):
      send(offer.text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }, as: target, destination)
    case display.atom("TEXT"): send(Array(offer.text.utf8), as: display.atom("UTF8_STRING"), destination)
    case let target where Self.targets.contains { display.atom($0) == target }:
      send(Array(offer.text.utf8), as: target, destination)
    default: return false
    }
    return true
  }

  /// MULTIPLE: the property lists pairs of a target and a property. Unknown targets become 0.
  private func serveMany(_ offer: Offer, _ destination: Destination) -> Bool {
    var (atoms, type) = display.values(of: destination.property, of: destination.requestor)
    guard !atoms.isEmpty, atoms.count % 2 == 0 else { return false }
    for pair in stride(from: 0, to: atoms.count, by: 2) {
      let part = Destination(requestor: destination.requestor, property: atoms[pair + 1])
      if !serve(offer, as: atoms[pair], part) { atoms[pair] = 0 }
    }
    put(atoms, as: type, destination)
    return true
  }

  /// Sends a text whole, or announces its parts.
  private func send(_ bytes: [UInt8], as type: UInt, _ destination: Destination) {
    guard bytes.count > Self.partSize else { return put(bytes[...], as: type, destination) }
    if transfers.count >= Self.mostTransfers { transfers.removeFirst() }
    transfers.removeAll { $0.destination == destination }
    transfers.append(Transfer(destination: destination, type: type, rest: bytes[...]))
    if destination.requestor != window {
      XSelectInput(display.raw, destination.requestor, PropertyChangeMask | StructureNotifyMask)
    }
    put([UInt(bytes.count)], as: display.atom("INCR"), destination)
  }

  private func put(_ bytes: ArraySlice<UInt8>, as type: UInt, _ destination: Destination) {
    display.setProperty(destination.property, of: destination.requestor, type: type, bytes: bytes)
  }

  private func put(_ values: [UInt], as type: UInt, _ destination: Destination) {
    display.setProperty(destination.property, of: destination.requestor, type: type, values: values)
  }
}
