internal import CX11
internal import ScrollCore

extension Display {
  func selection(_ atom: UInt) -> Selection? { Selection.allCases.first { self.atom($0.rawValue) == atom } }
}

/// Requests the text of other programs' selections. A state machine driven by events: it never waits for another
/// program. Large texts come in parts (INCR).
final class SelectionReader {
  private let display: Display
  private let window: UInt
  private var requests: [Selection: Request] = [:]
  private var requestCount = 0

  /// A request under way.
  private struct Request {
    /// The property of our window into which the owner puts the text.
    let property: UInt
    /// The time of the user's last action, on the server's clock.
    let time: UInt
    /// The requested target.
    var target = Target.utf8
    /// The text so far; nil until the first part arrives.
    var parts: [UInt8]?
    var isLatin = false
  }

  /// The targets to request, in this order.
  private enum Target: String {
    case utf8 = "UTF8_STRING"
    case latin = "STRING"

    var next: Self? { self == .utf8 ? .latin : nil }
  }

  /// Most bytes of one paste; the rest is dropped.
  private static let limit = 64 << 20

  init(_ display: Display, window: UInt) {
    self.display = display
    self.window = window
  }

  /// Whether an answer is awaited.
  var isWaiting: Bool { !requests.isEmpty }

  /// Whether a text is arriving in parts.
  var isReceiving: Bool { requests.values.contains { $0.parts != nil } }

  /// Requests a selection's text (`XConvertSelection`), and cancels an earlier request for it.
  func request(_ selection: Selection, time: UInt) {
    requestCount += 1
    // Keeps late parts of an older answer apart from this one's.
    let property = display.atom("NEWSREEL_\(selection.rawValue)_\(requestCount % 8)")
    let request = Request(property: property, time: time)
    requests[selection] = request
    convert(selection, request)
  }

  private func convert(_ selection: Selection, _ request: Request) {
    XDeleteProperty(display.raw, window, request.property)
    XConvertSelection(
      display.raw, display.atom(selection.rawValue), display.atom(request.target.rawValue), request.property, window,
      request.time)
    display.flush()
  }

  /// The owner has answered.
  func receive(_ event: XSelectionEvent) -> Event? {
    guard let selection = display.selection(event.selection), var request = requests[selection],
      event.target == display.atom(request.target.rawValue), request.parts == nil
    else { return nil }
    guard event.property == request.property else {
      // Refused: tries the next target.
      guard event.property == 0, let next = request.target.next else {
        requests[selection] = nil
        return nil
      }
      request.target = next
      requests[selection] = request
      convert(selection, request)
      return nil
    }
    let (bytes, type) = display.readProperty(request.property, of: window, atMost: Self.limit)
    if type == display.atom("INCR") {
      request.parts = []
      requests[selection] = request
      return nil
    }
    requests[selection] = nil
    request.isLatin = type == UInt(XA_STRING)
    return pasted(bytes, request, selection)
  }

  /// The owner has stored the next part; an empty one marks the end.
  func receivePart(_ event: XPropertyEvent) -> Event? {
    guard let selection = requests.first(where: { $0.value.property == event.atom })?.key,
      var request = requests[selection], var parts = request.parts
    else { return nil }
    // Moved out, so that appending does not copy it.
    requests[selection]?.parts = nil
    let (bytes, type) = display.readProperty(request.property, of: window, atMost: Self.limit)
    if bytes.isEmpty {
      requests[selection] = nil
      return pasted(parts, request, selection)
    }
    request.isLatin = type == UInt(XA_STRING)
    request.parts = nil
    parts += bytes.prefix(Self.limit - parts.count)
    request.parts = parts
    requests[selection] = request
    return nil
  }

  private func pasted(_ bytes: [UInt8], _ request: Request, _ selection: Selection) -> Event? {
    guard !bytes.isEmpty else { return nil }
    let text =
      request.isLatin
      ? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) : String(decoding: bytes, as: UTF8.self)
    return .input(.pasted(text, from: selection))
  }
}
