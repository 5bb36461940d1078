internal import Base
internal import Scene
internal import ScrollCore

/// The places of objects (`org.a11y.atspi.Component`), in pixels relative to the screen, the window or the parent.
extension AccessibilityBus {
  private enum Coordinates: UInt32 { case screen, window, parent }

  /// The place of an object that is not visible.
  private static let nowhereSeen = Rect(x: -1, y: -1, width: -1, height: -1)
  private static let (widgetLayer, windowLayer): (UInt32, UInt32) = (3, 7)

  func answerComponent(_ call: Call) -> Bool {
    switch call.message.member {
    case "GetExtents", "GetPosition", "GetSize": return answerExtents(call)
    case "Contains", "GetAccessibleAtPoint": return answerPoint(call)
    case "GetLayer": return reply(call) { $0.unsigned(call.node.role == .window ? Self.windowLayer : Self.widgetLayer) }
    case "GetMDIZOrder": return reply(call) { $0.short(0) }
    case "GetAlpha": return reply(call) { $0.number(1) }
    case "GrabFocus": return replyDone(call, .focus)
    case "ScrollTo", "ScrollToPoint", "SetExtents", "SetPosition", "SetSize": return reply(call) { $0.boolean(false) }
    default: return false
    }
  }

  private func answerExtents(_ call: Call) -> Bool {
    let member = call.message.member
    var kind = Coordinates.screen
    if member != "GetSize" {
      guard let number = call.message.unsigned(), let named = Coordinates(rawValue: number) else {
        bus.refuse(call.message, "InvalidArgs", "\(member): coordinates are 0, of the screen, 1 or 2")
        return true
      }
      kind = named
    }
    let place = place(of: call.number, in: kind) ?? Self.nowhereSeen
    let (position, size) = ([place.minX, place.minY], [place.width, place.height])
    if member == "GetExtents" {
      return reply(call) { writer in
        writer.structure("iiii") { for length in position + size { writer.integer(Self.pixels(length)) } }
      }
    }
    return reply(call) { writer in
      for length in member == "GetSize" ? size : position { writer.integer(Self.pixels(length)) }
    }
  }

  private func answerPoint(_ call: Call) -> Bool {
    guard let x = call.message.integer(), let y = call.message.integer(),
      let kind = call.message.unsigned().flatMap(Coordinates.init)
    else {
      bus.refuse(
        call.message, "InvalidArgs", "\(call.message.member): a point and the kind of its coordinates are expected")
      return true
    }
    let point = Point(x: Double(x), y: Double(y))
    if call.message.member == "Contains" {
      let contains = place(of: call.number, in: kind)?.contains(point) ?? false
      return reply(call) { $0.boolean(contains) }
    }
    let origin = kind == .screen ? Point.zero : place(of: call.number, in: .screen)?.origin ?? .zero
    let own = kind == .screen ? Point.zero : place(of: call.number, in: kind)?.origin ?? .zero
    let hit = deepest(at: Point(x: point.x + origin.x - own.x, y: point.y + origin.y - own.y), in: call.number)
    return reply(call) { writer in writer.structure("so") { self.reference(hit, to: writer) } }
  }

  /// The innermost object at a point of the screen, or nil.
  private func deepest(at point: Point, in number: Int) -> Int? {
    for child in (objects[number]?.children ?? []).reversed() {
      if let hit = deepest(at: point, in: child) { return hit }
    }
    return place(of: number, in: .screen)?.contains(point) == true ? number : nil
  }

  private func place(of number: Int, in kind: Coordinates) -> Rect? {
    guard let object = objects[number], let place = object.node.place else { return nil }
    if object.node.role == .window {
      return kind == .window ? Rect(origin: .zero, size: place.size) : place
    }
    switch kind {
    case .window: return place
    case .screen:
      let window = window(of: number)
      return place.offsetBy(dx: window?.minX ?? 0, dy: window?.minY ?? 0)
    case .parent:
      let parent = object.parent.flatMap { objects[$0]?.node }
      let corner = parent?.role == .window ? .zero : parent?.place?.origin ?? .zero
      return place.offsetBy(dx: -corner.x, dy: -corner.y)
    }
  }

  /// The place of an object's window.
  private func window(of number: Int) -> Rect? {
    var next: Int? = number
    while let object = next.flatMap({ objects[$0] }) {
      if object.node.role == .window { return object.node.place }
      next = object.parent
    }
    return nil
  }

  private static func pixels(_ length: Double) -> Int32 {
    length.isFinite ? Int32(max(-limit, min(limit, length.rounded()))) : 0
  }

  private static let limit = 1e6
}
