internal import Base
internal import CX11
package import ScrollCore

/// An event of drag and drop from another program.
package enum DragEvent: Equatable, Sendable {
  /// Something acceptable is dragged over the window. The point is in window coordinates.
  case over(Point)
  /// It has left, or the drop has failed.
  case left
  /// It was dropped, with its content.
  case dropped(DroppedContent)
  /// It was dropped and cannot be accepted, with a reason for the user.
  case refused(String)
}

/// Dropped content, as its source has written it.
package struct DroppedContent: Equatable, Sendable {
  /// One of `DropTarget.types`.
  package let type: String
  package let bytes: [UInt8]

  package init(type: String, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
}

/// The target's side of drag and drop (the XDND specification, version 5). A state machine driven by the client
/// messages `XdndEnter`, `XdndPosition`, `XdndLeave` and `XdndDrop`, which answers by `XdndStatus` and `XdndFinished`;
/// between the last two it receives the content as the selection `XdndSelection`. It never blocks, and gives up a
/// source that disappears or does not answer in time.
final class DropTarget {
  private let display: Display
  private let window: UInt
  private var drag: Drag?

  /// The accepted types, the best first.
  static let types = [
    "text/uri-list", "text/x-moz-url", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain",
  ]
  private static let atomNames =
    types + [
      "XdndEnter", "XdndPosition", "XdndStatus", "XdndLeave", "XdndDrop", "XdndFinished", "XdndTypeList",
      "XdndSelection", "XdndActionCopy", "INCR", property,
    ]

  private static let version: UInt = 5
  /// The oldest supported version of the protocol, as the specification says.
  private static let oldest: UInt = 3
  /// The limit for dropped content, in bytes; a larger one is refused.
  static let limit = 1 << 20
  /// The timeouts for each answer of a source, and for a whole drop, in seconds.
  private static let (patience, longest) = (5.0, 15.0)
  /// The silence after which a drag is over, as its source hangs, in seconds.
  private static let silence = 120.0
  private static let property = "NEWSREEL_DROP"

  /// The current drag.
  private struct Drag {
    let source: UInt
    /// The best type that the source offers; nil if none is accepted.
    let type: String?
    /// The event mask of its window before; nil if it is not watched.
    let formerMask: Int?
    /// Set after the drop.
    var drop: Drop?
    var deadline: Seconds
  }

  private struct Drop {
    let end: Seconds
    /// The parts so far (INCR); nil before the source has announced them.
    var parts: [UInt8]?
  }

  init(_ display: Display, window: UInt) { (self.display, self.window) = (display, window) }

  /// Announces that the window accepts drops (`XdndAware`).
  func announce() {
    display.setProperty(display.atom("XdndAware"), of: window, type: UInt(XA_ATOM), values: [Self.version])
  }

  /// When the source times out, on the monotonic clock.
  var deadline: Seconds { drag?.deadline ?? .infinity }

  /// Gives up a source after its timeout.
  func expire(now: Seconds) -> Event? {
    guard let drag, now >= drag.deadline else { return nil }
    guard drag.drop != nil else { return end(.left) }
    return refuse("What was dropped did not come: the program that it was dragged from does not answer")
  }

  // MARK: - Messages

  /// Handles a client message; nil for one of no effect.
  func handle(_ message: XClientMessageEvent, frame: Rect) -> Event? {
    guard message.format == 32 else { return nil }
    // Not at the start: most windows never see a drag.
    display.prepareAtoms(Self.atomNames)
    let data = message.data.l
    let words = [data.0, data.1, data.2, data.3, data.4].map { UInt(bitPattern: $0) & 0xffff_ffff }
    let source = words[0]
    switch message.message_type {
    case display.atom("XdndEnter"): return enter(words)
    case display.atom("XdndPosition") where isCurrent(source): return move(words, frame)
    case display.atom("XdndLeave") where isCurrent(source): return end(.left)
    case display.atom("XdndDrop") where isCurrent(source): return drop(time: words[2])
    // A source that never entered gets an answer, too.
    case display.atom("XdndDrop") where drag?.source != source: finish(source, isTaken: false)
    default: break
    }
    return nil
  }

  /// Whether it is the current source, before the drop.
  private func isCurrent(_ source: UInt) -> Bool { drag?.source == source && drag?.drop == nil }

  private func enter(_ words: [UInt]) -> Event? {
    let (source, version) = (words[0], words[1] >> 24)
    // No drag starts during a drop.
    guard source != 0, source != window, source != display.root, version >= Self.oldest, drag?.drop == nil else {
      return nil
    }
    let before = drag
    if let before { unwatch(before) }
    let offered = words[1] & 1 == 1 ? types(of: source) : Array(words[2...])
    let type = Self.types.first { name in offered.contains(display.atom(name)) }
    drag = Drag(
      source: source, type: type, formerMask: watch(source), deadline: monotonicNow() + Self.silence)
    return before?.type == nil ? nil : .drag(.left)
  }

  /// The types of a source that has more than three.
  private func types(of source: UInt) -> [UInt] {
    display.ignoringErrors { display.values(of: display.atom("XdndTypeList"), of: source).values }
  }

  private func move(_ words: [UInt], _ frame: Rect) -> Event? {
    drag?.deadline = monotonicNow() + Self.silence
    let isTaken = drag?.type != nil
    // An empty rectangle requests every motion.
    send("XdndStatus", [isTaken ? 0b11 : 0, 0, 0, isTaken ? display.atom("XdndActionCopy") : 0], to: words[0])
    guard isTaken else { return nil }
    func signed(_ part: UInt) -> Double { Double(Int16(truncatingIfNeeded: part)) }
    return .drag(.over(Point(x: signed(words[2] >> 16) - frame.minX, y: signed(words[2]) - frame.minY)))
  }

  private func drop(time: UInt) -> Event? {
    guard let type = drag?.type else {
      return refuse("What was dropped is neither a link, nor a file, nor text")
    }
    let now = monotonicNow()
    drag?.drop = Drop(end: now + Self.longest)
    drag?.deadline = now + Self.patience
    let property = display.atom(Self.property)
    XDeleteProperty(display.raw, window, property)
    XConvertSelection(
      display.raw, display.atom("XdndSelection"), display.atom(type), property, window, time)
    display.flush()
    return nil
  }

  /// Handles the end of the source's window.
  func forget(destroyed source: UInt) -> Event? {
    guard let drag, drag.source == source else { return nil }
    return drag.drop == nil
      ? end(.left) : end(.refused("What was dropped did not come: the program that it was dragged from has ended"))
  }

  // MARK: - Content

  /// Handles the source's answer.
  func receive(_ event: XSelectionEvent) -> Event? {
    guard let drop = drag?.drop, drop.parts == nil, event.selection == display.atom("XdndSelection") else {
      return nil
    }
    let property = display.atom(Self.property)
    guard event.property == property else {
      return refuse("What was dropped did not come: the program that it was dragged from refuses it")
    }
    let (bytes, type, isLonger) = readAndDelete(property)
    guard type == display.atom("INCR") else { return isLonger ? refuseSize() : finish(bytes) }
    self.drag?.drop?.parts = []
    prolong()
    return nil
  }

  /// Handles the next part; an empty one is the end.
  func receivePart(_ event: XPropertyEvent) -> Event? {
    guard var parts = drag?.drop?.parts, event.atom == display.atom(Self.property) else { return nil }
    drag?.drop?.parts = []
    let (bytes, _, isLonger) = readAndDelete(event.atom)
    if isLonger || parts.count + bytes.count > Self.limit { return refuseSize() }
    if bytes.isEmpty { return finish(parts) }
    parts += bytes
    drag?.drop?.parts = parts
    prolong()
    return nil
  }

  /// Reads and deletes a property. Returns its bytes, and whether it exceeds the limit.
  private func readAndDelete(_ property: UInt) -> (bytes: [UInt8], type: UInt, isLonger: Bool) {
    let (bytes, type) = display.readProperty(property, of: window, atMost: Self.limit + 4)
    return (bytes, type, bytes.count > Self.limit)
  }

  private func prolong() {
    guard let drop = drag?.drop else { return }
    drag?.deadline = min(drop.end, monotonicNow() + Self.patience)
    display.flush()
  }

  private func finish(_ bytes: [UInt8]) -> Event? {
    guard let source = drag?.source, let type = drag?.type else { return nil }
    finish(source, isTaken: !bytes.isEmpty)
    if bytes.isEmpty { return end(.refused("What was dropped is empty")) }
    return end(.dropped(DroppedContent(type: type, bytes: bytes)))
  }

  private func refuseSize() -> Event? { refuse("What was dropped is larger than 1 MB, and is not taken") }

  private func refuse(_ reason: String) -> Event? {
    if let source = drag?.source { finish(source, isTaken: false) }
    return end(.refused(reason))
  }

  /// Ends the drag.
  private func end(_ event: DragEvent) -> Event? {
    guard let drag else { return nil }
    self.drag = nil
    unwatch(drag)
    // A drag that was never acceptable needs no event.
    return drag.type == nil && event == .left ? nil : .drag(event)
  }

  // MARK: - The source

  /// Watches for its end (`DestroyNotify`). Returns its former event mask; nil if it cannot be watched.
  private func watch(_ source: UInt) -> Int? {
    display.ignoringErrors {
      var attributes = XWindowAttributes()
      guard !display.isOwn(source), XGetWindowAttributes(display.raw, source, &attributes) != 0 else { return nil }
      XSelectInput(display.raw, source, attributes.your_event_mask | StructureNotifyMask)
      return attributes.your_event_mask
    }
  }

  private func unwatch(_ drag: Drag) {
    guard let mask = drag.formerMask else { return }
    display.ignoringErrors { XSelectInput(display.raw, drag.source, mask) }
    display.flush()
  }

  private func finish(_ source: UInt, isTaken: Bool) {
    send("XdndFinished", [isTaken ? 1 : 0, isTaken ? display.atom("XdndActionCopy") : 0, 0, 0], to: source)
  }

  /// Sends the source a message, whose first word is this window.
  private func send(_ name: String, _ words: [UInt], to source: UInt) {
    display.send(name, [window] + words, about: source)
    display.flush()
  }
}
