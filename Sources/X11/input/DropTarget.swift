internal import Base
internal import CX11
package import ScrollCore

/// What another program drags over the window, and drops there.
package enum DragEvent: Equatable, Sendable {
  /// It is over the window, and could be dropped there. The point is in window coordinates.
  case over(Point)
  /// It has left, or nothing came of the drop.
  case left
  /// It was dropped, and this is it.
  case dropped(DroppedContent)
  /// It was dropped and cannot be taken: why, in words for the user.
  case refused(String)
}

/// What was dropped, as its source has written it.
package struct DroppedContent: Equatable, Sendable {
  /// A type of `DropTarget.types`.
  package let type: String
  package let bytes: [UInt8]

  package init(type: String, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
}

/// The target's side of drag and drop (the XDND specification, version 5). A state machine driven by the client messages
/// `XdndEnter`, `XdndPosition`, `XdndLeave` and `XdndDrop`, which answers by `XdndStatus` and `XdndFinished`; between the last two
/// it gets what is dragged as the selection `XdndSelection`. It never waits for the source, and gives up one that goes away
/// or does not answer in time.
final class DropTarget {
  private let display: Display
  private let window: UInt
  private var drag: Drag?

  /// The types that are taken, the best first.
  static let types = [
    "text/uri-list", "text/x-moz-url", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain",
  ]
  static let atomNames =
    types + [
      "XdndAware", "XdndEnter", "XdndPosition", "XdndStatus", "XdndLeave", "XdndDrop", "XdndFinished", "XdndTypeList",
      "XdndSelection", "XdndActionCopy", "INCR",
    ]

  private static let version: UInt = 5
  /// The oldest version of a source that is understood, as the specification says.
  private static let oldest: UInt = 3
  /// Bytes of what is dropped; a source that has more is refused.
  static let limit = 1 << 20
  /// Seconds that a source has for each answer, and for all of a drop.
  private static let (patience, longest) = (5.0, 15.0)
  /// Seconds without a word after which a drag is over: its source hangs.
  private static let silence = 120.0
  private static let property = "NEWSREEL_DROP"

  /// What is over the window.
  private struct Drag {
    let source: UInt
    /// The best type that the source offers; nil: none that is taken.
    let type: String?
    /// What was selected of its events before; nil: it is not watched.
    let formerMask: Int?
    /// Set once it was dropped.
    var drop: Drop?
    var deadline: Seconds
  }

  private struct Drop {
    let end: Seconds
    /// The parts so far (INCR); nil until the source has announced them.
    var parts: [UInt8]?
  }

  init(_ display: Display, window: UInt) { (self.display, self.window) = (display, window) }

  /// Says that the window takes drops (`XdndAware`).
  func announce() {
    display.setProperty(display.atom("XdndAware"), of: window, type: UInt(XA_ATOM), values: [Self.version])
  }

  /// When the source has had time enough, on the monotonic clock.
  var deadline: Seconds { drag?.deadline ?? .infinity }

  /// Gives a source up that has had time enough.
  func expire(now: Seconds) -> Event? {
    guard let drag, now >= drag.deadline else { return nil }
    guard drag.drop != nil else { return end(.left) }
    return refuse("What was dropped did not come: the program that it was dragged from does not answer")
  }

  // MARK: - Messages

  /// Takes a client message; nil for one that says nothing to the window.
  func take(_ message: XClientMessageEvent, frame: Rect) -> Event? {
    guard message.format == 32 else { return nil }
    let data = message.data.l
    let words = [data.0, data.1, data.2, data.3, data.4].map { UInt(bitPattern: $0) & 0xffff_ffff }
    let source = words[0]
    switch message.message_type {
    case display.atom("XdndEnter"): return enter(words)
    case display.atom("XdndPosition") where isCurrent(source): return move(words, frame)
    case display.atom("XdndLeave") where isCurrent(source): return end(.left)
    case display.atom("XdndDrop") where isCurrent(source): return drop(time: words[2])
    // One that never came in gets its answer, too.
    case display.atom("XdndDrop") where drag?.source != source: finish(source, isTaken: false)
    default: break
    }
    return nil
  }

  /// It is the one that came in, and nothing was dropped yet.
  private func isCurrent(_ source: UInt) -> Bool { drag?.source == source && drag?.drop == nil }

  private func enter(_ words: [UInt]) -> Event? {
    let (source, version) = (words[0], words[1] >> 24)
    // While a drop is on its way, no other begins.
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
    // An empty rectangle: every motion is told.
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

  /// The source's window has gone.
  func forget(destroyed source: UInt) -> Event? {
    guard let drag, drag.source == source else { return nil }
    return drag.drop == nil
      ? end(.left) : end(.refused("What was dropped did not come: the program that it was dragged from has ended"))
  }

  // MARK: - What is dropped

  /// The source has answered.
  func receive(_ event: XSelectionEvent) -> Event? {
    guard event.selection == display.atom("XdndSelection"), let drag, let drop = drag.drop, drop.parts == nil else {
      return nil
    }
    let property = display.atom(Self.property)
    guard event.property == property else {
      return refuse("What was dropped did not come: the program that it was dragged from refuses it")
    }
    let (bytes, type, isLonger) = take(property)
    guard type == display.atom("INCR") else { return isLonger ? refuseSize() : finish(bytes) }
    self.drag?.drop?.parts = []
    prolong()
    return nil
  }

  /// The source has stored the next part; an empty one marks the end.
  func receivePart(_ event: XPropertyEvent) -> Event? {
    guard event.atom == display.atom(Self.property), var parts = drag?.drop?.parts else { return nil }
    drag?.drop?.parts = []
    let (bytes, _, isLonger) = take(event.atom)
    if isLonger || parts.count + bytes.count > Self.limit { return refuseSize() }
    if bytes.isEmpty { return finish(parts) }
    parts += bytes
    drag?.drop?.parts = parts
    prolong()
    return nil
  }

  /// The property's bytes, and whether it has more than are taken.
  private func take(_ property: UInt) -> (bytes: [UInt8], type: UInt, isLonger: Bool) {
    let (bytes, type) = display.takeProperty(property, of: window, atMost: Self.limit + 4)
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

  /// Nothing is over the window any more.
  private func end(_ event: DragEvent) -> Event? {
    guard let drag else { return nil }
    self.drag = nil
    unwatch(drag)
    // What could not have been dropped has never been there.
    return drag.type == nil && event == .left ? nil : .drag(event)
  }

  // MARK: - The source

  /// Watches for its end (`DestroyNotify`). Returns what was selected of its events before; nil where it cannot be watched.
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
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = source
    event.xclient.message_type = display.atom(name)
    event.xclient.format = 32
    let words = ([window] + words).map { Int(bitPattern: $0) }
    event.xclient.data.l = (words[0], words[1], words[2], words[3], words[4])
    display.ignoringErrors { XSendEvent(display.raw, source, 0, 0, &event) }
    display.flush()
  }
}

extension Window {
  /// Takes what other programs drag over the window and drop there, from now on: see `Event.drag`.
  package func acceptDrops() { input.drops.announce() }

  /// When a drop is given up at the latest, on the monotonic clock: `expireDrop` is to be called then.
  package var dropDeadline: Seconds { input.drops.deadline }

  /// What becomes of a drop whose source has had time enough; nil where there is none.
  package func expireDrop(now: Seconds) -> Event? { input.drops.expire(now: now) }
}
